import { finishHash, IntList, mixHash } from '../base/index.js';

/** Sequences of integers as numbers, equal sequences equal: sequence s is `items.array[start.array[s] … start.array[s + 1])`. */
export class Sequences {
  readonly items: IntList;
  readonly start: IntList;
  /** Open-addressing hash, at most two thirds full. Slot i is two integers: `sequence + 1` (0 where it is free), and the hash of the sequence. */
  #slots: Int32Array;

  /** `expected` is how many there may be: room for them is made at once. */
  constructor(expected = 256) {
    this.items = new IntList(4 * expected);
    this.start = new IntList(expected + 1);
    this.start.push(0);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(3 * (expected + 1))));
  }

  get size(): number {
    return this.start.length - 1;
  }

  lengthOf(sequence: number): number {
    return this.start.array[sequence + 1]! - this.start.array[sequence]!;
  }

  /** Whether an element of the sequence passes. */
  some(sequence: number, passes: (element: number) => boolean): boolean {
    const end = this.start.array[sequence + 1]!;
    let at = this.start.array[sequence]!;
    while (at < end && !passes(this.items.array[at]!)) at++;
    return at < end;
  }

  /** The first element of a sequence that is not empty. */
  first(sequence: number): number {
    return this.items.array[this.start.array[sequence]!]!;
  }

  /** Calls `visit` with each element. */
  each(sequence: number, visit: (element: number) => void): void {
    const end = this.start.array[sequence + 1]!;
    for (let at = this.start.array[sequence]!; at < end; at++) visit(this.items.array[at]!);
  }

  /** Whether the element is in the sequence. */
  has(sequence: number, element: number): boolean {
    const items = this.items.array;
    const end = this.start.array[sequence + 1]!;
    for (let at = this.start.array[sequence]!; at < end; at++) if (items[at] === element) return true;
    return false;
  }

  /** The number of the sequence of the first `length` elements. */
  intern(elements: Int32Array, length: number): number {
    if (3 * (this.size + 1) > this.#slots.length) this.#grow();
    let hash = length;
    for (let i = 0; i < length; i++) hash = mixHash(hash, elements[i]!);
    hash = finishHash(hash);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (2 * hash) & mask;
    for (let known = slots[slot]!; known > 0; known = slots[slot]!) {
      if (slots[slot + 1] === hash && this.#equals(known - 1, elements, length)) return known - 1;
      slot = (slot + 2) & mask;
    }
    this.items.reserve(length);
    for (let i = 0; i < length; i++) this.items.push(elements[i]!);
    this.start.push(this.items.length);
    slots[slot] = this.size;
    slots[slot + 1] = hash;
    return this.size - 1;
  }

  #equals(sequence: number, elements: Int32Array, length: number): boolean {
    const start = this.start.array[sequence]!;
    if (this.start.array[sequence + 1]! - start !== length) return false;
    const items = this.items.array;
    for (let i = 0; i < length; i++) if (items[start + i] !== elements[i]) return false;
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(2 * old.length);
    const mask = slots.length - 1;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at] === 0) continue;
      let slot = (2 * old[at + 1]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[at]!;
      slots[slot + 1] = old[at + 1]!;
    }
    this.#slots = slots;
  }
}
