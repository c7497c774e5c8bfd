import { finishHash, mixHash } from '../../base/index.js';
import type { Game } from '../../game/index.js';

/** The states of nodes. Equality is that of contents; a hash only finds where to look. A state that is words may be told as a place in an array of many. */
export interface StateStore<State> {
  /** Bytes of a state, about. */
  readonly bytesEach: number;
  hash(state: State, from?: number): number;
  put(node: number, state: State, from?: number): void;
  get(node: number): State;
  /** Whether the node has that state. */
  has(node: number, state: State, from?: number): boolean;
  /** The node's state is needed no more. */
  drop(node: number): void;
}

/** States that are words (those of compiled games) lie side by side in one array; all others are kept as they are, with the text of their facts. */
export function stateStore<State>(game: Game<State>): (capacity: number) => StateStore<State> {
  const initial: unknown = game.initial();
  if (!(initial instanceof Uint32Array)) return () => new FactStore(game);
  return (capacity) => new WordStore(initial.length, capacity) as StateStore<unknown> as StateStore<State>;
}

/** Bytes of a state of the game in a store, about. */
export function bytesOfState<State>(game: Game<State>): number {
  const initial: unknown = game.initial();
  return initial instanceof Uint32Array ? 4 * initial.length : TEXT_BYTES;
}

class WordStore implements StateStore<Uint32Array> {
  readonly bytesEach: number;
  readonly #words: Uint32Array;

  constructor(
    private readonly length: number,
    capacity: number,
  ) {
    this.bytesEach = 4 * length;
    this.#words = new Uint32Array(capacity * length);
  }

  hash(words: Uint32Array, from = 0): number {
    let hash = 0;
    for (let word = from; word < from + this.length; word++) hash = mixHash(hash, words[word]!);
    return finishHash(hash);
  }

  put(node: number, words: Uint32Array, from = 0): void {
    const own = node * this.length;
    for (let word = 0; word < this.length; word++) this.#words[own + word] = words[from + word]!;
  }

  get(node: number): Uint32Array {
    return this.#words.subarray(node * this.length, (node + 1) * this.length);
  }

  has(node: number, words: Uint32Array, from = 0): boolean {
    const own = node * this.length;
    for (let word = 0; word < this.length; word++) if (this.#words[own + word] !== words[from + word]) return false;
    return true;
  }

  drop(): void {
    // The next state takes its place.
  }
}

/** What the facts of a state take as one text, about. */
const TEXT_BYTES = 2048;

class FactStore<State> implements StateStore<State> {
  readonly bytesEach = TEXT_BYTES;
  readonly #states: (State | undefined)[] = [];
  readonly #texts: (string | undefined)[] = [];

  constructor(private readonly game: Game<State>) {}

  hash(state: State): number {
    const text = this.#textOf(state);
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = mixHash(hash, text.charCodeAt(at));
    return finishHash(hash);
  }

  put(node: number, state: State): void {
    this.#states[node] = state;
    this.#texts[node] = this.#textOf(state);
  }

  get(node: number): State {
    return this.#states[node]!;
  }

  has(node: number, state: State): boolean {
    return this.#states[node] === state || this.#texts[node] === this.#textOf(state);
  }

  drop(node: number): void {
    this.#states[node] = undefined;
    this.#texts[node] = undefined;
  }

  #textOf(state: State): string {
    return this.game.names.facts(state).join(' ');
  }
}
