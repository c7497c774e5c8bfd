/** Between slices orders are obeyed: so long each is meant to take … */
const SLICE_MS = 20;
/** … and at most so many times as long. */
const TOO_LONG = 2;
/** Where a single node takes longer than that, so many times as long as it. */
const BEYOND_ONE = 1.4;
/** A slice that took longer is not followed by one of a size that was never tried. */
const LONGEST_MS = 200;
/** What a size took is taken to have risen by this factor at most: a busy machine holds slices up. */
const MOST_RISE = 1.5;

/**
 * How much is thought between two looks at the orders: nodes, as many as fill a slice by what others of that size took. A moment
 * would not do: a search that is to end in 20 ms is careful with its batches and with its memory, and one that a busy
 * machine has held up once takes every batch for too long.
 *
 * An engine that makes many playouts side by side takes as long over one node as over a hundred; in large games that
 * alone fills a slice. Sizes are tried one after the other as long as they take no longer than that.
 */
export class SliceSize {
  /** The size is 2 to this power. */
  #power = 0;
  /** By power: what a slice took. */
  readonly #ms: number[] = [];

  get nodes(): number {
    return 2 ** this.#power;
  }

  /** A slice is over, in which so many nodes were valued. */
  observe(nodes: number, ms: number): void {
    if (nodes < this.nodes && ms < TOO_LONG * SLICE_MS) return;
    const before = this.#ms[this.#power];
    this.#ms[this.#power] = before === undefined ? ms : Math.min(ms, MOST_RISE * before);
    const most = Math.max(TOO_LONG * SLICE_MS, BEYOND_ONE * this.#ms[0]!);
    const larger = this.#ms[this.#power + 1];
    if (ms > most && this.#power > 0) this.#power--;
    else if (ms <= most && (larger === undefined ? ms < LONGEST_MS : larger <= most)) this.#power++;
  }
}
