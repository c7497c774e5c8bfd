import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.js';
import { ReversibleInts } from './reversibleInts.js';

describe('ReversibleInts', () => {
  it('goes back to every level that was saved, as copies of the whole do', () => {
    const random = seededRandom(1);
    const ints = new ReversibleInts(5);
    const copies: number[][] = [];
    for (let step = 0; step < 5000; step++) {
      const draw = random.below(8);
      if (draw === 0) {
        copies.push([...ints.values]);
        ints.save();
      } else if (draw === 1 && copies.length > 0) {
        ints.restore();
        expect([...ints.values]).toEqual(copies.pop());
      } else ints.set(random.below(5), random.below(100));
    }
    expect(copies.length).toBeGreaterThan(0);
  });
});
