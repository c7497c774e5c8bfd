import { finishHash, type Meter, mixHash } from '../base/index.js';

/** What is known of a row: named in a body only; derived and waiting to be joined; derived and joined. */
export const MENTIONED = 0;
export const WAITING = 1;
export const SETTLED = 2;

/**
 * The tuples of a relation. Row r is `columns[r * arity … (r + 1) * arity)`; `state[r]` is one of the constants above; `atom[r]` is the
 * number of the atom in the ground program, given by the owner. `#slots` is an open-addressing hash of `row + 1`, at most half full.
 * Indexes cover settled rows only, so that a join never sees rows that appear while it runs.
 */
export class Relation {
  columns: Int32Array<ArrayBuffer>;
  state = new Uint8Array(8);
  atom = new Int32Array(8);
  size = 0;
  settled = 0;
  /** Whether rows are atoms of the ground program, with a number in `atom`. */
  isNumbered = false;
  /** The relation that every tuple derived here also belongs to: what is legal can be done, what holds next holds. */
  feeds: Relation | undefined;
  /** What is asked for by denying a tuple: the values of some columns, as a tuple (written to `tuple` first) of another relation. */
  asks: { readonly relation: Relation; readonly columns: readonly number[]; readonly tuple: Int32Array } | undefined;
  #slots = new Int32Array(16);
  readonly #indexes = new Map<number, Index>();
  /** The index values, apart: settling walks them once a row. */
  readonly #indexList: Index[] = [];

  readonly key: string;
  readonly arity: number;
  /** Among all relations of the game. */
  readonly number: number;

  constructor(
    { key, arity, number }: { readonly key: string; readonly arity: number; readonly number: number },
    private readonly meter: Meter,
  ) {
    this.key = key;
    this.arity = arity;
    this.number = number;
    this.columns = new Int32Array(8 * arity);
  }

  /** The row of a tuple, added as {@link MENTIONED} where it is new (then `size` has grown). */
  row(tuple: Int32Array): number {
    let slot = this.#slot(tuple);
    const known = this.#slots[slot]!;
    if (known !== 0) return known - 1;
    if (2 * (this.size + 1) > this.#slots.length) {
      this.#grow();
      slot = this.#slot(tuple);
    }
    const row = this.size++;
    const offset = row * this.arity;
    for (let i = 0; i < this.arity; i++) this.columns[offset + i] = tuple[i]!;
    this.state[row] = MENTIONED;
    this.#slots[slot] = row + 1;
    return row;
  }

  /** The row of a tuple, or -1. */
  find(tuple: Int32Array): number {
    return this.#slots[this.#slot(tuple)]! - 1;
  }

  settle(row: number): void {
    this.state[row] = SETTLED;
    this.settled++;
    for (const index of this.#indexList) index.add(row);
  }

  /** The index on the columns whose bits are set in `mask`. */
  index(mask: number): Index {
    let index = this.#indexes.get(mask);
    if (index === undefined) {
      index = new Index(this, mask, this.meter);
      for (let row = 0; row < this.size; row++) if (this.state[row] === SETTLED) index.add(row);
      this.#indexes.set(mask, index);
      this.#indexList.push(index);
    }
    return index;
  }

  /** The slot that holds the tuple, or the free one where it belongs. */
  #slot(tuple: Int32Array): number {
    const { arity, columns } = this;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hash = 0;
    for (let i = 0; i < arity; i++) hash = mixHash(hash, tuple[i]!);
    let slot = finishHash(hash) & mask;
    for (;;) {
      const known = slots[slot]!;
      if (known === 0) return slot;
      const offset = (known - 1) * arity;
      let i = 0;
      while (i < arity && columns[offset + i] === tuple[i]) i++;
      if (i === arity) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const rows = slots.length >> 1;
    this.meter.allocate(4 * (slots.length - this.#slots.length) + (rows - this.state.length) * (5 + 4 * this.arity));
    const { arity } = this;
    const columns = new Int32Array(rows * arity);
    columns.set(this.columns);
    const state = new Uint8Array(rows);
    state.set(this.state);
    const atom = new Int32Array(rows);
    atom.set(this.atom);
    const mask = slots.length - 1;
    for (let row = 0; row < this.size; row++) {
      let hash = 0;
      for (let i = 0; i < arity; i++) hash = mixHash(hash, columns[row * arity + i]!);
      let slot = finishHash(hash) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row + 1;
    }
    this.columns = columns;
    this.state = state;
    this.atom = atom;
    this.#slots = slots;
  }
}

/** Settled rows by the values of some columns: chains of rows with equal keys, newest first. */
export class Index {
  readonly #key: readonly number[];
  /** Row + 1 of the newest row with a key, by hash of the key. */
  #slots = new Int32Array(16);
  /** Row + 1 of the next older row with the same key. */
  next = new Int32Array(16);
  /** Number of different keys. */
  keys = 0;

  constructor(
    private readonly relation: Relation,
    mask: number,
    private readonly meter: Meter,
  ) {
    this.#key = Array.from({ length: relation.arity }, (_, i) => i).filter((i) => (mask & (1 << i)) !== 0);
  }

  add(row: number): void {
    if (2 * (this.keys + 1) > this.#slots.length) this.#grow();
    if (row >= this.next.length) {
      const next = new Int32Array(Math.max(2 * this.next.length, row + 1));
      this.meter.allocate(4 * (next.length - this.next.length));
      next.set(this.next);
      this.next = next;
    }
    const slot = this.#slotOfRow(row);
    const newest = this.#slots[slot]!;
    if (newest === 0) this.keys++;
    this.next[row] = newest;
    this.#slots[slot] = row + 1;
  }

  /** Row + 1 of the newest row whose key columns hold the first values of `key`, in column order; 0 for none. */
  first(key: Int32Array): number {
    const columns = this.#key;
    const { arity, columns: rows } = this.relation;
    const mask = this.#slots.length - 1;
    let hash = 0;
    for (let i = 0; i < columns.length; i++) hash = mixHash(hash, key[i]!);
    let slot = finishHash(hash) & mask;
    for (;;) {
      const newest = this.#slots[slot]!;
      if (newest === 0) return 0;
      const offset = (newest - 1) * arity;
      let i = 0;
      while (i < columns.length && rows[offset + columns[i]!] === key[i]) i++;
      if (i === columns.length) return newest;
      slot = (slot + 1) & mask;
    }
  }

  #slotOfRow(row: number): number {
    const columns = this.#key;
    const { arity, columns: rows } = this.relation;
    const mask = this.#slots.length - 1;
    const offset = row * arity;
    let hash = 0;
    for (const column of columns) hash = mixHash(hash, rows[offset + column]!);
    let slot = finishHash(hash) & mask;
    for (;;) {
      const newest = this.#slots[slot]!;
      if (newest === 0) return slot;
      const other = (newest - 1) * arity;
      let i = 0;
      while (i < columns.length && rows[other + columns[i]!] === rows[offset + columns[i]!]) i++;
      if (i === columns.length) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.meter.allocate(4 * old.length);
    this.#slots = new Int32Array(2 * old.length);
    for (const newest of old) if (newest !== 0) this.#slots[this.#slotOfRow(newest - 1)] = newest;
  }
}
