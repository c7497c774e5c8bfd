import { finishHash, type Meter, mixHash } from '../base/index.js';

/** What is known of a row: named in a body only; derived and waiting to be joined; derived and joined. */
export const MENTIONED = 0;
export const WAITING = 1;
export const SETTLED = 2;

/**
 * The tuples of a relation. Row r is `columns[r * arity … (r + 1) * arity)`; `state[r]` is one of the constants above; `atom[r]` is the
 * number of the atom in the ground program, given by the owner. `#slots` is an open-addressing hash, at most half full; slot i is two
 * integers: `row + 1` (0 where it is free), and the hash of the row, so that few rows are looked at and none when the table grows.
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
  #slots = new Int32Array(32);
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
    const hash = this.#hashOf(tuple);
    let slot = this.#slot(tuple, hash);
    const known = this.#slots[slot]!;
    if (known !== 0) return known - 1;
    if (4 * (this.size + 1) > this.#slots.length) {
      this.#grow();
      slot = freeSlot(this.#slots, hash);
    }
    const row = this.size++;
    const { arity, columns } = this;
    const offset = row * arity;
    for (let i = 0; i < arity; i++) columns[offset + i] = tuple[i]!;
    this.state[row] = MENTIONED;
    this.#slots[slot] = row + 1;
    this.#slots[slot + 1] = hash;
    return row;
  }

  /** The row of a tuple, or -1. */
  find(tuple: Int32Array): number {
    return this.#slots[this.#slot(tuple, this.#hashOf(tuple))]! - 1;
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

  #hashOf(tuple: Int32Array): number {
    let hash = 0;
    for (let i = 0; i < this.arity; i++) hash = mixHash(hash, tuple[i]!);
    return finishHash(hash);
  }

  /** The slot that holds the tuple, or the free one where it belongs. */
  #slot(tuple: Int32Array, hash: number): number {
    const { arity, columns } = this;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (2 * hash) & mask;
    for (let known = slots[slot]!; known !== 0; known = slots[slot]!) {
      if (slots[slot + 1] === hash) {
        const offset = (known - 1) * arity;
        let i = 0;
        while (i < arity && columns[offset + i] === tuple[i]) i++;
        if (i === arity) return slot;
      }
      slot = (slot + 2) & mask;
    }
    return slot;
  }

  #grow(): void {
    const { arity } = this;
    const slots = grownSlots(this.#slots);
    const rows = slots.length >> 2;
    this.meter.allocate(4 * (slots.length - this.#slots.length) + (rows - this.state.length) * (5 + 4 * arity));
    const columns = new Int32Array(rows * arity);
    columns.set(this.columns);
    const state = new Uint8Array(rows);
    state.set(this.state);
    const atom = new Int32Array(rows);
    atom.set(this.atom);
    this.columns = columns;
    this.state = state;
    this.atom = atom;
    this.#slots = slots;
  }
}

/** The free slot where an element belongs that a table of slots does not hold yet. */
function freeSlot(slots: Int32Array, hash: number): number {
  const mask = slots.length - 1;
  let slot = (2 * hash) & mask;
  while (slots[slot] !== 0) slot = (slot + 2) & mask;
  return slot;
}

/** The slots in a table of twice the size. */
function grownSlots(old: Int32Array): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(2 * old.length);
  for (let at = 0; at < old.length; at += 2) {
    if (old[at] === 0) continue;
    const slot = freeSlot(slots, old[at + 1]!);
    slots[slot] = old[at]!;
    slots[slot + 1] = old[at + 1]!;
  }
  return slots;
}

/** Settled rows by the values of some columns: chains of rows with equal keys, newest first. */
export class Index {
  readonly #key: readonly number[];
  /** As in {@link Relation}: row + 1 of the newest row with a key, and the hash of the key. */
  #slots = new Int32Array(32);
  /** Row + 1 of the next older row with the same key. */
  next = new Int32Array(16);
  /** Number of different keys. */
  keys = 0;
  /** The key of the row that is being added. */
  readonly #added: Int32Array;

  constructor(
    private readonly relation: Relation,
    mask: number,
    private readonly meter: Meter,
  ) {
    this.#key = Array.from({ length: relation.arity }, (_, i) => i).filter((i) => (mask & (1 << i)) !== 0);
    this.#added = new Int32Array(this.#key.length);
  }

  add(row: number): void {
    if (4 * (this.keys + 1) > this.#slots.length) {
      this.meter.allocate(4 * this.#slots.length);
      this.#slots = grownSlots(this.#slots);
    }
    if (row >= this.next.length) {
      const next = new Int32Array(Math.max(2 * this.next.length, row + 1));
      this.meter.allocate(4 * (next.length - this.next.length));
      next.set(this.next);
      this.next = next;
    }
    const key = this.#added;
    const { columns, arity } = this.relation;
    for (let i = 0; i < key.length; i++) key[i] = columns[row * arity + this.#key[i]!]!;
    const hash = this.#hashOf(key);
    const slot = this.#slot(key, hash);
    const newest = this.#slots[slot]!;
    if (newest === 0) this.keys++;
    this.next[row] = newest;
    this.#slots[slot] = row + 1;
    this.#slots[slot + 1] = hash;
  }

  /** Row + 1 of the newest row whose key columns hold the first values of `key`, in column order; 0 for none. */
  first(key: Int32Array): number {
    return this.#slots[this.#slot(key, this.#hashOf(key))]!;
  }

  #hashOf(key: Int32Array): number {
    let hash = 0;
    for (let i = 0; i < this.#key.length; i++) hash = mixHash(hash, key[i]!);
    return finishHash(hash);
  }

  /** The slot that holds the key, or the free one where it belongs. */
  #slot(key: Int32Array, hash: number): number {
    const columns = this.#key;
    const { arity, columns: rows } = this.relation;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (2 * hash) & mask;
    for (let newest = slots[slot]!; newest !== 0; newest = slots[slot]!) {
      if (slots[slot + 1] === hash) {
        const offset = (newest - 1) * arity;
        let i = 0;
        while (i < columns.length && rows[offset + columns[i]!] === key[i]) i++;
        if (i === columns.length) return slot;
      }
      slot = (slot + 2) & mask;
    }
    return slot;
  }
}
