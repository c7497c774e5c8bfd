import { describe, expect, it } from 'vitest';
import { fakeNim, type NimState } from './fakeNim.js';
import {
  type Game,
  gameSimulator,
  measureExpansions,
  measurePlayouts,
  poolOfOne,
  type SimulationPool,
  type Simulator,
} from './index.js';
import { sustained } from './sustained.js';

/** An engine whose calls take a time that the test says, and the sizes of its calls. */
function engine(millisecondsOf: (size: number) => number): {
  readonly clock: () => number;
  readonly work: (size: number) => Promise<number>;
  readonly sizes: number[];
} {
  const sizes: number[] = [];
  let time = 0;
  const work = (size: number): Promise<number> => {
    time += millisecondsOf(size);
    sizes.push(size);
    return Promise.resolve(size);
  };
  return { clock: () => time, work, sizes };
}

const done = (results: readonly number[]): number => results.reduce((sum, result) => sum + result, 0);

describe('sustained', () => {
  it('measures for the time that it is given, after a warm-up', async () => {
    const { clock, work, sizes } = engine((size) => size);
    const { results, ms } = await sustained(work, { clock, milliseconds: 5000 });
    expect(ms).toBeGreaterThanOrEqual(5000);
    expect(ms).toBeLessThan(6100);
    expect(done(results)).toBe(ms);
    expect(clock()).toBeGreaterThan(ms + 500);
    expect(new Set(sizes.slice(-results.length)).size).toBe(1);
  });

  it('fills an engine that does a thousand things in the time of one, however long that takes', async () => {
    const { clock, work } = engine((size) => 700 * Math.ceil(size / 1024));
    const { results, ms } = await sustained(work, { clock, milliseconds: 5000 });
    expect((700 * done(results)) / ms).toBeGreaterThan(1000);
  });

  it('makes calls long enough that calling them is nothing', async () => {
    const { clock, work } = engine((size) => 1 + size / 1e6);
    const { results, ms } = await sustained(work, { clock, milliseconds: 2000 });
    expect(done(results) / ms).toBeGreaterThan(0.95e6);
  });

  it('does not warm up for ever where one call takes longer than the whole measurement', async () => {
    const { clock, work, sizes } = engine((size) => 9000 * size);
    expect(await sustained(work, { clock, milliseconds: 1000 })).toEqual({ results: [1], ms: 9000 });
    expect(sizes).toEqual([1, 1]);
  });

  it('asks for no more than the largest call', async () => {
    const { clock, work, sizes } = engine(() => 1);
    await sustained(work, { clock, milliseconds: 100, largest: 10 });
    expect(Math.max(...sizes)).toBe(10);
  });
});

/** A pool on which time passes a millisecond a call. */
function timed<State>(simulator: Simulator<State>): {
  readonly pool: SimulationPool<State>;
  readonly clock: () => number;
} {
  let time = 0;
  const tick = <T>(answer: T): T => {
    time += 50;
    return answer;
  };
  return {
    clock: () => time,
    pool: poolOfOne({
      playouts: (starts, request) =>
        tick(simulator.playouts(starts, { ...request, playouts: Math.min(10, request.playouts) })),
      expand: (states) => tick(simulator.expand(states)),
    }),
  };
}

describe('measurePlayouts', () => {
  it('sums what came of the playouts', async () => {
    const game = fakeNim(3);
    const { pool, clock } = timed(gameSimulator(game, [0, 0]));
    let calls = 0;
    const onCall = (): void => {
      calls++;
    };
    const { ms, ended, capped, stuck, plies, goalSum } = await measurePlayouts(game, pool, {
      ...{ clock, milliseconds: 500, seed: 1, onCall },
    });
    expect({ ms, ended, capped, stuck }).toEqual({ ms: 500, ended: 100, capped: 0, stuck: 0 });
    expect(goalSum[0]! + goalSum[1]!).toBe(100 * ended);
    expect(plies).toBeGreaterThanOrEqual(2 * ended);
    expect(plies).toBeLessThanOrEqual(3 * ended);
    expect(calls).toBeGreaterThan(10);
    await pool.close();
  });

  it('draws other playouts in every call', async () => {
    const seeds: number[] = [];
    const game = fakeNim(3);
    const simulator = gameSimulator(game, [0, 0]);
    const { pool, clock } = timed<NimState>({
      ...simulator,
      playouts: (starts, request) => {
        seeds.push(request.seed);
        return simulator.playouts(starts, request);
      },
    });
    await measurePlayouts(game, pool, { clock, milliseconds: 500, seed: 1 });
    expect(new Set(seeds).size).toBe(seeds.length);
  });
});

describe('measureExpansions', () => {
  const measured = (game: Game<NimState>): ReturnType<typeof measureExpansions> => {
    const { pool, clock } = timed(gameSimulator(game, [0, 0]));
    return measureExpansions(game, pool, { clock, milliseconds: 500, seed: 1 });
  };

  it('counts states and their successors', async () => {
    const speed = await measured(fakeNim(9));
    expect(speed).toMatchObject({ ok: true, value: { ms: 500 } });
    if (!speed.ok) return;
    const { expansions, successors } = speed.value;
    expect(expansions).toBe(2560);
    // Two moves, or one where one is left.
    expect(successors).toBeGreaterThan(1.5 * expansions);
    expect(successors).toBeLessThan(2 * expansions);
  });

  it('leaves out states with more successors than memory holds, and says so where these are all', async () => {
    const many = Array.from({ length: 1000 }, () => 1);
    const wide: Game<NimState> = { ...fakeNim(9), legalMoves: () => many };
    expect(await measured(wide)).toEqual({ ok: false, error: expect.stringContaining('131072 successors') });
  });
});
