import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { compareGames, type Game, gameSimulator, renderDifference } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { groundGame, lowestGoals } from '../playout/index.js';
import { bundledProgram } from '../../test/programs.js';
import { networkPlay, type NetworkPlay } from './networkPlay.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 2 ** 30 };

function playOf(program: GroundProgram): NetworkPlay {
  const play = networkPlay(program, BUDGET);
  if (!play.ok) throw new Error(play.error);
  return play.value;
}

describe.each([
  ...['tic-tac-toe', 'orchard-2-2-1', 'matching-pennies', 'rock-paper-scissors', 'monty-hall-open'],
  ...['random-tic-tac-toe-2x2', 'coins', 'connect-four-4x4', 'nim', 'eight-puzzle', 'othello-4x4'],
])('the network of a round of %s', (name) => {
  const program = bundledProgram(name);
  const { game, simulator } = playOf(program);

  it('plays as the rules do', () => {
    // The network has no moves at the end, and no percepts.
    const asSeen = (of: Game): Game => ({
      ...of,
      initial: () => of.initial(),
      isTerminal: (state) => of.isTerminal(state),
      legalMoves: (state, role) => (of.isTerminal(state) ? [] : of.legalMoves(state, role)),
      next: (state, joint) => of.next(state, joint),
      names: of.names,
      roles: of.roles,
      percepts: () => program.roles.map(() => []),
      goals: (state) => of.goals(state),
    });
    const options = { random: seededRandom(1), playouts: 2, plies: 20 };
    const difference = compareGames(asSeen(groundGame(program) as Game), asSeen(game as Game), options);
    expect(difference && renderDifference(difference)).toBeUndefined();
  });

  it('expands as its game plays', () => {
    const [found] = simulator.expand([game.initial()]);
    const [expected] = gameSimulator(game, lowestGoals(program)).expand([game.initial()]);
    const { isTerminal, joints, successors, terminal, goals } = found!;
    expect({ isTerminal, joints, successors, terminal, goals }).toEqual(expected);
  });
});
