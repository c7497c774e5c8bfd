import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/index.js';
import { Blocks } from './blocks.js';
import { NONE } from './layout.js';

const CAPACITY = 400;

describe('blocks', () => {
  it('never share a place, whatever is taken, given back or kept', () => {
    const random = seededRandom(1);
    const blocks = new Blocks(CAPACITY);
    /** Sizes of what is taken, by the first place. */
    let taken = new Map<number, number>();
    let refusals = 0;
    for (let step = 0; step < 3000; step++) {
      const size = 1 + random.below(30);
      const block = blocks.take(size);
      if (block !== NONE) taken.set(block, size);
      else {
        refusals++;
        taken = new Map([...taken].filter(() => random.below(2) === 0));
        const sizes = new Int32Array(CAPACITY);
        for (const [first, length] of taken) sizes[first] = length;
        blocks.keepOnly(sizes);
      }
      if (block !== NONE && random.below(4) === 0) {
        blocks.giveBack(block, size);
        taken.delete(block);
      }
      const places = [...taken].flatMap(([first, length]) => Array.from({ length }, (_, index) => first + index));
      expect(new Set(places).size).toBe(places.length);
      expect(Math.max(0, ...places)).toBeLessThan(CAPACITY);
    }
    expect(refusals).toBeGreaterThan(50);
  });

  it.each([
    [8, 4],
    [4, 8],
    [3, 5],
    [30, 2],
  ])('of %i that are forgotten make room for blocks of %i', (old, size) => {
    const blocks = new Blocks(CAPACITY);
    while (blocks.take(old) !== NONE);
    blocks.keepOnly(new Int32Array(CAPACITY));
    let count = 0;
    while (blocks.take(size) !== NONE) count++;
    expect(count).toBe(Math.floor(CAPACITY / (size + (size % 2))));
  });

  it('are cut from larger gaps that were passed over', () => {
    const blocks = new Blocks(20);
    const first = blocks.take(8);
    expect([first, blocks.take(4), blocks.take(8)]).toEqual([0, 8, 12]);
    const sizes = new Int32Array(20);
    sizes[8] = 4;
    blocks.keepOnly(sizes);
    // The gap of 8 at the end is used first; then that at the beginning, in pieces.
    expect([blocks.take(6), blocks.take(6), blocks.take(2), blocks.take(2), blocks.take(2)]).toEqual([
      12,
      0,
      18,
      6,
      NONE,
    ]);
  });
});
