import type { Game } from '../../game/index.js';
import { LEAF, NODE, NONE, UNMET } from './layout.js';
import { BYTES_BESIDE, stateStore, type StateStore, wordsOfState } from './stateStore.js';

/** More words would be more than the largest arrays have. */
const MOST_WORDS = 2 ** 30;

export interface RecordSetting<State> {
  readonly game: Game<State>;
  readonly players: number;
  /** Words that an algorithm keeps beside each node. */
  readonly beside: number;
  /** For the records, the table in which states are found, and what states take elsewhere. */
  readonly bytes: number;
}

/** Words of a record: an even number, since sums of 8 bytes are in it. */
function strideOf<State>({ game, players, beside }: Omit<RecordSetting<State>, 'bytes'>): number {
  const words = NODE.BOUNDS + 4 * players + game.roles.length + (game.roles.length & 1) + beside + wordsOfState(game);
  return words + (words & 1);
}

/** Bytes of a node with all that belongs to it. */
export function bytesOfNode<State>(setting: Omit<RecordSetting<State>, 'bytes'>): number {
  // Two places of the table a node, at most.
  return 4 * strideOf(setting) + 8 + (wordsOfState(setting.game) === 0 ? BYTES_BESIDE : 0);
}

/**
 * The records of nodes and their states (see {@link NODE}). A node is the place of the first word of its record:
 * arrays are views that begin at the word of a record which they are about, so that they are asked by node.
 */
export class Records<State> {
  /** Words of a record. */
  readonly stride: number;
  /** How many there are. */
  readonly capacity: number;
  readonly ints: Int32Array;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  /** Where each part of a record begins. */
  readonly at: {
    readonly lower: number;
    readonly upper: number;
    readonly sums: number;
    readonly forced: number;
    readonly beside: number;
  };
  readonly #states: StateStore<State>;
  /** By hash: the first node; {@link UNMET}, which has no state, for none. */
  readonly #table: Int32Array;
  /** The first of the free records, each of which names the next. */
  #free = NONE;
  #top: number;
  #used = 0;

  constructor(setting: RecordSetting<State>) {
    const { game, players, beside, bytes } = setting;
    this.stride = strideOf(setting);
    const most = Math.floor(MOST_WORDS / this.stride);
    this.capacity = Math.min(most, Math.max(2, Math.floor(bytes / bytesOfNode(setting))));
    const buffer = new ArrayBuffer(4 * this.stride * this.capacity);
    this.ints = new Int32Array(buffer);
    this.floats = new Float32Array(buffer);
    this.doubles = new Float64Array(buffer);
    const lower = NODE.BOUNDS;
    const sums = lower + 2 * players;
    const forced = sums + 2 * players;
    const { length } = game.roles;
    this.at = { lower, upper: lower + players, sums, forced, beside: forced + length + (length & 1) };
    this.#states = stateStore(game, { words: new Uint32Array(buffer), at: this.at.beside + beside });
    this.#table = new Int32Array(2 ** (32 - Math.clz32(this.capacity - 1)));
    // The first record stands for all that was not met yet.
    this.#top = this.stride;
    this.floats.fill(1, UNMET + this.at.upper, UNMET + this.at.upper + players);
  }

  /** Records in use. */
  get used(): number {
    return this.#used;
  }

  /** Share of the records that are in use. */
  get fullness(): number {
    return this.#used / (this.capacity - 1);
  }

  /** Behind the last record that was ever used. */
  get top(): number {
    return this.#top;
  }

  /** Whether the record is that of a node. */
  isUsed(node: number): boolean {
    return this.ints[node + NODE.KIND] !== FREED;
  }

  /** A record in which nothing is known, of a leaf without a state; NONE where there is none left. */
  take(): number {
    let node = this.#free;
    if (node !== NONE) this.#free = this.ints[node + NODE.NEXT]!;
    else {
      if (this.#top >= this.stride * this.capacity) return NONE;
      node = this.#top;
      this.#top += this.stride;
    }
    this.#used++;
    const { ints, floats, at } = this;
    for (let word = node; word < node + at.forced; word++) ints[word] = 0;
    for (let word = node + at.upper; word < node + at.sums; word++) floats[word] = 1;
    for (let word = node + at.beside; word < node + this.stride; word++) ints[word] = 0;
    ints[node + NODE.KIND] = LEAF;
    return node;
  }

  /** The node of a state that is known, or NONE. */
  find(state: State, from: number): number {
    const at = this.#states.hash(state, from) & (this.#table.length - 1);
    for (let node = this.#table[at]!; node !== UNMET; node = this.ints[node + NODE.NEXT]!) {
      if (this.#states.has(node, state, from)) return node;
    }
    return NONE;
  }

  /** Gives a record its state: it is found by it from now on. */
  enter(node: number, state: State, from: number): void {
    this.#states.put(node, state, from);
    const at = this.#states.hash(state, from) & (this.#table.length - 1);
    this.ints[node + NODE.NEXT] = this.#table[at]!;
    this.#table[at] = node;
  }

  state(node: number): State {
    return this.#states.get(node);
  }

  /** A record with a state is free again. */
  drop(node: number): void {
    const { ints } = this;
    const at = this.#states.hash(this.#states.get(node)) & (this.#table.length - 1);
    if (this.#table[at] === node) this.#table[at] = ints[node + NODE.NEXT]!;
    else {
      let before = this.#table[at]!;
      while (ints[before + NODE.NEXT] !== node) before = ints[before + NODE.NEXT]!;
      ints[before + NODE.NEXT] = ints[node + NODE.NEXT]!;
    }
    this.#states.drop(node);
    this.giveBack(node);
  }

  /** A record that has no state is free again. */
  giveBack(node: number): void {
    this.ints[node + NODE.KIND] = FREED;
    this.ints[node + NODE.COUNT] = 0;
    this.ints[node + NODE.NEXT] = this.#free;
    this.#free = node;
    this.#used--;
  }
}

/** In place of the kind of a node: the record is not in use. */
const FREED = -1;
