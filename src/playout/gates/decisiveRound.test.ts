import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/index.js';
import { jointMoves, legalMovesOfAll } from '../../game/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { bundledProgram, hasSharedGames, sharedProgram } from '../../../test/programs.js';
import { laneGame, openLanes, packed, randomStates } from '../fakeLanes.js';
import { groundGame, type GroundState } from '../groundGame.js';
import { type DecisiveRounds, decisiveRounds } from './decisiveRound.js';
import { nodeOf } from './gateNetwork.js';
import { roundNetwork, type RoundNetwork } from './roundNetwork.js';

/** States of each phase that are looked at. */
const STATES = 30;

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

interface Case {
  readonly program: GroundProgram;
  readonly seesDangers: boolean;
}

/** What the rules say of a state: each move of a role with the state after it, no other role having a choice. */
function movesAlone(
  program: GroundProgram,
  state: GroundState,
  role: number,
): ReadonlyMap<number, GroundState> | undefined {
  const game = groundGame(program);
  const legal = program.roles.map((_, each) => game.legalMoves(state, each));
  if (legal.some((moves, other) => other !== role && moves.length !== 1)) return undefined;
  const jointOf = (move: number): number[] => legal.map((moves, other) => (other === role ? move : moves[0]!));
  return new Map(legal[role]!.map((move) => [move, game.next(state, jointOf(move))]));
}

/** The preferred moves as the rules say, where no other role has a choice, nor in the states after; undefined elsewhere. */
function preferredByRules(
  { program, seesDangers }: Case,
  state: GroundState,
  role: number,
): readonly number[] | undefined {
  const game = groundGame(program);
  const after = movesAlone(program, state, role);
  if (after === undefined) return undefined;
  const extreme = (pick: typeof Math.max, each: number): number =>
    pick(...program.goals.filter((goal) => goal.role === each).map(({ value }) => value));
  const has = (end: GroundState, each: number, goal: number): boolean =>
    game.isTerminal(end) && game.goals(end)[each] === goal;
  const isDangerous = (next: GroundState): boolean =>
    !game.isTerminal(next) &&
    program.roles.some((name, other) => {
      if (other === role || name === 'random') return false;
      const ends = [...(movesAlone(program, next, other) ?? new Map<number, GroundState>()).values()];
      return ends.some((end) => has(end, other, extreme(Math.max, other)) && has(end, role, extreme(Math.min, role)));
    });
  const moves = [...after.keys()];
  const winning = moves.filter((move) => has(after.get(move)!, role, extreme(Math.max, role)));
  const bearable = moves.filter((move) => !has(after.get(move)!, role, extreme(Math.min, role)));
  const safe = bearable.filter((move) => !isDangerous(after.get(move)!));
  return [winning, seesDangers ? safe : [], bearable, moves].find((some) => some.length > 0);
}

function decisiveOf(program: GroundProgram): DecisiveRounds | undefined {
  const { values } = laneGame(program).phases;
  const rounds = (): RoundNetwork[] => values.map((valueOf) => roundNetwork(program, { valueOf, extraInputs: 0 }));
  const fair = decisiveRounds(program, rounds, { seesDangers: true });
  return fair?.isLarge === false ? fair : decisiveRounds(program, rounds, { seesDangers: false });
}

/** Compares both in states of random play; says in how many there was something to prefer. */
function compare(program: GroundProgram): number {
  const game = laneGame(program);
  const ground = groundGame(program);
  const found = decisiveOf(program);
  if (found === undefined) return 0;
  const states = randomStates(game, seededRandom(5), STATES);
  let preferences = 0;
  found.rounds.forEach((round, phase) => {
    for (const state of states[phase]!) {
      if (ground.isTerminal(state)) continue;
      const byGates = preferredByGates(round, state);
      program.roles.forEach((name, role) => {
        const legal = ground.legalMoves(state, role);
        const expected =
          name === 'random' ? legal : preferredByRules({ program, seesDangers: found.seesDangers }, state, role);
        if (expected === undefined) return;
        const atoms = expected.map((move) => game.names.atom(role, game.names.find(ground.names.move(move))!)!);
        expect(byGates[role]).toEqual(atoms.sort((a, b) => a - b));
        if (expected.length < legal.length) preferences++;
      });
    }
  });
  return preferences;
}

/** Of a role's moves, those that end the game with its highest goal, whatever the others do; and those that may. */
function winsOf(
  program: GroundProgram,
  state: GroundState,
  role: number,
): { readonly sure: readonly number[]; readonly possible: readonly number[] } {
  const game = groundGame(program);
  const highest = Math.max(...program.goals.filter((goal) => goal.role === role).map(({ value }) => value));
  const wins = (joint: readonly number[]): boolean => {
    const end = game.next(state, joint);
    return game.isTerminal(end) && game.goals(end)[role] === highest;
  };
  const found = game.legalMoves(state, role).map((move) => {
    const joints = [...jointMoves(legalMovesOfAll(game, state))].filter((joint) => joint[role] === move);
    return { move, outcomes: joints.map(wins) };
  });
  const those = (isOne: (outcomes: readonly boolean[]) => boolean): number[] =>
    found.filter(({ outcomes }) => isOne(outcomes)).map(({ move }) => move);
  return { sure: those((all) => all.every(Boolean)), possible: those((all) => all.some(Boolean)) };
}

