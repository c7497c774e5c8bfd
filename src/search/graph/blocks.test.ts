import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/index.js';
import { Blocks } from './blocks.js';
import { NONE } from './layout.js';

const CAPACITY = 400;
const NUMBER = 7_000_000;

const open = (capacity: number): { readonly places: Int32Array; readonly blocks: Blocks } => {
  const places = new Int32Array(capacity);
  return { places, blocks: new Blocks(places) };
};

describe('blocks', () => {
  it('never share a place, whatever is taken and given back, and what is written into them stays', () => {
    const random = seededRandom(1);
    const { places, blocks } = open(CAPACITY);
    /** Sizes of what is taken, by the first place. */
    const taken = new Map<number, number>();
    let refusals = 0;
    for (let step = 0; step < 20_000; step++) {
      const size = 1 + random.below(step % 2000 < 1000 ? 12 : 90);
      const block = random.below(5) === 0 ? NONE : blocks.take(size);
      if (block !== NONE) {
        expect(block + size).toBeLessThanOrEqual(CAPACITY);
        for (let place = block; place < block + size; place++) places[place] = NUMBER + place;
        taken.set(block, size);
      } else refusals++;
      const [first] = [...taken].slice(random.below(taken.size || 1));
      if (first === undefined || random.below(5) < 2) continue;
      const [place, length] = first;
      for (let each = place; each < place + length; each++) expect(places[each]).toBe(NUMBER + each);
      blocks.giveBack(place);
      taken.delete(place);
    }
    expect(refusals).toBeGreaterThan(1000);
    for (const place of taken.keys()) blocks.giveBack(place);
    expect(blocks.used).toBe(0);
    expect(blocks.take(CAPACITY - 1)).not.toBe(NONE);
  });

  it.each([
    [8, 4],
    [4, 8],
    [3, 5],
    [30, 2],
    [4, 100],
  ])('of %i that are given back in any order make room for blocks of %i', (old, size) => {
    const { blocks } = open(CAPACITY);
    const count = (of: number): number[] => {
      const found: number[] = [];
      for (let block = blocks.take(of); block !== NONE; block = blocks.take(of)) found.push(block);
      return found;
    };
    const fresh = open(CAPACITY).blocks;
    let room = 0;
    while (fresh.take(size) !== NONE) room++;
    const taken = count(old);
    const random = seededRandom(old);
    while (taken.length > 0) blocks.giveBack(taken.splice(random.below(taken.length), 1)[0]!);
    expect(count(size)).toHaveLength(room);
  });
});
