import type { Clock } from '../../base/index.js';

/** No batch is meant to take longer, so that strategies take turns and none is caught by the deadline. */
const LONGEST_BATCH = 15;
/** How much longer than the ones before a batch may take. */
const CAUTION = 1.5;
/** Weight of the last batch in what the next is expected to take. */
const NEWS = 0.3;

/** What is left of what a batch is expected to take, each time that there was no time for it: one slow batch is forgotten in the end. */
const FORGIVENESS = 0.9;

/** Sizes the batches of one strategy where there is a deadline: from one state on, at most twice as many as in the batch before. */
export class Pacer {
  #msEach = 0;
  #most = 1;
  #began: number | undefined;

  constructor(private readonly clock: Clock) {}

  /** How many of so many states to take into the next batch; 0 where there is no time for one. */
  begin(wanted: number, deadline: number): number {
    this.#began = undefined;
    if (deadline === Infinity) return wanted;
    this.#began = this.clock();
    const left = deadline - this.#began;
    const each = CAUTION * this.#msEach;
    if (left <= each) {
      this.#msEach *= FORGIVENESS;
      return 0;
    }
    return Math.max(1, Math.min(wanted, this.#most, Math.floor(Math.min(left, LONGEST_BATCH) / each)));
  }

  /** The batch is over; gives the milliseconds that it took, 0 where there is no deadline. */
  end(states: number): number {
    if (this.#began === undefined) return 0;
    const ms = this.clock() - this.#began;
    const each = ms / states;
    this.#msEach = this.#msEach === 0 ? each : Math.max(each, this.#msEach + NEWS * (each - this.#msEach));
    this.#most = 2 * states;
    return ms;
  }
}
