/** How the time between an answer and its deadline is chosen, in milliseconds. */
export interface MarginOptions {
  /** At long clocks. */
  readonly longMs: number;
  /** Most of any clock. */
  readonly share: number;
  /** So many times the longest delay that was measured. */
  readonly delays: number;
}

/** For managers across a network: the papers' player kept 2 s. */
export const NETWORK_MARGIN: MarginOptions = { longMs: 1000, share: 0.25, delays: 3 };

/** For the same process: as late as searches may stop by their contract, and a little for messages between threads. */
export const LOCAL_MARGIN: MarginOptions = { longMs: 30, share: 0.1, delays: 0 };

/** What a move that comes at the last moment, because none was known before, leaves of the margin. */
const LAST_SHARE = 1 / 3;

/** Grows with the delays that are measured, and with moves that came too late for the manager. */
export class Margin {
  #worstDelay = 0;
  #replaced = 0;

  constructor(private readonly options: MarginOptions) {}

  /** What is kept of a clock. */
  of(clockMs: number): number {
    const { longMs, share, delays } = this.options;
    return Math.min(share * clockMs, Math.max(longMs, delays * this.#worstDelay) * 2 ** this.#replaced);
  }

  /** What must be kept of it whatever happens. */
  leastOf(clockMs: number): number {
    return LAST_SHARE * this.of(clockMs);
  }

  /** A message took so long to come in, or an answer to leave. */
  observeDelay(ms: number): void {
    this.#worstDelay = Math.max(this.#worstDelay, ms);
  }

  /** The manager made another move in the place of a legal one: it came too late. */
  observeReplacement(): void {
    this.#replaced++;
  }
}
