import type { WorkerPort } from '../playout/index.js';
import type { ThreadOpener, ThreadStarter } from './startThread.js';

/**
 * Threads that are open before anybody needs them. To start one and read its program takes a quarter of a second of the processor, which a start clock
 * of one second does not have.
 */
export class SpareThreads {
  #idle: WorkerPort[] = [];
  #isClosed = false;

  constructor(
    private readonly open: ThreadOpener,
    private readonly count: number,
  ) {
    this.refill();
  }

  /** Gives an assignment to one that waits, or else to a fresh one. */
  readonly start: ThreadStarter = (assignment) => {
    const port = this.#idle.shift() ?? this.open();
    port.post(assignment);
    return port;
  };

  /** Opens others in the places of those that were taken. That is work for a time when nobody waits. */
  refill(): void {
    while (!this.#isClosed && this.#idle.length < this.count) this.#idle.push(this.open());
  }

  /** Ends those that wait, and opens no more in advance. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const idle = this.#idle;
    this.#idle = [];
    await Promise.all(idle.map((port) => port.terminate()));
  }
}
