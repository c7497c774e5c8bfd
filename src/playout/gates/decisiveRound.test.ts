import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { bundledProgram, hasSharedGames, sharedProgram } from '../../../test/programs.js';
import { laneGame, openLanes, packed, randomStates } from '../fakeLanes.js';
import { groundGame, type GroundState } from '../groundGame.js';
import { decisiveRound } from './decisiveRound.js';
import { nodeOf } from './gateNetwork.js';
import { roundNetwork, type RoundNetwork } from './roundNetwork.js';

/** Whether the moves of each role are preferred in a state, as the gates say. */
function preferredByGates(round: RoundNetwork, state: GroundState): readonly (readonly number[])[] {
  const { start, operands, nodes, inputs } = round.network;
  const values = new Uint8Array(nodes);
  values[0] = 1;
  values.set(state, 1);
  for (let node = inputs + 1; node < nodes; node++) {
    let value = 1;
    for (let at = start[node]!; at < start[node + 1]!; at++)
      value &= values[nodeOf(operands[at]!)]! ^ (operands[at]! & 1);
    values[node] = value;
  }
  return round.choices.map(({ moves, legal }) =>
    moves.filter((_, index) => (values[nodeOf(legal[index]!)]! ^ (legal[index]! & 1)) === 1),
  );
}

/** The same as the rules say, where no other role has a choice; undefined elsewhere. */
function preferredByRules(program: GroundProgram, state: GroundState, role: number): readonly number[] | undefined {
  const game = groundGame(program);
  const legal = program.roles.map((_, each) => game.legalMoves(state, each));
  if (legal.some((moves, other) => other !== role && moves.length !== 1)) return undefined;
  const own = program.goals.filter((goal) => goal.role === role).map(({ value }) => value);
  const endOf = (move: number): number | null => {
    const next = game.next(
      state,
      legal.map((moves, other) => (other === role ? move : moves[0]!)),
    );
    return game.isTerminal(next) ? game.goals(next)[role]! : null;
  };
  const moves = legal[role]!;
  const winning = moves.filter((move) => endOf(move) === Math.max(...own));
  const safe = moves.filter((move) => endOf(move) !== Math.min(...own));
  return winning.length > 0 ? winning : safe.length > 0 ? safe : moves;
}

/** Compares both in states of random play; says in how many there was something to prefer. */
function compare(program: GroundProgram): number {
  const game = laneGame(program);
  const ground = groundGame(program);
  const { values, period } = game.phases;
  const rounds = values.map((valueOf) => roundNetwork(program, { valueOf, extraInputs: 0 }));
  const states = randomStates(game, seededRandom(5), 60);
  let preferences = 0;
  rounds.forEach((round, phase) => {
    const decisive = decisiveRound(program, round, rounds[(phase + 1) % period]!);
    if (decisive === undefined) return;
    for (const state of states[phase]!) {
      if (ground.isTerminal(state)) continue;
      const found = preferredByGates(decisive, state);
      program.roles.forEach((name, role) => {
        const legal = ground.legalMoves(state, role);
        const expected = name === 'random' ? legal : preferredByRules(program, state, role);
        if (expected === undefined) return;
        const atoms = expected.map((move) => game.names.atom(role, game.names.find(ground.names.move(move))!)!);
        expect(found[role]).toEqual(atoms.sort((a, b) => a - b));
        if (expected.length < legal.length) preferences++;
      });
    }
  });
  return preferences;
}

describe('decisiveRound', () => {
  it.each(['tic-tac-toe', 'connect-four-5x4', 'nim', 'dice-breakthrough', 'pig-30'])(
    'prefers what wins at once, and avoids what loses at once, in %s',
    (name) => {
      expect(compare(bundledProgram(name))).toBeGreaterThan(0);
    },
  );

  it
    .skipIf(!hasSharedGames)
    .each(['breakthroughSuicide', 'knightThrough', 'pentago', '2pttc', 'connectFour', 'checkers'])(
    'does so in %s (skipped where ../shared is absent)',
    (name) => {
      expect(compare(sharedProgram(name))).toBeGreaterThanOrEqual(name === 'checkers' ? 0 : 1);
    },
  );

  it('leaves rounds as they are where ends depend on recursion', () => {
    const program = bundledProgram('hex-5x5');
    const round = roundNetwork(program);
    expect(decisiveRound(program, round, round)).toBeUndefined();
  });

  it('makes playouts that end sooner, and the same from the same seed', () => {
    const program = bundledProgram('tic-tac-toe');
    const game = laneGame(program);
    const lanes = openLanes(game);
    const start = packed(game, groundGame(program).initial());
    const request = { playouts: 2000, seed: 3, maxPlies: 100 };
    const uniform = lanes.playouts([start], request);
    const decisive = lanes.playouts([start], { ...request, isDecisive: true });
    expect(decisive.ended).toEqual(uniform.ended);
    expect(decisive.plies).toBeLessThan(0.9 * uniform.plies);
    expect(lanes.playouts([start], { ...request, isDecisive: true })).toEqual(decisive);
    expect(lanes.playouts([start], request)).toEqual(uniform);
  });
});
