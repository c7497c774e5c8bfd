import { IntList, finishHash, mixHash } from '../base/index.js';

/**
 * What refinements did, as a sequence of integers that depends on the graph only up to isomorphism: recorded along the first path of the search
 * tree, compared along the others, so that a refinement which goes another way is given up at its first step that differs; or only
 * hashed, where it is to be compared with many.
 */
export class Trace {
  readonly #values = new IntList();
  #mode: 'record' | 'compare' | 'hash' = 'record';
  #cursor = 0;
  #end = 0;
  #low = 0;
  #high = 0;

  get length(): number {
    return this.#values.length;
  }

  /** From now on, emitted values are compared with those from `start` to `end`. */
  compare(start: number, end: number): void {
    this.#mode = 'compare';
    this.#cursor = start;
    this.#end = end;
  }

  /** From now on, emitted values are mixed into {@link hash}. */
  hashOnly(): void {
    this.#mode = 'hash';
    this.#low = 1;
    this.#high = 2;
  }

  /** False where the value is compared and not the recorded one. */
  emit(value: number): boolean {
    if (this.#mode === 'compare') return this.#cursor < this.#end && this.#values.array[this.#cursor++] === value;
    if (this.#mode === 'record') this.#values.push(value);
    else {
      this.#low = mixHash(this.#low, value);
      this.#high = mixHash(this.#high, value ^ this.#low);
    }
    return true;
  }

  /** Whether all values that were to be compared have been. */
  get isAtEnd(): boolean {
    return this.#mode !== 'compare' || this.#cursor === this.#end;
  }

  /** Of what was emitted since {@link hashOnly}: 53 bits. */
  get hash(): number {
    return (finishHash(this.#low) >>> 0) * 2 ** 21 + (finishHash(this.#high) >>> 11);
  }
}
