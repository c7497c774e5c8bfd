import type { Clock } from '../../base/index.js';
import type { SearchLimit } from '../search.js';

/** How much longer than expected a batch may take. */
const CAUTION = 1.5;
/** What was measured loses this share of its weight with every batch: what a machine did once while it was busy is forgotten. */
const FORGETTING = 0.1;
/** Sizes of batches are told apart by powers of two. */
const CLASSES = 24;

/** Sizes batches so that the last one ends before the deadline, and none is larger than the budget of nodes. */
export class Pace {
  /** By class of size: milliseconds that a batch is expected to take, 0 where none was made. */
  readonly #expected = new Float64Array(CLASSES);
  #deadline = Infinity;
  #nodes = Infinity;
  #began = 0;

  constructor(private readonly clock: Clock) {}

  start({ deadline = Infinity, nodes = Infinity }: SearchLimit): void {
    this.#deadline = deadline;
    this.#nodes = nodes;
  }

  /** Milliseconds until the deadline. */
  get left(): number {
    return this.#deadline === Infinity ? Infinity : this.#deadline - this.clock();
  }

  /** How many of so many leaves to take into the next batch; 0 at the end. */
  begin(wanted: number): number {
    if (this.#nodes <= 0) return 0;
    const most = Math.min(wanted, this.#nodes);
    if (this.#deadline === Infinity) return most;
    this.#began = this.clock();
    const left = this.#deadline - this.#began;
    for (let size = sizeClass(most); size >= 0; size--) {
      if (CAUTION * this.#expectedOf(size) < left) return Math.min(most, 2 ** (size + 1) - 1);
    }
    this.#forget();
    return 0;
  }

  /** A batch of so many leaves is over, in which so many nodes were valued. */
  end(leaves: number, nodes: number): void {
    this.#nodes -= nodes;
    if (this.#deadline === Infinity) return;
    const ms = this.clock() - this.#began;
    const size = sizeClass(leaves);
    this.#forget();
    this.#expected[size] = Math.max(ms, this.#expected[size]!);
  }

  /** What was measured for that size; else, for a size never tried, in proportion to the next smaller one, and no less than nothing. */
  #expectedOf(size: number): number {
    for (let known = size; known >= 0; known--) {
      if (this.#expected[known]! > 0) return this.#expected[known]! * 2 ** (size - known);
    }
    return 0;
  }

  #forget(): void {
    for (let size = 0; size < CLASSES; size++) this.#expected[size]! *= 1 - FORGETTING;
  }
}

const sizeClass = (leaves: number): number => Math.min(CLASSES - 1, 31 - Math.clz32(Math.max(1, leaves)));
