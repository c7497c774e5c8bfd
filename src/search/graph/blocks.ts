import { NONE } from './layout.js';

/**
 * Blocks of consecutive places in arrays of a fixed length. Sizes are rounded up to even numbers. Free places are gaps: the one that blocks are cut
 * from, those that come after it, and those that were too small when it was their turn, by size.
 */
export class Blocks {
  /** The gap that blocks are cut from. */
  #from = 0;
  #end: number;
  /** Gaps to come: where each begins, where it ends. */
  #gaps: number[] = [];
  /** By size, the gaps of that size that were left behind. */
  readonly #left = new Map<number, number[]>();

  constructor(readonly capacity: number) {
    this.#end = capacity;
  }

  /** The first place of a block, or {@link NONE} where there is no room. */
  take(size: number): number {
    const rounded = size + (size & 1);
    const block = this.#leftBehind(rounded);
    if (block !== NONE) return block;
    while (this.#from + rounded > this.#end) {
      const end = this.#gaps.pop();
      if (end === undefined) return this.#cutLarger(rounded);
      this.#leave(this.#from, this.#end - this.#from);
      this.#end = end;
      this.#from = this.#gaps.pop()!;
    }
    this.#from += rounded;
    return this.#from - rounded;
  }

  giveBack(block: number, size: number): void {
    this.#leave(block, size + (size & 1));
  }

  /** Only the blocks that begin where `sizes` is not 0, of these sizes, are still taken; what lies between them becomes one gap. */
  keepOnly(sizes: Int32Array): void {
    this.#left.clear();
    this.#gaps = [];
    let from = 0;
    for (let place = 0; place < sizes.length;) {
      const size = sizes[place]!;
      if (size > 0 && place > from) this.#gaps.push(from, place);
      place += size === 0 ? 1 : size + (size & 1);
      if (size > 0) from = place;
    }
    this.#from = from;
    this.#end = this.capacity;
  }

  #leave(block: number, size: number): void {
    if (size === 0) return;
    const blocks = this.#left.get(size);
    if (blocks === undefined) this.#left.set(size, [block]);
    else blocks.push(block);
  }

  #leftBehind(size: number): number {
    return this.#left.get(size)?.pop() ?? NONE;
  }

  /** Cuts a block off a larger gap that was left behind. */
  #cutLarger(size: number): number {
    for (const [larger, blocks] of this.#left) {
      if (larger <= size || blocks.length === 0) continue;
      const block = blocks.pop()!;
      this.#leave(block + size, larger - size);
      return block;
    }
    return NONE;
  }
}
