import type { Clock } from '../../base/index.js';
import type { SearchLimit } from '../search.js';

/** How much longer than expected a batch may take. */
const CAUTION = 1.5;
/** What was measured loses this share whenever it is measured again, or keeps a batch from being made: what a machine did once while it was busy is forgotten. */
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
  /** Whether no batch was begun before this deadline. */
  #isFirst = true;

  constructor(private readonly clock: Clock) {}

  start({ deadline = Infinity, nodes = Infinity }: SearchLimit): void {
    this.#deadline = deadline;
    this.#nodes = nodes;
    this.#isFirst = true;
    // One long pause must not end all thinking.
    this.#expected[0]! /= 2;
  }

  /** Milliseconds until the deadline. */
  get left(): number {
    return this.#deadline === Infinity ? Infinity : this.#deadline - this.clock();
  }

  /**
   * How many of so many leaves to take into the next batch, while so many batches are under way that have to end too; 0 at the end. The first batch before a deadline is made
   * in any case, a small one if need be: all that it does ends when time is up.
   */
  begin(wanted: number, underWay = 0): number {
    if (this.#nodes <= 0) return 0;
    const most = Math.min(wanted, this.#nodes);
    if (this.#deadline === Infinity) return most;
    this.#began = this.clock();
    const left = this.#deadline - this.#began;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    // How long one takes is found out with one that is small.
    if (left > 0 && this.#expected.every((ms) => ms === 0)) return 1;
    for (let size = sizeClass(most); size >= 0; size--) {
      if (CAUTION * (1 + underWay) * this.#expectedOf(size) < left) return Math.min(most, 2 ** (size + 1) - 1);
      this.#doubt(size);
    }
    return isFirst && left > 0 ? 1 : 0;
  }

  /** A batch of so many leaves is over, in which so many nodes were valued. */
  end(leaves: number, nodes: number): void {
    this.#nodes -= nodes;
    if (this.#deadline === Infinity) return;
    const ms = this.clock() - this.#began;
    const size = sizeClass(leaves);
    // The next one of that size may have the most leaves of its class.
    this.#expected[size] = Math.max(
      (ms * (2 ** (size + 1) - 1)) / Math.max(1, leaves),
      (1 - FORGETTING) * this.#expected[size]!,
    );
  }

  /**
   * What was measured for that size; else, for a size never tried, in proportion to the next smaller one, and no less than nothing. Never more than what a larger one
   * took: a pause of the machine may have fallen into a small batch.
   */
  #expectedOf(size: number): number {
    let expected = 0;
    for (let known = size; known >= 0 && expected === 0; known--) {
      expected = this.#expected[known]! * 2 ** (size - known);
    }
    for (let larger = size + 1; larger < CLASSES; larger++) {
      if (this.#expected[larger]! > 0) expected = Math.min(expected, this.#expected[larger]!);
    }
    return expected;
  }

  /** A batch of that size was thought too long: next time a little less so, but no less than in proportion to the next smaller one. */
  #doubt(size: number): void {
    const least = size === 0 ? 0 : 2 * this.#expectedOf(size - 1);
    this.#expected[size] = Math.min(this.#expected[size]!, Math.max((1 - FORGETTING) * this.#expected[size]!, least));
  }
}

const sizeClass = (leaves: number): number => Math.min(CLASSES - 1, 31 - Math.clz32(Math.max(1, leaves)));
