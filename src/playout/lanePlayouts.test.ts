import { describe, expect, it } from 'vitest';
import { bundledProgram, hasSharedGames, sharedProgram } from '../../test/programs.js';
import { seededRandom } from '../base/index.js';
import { gameSimulator, type PlayoutTally } from '../game/index.js';
import { initialState, laneGame, openLanes, packed, randomStates } from './fakeLanes.js';
import { runBatches, singleBatches } from './batchedPlayouts.js';
import { eventSimulator } from './event/eventSimulator.js';
import { lowestGoals } from './gates/outcomes.js';
import { groundGame } from './groundGame.js';
import { type LaneGame, type LaneKernels, LanePlayouts, MOST_PLIES } from './lanePlayouts.js';
import { openKernel } from './kernel/kernel.js';
import type { PackedState } from './packedState.js';
import { MoveSums } from './moveSums.js';
import { TallySum } from './tallySum.js';

const REQUEST = { playouts: 3000, seed: 1, maxPlies: 1000 };
/** Standard deviations: one in 150,000 comparisons of right things goes beyond. */
const FAR = 4.5;

const plain = (tally: PlayoutTally): unknown => JSON.parse(JSON.stringify(tally));
const sum = (numbers: ArrayLike<number>): number => Array.from(numbers).reduce((total, each) => total + each, 0);

