import type { Clock } from '../../base/index.js';
import type { SearchLimit } from '../search.js';

/** How much longer than expected a batch may take. */
const CAUTION = 1.5;
/** Weight of the last batch in what the next is expected to take. */
const NEWS = 0.3;

/** Sizes batches so that the last one ends before the deadline, and none is larger than the budget of nodes. */
export class Pace {
  #msEach = 0;
  #msCall = 0;
  #deadline = Infinity;
  #nodes = Infinity;
  #began = 0;

  constructor(private readonly clock: Clock) {}

  start({ deadline = Infinity, nodes = Infinity }: SearchLimit): void {
    this.#deadline = deadline;
    this.#nodes = nodes;
    // A machine that once paused for long must not end all thinking: what is true is soon measured again.
    this.#msCall /= 2;
    this.#msEach /= 2;
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
    const left = this.#deadline - this.#began - this.#msCall * CAUTION;
    if (left <= 0) return 0;
    return this.#msEach === 0 ? 1 : Math.min(most, Math.floor(left / (this.#msEach * CAUTION)));
  }

  /** A batch of so many leaves is over, in which so many nodes were valued. */
  end(leaves: number, nodes: number): void {
    this.#nodes -= nodes;
    if (this.#deadline === Infinity) return;
    const ms = this.clock() - this.#began;
    this.#msCall = leaves <= 2 ? mixed(this.#msCall, ms) : Math.min(this.#msCall, ms);
    const each = Math.max(0, ms - this.#msCall) / leaves;
    this.#msEach = this.#msEach === 0 ? Math.max(each, ms / leaves / 16) : mixed(this.#msEach, each);
  }
}

const mixed = (old: number, news: number): number => (old === 0 ? news : Math.max(news, old + NEWS * (news - old)));
