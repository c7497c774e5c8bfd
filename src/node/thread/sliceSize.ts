/** Between slices orders are obeyed: so long each is meant to take. */
const SLICE_MS = 20;
/** A slice that took so many times as long is followed by a smaller one. */
const TOO_LONG = 2;
/** A larger slice is worth it where a node then takes less than this share of the time. */
const WORTH = 0.7;

/**
 * How much is thought between two looks at the orders: nodes, as many as fill a slice by what the last ones took. A
 * moment would not do: a search that is to end in 20 ms is careful with its batches and with its memory, and one that
 * a busy machine has held up once takes every batch for too long.
 *
 * An engine that makes many playouts side by side takes as long over one node as over a hundred; in large games that
 * fills a slice. Slices grow there as long as their nodes come cheaper by it.
 */
export class SliceSize {
  #nodes = 1;
  /** Milliseconds of a slice of half the size, where there was one. */
  #halfMs = Infinity;

  get nodes(): number {
    return this.#nodes;
  }

  /** A slice is over, in which so many nodes were valued. */
  observe(nodes: number, ms: number): void {
    if (ms > TOO_LONG * SLICE_MS) {
      this.#nodes = Math.max(1, Math.floor(this.#nodes / 2));
      this.#halfMs = 0;
    } else if (nodes >= this.#nodes && (ms < SLICE_MS / 2 || ms / 2 < WORTH * this.#halfMs)) {
      this.#nodes *= 2;
      this.#halfMs = ms;
    }
  }
}
