import { ok, type Result, seededRandom } from '../base/index.js';
import { ONES, type PlayoutStreams } from './gates/playoutStreams.js';
import { COUNTER_BITS } from './kernel/instructionSet.js';
import type { Kernel } from './kernel/kernel.js';
import { load, MemoryPlan } from './kernel/loader.js';
import {
  counterBytes,
  lanesOf,
  type MemoryMap,
  memoryMap,
  randomWords,
  slotBytes,
  type Width,
} from './kernel/memoryMap.js';
import { HASH_WORDS, type PackedState } from './packedState.js';

/** Makes a kernel of a width with so many bytes: the one in WebAssembly, or its twin. */
export type KernelMaker = (width: Width, bytes: number) => Result<Kernel, string>;

/** Most playouts of one lane in one batch: its counters hold no more. */
export const MOST_PLAYOUTS_A_LANE = 2 ** COUNTER_BITS - 1;

/** A ply that no batch comes to. */
const NEVER = 2 ** 31 - 1;

/**
 * Who makes how many playouts. By lanes: for each lane its number. By pools: for each pool the vectors of lanes that share it, and the number of
 * playouts that these make together; whichever lane is free begins the next one, so that few wait for the last. Since what is begun does not
 * depend on what will come of it, no outcome is favoured. Numbers are 1 to {@link MOST_PLAYOUTS_A_LANE}.
 */
export type LaneShare =
  | { readonly kind: 'lanes'; readonly playouts: readonly number[] }
  | { readonly kind: 'pools'; readonly pools: readonly { readonly vectors: number; readonly playouts: number }[] };

/** Playouts of one batch: what each lane starts from, and how often. Lanes beyond the list do nothing. */
export interface LaneBatch {
  readonly phase: number;
  /** For each lane, its start; the same object for lanes with the same one, next to each other, is loaded faster. */
  readonly starts: readonly PackedState[];
  readonly share: LaneShare;
  readonly seed: number;
  readonly maxPlies: number;
}

/** Runs playouts in the lanes of a kernel. */
export class LaneRunner {
  readonly #map: MemoryMap;
  readonly #flush: number;
  /** For each phase, the address of its table. */
  readonly #tables: readonly number[];

  private constructor(
    private readonly kernel: Kernel,
    private readonly streams: PlayoutStreams,
    private readonly plan: MemoryPlan,
    addresses: { readonly flush: number; readonly tables: readonly number[] },
  ) {
    this.#map = memoryMap(kernel.width);
    this.#flush = addresses.flush;
    this.#tables = addresses.tables;
  }

  static open(streams: PlayoutStreams, width: Width, make: KernelMaker): Result<LaneRunner, string> {
    const { phases, flush } = streams;
    const plan = new MemoryPlan(width, streams.slots);
    const flushAt = flush === undefined ? 0 : plan.take(flush.words.length);
    const placed = phases.map(({ play, refill }) => ({
      play: plan.take(play.words.length),
      refill: plan.take(refill.words.length),
      table: plan.take(1 + phases.length),
    }));
    const kernel = make(width, plan.bytes);
    if (!kernel.ok) return kernel;
    const { words } = kernel.value;
    if (flush !== undefined) load(words, flush, { plan, at: flushAt, flush: flushAt });
    placed.forEach(({ play, refill, table }, phase) => {
      load(words, phases[phase]!.play, { plan, at: play, flush: flushAt });
      load(words, phases[phase]!.refill, { plan, at: refill, flush: flushAt });
      const rest = [...placed.slice(phase), ...placed.slice(0, phase)];
      words.set([refill, ...rest.map((each) => each.play)], table >> 2);
    });
    words.fill(-1, plan.slot(ONES) >> 2, plan.slot(ONES + 1) >> 2);
    const tables = placed.map(({ table }) => table);
    return ok(new LaneRunner(kernel.value, streams, plan, { flush: flushAt, tables }));
  }

  get lanes(): number {
    return lanesOf(this.kernel.width);
  }

