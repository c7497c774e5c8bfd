import { finishHash, IntList, mixHash } from '../base/index.js';

/** Chunks are never copied; a record is in one of them. */
const CHUNK_WORDS = 2 ** 18;
const FIRST_CAPACITY = 2 ** 12;
const EMPTY = -1;

/**
 * A `StateIndex`: numbers states of very many words of which few are not 0 (a fluent for each order of eight pancakes). A record has the rounds left, the number
 * of words that are not 0, then for each of these where it is, and itself.
 */
export class SparseIndex {
  size = 0;
  readonly #chunks: Uint32Array[] = [];
  /** Words of the last chunk in use. */
  #used = CHUNK_WORDS;
  /** Where the record of a state begins, through all chunks. */
  readonly #starts = new IntList(FIRST_CAPACITY);
  readonly #hashes = new IntList(FIRST_CAPACITY);
  /** Open addressing: a number of a state, or {@link EMPTY}; at most half full. */
  #table = new Int32Array(FIRST_CAPACITY).fill(EMPTY);
  /** The record of the state that is asked about, and how long it is. */
  readonly #record: Uint32Array;
  #length = 0;

  constructor(private readonly words: number) {
    this.#record = new Uint32Array(2 + 2 * words);
  }

  /** Whether states of so many words have room in a chunk. */
  static hasRoomFor(words: number): boolean {
    return 2 + 2 * words <= CHUNK_WORDS;
  }

  get bytes(): number {
    const lists = this.#starts.array.length + this.#hashes.array.length;
    return 4 * (this.#chunks.length * CHUNK_WORDS + this.#table.length + lists);
  }

  add(state: Uint32Array, roundsLeft: number): number {
    const hash = this.#read(state, roundsLeft);
    const at = this.#place(hash);
    const known = this.#table[at]!;
    if (known !== EMPTY) return known;
    this.#table[at] = this.size;
    this.#hashes.push(hash);
    this.#store();
    if (2 * ++this.size > this.#table.length) this.#grow();
    return this.size - 1;
  }

  find(state: Uint32Array, roundsLeft: number): number {
    return this.#table[this.#place(this.#read(state, roundsLeft))]!;
  }

  state(id: number): Uint32Array {
    const { chunk, from } = this.#recordOf(id);
    const state = new Uint32Array(this.words);
    const end = from + 2 + 2 * chunk[from + 1]!;
    for (let at = from + 2; at < end; at += 2) state[chunk[at]!] = chunk[at + 1]!;
    return state;
  }

  roundsLeft(id: number): number {
    const { chunk, from } = this.#recordOf(id);
    return chunk[from]!;
  }

  /** Writes the record of a state; gives its hash. */
  #read(state: Uint32Array, roundsLeft: number): number {
    const record = this.#record;
    let length = 2;
    let hash = roundsLeft;
    for (let word = 0; word < this.words; word++) {
      const bits = state[word]!;
      if (bits === 0) continue;
      record[length++] = word;
      record[length++] = bits;
      hash = mixHash(mixHash(hash, word), bits);
    }
    record[0] = roundsLeft;
    record[1] = (length - 2) / 2;
    this.#length = length;
    return finishHash(hash);
  }

  #recordOf(id: number): { readonly chunk: Uint32Array; readonly from: number } {
    const start = this.#starts.array[id]!;
    return { chunk: this.#chunks[Math.floor(start / CHUNK_WORDS)]!, from: start % CHUNK_WORDS };
  }

  /** Where in the table the state is that was read, or would be. */
  #place(hash: number): number {
    const mask = this.#table.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const id = this.#table[at]!;
      if (id === EMPTY || (this.#hashes.array[id] === hash && this.#isRead(id))) return at;
    }
  }

  #isRead(id: number): boolean {
    const { chunk, from } = this.#recordOf(id);
    for (let at = 0; at < this.#length; at++) if (chunk[from + at] !== this.#record[at]) return false;
    return true;
  }

  #store(): void {
    if (this.#used + this.#length > CHUNK_WORDS) {
      this.#chunks.push(new Uint32Array(CHUNK_WORDS));
      this.#used = 0;
    }
    this.#chunks.at(-1)!.set(this.#record.subarray(0, this.#length), this.#used);
    this.#starts.push((this.#chunks.length - 1) * CHUNK_WORDS + this.#used);
    this.#used += this.#length;
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
