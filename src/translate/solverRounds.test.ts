import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { hasSharedGames } from '../../test/programs.js';
import { seededRandom } from '../base/index.js';
import type { Simulator } from '../game/index.js';
import { loadRules, openPlay, openSolverRounds, type Play } from '../pipeline.js';
import { ForwardChecking, Propagation } from '../solver/index.js';
import type { SolverMethod } from './index.js';

/**
 * Sizes: both methods solve every round of all games here. Forward checking keeps up with MAC on rounds of a hundred variables, falls behind by
 * 2 to 4 on a thousand, and by 8 on 50,000 (hex, skirmish: a second a round), so that the public games are of middle size.
 */
const BUDGET = { clock: () => performance.now(), milliseconds: 120_000, bytes: 3e9 };
const TIMEOUT = { timeout: 240_000 };
const METHODS: readonly SolverMethod[] = ['mac', 'fc'];
const STATES = 24;

const BUNDLED = new URL('../../games/', import.meta.url);
const SHARED = new URL('../../../shared/games/', import.meta.url);

function playOf(name: string, folder = BUNDLED, engine: 'compiled' | 'ground' = 'compiled'): Play {
  const rules = loadRules({ name, content: readFileSync(new URL(`${name}.kif`, folder)) });
  if (!rules.ok) throw new Error(`${name} is not valid`);
  const play = openPlay(rules.value, engine, BUDGET);
  if (!play.ok) throw new Error(play.error);
  return play.value;
}

function roundsOf(play: Play): (method: SolverMethod) => Simulator {
  const rounds = openSolverRounds(play, BUDGET);
  if (!rounds.ok) throw new Error(rounds.error);
  return rounds.value;
}

/** States along random lines, the terminal ones with them. */
function playedStates({ game, simulator }: Play, seed: number): readonly unknown[] {
  const random = seededRandom(seed);
  const states = [game.initial()];
  while (states.length < STATES) {
    const [expansion] = simulator.expand(states.slice(-1));
    const { successors } = expansion!;
    states.push(successors.length === 0 ? game.initial() : successors[random.below(successors.length)]);
  }
  return states;
}

function check(play: Play): void {
  const rounds = roundsOf(play);
  const states = playedStates(play, 1);
  const expected = play.simulator.expand(states);
  for (const method of METHODS) {
    const found = rounds(method).expand(states);
    for (const [index, expansion] of expected.entries())
      expect({ method, index, ...found[index] }).toEqual({ method, index, ...expansion });
  }
}

describe('rounds through the solver are those of the compiled game', () => {
  const names = ['tic-tac-toe', 'connect-four-5x4', 'nim', 'matching-pennies', 'rock-paper-scissors', 'orchard-2-2-1'];
  test.each([...names, 'random-tic-tac-toe-2x2', 'othello-4x4', 'monty-hall-open'])('%s', TIMEOUT, (name) => {
    check(playOf(name));
  });
});

describe.skipIf(!hasSharedGames)('rounds of public games (skipped where ../shared is absent)', () => {
  test.each([
    ...[
      '2pffa_zerosum',
      'beatMania',
      'blocker',
      'breakthroughSmall',
      'buttons',
      'connectFour',
      'connectFourSimultaneous',
    ],
    ...['eightPuzzle', 'ghostMaze2p', 'lightsOn', 'maze', 'nineBoardTicTacToe', 'pentago', 'queens08ug', 'roshambo2'],
    ...['checkersTiny', '3pttc', 'knightThrough'],
  ])('%s', TIMEOUT, (name) => {
    check(playOf(name, SHARED));
  });
});

/** The second player cannot move after the first one passed, whatever the goals say; what takes leads to a state without any goal. */
const STUCK = `
(role a) (role b) (init (step 0))
(<= (legal a pass) (true (step 0))) (<= (legal a take) (true (step 0))) (<= (legal a wait) (true (step 1)))
(<= (legal b wait) (true (step 0)))
(<= (next (step 1)) (does a pass)) (<= (next (step 2)) (does a take))
(<= terminal (true (step 2)))
(<= (goal a 30) (true (step 1))) (<= (goal a 50) (true (step 0))) (<= (goal a 60) (true (step 0)))
(goal b 40)`;

test('states in which a role has no legal move, and goals that are none or several', () => {
  const rules = loadRules({ name: 'stuck', content: STUCK });
  if (!rules.ok) throw new Error(JSON.stringify(rules.error));
  const play = openPlay(rules.value, 'compiled', BUDGET);
  if (!play.ok) throw new Error(play.error);
  const rounds = roundsOf(play.value);
  const { game, simulator } = play.value;
  const [first] = simulator.expand([game.initial()]);
  const states = [game.initial(), ...first!.successors];
  expect([...first!.goals]).toEqual([30, 40, -1, 40]);
  for (const method of METHODS) expect(rounds(method).expand(states)).toEqual(simulator.expand(states));
});

test('time may be up in the middle of a round: what was found before is as ever, and so is what is asked for next', () => {
  const play = playOf('tic-tac-toe');
  const { game, simulator } = play;
  const [first] = simulator.expand([game.initial()]);
  const states = [game.initial(), ...first!.successors];
  for (const method of METHODS) {
    const rounds = roundsOf(play)(method);
    const lengths = [0, 5, 15, 40, Infinity].map((most) => {
      let looks = 0;
      const found = rounds.expand(states, () => looks++ >= most);
      expect(found).toEqual(simulator.expand(states).slice(0, found.length));
      return found.length;
    });
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect([lengths[0], lengths[1], lengths[4]]).toEqual([0, 0, states.length]);
    expect(lengths[3]).toBeLessThan(states.length);
    expect(rounds.expand(states)).toEqual(simulator.expand(states));
  }
});

test('what was done for a round is undone before the next one where time is up, not after the deadline', () => {
  const play = playOf('tic-tac-toe');
  const states = [play.game.initial()];
  for (const [method, undoing] of [
    ['mac', [vi.spyOn(Propagation.prototype, 'restore')]],
    ['fc', [vi.spyOn(ForwardChecking.prototype, 'restore'), vi.spyOn(ForwardChecking.prototype, 'goBackTo')]],
  ] as const) {
    const rounds = roundsOf(play)(method);
    const times = (): number => undoing.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    let undone = NaN;
    rounds.expand(states, () => {
      const isTimeUp = times() > 2;
      if (isTimeUp && Number.isNaN(undone)) undone = times();
      return isTimeUp;
    });
    expect(times()).toBe(undone);
    for (const spy of undoing) spy.mockRestore();
    expect(rounds.expand(states)).toEqual(play.simulator.expand(states));
  }
});

test('playouts are those of the compiled game', () => {
  const play = playOf('tic-tac-toe');
  const request = { playouts: 100, seed: 5, maxPlies: 100 };
  const starts = [play.game.initial()];
  expect(roundsOf(play)('mac').playouts(starts, request)).toEqual(play.simulator.playouts(starts, request));
});

describe('no rounds', () => {
  test('where the network exceeds the budget', () => {
    const rounds = openSolverRounds(playOf('hex-5x5'), { ...BUDGET, milliseconds: -1 });
    expect(rounds).toEqual({ ok: false, error: expect.stringContaining('takes') as string });
  });

  test('where nothing was compiled', () => {
    const rounds = openSolverRounds(playOf('tic-tac-toe', BUNDLED, 'ground'), BUDGET);
    expect(rounds).toEqual({ ok: false, error: 'there is no compiled game: as asked for' });
  });
});
