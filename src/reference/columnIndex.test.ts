import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { ColumnIndex } from './columnIndex.js';
import { TupleSet } from './tupleSet.js';

/** Rows of a set with a key in the given columns, by looking at all of them. */
function rowsWith(set: TupleSet, columns: readonly number[], key: readonly number[]): number[] {
  const rows = Array.from({ length: set.count }, (_, row) => row);
  return rows.filter((row) => columns.every((column, i) => set.rows[row * set.width + column] === key[i]));
}

function found(index: ColumnIndex, key: readonly number[]): number[] {
  const rows: number[] = [];
  const at = Int32Array.from(key.keys());
  for (let row = index.first(Int32Array.from(key), at); row !== -1; row = index.next(row)) rows.push(row);
  return rows.sort((a, b) => a - b);
}

describe('ColumnIndex and TupleSet', () => {
  it('find what looking at all rows finds, while rows are added and after they are cleared', () => {
    const random = seededRandom(1);
    const set = new TupleSet(3);
    const columns = [2, 0];
    const index = new ColumnIndex(set, Int32Array.from(columns));
    for (let round = 0; round < 20; round++) {
      const known = new Set<string>();
      for (let i = random.below(300); i >= 0; i--) {
        const tuple = [random.below(6), random.below(6), random.below(6)];
        const at = set.room();
        set.rows.set(tuple, at);
        expect(set.add()).toBe(!known.has(tuple.join()));
        known.add(tuple.join());
        if (i % 50 === 0) index.sync();
      }
      index.sync();
      expect(set.count).toBe(known.size);
      for (let a = 0; a < 7; a++) {
        for (let b = 0; b < 7; b++) expect(found(index, [a, b])).toEqual(rowsWith(set, columns, [a, b]));
      }
      set.clear();
      index.clear();
      expect(found(index, [1, 1])).toEqual([]);
    }
  });

  it('know the empty tuple', () => {
    const set = new TupleSet(0);
    set.room();
    expect([set.add(), set.add(), set.count]).toEqual([true, false, 1]);
  });
});
