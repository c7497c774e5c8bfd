/** Between slices orders are obeyed: so long each is meant to take. */
const SLICE_MS = 20;
/** A slice that took so many times as long is followed by a smaller one. */
const TOO_LONG = 2;

/**
 * How much is thought between two looks at the orders: nodes, as many as fill a slice by what the last ones took. A moment would not do: a search that is
 * to end in 20 ms is careful with its batches and with its memory, and one that a busy machine has held up once takes every batch for too long.
 */
export class SliceSize {
  #nodes = 1;

  get nodes(): number {
    return this.#nodes;
  }

  /** A slice is over, in which so many nodes were valued. */
  observe(nodes: number, ms: number): void {
    if (ms > TOO_LONG * SLICE_MS) this.#nodes = Math.max(1, Math.floor(this.#nodes / 2));
    else if (ms < SLICE_MS / 2 && nodes >= this.#nodes) this.#nodes *= 2;
  }
}
