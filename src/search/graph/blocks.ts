import { NONE } from './layout.js';

/** Free blocks of fewer places have a list for each size; larger ones share one with all up to twice their size. */
const SMALL = 64;
const LISTS = SMALL + 32;
/** A block has room for what it holds while it is free: header, next, previous, size. */
const SHORTEST = 4;
/** Of a list of larger blocks so many are looked at; then a list in which every block is large enough. */
const MOST_LOOKS = 8;

/** Flags of a header; above them is the size, header included. */
const FREE = 1;
const AFTER_FREE = 2;
const FLAGS = 2;

/**
 * Blocks of consecutive places, taken and given back in any order. Free neighbours become one block at once, so that
 * blocks of any size can be made of what others have left (boundary tags, Knuth 1968). The place before a block is
 * its header; a free block holds the links of its list behind the header, and its size in its last place. All that is
 * written into the very array that blocks are taken from.
 */
export class Blocks {
  readonly #first = new Int32Array(LISTS).fill(NONE);
  /** Places from here on were never taken, or given back. */
  #top = 0;
  /** Places in blocks that are taken, headers included. */
  #used = 0;

  constructor(private readonly places: Int32Array) {}

  /** Share of all places that are taken. */
  get fullness(): number {
    return this.places.length === 0 ? 1 : this.#used / this.places.length;
  }

  /** Places that are taken, headers included. */
  get used(): number {
    return this.#used;
  }

  /** The first place of a block, or {@link NONE} where there is no room. */
  take(size: number): number {
    const needed = Math.max(SHORTEST, size + 1);
    let block = this.#find(needed);
    if (block === NONE) {
      if (this.#top + needed > this.places.length) return NONE;
      block = this.#top;
      this.#top += needed;
      this.places[block] = needed << FLAGS;
    } else this.#split(block, needed);
    this.#used += this.#size(block);
    return block + 1;
  }

  giveBack(place: number): void {
    let block = place - 1;
    let end = block + this.#size(block);
    this.#used -= end - block;
    if (end < this.#top && (this.places[end]! & FREE) !== 0) {
      this.#leaveList(end);
      end += this.#size(end);
    }
    if ((this.places[block]! & AFTER_FREE) !== 0) {
      block -= this.places[block - 1]!;
      this.#leaveList(block);
    }
    if (end === this.#top) this.#top = block;
    else this.#enterList(block, end - block);
  }

  #size(block: number): number {
    return this.places[block]! >>> FLAGS;
  }

  /** A free block of at least so many places, which leaves its list. */
  #find(needed: number): number {
    for (let list = listOf(needed); list < LISTS; list++) {
      let block = this.#first[list]!;
      for (let look = 0; block !== NONE && look < MOST_LOOKS; look++, block = this.places[block + 1]!) {
        if (this.#size(block) < needed) continue;
        this.#leaveList(block);
        return block;
      }
    }
    return NONE;
  }

  /** Takes the first places of a block that has left its list; what is left over becomes a block of its own. */
  #split(block: number, needed: number): void {
    const size = this.#size(block);
    const flags = this.places[block]! & AFTER_FREE;
    if (size - needed < SHORTEST) {
      this.places[block] = (size << FLAGS) | flags;
      this.places[block + size]! &= ~AFTER_FREE;
      return;
    }
    this.places[block] = (needed << FLAGS) | flags;
    this.#enterList(block + needed, size - needed);
  }

  /** Makes a free block of these places; the block before it is taken. */
  #enterList(block: number, size: number): void {
    const { places } = this;
    const list = listOf(size);
    const next = this.#first[list]!;
    places[block] = (size << FLAGS) | FREE;
    places[block + 1] = next;
    places[block + 2] = NONE;
    places[block + size - 1] = size;
    places[block + size]! |= AFTER_FREE;
    if (next !== NONE) places[next + 2] = block;
    this.#first[list] = block;
  }

  #leaveList(block: number): void {
    const { places } = this;
    const next = places[block + 1]!;
    const previous = places[block + 2]!;
    if (next !== NONE) places[next + 2] = previous;
    if (previous !== NONE) places[previous + 1] = next;
    else this.#first[listOf(this.#size(block))] = next;
  }
}

/** The list of free blocks of a size. */
const listOf = (size: number): number => (size < SMALL ? size : SMALL - 6 + (31 - Math.clz32(size)));
