import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../base/index.js';
import { playout, type PlayoutRequest, type PlayoutTally } from '../../game/index.js';
import { readSheet } from '../../gdl/index.js';
import { ground, type GroundProgram } from '../../ground/index.js';
import { validate } from '../../rules/index.js';
import { hasTraces, loadSheet } from '../../../test/traces.js';
import { groundGame, type GroundState } from '../groundGame.js';
import { MoveNames } from '../moveNames.js';
import { type PackedState, StateLayout } from '../packedState.js';
import { eventSimulator } from './eventSimulator.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 110_000, bytes: 3e9 };

function programOf(name: string, content: string | Uint8Array): GroundProgram {
  const rules = validate(readSheet({ name, content }));
  if (!rules.ok) throw new Error(`${name}: ${rules.error.map(({ message }) => message).join('; ')}`);
  const program = ground(rules.value, BUDGET);
  if (!program.ok) throw new Error(program.error.reason);
  return program.value;
}

const bundled = (name: string): GroundProgram =>
  programOf(name, readFileSync(new URL(`../../../games/${name}.kif`, import.meta.url)));

class Fixture {
  readonly names: MoveNames;
  readonly #layout: StateLayout;
  readonly #simulator: ReturnType<typeof eventSimulator>;

  constructor(readonly program: GroundProgram) {
    this.names = new MoveNames(program);
    this.#layout = new StateLayout(program.fluents);
    this.#simulator = eventSimulator(program, this.#layout, this.names);
  }

  get initial(): PackedState {
    return this.#layout.of(this.program.initial.map((atom) => atom - 1));
  }

  packed(state: GroundState): PackedState {
    return this.#layout.of([...state.keys()].filter((fluent) => state[fluent] === 1));
  }

  playouts(starts: readonly PackedState[], request: Partial<PlayoutRequest>, isTimeUp?: () => boolean): PlayoutTally {
    return this.#simulator.playouts(starts, { playouts: 100, seed: 1, maxPlies: 300, ...request }, isTimeUp);
  }
}

/** Whether two means agree: they differ by less than five of their standard errors, and a little for where these are 0. */
function agree(a: { sum: number; squares: number; count: number }, b: typeof a): boolean {
  const variance = ({ sum, squares, count }: typeof a): number => (squares / count - (sum / count) ** 2) / count;
  return Math.abs(a.sum / a.count - b.sum / b.count) < 5 * Math.sqrt(variance(a) + variance(b)) + 0.5;
}

function checkMeans(program: GroundProgram, playouts: number): void {
  const fixture = new Fixture(program);
  const tally = fixture.playouts([fixture.initial], { playouts: 2000 });
  const game = groundGame(program);
  const random = seededRandom(5);
  const lengths = { sum: 0, squares: 0, count: playouts };
  const goals = program.roles.map(() => ({ sum: 0, squares: 0, count: 0 }));
  for (let i = 0; i < playouts; i++) {
    const line = playout(game, random, { plies: 300 });
    lengths.sum += line.joints.length;
    lengths.squares += line.joints.length ** 2;
    const last = line.states.at(-1)!;
    if (!game.isTerminal(last)) continue;
    game.goals(last).forEach((goal, role) => {
      const value = goal ?? Math.min(...program.goals.filter((each) => each.role === role).map((each) => each.value));
      goals[role]!.sum += Number.isFinite(value) ? value : 0;
      goals[role]!.squares += Number.isFinite(value) ? value ** 2 : 0;
      goals[role]!.count++;
    });
  }
  const meanSquare = lengths.squares / playouts;
  expect(agree({ sum: tally.plies, squares: 2000 * meanSquare, count: 2000 }, lengths)).toBe(true);
  expect(tally.ended[0]! + tally.capped[0]! + tally.stuck[0]!).toBe(2000);
  goals.forEach((goal, role) => {
    if (goal.count === 0) return;
    const found = { sum: tally.goalSum[role]!, squares: tally.goalSquareSum[role]!, count: tally.ended[0]! };
    expect(agree(found, goal), `${program.roles[role]!}: ${String(found.sum / found.count)}`).toBe(true);
  });
}

describe('goals and lengths are those of playouts of the ground program, within confidence', () => {
  test.each([
    'tic-tac-toe',
    'connect-four-5x4',
    'breakthrough-6x6',
    'othello-4x4',
    'orchard-2-2-1',
    'monty-hall',
    'coins',
  ])('%s', (name) => checkMeans(bundled(name), 300));

  test.skipIf(!hasTraces).each(['breakthrough', 'atariGoVariant_7x7', 'cubicup_3player', 'biddingTicTacToe'])(
    '%s (skipped where ../shared is absent)',
    (name) => checkMeans(programOf(name, loadSheet(name)), 40),
  );
});

