import { describe, expect, it } from 'vitest';
import { SliceSize } from './sliceSize.js';

/** Sizes of slices of a search that values so many nodes a millisecond. */
function sizes(speed: number, slices: number, size = new SliceSize()): readonly number[] {
  return Array.from({ length: slices }, () => {
    const { nodes } = size;
    size.observe(nodes, nodes / speed);
    return nodes;
  });
}

describe('SliceSize', () => {
  it('grows from one node to what fills a slice', () => {
    const found = sizes(100, 20);
    expect(found.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(found.at(-1)! / 100).toBeGreaterThanOrEqual(10);
    expect(found.at(-1)! / 100).toBeLessThanOrEqual(40);
  });

  it('stays at one node where that takes long', () => {
    expect(new Set(sizes(0.001, 5))).toEqual(new Set([1]));
  });

  it('grows where many nodes take as long as one, be that a whole slice', () => {
    const size = new SliceSize();
    for (let slice = 0; slice < 20; slice++) size.observe(size.nodes, 15 * Math.max(1, size.nodes / 128));
    expect(size.nodes).toBe(256);
  });

  it('grows even where one node takes longer than a slice, as long as more take no longer', () => {
    const size = new SliceSize();
    for (let slice = 0; slice < 20; slice++) size.observe(size.nodes, 50 * Math.max(1, size.nodes / 128));
    expect(size.nodes).toBe(128);
  });

  it('does not grow by slices that ended before their nodes', () => {
    const size = new SliceSize();
    size.observe(0, 0);
    expect(size.nodes).toBe(1);
  });

  it('forgets at once that it was held up', () => {
    const size = new SliceSize();
    const before = sizes(100, 20, size).at(-1)!;
    size.observe(before, 5000);
    expect(size.nodes).toBe(before / 2);
    expect(sizes(100, 3, size).at(-1)).toBe(before);
  });
});
