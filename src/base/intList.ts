/** A growing array of 32-bit integers. `array` may be longer than `length` and is replaced when it grows: do not keep it. */
export class IntList {
  array: Int32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 16) {
    this.array = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.array.length) this.reserve(1);
    this.array[this.length++] = value;
  }

  /** Makes room for `extra` more elements; returns the bytes newly allocated, 0 where there was room. */
  reserve(extra: number): number {
    const needed = this.length + extra;
    const capacity = this.array.length;
    if (needed <= capacity) return 0;
    const larger = new Int32Array(Math.max(needed, 2 * capacity));
    larger.set(this.array.subarray(0, this.length));
    this.array = larger;
    return 4 * (larger.length - capacity);
  }

  /** A copy of exactly the elements. */
  toArray(): Int32Array<ArrayBuffer> {
    return this.array.slice(0, this.length);
  }
}