describe('decisiveRounds', () => {
  it.each(['tic-tac-toe', 'connect-four-5x4', 'breakthrough-6x6', 'nim'])(
    'prefers in %s what the rules say',
    (name) => {
      expect(compare(bundledProgram(name))).toBeGreaterThan(0);
    },
  );

  it.skipIf(!hasSharedGames).each(['pentago', '2pttc', 'connectFour', 'checkers'])(
    'does so in %s (skipped where ../shared is absent)',
    (name) => {
      expect(compare(sharedProgram(name))).toBeGreaterThanOrEqual(name === 'checkers' ? 0 : 1);
    },
  );

  it('sees dangers where that is cheap', () => {
    expect(decisiveOf(bundledProgram('tic-tac-toe'))?.seesDangers).toBe(true);
  });

  it.skipIf(!hasSharedGames)(
    'where several choose at once, takes a win that is sure, and no move that cannot win for one (skipped where ../shared is absent)',
    () => {
      const program = sharedProgram('connectFourSimultaneous');
      const game = laneGame(program);
      const ground = groundGame(program);
      const states = randomStates(game, seededRandom(5), 2 * STATES);
      let sureWins = 0;
      decisiveOf(program)!.rounds.forEach((round, phase) => {
        for (const state of states[phase]!) {
          if (ground.isTerminal(state)) continue;
          const byGates = preferredByGates(round, state);
          program.roles.forEach((_, role) => {
            const { sure, possible } = winsOf(program, state, role);
            if (sure.length === 0) return;
            sureWins++;
            const atomOf = (move: number): number => game.names.atom(role, game.names.find(ground.names.move(move))!)!;
            expect(byGates[role]).toEqual(expect.arrayContaining(sure.map(atomOf)));
            expect(possible.map(atomOf)).toEqual(expect.arrayContaining([...byGates[role]!]));
          });
        }
      });
      expect(sureWins).toBeGreaterThan(0);
    },
  );

  it.skipIf(!hasSharedGames)(
    'meets threats where several choose at once, so that games last longer (skipped where ../shared is absent)',
    () => {
      const program = sharedProgram('connectFourSimultaneous');
      const game = laneGame(program);
      const lanes = openLanes(game);
      const start = packed(game, groundGame(program).initial());
      const request = { playouts: 2000, seed: 3, maxPlies: 100 };
      const uniform = lanes.playouts([start], request);
      expect(lanes.playouts([start], { ...request, isDecisive: true }).plies).toBeGreaterThan(1.1 * uniform.plies);
    },
  );

  it.skipIf(!hasSharedGames).each([
    ['quarto', 'sees dangers at a high price where games change by it', true],
    ['copolymer_4_pie', 'does not where they go on as before', false],
  ])('%s: %s (skipped where ../shared is absent)', (name, _, sees) => {
    const program = sharedProgram(name);
    const game = laneGame(program);
    const rounds = (): RoundNetwork[] =>
      game.phases.values.map((valueOf) => roundNetwork(program, { valueOf, extraInputs: 0 }));
    expect(decisiveRounds(program, rounds, { seesDangers: true })?.isLarge).toBe(true);
    const lanes = openLanes(game);
    const start = packed(game, groundGame(program).initial());
    const request = { playouts: 4000, seed: 3, maxPlies: 100 };
    const uniform = lanes.playouts([start], request);
    const decisive = lanes.playouts([start], { ...request, isDecisive: true });
    expect(Math.abs(decisive.plies - uniform.plies) > 0.04 * uniform.plies).toBe(sees);
  });

  it.each(['hex-5x5', 'dice-breakthrough'])('leaves the rounds of %s as they are', (name) => {
    expect(decisiveOf(bundledProgram(name))).toBeUndefined();
  });

  it('makes playouts that are won later, and the same from the same seed', () => {
    const program = bundledProgram('tic-tac-toe');
    const game = laneGame(program);
    const lanes = openLanes(game);
    const start = packed(game, groundGame(program).initial());
    const request = { playouts: 2000, seed: 3, maxPlies: 100 };
    const uniform = lanes.playouts([start], request);
    const decisive = lanes.playouts([start], { ...request, isDecisive: true });
    expect(decisive.ended).toEqual(uniform.ended);
    expect(decisive.plies).toBeGreaterThan(uniform.plies);
    expect(lanes.playouts([start], { ...request, isDecisive: true })).toEqual(decisive);
    expect(lanes.playouts([start], request)).toEqual(uniform);
  });
});
