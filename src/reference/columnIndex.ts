/** Rows of integers: row r is `rows[r * width … (r + 1) * width)`, for r < `count`. */
export interface RowStore {
  readonly rows: Int32Array;
  readonly width: number;
  readonly count: number;
}

const FIRST_SLOTS = 16;
const LARGEST_BASE = 2 ** 30;

/**
 * Finds the rows of a store that have given values in given columns, by hashing. It takes in new rows when {@link sync} is called.
 *
 * Layout: a chain of rows with equal keys starts in `#slots` (open addressing, at most half full) and goes on through `#next`, -1 being
 * its end. A slot holds `#base + row + 1`; what is not above `#base` is from before the last {@link clear} and counts as free.
 */
export class ColumnIndex {
  #slots = new Int32Array(FIRST_SLOTS);
  #next = new Int32Array(FIRST_SLOTS);
  #base = 0;
  #keys = 0;
  #synced = 0;

  constructor(
    readonly store: RowStore,
    readonly columns: Int32Array,
  ) {}

  /** The first row whose indexed columns are `values[at[0]], values[at[1]], …`, or -1. */
  first(values: Int32Array, at: Int32Array): number {
    const entry = this.#slots[this.#slot(values, at, 0)]!;
    return entry > this.#base ? entry - this.#base - 1 : -1;
  }

  /** The next row with the same key, or -1. */
  next(row: number): number {
    return this.#next[row]!;
  }

  sync(): void {
    const { count, rows, width } = this.store;
    for (let row = this.#synced; row < count; row++) this.#link(row, this.#slot(rows, this.columns, row * width));
  }

  /** Takes in the row after the last, written but not yet counted, if its key is new. All others must be in already. */
  admits(row: number): boolean {
    const slot = this.#slot(this.store.rows, this.columns, row * this.store.width);
    if (this.#slots[slot]! > this.#base) return false;
    this.#link(row, slot);
    return true;
  }

  clear(): void {
    this.#base += this.#synced;
    this.#synced = 0;
    this.#keys = 0;
    if (this.#base < LARGEST_BASE) return;
    this.#slots.fill(0);
    this.#base = 0;
  }

  #link(row: number, slot: number): void {
    if (row >= this.#next.length) this.#next = enlarged(this.#next);
    const entry = this.#slots[slot]!;
    const isNew = entry <= this.#base;
    this.#next[row] = isNew ? -1 : entry - this.#base - 1;
    this.#slots[slot] = this.#base + row + 1;
    this.#synced = row + 1;
    if (!isNew) return;
    this.#keys += 1;
    if (2 * this.#keys > this.#slots.length) this.#grow();
  }

  /** The slot of the chain for the key `values[from + at[0]], …`, or the free slot where it belongs. */
  #slot(values: Int32Array, at: Int32Array, from: number): number {
    const { rows, width } = this.store;
    const columns = this.columns;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hash = 0;
    for (const position of at) hash = Math.imul(hash ^ values[from + position]!, 0x9e3779b1) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 16)) & mask;
    for (let entry = slots[slot]!; entry > this.#base; entry = slots[slot]!) {
      const start = (entry - this.#base - 1) * width;
      let i = 0;
      while (i < at.length && rows[start + columns[i]!] === values[from + at[i]!]) i++;
      if (i === at.length) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    for (const entry of old) {
      if (entry <= this.#base) continue;
      const row = entry - this.#base - 1;
      this.#slots[this.#slot(this.store.rows, this.columns, row * this.store.width)] = entry;
    }
  }
}

export function enlarged(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
