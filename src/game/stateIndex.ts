import { finishHash, IntList, mixHash } from '../base/index.js';
import type { Game } from './game.js';
import { SparseIndex } from './sparseIndex.js';

/**
 * Numbers states, equal ones alike, from 0 on. Where play has a horizon, a state with more rounds left is another one. Equality is that of
 * contents: hashes only find where to look.
 */
export interface StateIndex<State> {
  readonly size: number;
  /** The number of a state; it is new where that is the old `size`. */
  add(state: State, roundsLeft: number): number;
  /** The number of a state that was added, or -1. */
  find(state: State, roundsLeft: number): number;
  state(id: number): State;
  roundsLeft(id: number): number;
  /** Memory taken up to now, about. */
  readonly bytes: number;
}

/**
 * States that are words (those of compiled games) are compared word by word: equal states have equal words. All others are compared by the
 * facts that hold in them.
 */
export function stateIndex<State>(game: Game<State>): StateIndex<State> {
  const initial: unknown = game.initial();
  if (!(initial instanceof Uint32Array)) return new FactIndex(game);
  const { length } = initial;
  const isSparse = length >= LARGE && SparseIndex.hasRoomFor(length);
  return (isSparse ? new SparseIndex(length) : new WordIndex(length)) as StateIndex<unknown> as StateIndex<State>;
}

/** Whether two states are equal, as {@link stateIndex} has it: for a few, which are not worth an index. */
export function isSameState<State>(game: Game<State>, a: State, b: State): boolean {
  if (a instanceof Uint32Array && b instanceof Uint32Array) return a.every((word, at) => word === b[at]);
  return factsOf(game, a) === factsOf(game, b);
}

const factsOf = <State>(game: Game<State>, state: State): string => game.names.facts(state).join(' ');

/** Of states of so many words, most words are 0. */
const LARGE = 64;

/** Words of a chunk, about: chunks are never copied. */
const CHUNK_WORDS = 2 ** 18;
const FIRST_CAPACITY = 2 ** 12;
const EMPTY = -1;

class WordIndex implements StateIndex<Uint32Array> {
  size = 0;
  /** State i is in chunk i / #perChunk: its words, then its rounds left. */
  readonly #chunks: Uint32Array[] = [];
  readonly #stride: number;
  readonly #perChunk: number;
  /** Open addressing: a number of a state, or {@link EMPTY}; at most half full. */
  #table = new Int32Array(FIRST_CAPACITY).fill(EMPTY);
  readonly #hashes = new IntList(FIRST_CAPACITY);

  constructor(private readonly words: number) {
    this.#stride = words + 1;
    this.#perChunk = Math.ceil(CHUNK_WORDS / this.#stride);
  }

  get bytes(): number {
    return 4 * (this.#chunks.length * this.#perChunk * this.#stride + this.#table.length + this.#hashes.array.length);
  }

  add(state: Uint32Array, roundsLeft: number): number {
    const hash = this.#hash(state, roundsLeft);
    const at = this.#place(state, roundsLeft, hash);
    const known = this.#table[at]!;
    if (known !== EMPTY) return known;
    this.#table[at] = this.size;
    this.#hashes.push(hash);
    this.#store(state, roundsLeft);
    if (2 * ++this.size > this.#table.length) this.#grow();
    return this.size - 1;
  }

  find(state: Uint32Array, roundsLeft: number): number {
    return this.#table[this.#place(state, roundsLeft, this.#hash(state, roundsLeft))]!;
  }

  state(id: number): Uint32Array {
    const from = (id % this.#perChunk) * this.#stride;
    return this.#chunks[Math.floor(id / this.#perChunk)]!.slice(from, from + this.words);
  }

  roundsLeft(id: number): number {
    return this.#chunks[Math.floor(id / this.#perChunk)]![(id % this.#perChunk) * this.#stride + this.words]!;
  }

  #hash(state: Uint32Array, roundsLeft: number): number {
    let hash = roundsLeft;
    for (let word = 0; word < this.words; word++) hash = mixHash(hash, state[word]!);
    return finishHash(hash);
  }

  /** Where in the table the state is, or would be. */
  #place(state: Uint32Array, roundsLeft: number, hash: number): number {
    const mask = this.#table.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const id = this.#table[at]!;
      if (id === EMPTY) return at;
      if (this.#hashes.array[id] === hash && this.#isSame(id, state, roundsLeft)) return at;
    }
  }

  #isSame(id: number, state: Uint32Array, roundsLeft: number): boolean {
    const chunk = this.#chunks[Math.floor(id / this.#perChunk)]!;
    const from = (id % this.#perChunk) * this.#stride;
    for (let word = 0; word < this.words; word++) if (chunk[from + word] !== state[word]) return false;
    return chunk[from + this.words] === roundsLeft;
  }

  #store(state: Uint32Array, roundsLeft: number): void {
    const place = this.size % this.#perChunk;
    if (place === 0) this.#chunks.push(new Uint32Array(this.#perChunk * this.#stride));
    const chunk = this.#chunks.at(-1)!;
    const from = place * this.#stride;
    for (let word = 0; word < this.words; word++) chunk[from + word] = state[word]!;
    chunk[from + this.words] = roundsLeft;
  }

  #grow(): void {
    const mask = 2 * this.#table.length - 1;
    const table = new Int32Array(mask + 1).fill(EMPTY);
    for (let id = 0; id < this.size; id++) {
      let at = this.#hashes.array[id]! & mask;
      while (table[at] !== EMPTY) at = (at + 1) & mask;
      table[at] = id;
    }
    this.#table = table;
  }
}

/** What a string and its entry take beside the characters, about. */
const ENTRY_BYTES = 128;

class FactIndex<State> implements StateIndex<State> {
  bytes = 0;
  readonly #ids = new Map<string, number>();
  readonly #states: State[] = [];
  readonly #roundsLeft = new IntList();

  constructor(private readonly game: Game<State>) {}

  get size(): number {
    return this.#states.length;
  }

  add(state: State, roundsLeft: number): number {
    const key = this.#key(state, roundsLeft);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.size);
    this.#states.push(state);
    this.#roundsLeft.push(roundsLeft);
    this.bytes += ENTRY_BYTES + 2 * key.length;
    return this.size - 1;
  }

  find(state: State, roundsLeft: number): number {
    return this.#ids.get(this.#key(state, roundsLeft)) ?? EMPTY;
  }

  state(id: number): State {
    return this.#states[id]!;
  }

  roundsLeft(id: number): number {
    return this.#roundsLeft.array[id]!;
  }

  #key(state: State, roundsLeft: number): string {
    return `${String(roundsLeft)} ${factsOf(this.game, state)}`;
  }
}
