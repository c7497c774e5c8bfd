import type { Pace } from './pace.js';

/** Milliseconds that an edge takes, as long as nothing was measured: code that never ran before is slow. */
const COLD_MS = 5e-3;
/** Fewer edges take too little time to tell. */
const FEWEST = 1024;
/** What was measured loses this share whenever it is measured again … */
const FORGETTING = 0.1;
/** … and this one when it keeps an expansion out: most of the time that an expansion takes has been spent by then. */
const DOUBT = 0.5;

/**
 * Tells whether there is time to take an expansion in: its edges are put into the graph, and all that has to be done for each of them is done, before a search
 * can stop. A round in which several choose at once may have a hundred thousand.
 */
export class EdgePace {
  #msEach: number;

  constructor(
    private readonly pace: Pick<Pace, 'left'>,
    coldMs = COLD_MS,
  ) {
    this.#msEach = coldMs;
  }

  /** Milliseconds that so many edges will take, about. */
  expectedMs(edges: number): number {
    return edges * this.#msEach;
  }

  hasTimeFor(edges: number): boolean {
    const isEnough = this.pace.left > this.expectedMs(edges);
    if (!isEnough) this.#msEach *= 1 - DOUBT;
    return isEnough;
  }

  /** To take in so many edges took so long. */
  learn(edges: number, ms: number): void {
    if (edges >= FEWEST) this.#msEach = Math.max(ms / edges, (1 - FORGETTING) * this.#msEach);
  }
}
