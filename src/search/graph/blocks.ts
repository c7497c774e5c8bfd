import { NONE } from './layout.js';

/**
 * Blocks of consecutive places in arrays of a fixed length, by size. Sizes are rounded up, so that a block that was given back
 * soon serves again: up to 16 to the next even number, then to the next of eight steps to the double.
 */
export class Blocks {
  /** Places in use. */
  used = 0;
  #top = 0;
  /** For each rounded size, the blocks that were given back. */
  #free = new Map<number, number[]>();

  constructor(readonly capacity: number) {}

  /** Whether so many places could be taken as blocks of about that size. */
  hasRoom(places: number): boolean {
    return this.#top + places <= this.capacity;
  }

  /** The first place of a block, or {@link NONE} where there is no room. */
  take(size: number): number {
    const rounded = roundedSize(size);
    const block = this.#free.get(rounded)?.pop();
    if (block === undefined && this.#top + rounded > this.capacity) return NONE;
    this.used += rounded;
    if (block !== undefined) return block;
    this.#top += rounded;
    return this.#top - rounded;
  }

  giveBack(block: number, size: number): void {
    const rounded = roundedSize(size);
    this.used -= rounded;
    const free = this.#free.get(rounded);
    if (free === undefined) this.#free.set(rounded, [block]);
    else free.push(block);
  }
}

function roundedSize(size: number): number {
  if (size <= 16) return size + (size & 1);
  const step = 2 ** (29 - Math.clz32(size - 1));
  return Math.ceil(size / step) * step;
}