describe('a tally', () => {
  const game = laneGame(bundledProgram('connect-four-5x4'));
  const lanes = openLanes(game);
  const start = initialState(game);
  const starts = (count: number): readonly PackedState[] => {
    const states = randomStates(game, seededRandom(9), 40).flat();
    return Array.from({ length: count }, (_, index) => packed(game, states[index % states.length]!));
  };

  it('is the same for the same seed, and another for another', () => {
    const tally = (seed: number): unknown => plain(lanes.playouts([start], { ...REQUEST, seed }));
    expect(tally(3)).toEqual(tally(3));
    expect(tally(3)).not.toEqual(tally(4));
    const many = (seed: number): unknown => plain(lanes.playouts(starts(50), { ...REQUEST, seed, countsMoves: true }));
    expect(many(3)).toEqual(many(3));
    expect(many(3)).not.toEqual(many(4));
  });

  it('does not depend on what was played before', () => {
    const some = starts(60);
    for (const countsMoves of [false, true]) {
      for (const [count, playouts] of [
        [1, 3],
        [7, 11],
        [60, 9],
      ] as const) {
        const request = { ...REQUEST, playouts, countsMoves };
        const first = plain(openLanes(game).playouts(some.slice(0, count), request));
        lanes.playouts(some, { ...REQUEST, playouts: 20, seed: 77, countsMoves });
        lanes.playouts(some, { ...REQUEST, playouts: 2, seed: 78, countsMoves });
        expect(plain(lanes.playouts(some.slice(0, count), request))).toEqual(first);
        const prepared = openLanes(game);
        prepared.prepare({ countsMoves }, count * playouts);
        expect(plain(prepared.playouts(some.slice(0, count), request))).toEqual(first);
      }
    }
  });

  it('counts every playout of every start once, whatever the numbers', () => {
    for (const [count, playouts] of [
      [1, 1],
      [1, 127],
      [1, 1025],
      [3, 1000],
      [7, 33],
      [9, 5],
      [500, 3],
      [1500, 2],
    ] as const) {
      for (const maxPlies of [0, 1, 7, 1000]) {
        const { ended, capped, stuck } = lanes.playouts(starts(count), { ...REQUEST, playouts, maxPlies });
        expect(Array.from(ended, (each, i) => each + capped[i]! + stuck[i]!)).toEqual(new Array(count).fill(playouts));
      }
    }
  });

  it('is empty where nothing is asked for', () => {
    const empty = (count: number): unknown => plain(new TallySum(count, REQUEST, lanes).tally());
    expect(plain(lanes.playouts([], REQUEST))).toEqual(empty(0));
    expect(plain(lanes.playouts([start], { ...REQUEST, playouts: 0 }))).toEqual(empty(1));
    expect(lanes.playouts([], { ...REQUEST, countsMoves: true }).moves!.move).toHaveLength(0);
  });

  it('is the sum of its batches, in whatever order they are run', () => {
    const request = { ...REQUEST, playouts: 40_000, countsMoves: true };
    for (const [some, playouts] of [
      [starts(1), 40_000],
      [starts(5), 10_000],
      [starts(2500), 10],
    ] as const) {
      const batches = lanes.plan(some, { ...request, playouts });
      expect(batches.length).toBeGreaterThanOrEqual(3);
      const sumOf = (order: typeof batches): unknown => {
        const total = new TallySum(some.length, request, lanes);
        for (const batch of order) lanes.run(batch, { starts: some, request }, total);
        return plain(total.tally());
      };
      expect(sumOf([...batches].reverse())).toEqual(sumOf(batches));
      expect(sumOf(batches)).toEqual(plain(lanes.playouts(some, { ...request, playouts })));
      expect(new Set(batches.map(({ seed }) => seed)).size).toBe(batches.length);
    }
  });

  it('ends terminal starts at once, with their goals', () => {
    const ground = groundGame(game.program);
    const terminal = randomStates(game, seededRandom(1), 60)
      .flat()
      .filter((state) => ground.isTerminal(state));
    expect(terminal.length).toBeGreaterThan(3);
    const tally = lanes.playouts(
      terminal.map((state) => packed(game, state)),
      { playouts: 10, seed: 1, maxPlies: 0 },
    );
    expect(tally).toMatchObject({ plies: 0, ended: new Int32Array(terminal.length).fill(10) });
    expect([...tally.goalSum]).toEqual(terminal.flatMap((state) => ground.goals(state).map((goal) => 10 * goal!)));
    expect([...tally.goalSquareSum]).toEqual(
      terminal.flatMap((state) => ground.goals(state).map((goal) => 10 * goal! ** 2)),
    );
  });

  it('cuts playouts off after just so many plies', () => {
    for (const maxPlies of [0, 1, 2, 3, 4]) {
      const { capped, plies } = lanes.playouts([start, start], { ...REQUEST, maxPlies });
      expect([...capped]).toEqual([3000, 3000]);
      expect(plies).toBe(6000 * maxPlies);
    }
    expect(lanes.playouts([start], { ...REQUEST, maxPlies: 10 * MOST_PLIES }).ended[0]).toBe(3000);
  });

  it('refuses numbers that are none', () => {
    expect(() => lanes.playouts([start], { ...REQUEST, playouts: 0.5 })).toThrow('playouts should be a whole number');
    expect(() => lanes.playouts([start], { ...REQUEST, maxPlies: -1 })).toThrow('maxPlies should be a whole number');
  });

  it('plays states that are in no phase, too', () => {
    const both = game.layout.of([...game.layout.holding(start), ...controls(game)]);
    const tally = lanes.playouts([start, both], { ...REQUEST, playouts: 500, countsMoves: true });
    expect(Array.from(tally.ended, (ended, i) => ended + tally.capped[i]! + tally.stuck[i]!)).toEqual([500, 500]);
    expect(lanes.plan([start, both], REQUEST).map(({ phases }) => phases?.join())).toEqual(['0', undefined]);
  });

  it('tells beforehand what there is no memory for', () => {
    let kernels = 0;
    const once: LaneKernels = {
      make: (width, bytes) => (kernels++ === 0 ? openKernel(width, bytes) : { ok: false, error: 'no memory' }),
      unitWords: 4,
    };
    const opened = LanePlayouts.open(game, once);
    if (!opened.ok) throw new Error(opened.error);
    expect(opened.value.playoutsWithin([start], REQUEST)).toBeDefined();
    expect(opened.value.playoutsWithin([start], { ...REQUEST, countsMoves: true })).toBeUndefined();
  });

  it('says so where there is no memory for it', () => {
    const opened = LanePlayouts.open(game, { make: () => ({ ok: false, error: 'no memory' }), unitWords: 4 });
    expect(opened).toEqual({ ok: false, error: 'no memory' });
    let isFirst = true;
    const once = LanePlayouts.open(game, {
      make: (width, bytes) => {
        if (!isFirst) return { ok: false, error: 'no more memory' };
        isFirst = false;
        return openKernel(width, bytes);
      },
      unitWords: 4,
    });
    if (!once.ok) throw new Error(once.error);
    expect(once.value.playouts([start], REQUEST).ended[0]).toBe(3000);
    expect(() => once.value.playouts([start], { ...REQUEST, countsMoves: true })).toThrow('no more memory');
  });
});

