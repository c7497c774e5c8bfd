import { finishHash, mixHash } from '../../base/index.js';
import type { Game } from '../../game/index.js';

/**
 * The states of nodes. Equality is that of contents; a hash only finds where to look. A state that is words may be
 * told as a place in an array of many.
 */
export interface StateStore<State> {
  hash(state: State, from?: number): number;
  put(node: number, state: State, from?: number): void;
  get(node: number): State;
  /** Whether the node has that state. */
  has(node: number, state: State, from?: number): boolean;
  /** The node's state is needed no more. */
  drop(node: number): void;
}

/** Words of a node's record that its state takes: those of a compiled game are in it, all others are kept beside it. */
export function wordsOfState<State>(game: Game<State>): number {
  const initial: unknown = game.initial();
  return initial instanceof Uint32Array ? initial.length : 0;
}

/** Bytes of a state that is kept beside the record, about. */
export const BYTES_BESIDE = 2048;

/** The store for records in which states begin at a word. */
export function stateStore<State>(
  game: Game<State>,
  records: { readonly words: Uint32Array; readonly at: number },
): StateStore<State> {
  const length = wordsOfState(game);
  if (length === 0) return new FactStore(game);
  return new WordStore(length, records) as StateStore<unknown> as StateStore<State>;
}

/** States that are words end with a hash of their own, of which two are looked at. */
const HASHED = 2;

class WordStore implements StateStore<Uint32Array> {
  readonly #words: Uint32Array;
  readonly #at: number;

  constructor(
    private readonly length: number,
    { words, at }: { readonly words: Uint32Array; readonly at: number },
  ) {
    this.#words = words;
    this.#at = at;
  }

  hash(words: Uint32Array, from = 0): number {
    let hash = 0;
    const end = from + this.length;
    for (let word = Math.max(from, end - HASHED); word < end; word++) hash = mixHash(hash, words[word]!);
    return finishHash(hash);
  }

  put(node: number, words: Uint32Array, from = 0): void {
    const own = node + this.#at;
    for (let word = 0; word < this.length; word++) this.#words[own + word] = words[from + word]!;
  }

  get(node: number): Uint32Array {
    const own = node + this.#at;
    return this.#words.subarray(own, own + this.length);
  }

  has(node: number, words: Uint32Array, from = 0): boolean {
    const own = node + this.#at;
    // From the end: hashes differ first.
    for (let word = this.length - 1; word >= 0; word--)
      if (this.#words[own + word] !== words[from + word]) return false;
    return true;
  }

  drop(): void {
    // The next state takes its place.
  }
}

class FactStore<State> implements StateStore<State> {
  readonly #states = new Map<number, { readonly state: State; readonly text: string }>();

  constructor(private readonly game: Game<State>) {}

  hash(state: State): number {
    const text = this.#textOf(state);
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = mixHash(hash, text.charCodeAt(at));
    return finishHash(hash);
  }

  put(node: number, state: State): void {
    this.#states.set(node, { state, text: this.#textOf(state) });
  }

  get(node: number): State {
    return this.#states.get(node)!.state;
  }

  has(node: number, state: State): boolean {
    const known = this.#states.get(node)!;
    return known.state === state || known.text === this.#textOf(state);
  }

  drop(node: number): void {
    this.#states.delete(node);
  }

  #textOf(state: State): string {
    return this.game.names.facts(state).join(' ');
  }
}
