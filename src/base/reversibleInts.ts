import { IntList } from './intList.js';

/**
 * Integers that {@link restore} takes back to what they were at {@link save}. An integer is logged once a level: its stamp says whether it was.
 * Read `values` directly; write through {@link set}.
 */
export class ReversibleInts {
  readonly values: Int32Array<ArrayBuffer>;
  /** For each integer the stretch between two calls of save and restore in which it was last logged. */
  readonly #stamps: Float64Array;
  /** Pairs: index, old value. */
  readonly #log = new IntList();
  readonly #levels = new IntList();
  #stamp = 1;

  constructor(length: number) {
    this.values = new Int32Array(length);
    this.#stamps = new Float64Array(length);
  }

  set(index: number, value: number): void {
    if (this.#stamps[index] !== this.#stamp) {
      this.#stamps[index] = this.#stamp;
      this.#log.push(index);
      this.#log.push(this.values[index]!);
    }
    this.values[index] = value;
  }

  save(): void {
    this.#levels.push(this.#log.length);
    this.#stamp++;
  }

  restore(): void {
    const log = this.#log;
    const end = this.#levels.array[--this.#levels.length]!;
    while (log.length > end) {
      log.length -= 2;
      this.values[log.array[log.length]!] = log.array[log.length + 1]!;
    }
    this.#stamp++;
  }
}
