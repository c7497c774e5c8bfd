import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/index.js';
import type { MoveThoughts, Thoughts } from '../../player/index.js';
import { Margin, NETWORK_MARGIN } from './margin.js';
import { bestThoughts, mergeThoughts } from './mergeThoughts.js';

const random = (): ReturnType<typeof seededRandom> => seededRandom(1);

function move(name: string, value: number, visits: number, more: Partial<MoveThoughts> = {}): MoveThoughts {
  return { move: name, value, visits, isSolved: false, probability: null, ...more };
}

function thoughts(moves: readonly MoveThoughts[], more: Partial<Thoughts> = {}): Thoughts {
  const nodes = moves.reduce((sum, { visits }) => sum + visits, 0);
  const effort = { nodes, playouts: nodes, expansions: 1, ms: 5 };
  return { move: moves[0]!.move, value: 50, isSolved: false, moves, variation: [], effort, faults: [], ...more };
}

describe('mergeThoughts', () => {
  it('leaves those of one search as they are', () => {
    const alone = thoughts([move('a', 50, 1)]);
    expect(mergeThoughts([alone], random())).toBe(alone);
    expect(mergeThoughts([], random())).toBeUndefined();
  });

  it('sums visits, and weighs values by them', () => {
    const merged = mergeThoughts(
      [thoughts([move('a', 60, 100), move('b', 50, 90)]), thoughts([move('b', 70, 90), move('a', 30, 10)])],
      random(),
    )!;
    expect(merged.move).toBe('b');
    expect(merged.moves).toEqual([move('b', 60, 180), move('a', (60 * 100 + 30 * 10) / 110, 110)]);
    expect(merged.effort).toEqual({ nodes: 290, playouts: 290, expansions: 2, ms: 5 });
  });

  it('believes what one of them proved', () => {
    const lost = move('a', 0, 5, { isSolved: true });
    const merged = mergeThoughts(
      [thoughts([move('a', 90, 1000), move('b', 50, 10)]), thoughts([move('b', 50, 10), lost])],
      random(),
    )!;
    expect(merged.move).toBe('b');
    expect(merged.moves[1]).toEqual({ ...lost, visits: 1005 });
  });

  it('follows the search that proved the whole state', () => {
    const proved = thoughts([move('b', 100, 3, { isSolved: true })], { isSolved: true, value: 100 });
    const merged = mergeThoughts([thoughts([move('a', 90, 1000)]), proved], random())!;
    expect(merged).toMatchObject({ move: 'b', value: 100, isSolved: true });
  });

  it('draws from the average of mixed strategies', () => {
    const mixed = (first: number): Thoughts =>
      thoughts([move('a', 50, 50, { probability: first }), move('b', 50, 50, { probability: 1 - first })]);
    const all = [mixed(1), mixed(0.5)];
    const chance = random();
    const drawn = Array.from({ length: 4000 }, () => mergeThoughts(all, chance)!.move);
    const share = drawn.filter((each) => each === 'a').length / drawn.length;
    expect(share).toBeGreaterThan(0.72);
    expect(share).toBeLessThan(0.78);
    expect(mergeThoughts(all, chance)!.moves[0]).toMatchObject({ move: 'a', probability: 0.75 });
  });

  it('takes the best of several plans as it is', () => {
    const plans = [thoughts([move('a', 20, 1)], { value: 20 }), thoughts([move('b', 80, 1)], { value: 80 })];
    expect(bestThoughts(plans)).toBe(plans[1]);
    expect(bestThoughts([])).toBeUndefined();
  });
});

describe('Margin', () => {
  it('is a second at long clocks, and a quarter of short ones', () => {
    const margin = new Margin(NETWORK_MARGIN);
    expect([1000, 4000, 30_000].map((clock) => margin.of(clock))).toEqual([250, 1000, 1000]);
  });

  it('grows with the delays that are measured and with moves that came too late, up to a quarter', () => {
    const margin = new Margin(NETWORK_MARGIN);
    margin.observeDelay(200);
    expect(margin.of(30_000)).toBe(1000);
    margin.observeDelay(600);
    expect(margin.of(30_000)).toBe(1800);
    margin.observeReplacement();
    expect(margin.of(30_000)).toBe(3600);
    margin.observeReplacement();
    expect(margin.of(30_000)).toBe(7200);
    margin.observeReplacement();
    expect(margin.of(30_000)).toBe(7500);
  });
});
