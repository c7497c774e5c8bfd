import { finishHash, mixHash } from '../../base/index.js';
import type { Game } from '../../game/index.js';

const LOW_BITS = 2 ** 32;
const HIGH_BITS = 2 ** 21;

/**
 * What stands for a state in a set: for words 53 bits of hash (two of a million states are taken for one with a probability of 1 in 10,000:
 * enough where nothing is proved), for all others the text of their facts.
 */
export function stateKey<State>(game: Game<State>): (state: State) => number | string {
  return (state) => (state instanceof Uint32Array ? wordsKey(state) : game.names.facts(state).join(' '));
}

/** Sets of one size each, about: the largest that grows at once is a small part of all. */
const SHARDS = 64;

/** A set of keys that never takes long to grow. */
export class KeySet {
  size = 0;
  readonly #shards = Array.from({ length: SHARDS }, () => new Set<number | string>());

  /** Whether it was not there yet. */
  add(key: number | string): boolean {
    const shard = this.#shards[typeof key === 'number' ? key % SHARDS : key.length % SHARDS]!;
    const { size } = shard;
    this.size += shard.add(key).size - size;
    return shard.size > size;
  }

  clear(): void {
    for (const shard of this.#shards) shard.clear();
    this.size = 0;
  }
}

function wordsKey(words: Uint32Array): number {
  let low = 0;
  let high = 1;
  for (const word of words) {
    low = mixHash(low, word);
    high = mixHash(high, word ^ low);
  }
  return (finishHash(low) >>> 0) + LOW_BITS * ((finishHash(high) >>> 0) % HIGH_BITS);
}

export function isSameState<State>(game: Game<State>, a: State, b: State): boolean {
  if (a instanceof Uint32Array && b instanceof Uint32Array) return a.every((word, index) => word === b[index]);
  return game.names.facts(a).join(' ') === game.names.facts(b).join(' ');
}

/** The same state in memory of its own: words may be part of a large array, which would be kept as a whole. */
export function copyOf<State>(state: State): State {
  return state instanceof Uint32Array ? (state.slice() as State) : state;
}

export function bytesOf(state: unknown): number {
  return state instanceof Uint32Array ? state.byteLength : OTHER_BYTES;
}

/** Of a state that is no words, about. */
const OTHER_BYTES = 1024;