describe('a tally', () => {
  const fixture = new Fixture(bundled('tic-tac-toe'));
  const game = groundGame(fixture.program);
  const later = playout(game, seededRandom(3), { plies: 3 }).states.at(-1)!;
  const end = playout(game, seededRandom(3)).states.at(-1)!;
  const starts = [fixture.initial, fixture.packed(end), fixture.packed(later)];

  test('has what was over in time, and counts the rest as capped', () => {
    let looks = 0;
    const tally = fixture.playouts(starts, {}, () => ++looks > 150);
    expect([...tally.ended]).toEqual([100, 50, 0]);
    expect([...tally.capped]).toEqual([0, 50, 100]);
  });

  test('depends on starts and request only', () => {
    const first = fixture.playouts(starts, { countsMoves: true });
    fixture.playouts([fixture.packed(later)], { seed: 9 });
    expect(fixture.playouts(starts, { countsMoves: true })).toEqual(first);
    expect(fixture.playouts(starts, { seed: 2 })).not.toEqual(fixture.playouts(starts, {}));
  });

  test('of a terminal start is its goals', () => {
    const { ended, goalSum, goalSquareSum, plies } = fixture.playouts([fixture.packed(end)], { playouts: 10 });
    const goals = game.goals(end).map((goal) => goal!);
    expect([...ended]).toEqual([10]);
    expect(plies).toBe(0);
    expect([...goalSum]).toEqual(goals.map((goal) => 10 * goal));
    expect([...goalSquareSum]).toEqual(goals.map((goal) => 10 * goal ** 2));
  });

  test('counts playouts that are cut off', () => {
    const { ended, capped, goalSum, plies } = fixture.playouts([fixture.initial, fixture.packed(end)], { maxPlies: 4 });
    expect([...ended]).toEqual([0, 100]);
    expect([...capped]).toEqual([100, 0]);
    expect(plies).toBe(400);
    expect([...goalSum.subarray(0, 2)]).toEqual([0, 0]);
  });

  test('tells the moves of ended playouts', () => {
    const tally = fixture.playouts(starts, { countsMoves: true });
    const { start, role, move, played, goalSum } = tally.moves!;
    expect(start.length).toBeGreaterThan(20);
    expect([...start].includes(1)).toBe(false);
    let noops = 0;
    start.forEach((_, i) => {
      expect(fixture.names.place(role[i]!, move[i]!)).toBeDefined();
      expect(played[i]).toBeGreaterThan(0);
      expect(goalSum[i]).toBeLessThanOrEqual(100 * played[i]!);
      if (fixture.names.text(move[i]!) === 'noop' && start[i] === 0) noops += played[i]!;
    });
    // Both have to wait in every playout of more than one ply.
    expect(noops).toBe(200);
  });

  test('counts the lowest goal where there is none, and playouts that are stuck', () => {
    const content = `(role red) (role blue) (init (at 1)) (legal blue wait) (succ 1 2) (succ 2 3)
      (<= (legal red go) (not (true (at 3)))) (<= (legal red leave) (true (at 2)))
      (<= (next (at ?y)) (does red go) (true (at ?x)) (succ ?x ?y)) (<= (next left) (does red leave))
      (<= terminal (true left)) (<= (goal red 70) (true (at 1))) (<= (goal red 30) (true (at 1)))
      (<= (goal blue 80) (true left)) (<= (goal blue 10) (true (at 1)))`;
    const other = new Fixture(programOf('stuck', content));
    const { ended, stuck, goalSum, moves } = other.playouts([other.initial], { playouts: 1000, countsMoves: true });
    expect(ended[0]! + stuck[0]!).toBe(1000);
    expect(ended[0]).toBeGreaterThan(400);
    expect(stuck[0]).toBeGreaterThan(400);
    expect([...goalSum]).toEqual([30 * ended[0]!, 80 * ended[0]!]);
    expect([...moves!.played]).toEqual([ended[0], ended[0], ended[0]]);
  });
});

test('every role draws each of its moves equally often', () => {
  const numbers = Array.from({ length: 300 }, (_, i) => `(n ${String(i)})`).join(' ');
  const content = `(role red) (role blue) (init (turn 1)) (init even) (init odd) ${numbers} (few 1) (few 2) (few 3)
    (<= (legal red (big ?n)) (true even) (n ?n)) (<= (legal red (small ?n)) (few ?n)) (<= (legal red never) (not (true odd)))
    (<= (legal blue (small ?n)) (true odd) (few ?n)) (<= (legal blue pass) (not (true (turn 2))))
    (<= (next (turn 2)) (does red ?m)) (<= (next odd) (does blue pass)) (<= (next even) (does blue (small 1)))
    (<= terminal (true (turn 2))) (goal red 50) (goal blue 50)`;
  const fixture = new Fixture(programOf('draws', content));
  const playouts = 60_000;
  const { role, played } = fixture.playouts([fixture.initial], { playouts, countsMoves: true }).moves!;
  for (const [player, moves] of [303, 4].entries()) {
    const counts = [...played].filter((_, i) => role[i] === player);
    expect(counts.length).toBe(moves);
    const expected = playouts / moves;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // Of mean `moves - 1` and variance twice that.
    expect(chiSquare).toBeLessThan(moves - 1 + 5 * Math.sqrt(2 * (moves - 1)));
  }
});
