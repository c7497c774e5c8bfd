import { describe, expect, it } from 'vitest';
import { seededRandom, xoshiro128ss } from './random.js';

const take = (count: number, draw: () => number): number[] => Array.from({ length: count }, draw);

describe('xoshiro128**', () => {
  it('gives the numbers of the authors’ C code for the state 1, 2, 3, 4', () => {
    const { nextUint32 } = xoshiro128ss([1, 2, 3, 4]);
    expect(take(10, nextUint32)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  it('gives the numbers of the C code for a state of mixed bits', () => {
    const { nextUint32 } = xoshiro128ss([0x964d4a0c, 0xd40ab895, 0xad7fdecb, 0x3006f0f0]);
    expect(take(4, nextUint32)).toEqual([0xf1391922, 0x6fe53806, 0xa5be2840, 0xf510ee70]);
  });
});

describe('seededRandom', () => {
  it('is fixed by its seed', () => {
    const draws = (seed: number): number[] => take(5, seededRandom(seed).nextUint32);
    expect(draws(7)).toEqual(draws(7));
    expect(draws(7)).not.toEqual(draws(8));
  });

  it('does not start with the all-zero state, whatever the seed', () => {
    for (const seed of [0, -1, 2 ** 31, 0x9e3779b9]) {
      expect(take(3, seededRandom(seed).nextUint32).some((drawn) => drawn !== 0)).toBe(true);
    }
  });

  it.each([1, 2, 3, 7, 100])('draws below %i uniformly', (bound) => {
    const { below } = seededRandom(1);
    const draws = 20_000;
    const counts = new Array<number>(bound).fill(0);
    for (const drawn of take(draws, () => below(bound))) counts[drawn]!++;
    const expected = draws / bound;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // Mean bound - 1, standard deviation sqrt(2 (bound - 1)): five of those is far out.
    expect(chiSquare).toBeLessThanOrEqual(bound - 1 + 5 * Math.sqrt(2 * (bound - 1)));
  });

  it('draws again what would favour small remainders', () => {
    const { below } = seededRandom(3);
    const bound = 3 * 2 ** 30;
    const low = take(4000, () => below(bound)).filter((drawn) => drawn < 2 ** 30).length;
    // A plain remainder would put a half below 2^30, not a third.
    expect(low / 4000).toBeCloseTo(1 / 3, 1);
  });

  it('draws from all 32 bits', () => {
    const { below } = seededRandom(4);
    expect(take(100, () => below(2 ** 32)).some((drawn) => drawn >= 2 ** 31)).toBe(true);
  });
});