  run(batch: LaneBatch): void {
    this.#prepare(batch);
    this.kernel.play(this.#tables[batch.phase]!, this.#tables.length);
    if (this.streams.flush !== undefined) this.kernel.run(this.#flush);
  }

  /** Joint moves made in the last batch. */
  get plies(): number {
    return Number(new BigInt64Array(this.kernel.words.buffer, this.#map.plies, 1)[0]);
  }

  /** Adds the counts of an outcome, lane by lane, to the totals of the lanes' groups. */
  addOutcome(outcome: number, groupOf: Int32Array, totals: Int32Array): void {
    this.#addCounter(this.plan.slot(this.streams.counters[outcome]!), groupOf, totals);
  }

  addCapped(groupOf: Int32Array, totals: Int32Array): void {
    this.#addCounter(this.#map.capped, groupOf, totals);
  }

  addStuck(groupOf: Int32Array, totals: Int32Array): void {
    this.#addCounter(this.#map.stuck, groupOf, totals);
  }

  #addCounter(address: number, groupOf: Int32Array, totals: Int32Array): void {
    const { words, width } = this.kernel;
    const slotWords = slotBytes(width) / 4;
    for (let bit = 0; bit < COUNTER_BITS; bit++) {
      const from = (address >> 2) + bit * slotWords;
      for (let word = 0; word < slotWords && word * 32 < groupOf.length; word++) {
        const plane = words[from + word]!;
        if (plane === 0) continue;
        const last = Math.min(groupOf.length, word * 32 + 32) - 1;
        const group = groupOf[word * 32]!;
        // The lanes of a group stand together: where the first and the last of a word agree, all do.
        if (group === groupOf[last]) totals[group]! += ones(plane) * 2 ** bit;
        else {
          for (let rest = plane; rest !== 0; rest &= rest - 1) {
            totals[groupOf[word * 32 + 31 - Math.clz32(rest & -rest)]!]! += 2 ** bit;
          }
        }
      }
    }
  }

  /** The lanes of one vector of a slot. */
  get lanesAVector(): number {
    return this.kernel.width.unitWords * 32;
  }

  #prepare({ phase, starts, share, seed, maxPlies }: LaneBatch): void {
    const { words, width } = this.kernel;
    const map = this.#map;
    const set = (address: number, value: number): void => {
      words[address >> 2] = value;
    };
    words.fill(0, 0, map.count >> 2);
    for (const counter of this.streams.counters) {
      const at = this.plan.slot(counter) >> 2;
      words.fill(0, at, at + counterBytes(width) / 4);
    }
    set(map.maxPlies, maxPlies);
    set(map.stampBits, 33 - Math.clz32(maxPlies));
    const epoch = Math.max(1, maxPlies >> 1);
    set(map.epoch, epoch);
    // The shortest playouts are over before an epoch tells that they are old: they are looked at all the time.
    const isShort = maxPlies < 2;
    set(map.nextEpoch, isShort ? NEVER : epoch);
    set(map.hasOldLanes, isShort ? 1 : 0);
    const random = seededRandom(seed);
    for (let word = 0; word < randomWords(width); word++) set(map.random + word * 4, random.nextUint32() | 0);
    if (share.kind === 'pools') this.#preparePools(share.pools);
    else this.#prepareQuotas(share.playouts);
    this.#loadStarts(phase, starts);
  }

  #prepareQuotas(playouts: readonly number[]): void {
    const { words, width } = this.kernel;
    const map = this.#map;
    const slotWords = slotBytes(width) / 4;
    playouts.forEach((quota, lane) => {
      const word = lane >> 5;
      const one = 1 << (lane & 31);
      words[(map.active >> 2) + word]! |= one;
      const counter = 2 ** COUNTER_BITS - quota;
      for (let bit = 0; bit < COUNTER_BITS; bit++) {
        if (((counter >> bit) & 1) === 1) words[(map.quota >> 2) + bit * slotWords + word]! |= one;
      }
    });
  }

  #preparePools(pools: readonly { readonly vectors: number; readonly playouts: number }[]): void {
    const { words, width } = this.kernel;
    const map = this.#map;
    words[map.isPooled >> 2] = 1;
    let vector = 0;
    pools.forEach(({ vectors, playouts }, pool) => {
      const address = map.pools + 4 * pool;
      words[address >> 2] = playouts;
      words.fill(address, (map.poolOf >> 2) + vector, (map.poolOf >> 2) + vector + vectors);
      vector += vectors;
    });
    words.fill(-1, map.active >> 2, (map.active >> 2) + vector * width.unitWords);
    // Vectors of no pool draw from one that is empty.
    words.fill(map.changed, (map.poolOf >> 2) + vector, (map.poolOf >> 2) + width.units);
  }

  /** Turns states into slots: bit by bit, but for 32 lanes that have the same one. */
  #loadStarts(phase: number, starts: readonly PackedState[]): void {
    const { variables, startSlots } = this.streams.phases[phase]!;
    const { words, width } = this.kernel;
    const slotWords = slotBytes(width) / 4;
    const common = Array.from({ length: Math.ceil(starts.length / 32) }, (_, word) => {
      const lanes = starts.slice(word * 32, word * 32 + 32);
      return lanes.every((start) => start === lanes[0]) ? lanes[0] : undefined;
    });
    variables.forEach((variable, index) => {
      const at = this.plan.slot(startSlots[index]!) >> 2;
      words.fill(0, at, at + slotWords);
      // Moves made so far, which no state has, count as none: what follows the words of fluents is the hash.
      const bitOf = (start: PackedState): number =>
        variable >>> 5 < start.length - HASH_WORDS ? (start[variable >>> 5]! >>> (variable & 31)) & 1 : 0;
      common.forEach((start, word) => {
        if (start !== undefined) words[at + word] = -bitOf(start);
        else {
          const last = Math.min(starts.length, word * 32 + 32);
          for (let lane = word * 32; lane < last; lane++) words[at + word]! |= bitOf(starts[lane]!) << (lane & 31);
        }
      });
    });
  }
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