describe('the moves of a tally', () => {
  it.each(['tic-tac-toe', 'rock-paper-scissors', 'nim'])('are those of the playouts: %s', (name) => {
    const game = laneGame(bundledProgram(name));
    const ground = groundGame(game.program);
    const lanes = openLanes(game);
    const playouts = 4000;
    const fast = lanes.playouts([initialState(game)], { ...REQUEST, playouts, countsMoves: true });
    // The same playouts, whether or not their moves are counted, where each has a lane of its own in either case.
    const few = { ...REQUEST, playouts: 900 };
    const { moves, ...rest } = lanes.playouts([initialState(game)], { ...few, countsMoves: true });
    expect(plain(rest as PlayoutTally)).toEqual(plain(lanes.playouts([initialState(game)], few)));
    const slow = gameSimulator(ground, lowestGoals(game.program)).playouts([ground.initial()], {
      ...{ ...REQUEST, playouts, countsMoves: true },
    });
    const shares = ({ moves: found }: PlayoutTally): ReadonlyMap<string, readonly [number, number]> =>
      new Map(
        Array.from(found!.move, (move, i) => [
          `${game.program.roles[found!.role[i]!]!} ${game.names.text(move)}`,
          [found!.played[i]! / playouts, found!.goalSum[i]! / playouts / 100],
        ]),
      );
    const [a, b] = [shares(fast), shares(slow)];
    expect(moves!.start.every((each) => each === 0)).toBe(true);
    for (const [move, [played, goal]] of b) {
      const [fastPlayed, fastGoal] = a.get(move) ?? [0, 0];
      const near = (x: number, y: number): void =>
        expect(Math.abs(x - y), move).toBeLessThan(FAR * Math.sqrt((2 * 0.25) / playouts));
      near(played, fastPlayed);
      near(goal, fastGoal);
    }
  });

  it('are those of the very playouts, with their goals', () => {
    const game = laneGame(bundledProgram('tic-tac-toe'));
    const { roles } = game.program;
    for (const count of [1, 31, 45, 300, 1500]) {
      const states = randomStates(game, seededRandom(count), count).flat();
      const starts = Array.from({ length: count }, (_, index) => packed(game, states[index % states.length]!));
      const request = { ...REQUEST, playouts: 1, countsMoves: true };
      const { moves, ended, goalSum, plies } = openLanes(game).playouts(starts, request);
      expect([...ended]).toEqual(starts.map(() => 1));
      expect([...moves!.played]).toEqual(Array.from(moves!.start, () => 1));
      expect([...moves!.goalSum]).toEqual(
        Array.from(moves!.start, (start, i) => goalSum[start * roles.length + moves!.role[i]!]!),
      );
      // Every ply marks another cell.
      expect([...moves!.move].filter((move) => game.names.text(move) !== 'noop')).toHaveLength(plies);
    }
  });

  it.each(['tic-tac-toe', 'nim'])('are added up by group of starts: %s', (name) => {
    const game = laneGame(bundledProgram(name));
    const states = randomStates(game, seededRandom(8), 40).flat();
    const starts = states.map((state) => packed(game, state));
    const groups = Int32Array.from(states, (_, start) => (start * 7) % 5);
    const events = singleBatches(eventSimulator(game.program, game.layout, game.names), openLanes(game));
    for (const batched of [openLanes(game), events]) {
      const request = { ...REQUEST, playouts: 20, countsMoves: true };
      const { moves, ...rest } = runBatches<unknown>(batched, { starts, request });
      const { moves: together, ...same } = runBatches<unknown>(batched, { starts, request: { ...request, groups } });
      expect(same).toEqual(rest);
      const sums = new MoveSums(game.program, game.names);
      sums.begin(5);
      sums.add(moves!, (start) => groups[start]!);
      expect(together).toEqual(sums.tally());
    }
  });

  it('are told apart by start', () => {
    const game = laneGame(bundledProgram('tic-tac-toe'));
    const ground = groundGame(game.program);
    const states = randomStates(game, seededRandom(5), 30).flat();
    const { moves, ended } = openLanes(game).playouts(
      states.map((state) => packed(game, state)),
      {
        ...{ ...REQUEST, playouts: 200, countsMoves: true },
      },
    );
    states.forEach((state, start) => {
      const own = Array.from(moves!.start.keys()).filter((i) => moves!.start[i] === start);
      if (ground.isTerminal(state)) expect(own).toHaveLength(0);
      else {
        const firsts = own.filter((i) => ground.legalMoves(state, moves!.role[i]!).includes(moves!.move[i]!));
        expect(sum(firsts.map((i) => moves!.played[i]!))).toBeGreaterThanOrEqual(2 * ended[start]!);
      }
      // A marked cell is not marked again.
      for (const i of own) expect(moves!.played[i]).toBeLessThanOrEqual(ended[start]!);
    });
  });
});

