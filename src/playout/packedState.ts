import { seededRandom } from '../base/index.js';

/**
 * A state of a compiled game, never changed once it was made: fluent f (counted from 0) is bit f % 32 of word f / 32; after the words of
 * fluents come the low and the high word of the state's Zobrist hash.
 */
export type PackedState = Uint32Array;

/** Words of a state after those of its fluents. */
export const HASH_WORDS = 2;

/** Any will do; it is fixed so that the hash of a state is the same in every process. */
const ZOBRIST_SEED = 0x5eed;

/** How the states of one game are packed. */
export class StateLayout {
  /** Words of fluents in a state. */
  readonly words: number;
  /** Words of a state, hash included. */
  readonly length: number;
  readonly #zobrist: Uint32Array;

  constructor(readonly fluents: number) {
    this.words = (fluents + 31) >>> 5;
    this.length = this.words + HASH_WORDS;
    const random = seededRandom(ZOBRIST_SEED);
    this.#zobrist = Uint32Array.from({ length: 2 * fluents }, () => random.nextUint32());
  }

  /** The state in which just these fluents hold. */
  of(fluents: Iterable<number>): PackedState {
    const state = new Uint32Array(this.length);
    for (const fluent of fluents) state[fluent >>> 5]! |= 1 << (fluent & 31);
    return this.seal(state);
  }

  holds(state: PackedState, fluent: number): boolean {
    return ((state[fluent >>> 5]! >>> (fluent & 31)) & 1) === 1;
  }

  /** Fluents that hold, in ascending order. */
  holding(state: PackedState): readonly number[] {
    const found: number[] = [];
    this.#forEach(state, (fluent) => found.push(fluent));
    return found;
  }

  /** The state in which the images of the fluents hold that hold in a state. */
  image(state: PackedState, images: ArrayLike<number>): PackedState {
    const image = new Uint32Array(this.length);
    for (let word = 0; word < this.words; word++) {
      for (let rest = state[word]!; rest !== 0; rest &= rest - 1)
        this.flip(image, images[word * 32 + 31 - Math.clz32(rest & -rest)]!);
    }
    return image;
  }

  /** Writes the hash of a state whose fluents are set, and gives it back. */
  seal(state: Uint32Array): PackedState {
    let low = 0;
    let high = 0;
    for (let word = 0; word < this.words; word++) {
      for (let rest = state[word]!; rest !== 0; rest &= rest - 1) {
        const at = 2 * (word * 32 + 31 - Math.clz32(rest & -rest));
        low ^= this.#zobrist[at]!;
        high ^= this.#zobrist[at + 1]!;
      }
    }
    state[this.words] = low;
    state[this.words + 1] = high;
    return state;
  }

  /** Makes a fluent of a state that nobody has seen yet the opposite of what it is, and keeps the hash right. The state is at a place of an array. */
  flip(states: Uint32Array, fluent: number, from = 0): void {
    states[from + (fluent >>> 5)]! ^= 1 << (fluent & 31);
    states[from + this.words]! ^= this.#zobrist[2 * fluent]!;
    states[from + this.words + 1]! ^= this.#zobrist[2 * fluent + 1]!;
  }

  #forEach(state: PackedState, visit: (fluent: number) => void): void {
    for (let word = 0; word < this.words; word++) {
      for (let rest = state[word]!; rest !== 0; rest &= rest - 1) visit(word * 32 + 31 - Math.clz32(rest & -rest));
    }
  }
}
