import type { WorkerPort } from '../playout/index.js';
import type { ThreadOpener, ThreadStarter } from './startThread.js';

/**
 * A thread that is open before anybody needs it. To start one and read its program takes a quarter of a second of the processor, which a start clock
 * of one second does not have.
 */
export class SpareThread {
  #idle: WorkerPort | undefined;
  #isClosed = false;

  constructor(private readonly open: ThreadOpener) {
    this.prepare();
  }

  /** Gives an assignment to the one that waits, or else to a fresh one. */
  readonly start: ThreadStarter = (assignment) => {
    const port = this.#idle ?? this.open();
    this.#idle = undefined;
    port.post(assignment);
    return port;
  };

  /** Opens another in the place of the one that was taken. That is work for a time when nobody waits. */
  prepare(): void {
    if (!this.#isClosed) this.#idle ??= this.open();
  }

  /** Ends the one that waits, and opens no more in advance. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const idle = this.#idle;
    this.#idle = undefined;
    await idle?.terminate();
  }
}
