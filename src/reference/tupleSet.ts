import { ColumnIndex, type RowStore, enlarged } from './columnIndex.js';

const FIRST_ROWS = 8;

/** A set of tuples of term ids, in the order in which they came; only ever added to, until it is cleared. */
export class TupleSet implements RowStore {
  rows: Int32Array<ArrayBuffer>;
  count = 0;
  /** All tuples by all their columns. */
  readonly whole: ColumnIndex;

  constructor(readonly width: number) {
    this.rows = new Int32Array(FIRST_ROWS * Math.max(1, width));
    this.whole = new ColumnIndex(
      this,
      Int32Array.from({ length: width }, (_, column) => column),
    );
  }

  /** Position in `rows` at which to write a tuple before {@link add} or {@link append}. */
  room(): number {
    const at = this.count * this.width;
    if (at + this.width > this.rows.length) this.rows = enlarged(this.rows);
    return at;
  }

  /** Adds the tuple written at {@link room}, unless the set has it. */
  add(): boolean {
    if (!this.whole.admits(this.count)) return false;
    this.count++;
    return true;
  }

  /** Adds the tuple written at {@link room}, which the caller knows to be new. Not to be mixed with {@link add}. */
  append(): void {
    this.count++;
  }

  clear(): void {
    this.count = 0;
    this.whole.clear();
  }
}
