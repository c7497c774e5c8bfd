import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { loadRules, openPlay, type Play } from '../pipeline.js';
import { fakeNim, type NimState } from './fakeNim.js';
import {
  type Game,
  gameSimulator,
  jointMoves,
  jointOf,
  legalMovesOfAll,
  NO_GOAL,
  playout,
  TooManyJointMoves,
} from './index.js';

const REQUEST = { playouts: 1000, seed: 1, maxPlies: 100 };

/** Chance that the role to move takes the last of a heap, when both draw one or two at random. */
function chanceOfMover(heap: number): number {
  if (heap === 0) return 0;
  return heap === 1 ? 1 : 1 - (chanceOfMover(heap - 1) + chanceOfMover(heap - 2)) / 2;
}

/** Pearson's statistic of counts that should be equal. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe('playouts', () => {
  const nim = gameSimulator(fakeNim(7), [0, 0]);

  it('have the goals that the chances of random play give', () => {
    const heaps = [7, 5, 4, 3, 2, 1];
    const starts = heaps.map((heap): NimState => ({ heap, turn: 0 }));
    const playouts = 20_000;
    const { ended, capped, stuck, goalSum, goalSquareSum } = nim.playouts(starts, { ...REQUEST, playouts });
    expect([ended, capped, stuck].map((counts) => [...counts])).toEqual([
      heaps.map(() => playouts),
      heaps.map(() => 0),
      heaps.map(() => 0),
    ]);
    heaps.forEach((heap, start) => {
      const chance = chanceOfMover(heap);
      const wins = goalSum[2 * start]! / 100;
      // Four standard deviations.
      expect(Math.abs(wins - playouts * chance)).toBeLessThanOrEqual(4 * Math.sqrt(playouts * chance * (1 - chance)));
      expect(goalSum[2 * start + 1]).toBe(100 * (playouts - wins));
      expect(goalSquareSum[2 * start]).toBe(10_000 * wins);
    });
  });

  it('draw uniformly for each role, and independently of the others', () => {
    const { game, simulator } = playOf(MATCHING);
    const { roles, names } = game;
    const playouts = 30_000;
    const { moves, plies } = simulator.playouts([game.initial()], { ...REQUEST, playouts, countsMoves: true });
    expect(plies).toBe(playouts);
    const entries = Array.from(moves!.move, (move, i) => {
      return { role: moves!.role[i]!, move: names.move(move), played: moves!.played[i]!, goalSum: moves!.goalSum[i]! };
    });
    // The 99.9 % quantiles of chi-square with 4, 4 and 2 degrees of freedom.
    [18.47, 18.47, 13.82].forEach((limit, role) => {
      const own = entries.filter((entry) => entry.role === role);
      expect(own.map(({ move }) => move).sort()).toEqual(roles[role] === 'random' ? ['a', 'b', 'c'] : FIVE);
      expect(own.reduce((sum, { played }) => sum + played, 0)).toBe(playouts);
      expect(chiSquare(own.map(({ played }) => played))).toBeLessThan(limit);
    });
    // Whatever the left one says, the right one says the same in a fifth of the playouts.
    const matches = entries.filter(({ role }) => role === 0).map(({ goalSum }) => goalSum / 100);
    expect(chiSquare(matches)).toBeLessThan(18.47);
    const all = matches.reduce((sum, count) => sum + count, 0);
    expect(Math.abs(all - playouts / 5)).toBeLessThan(4 * Math.sqrt((playouts * 4) / 25));
  });

  it('are the same for the same request, and others for another seed', () => {
    const starts: NimState[] = [{ heap: 7, turn: 0 }];
    const tally = (seed: number): unknown => nim.playouts(starts, { ...REQUEST, seed, countsMoves: true });
    expect(tally(3)).toEqual(tally(3));
    expect(tally(3)).not.toEqual(tally(4));
  });

  it('are added up by group of starts, where groups are given', () => {
    const starts = [7, 5, 4, 3].map((heap): NimState => ({ heap, turn: 0 }));
    const request = { ...REQUEST, countsMoves: true };
    const { moves, ...rest } = nim.playouts(starts, request);
    const groups = Int32Array.of(1, 0, 1, 0);
    const { moves: together, ...same } = nim.playouts(starts, { ...request, groups });
    expect(same).toEqual(rest);
    const keys = Array.from(together!.start, (group, i) => [group, together!.role[i]!, together!.move[i]!] as const);
    expect(new Set(keys.map(String)).size).toBe(keys.length);
    const isOfRow = (row: number, [group, role, move]: readonly [number, number, number]): boolean =>
      groups[moves!.start[row]!] === group && moves!.role[row] === role && moves!.move[row] === move;
    const sumOf = (counts: ArrayLike<number>, key: readonly [number, number, number]): number =>
      Array.from(counts).reduce((sum, count, row) => (isOfRow(row, key) ? sum + count : sum), 0);
    expect([...together!.played]).toEqual(keys.map((key) => sumOf(moves!.played, key)));
    expect([...together!.goalSum]).toEqual(keys.map((key) => sumOf(moves!.goalSum, key)));
    const total = (counts: ArrayLike<number>): number => Array.from(counts).reduce((sum, count) => sum + count, 0);
    expect(total(together!.played)).toBe(total(moves!.played));
  });

  it('end at once in a terminal state, whatever the cap', () => {
    const tally = nim.playouts([{ heap: 0, turn: 1 }], { playouts: 5, seed: 1, maxPlies: 0, countsMoves: true });
    expect(tally).toMatchObject({ ended: Int32Array.of(5), plies: 0, goalSum: Float64Array.of(500, 0) });
    expect(tally.moves!.move).toHaveLength(0);
  });

  it('are cut off at the cap, and then have neither goals nor moves', () => {
    const tally = nim.playouts([{ heap: 100, turn: 0 }], { playouts: 4, seed: 1, maxPlies: 3, countsMoves: true });
    expect(tally).toMatchObject({
      ended: Int32Array.of(0),
      capped: Int32Array.of(4),
      stuck: Int32Array.of(0),
      plies: 12,
    });
    expect([...tally.goalSum]).toEqual([0, 0]);
    expect(tally.moves!.move).toHaveLength(0);
  });

  it('are cut off when time is up, and not begun after it', () => {
    let looks = 0;
    const tally = nim.playouts(
      [
        { heap: 1, turn: 0 },
        { heap: 100, turn: 0 },
      ],
      { ...REQUEST, playouts: 4 },
      () => ++looks > 16,
    );
    expect(tally).toMatchObject({
      ended: Int32Array.of(4, 0),
      capped: Int32Array.of(0, 4),
      stuck: Int32Array.of(0, 0),
    });
    expect(tally.plies).toBeGreaterThan(4);
    expect(tally.plies).toBeLessThan(16);
  });

  it('are stuck where a role has no move', () => {
    const nim = fakeNim(5);
    const game: Game<NimState> = {
      ...nim,
      legalMoves: (state, role) => (state.heap < 5 ? [] : nim.legalMoves(state, role)),
    };
    const tally = gameSimulator(game, [0, 0]).playouts([game.initial()], { playouts: 6, seed: 1, maxPlies: 9 });
    expect(tally).toMatchObject({ ended: Int32Array.of(0), stuck: Int32Array.of(6), plies: 6 });
  });

  it('count a role without exactly one goal with its lowest, and a move of several plies once', () => {
    const game: Game<NimState> = { ...fakeNim(6), goals: () => [null, 70] };
    const tally = gameSimulator(game, [30, 0]).playouts([game.initial()], { ...REQUEST, countsMoves: true });
    expect(tally.goalSum).toEqual(Float64Array.of(30_000, 70_000));
    expect(tally.goalSquareSum).toEqual(Float64Array.of(900_000, 4_900_000));
    expect(Math.max(...tally.moves!.played)).toBeLessThanOrEqual(REQUEST.playouts);
    tally.moves!.goalSum.forEach((sum, i) => {
      expect(sum).toBe(tally.moves!.played[i]! * [30, 70][tally.moves!.role[i]!]!);
    });
  });
});

describe('expand', () => {
  it('gives the expansions of the first states only, where time is up before the rest are done', () => {
    const nim = gameSimulator(fakeNim(5), [0, 0]);
    const states = [3, 3, 3].map((heap) => ({ heap, turn: 0 }));
    const all = nim.expand(states);
    const looks = all[0]!.successors.length;
    const expandIn = (most: number): readonly unknown[] => {
      let look = 0;
      return nim.expand(states, () => ++look > most);
    };
    expect(expandIn(looks)).toEqual(all.slice(0, 1));
    expect(expandIn(2 * looks - 1)).toEqual(all.slice(0, 1));
    expect(expandIn(looks - 1)).toEqual([]);
    expect(expandIn(3 * looks)).toEqual(all);
  });

  it('gives every joint move with what it leads to, as the game says it', () => {
    const { game, simulator } = playOf(MATCHING);
    const { states } = playout(game, seededRandom(1));
    const [first, last] = simulator.expand(states);
    expect(last).toMatchObject({ isTerminal: true, successors: [], joints: new Int32Array(0) });
    const joints = [...jointMoves(legalMovesOfAll(game, states[0]))];
    expect(joints).toHaveLength(75);
    expect(first!.successors.map((_, successor) => jointOf(first!, successor, 3))).toEqual(joints);
    joints.forEach((joint, i) => {
      const successor = first!.successors[i];
      expect(game.names.facts(successor)).toEqual(game.names.facts(game.next(states[0], joint)));
      expect(first!.terminal[i]).toBe(game.isTerminal(successor) ? 1 : 0);
      expect([...first!.goals.subarray(3 * i, 3 * i + 3)]).toEqual([
        joint[0] === joint[1] ? 100 : 0,
        joint[0] === joint[1] ? 0 : 100,
        NO_GOAL,
      ]);
    });
  });

  it('fail at once where there are too many to list', () => {
    const nim = fakeNim(7);
    const moves = Array.from({ length: 5000 }, (_, move) => move);
    const wide = { ...nim, names: nim.names, legalMoves: () => moves };
    expect(() => gameSimulator(wide, [0, 0]).expand([nim.initial()])).toThrow(TooManyJointMoves);
  });
});

const FIVE = ['1', '2', '3', '4', '5'];

/** Two players say a number from 1 to 5, and chance a letter; the left one wants equal numbers. */
const MATCHING = `
  (role left) (role right) (role random)
  (init start) (player left) (player right)
  (number 1) (number 2) (number 3) (number 4) (number 5)
  (<= (legal ?r ?n) (player ?r) (number ?n))
  (legal random a) (legal random b) (legal random c)
  (<= (next (said ?r ?n)) (does ?r ?n))
  (<= terminal (not (true start)))
  (<= same (true (said left ?n)) (true (said right ?n)))
  (<= (goal left 100) same) (<= (goal left 0) (not same))
  (<= (goal right 0) same) (<= (goal right 100) (not same))
`;

function playOf(content: string): Play {
  const rules = loadRules({ name: 'sheet', content });
  if (!rules.ok) throw new Error(JSON.stringify(rules.error));
  const play = openPlay(rules.value, 'reference', { clock: () => 0, milliseconds: 1, bytes: 1 });
  if (!play.ok) throw new Error(play.error);
  return play.value;
}