const controls = ({ program }: LaneGame): readonly number[] =>
  program.lexicon.fluents.flatMap((fluent, index) => (fluent.startsWith('(control') ? [index] : []));

describe('playouts that time interrupts', () => {
  /** What is asked so often says yes at last. */
  const after = (looks: number): (() => boolean) => {
    let left = looks;
    return () => left-- <= 0;
  };
  const counts = ({ ended, capped, stuck }: PlayoutTally): readonly number[] => [ended, capped, stuck].map(sum);

  it('count as capped, batches that were over as without', () => {
    const game = laneGame(bundledProgram('connect-four-5x4'));
    const lanes = openLanes(game);
    const starts = new Array<PackedState>(3000).fill(initialState(game));
    const request = { ...REQUEST, playouts: 2 };
    const all = lanes.playouts(starts, request);
    expect(plain(lanes.playouts(starts, request, () => false))).toEqual(plain(all));
    const [ended, capped, stuck] = counts(lanes.playouts(starts, request, after(1)));
    expect(ended).toBeGreaterThan(0);
    expect(capped).toBeGreaterThan(0);
    expect(ended! + capped! + stuck!).toBe(2 * starts.length);
    expect(plain(lanes.playouts(starts, request))).toEqual(plain(all));
  });

  it.skipIf(!hasSharedGames)('are interrupted between plies where these take long', () => {
    const game = laneGame(sharedProgram('amazons_10x10'));
    const lanes = openLanes(game);
    const starts = [
      initialState(game),
      ...randomStates(game, seededRandom(1), 3).flatMap((states) => states.map((state) => packed(game, state))),
    ];
    const request = { ...REQUEST, playouts: 100 };
    for (const countsMoves of [false, true]) {
      const all = lanes.playouts(starts, { ...request, countsMoves });
      expect(plain(lanes.playouts(starts, { ...request, countsMoves }, () => false))).toEqual(plain(all));
      let before = 0;
      for (const looks of [0, 5, 30, 60]) {
        const tally = lanes.playouts(starts, { ...request, countsMoves }, after(looks));
        const each = Array.from(tally.ended, (ended, i) => ended + tally.capped[i]! + tally.stuck[i]!);
        expect(each).toEqual(starts.map(() => request.playouts));
        const [ended] = counts(tally);
        expect(ended).toBeGreaterThanOrEqual(before);
        // Whoever wins, both together have 100.
        expect(sum(tally.goalSum)).toBe(100 * ended!);
        before = ended!;
      }
      expect(before).toBeLessThan(sum(all.ended));
      expect(plain(lanes.playouts(starts, { ...request, countsMoves }))).toEqual(plain(all));
    }
    const unfinished = lanes.playouts([starts[0]!], { ...request, countsMoves: true }, after(3));
    expect(counts(unfinished)).toEqual([0, request.playouts, 0]);
    expect(sum(unfinished.moves!.played)).toBe(0);
  });
});
