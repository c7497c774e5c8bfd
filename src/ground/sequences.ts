import { finishHash, IntList, mixHash } from '../base/index.js';

/** Sequences of integers as numbers, equal sequences equal: sequence s is `items.array[start.array[s] … start.array[s + 1])`. */
export class Sequences {
  readonly items = new IntList(1024);
  readonly start = new IntList(256);
  /** Open-addressing hash of `sequence + 1`, at most half full. */
  #slots = new Int32Array(1024);

  constructor() {
    this.start.push(0);
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

  /** The number of the sequence of the first `length` elements. */
  intern(elements: Int32Array, length: number): number {
    if (2 * (this.size + 1) > this.#slots.length) this.#grow();
    const slot = this.#slot(elements, 0, length);
    const known = this.#slots[slot]!;
    if (known > 0) return known - 1;
    this.items.reserve(length);
    for (let i = 0; i < length; i++) this.items.push(elements[i]!);
    this.start.push(this.items.length);
    this.#slots[slot] = this.size;
    return this.size - 1;
  }

  #slot(elements: Int32Array, from: number, length: number): number {
    let hash = length;
    for (let i = 0; i < length; i++) hash = mixHash(hash, elements[from + i]!);
    const mask = this.#slots.length - 1;
    let slot = finishHash(hash) & mask;
    for (let known = this.#slots[slot]!; known > 0; known = this.#slots[slot]!) {
      if (this.#equals(known - 1, elements, from, length)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #equals(sequence: number, elements: Int32Array, from: number, length: number): boolean {
    const start = this.start.array[sequence]!;
    if (this.start.array[sequence + 1]! - start !== length) return false;
    const items = this.items.array;
    for (let i = 0; i < length; i++) if (items[start + i] !== elements[from + i]) return false;
    return true;
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let each = 0; each < this.size; each++) {
      const start = this.start.array[each]!;
      this.#slots[this.#slot(this.items.array, start, this.start.array[each + 1]! - start)] = each + 1;
    }
  }
}
