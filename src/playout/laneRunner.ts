import { ok, type Result, seededRandom } from '../base/index.js';
import type { Stream } from './gates/emit.js';
import { FIRST_SLOT, ONES, type PlayoutStreams } from './gates/playoutStreams.js';
import { COUNTER_BITS } from './kernel/instructionSet.js';
import type { Kernel } from './kernel/kernel.js';
import { load, MemoryPlan, place } from './kernel/loader.js';
import {
  counterBytes,
  lanesOf,
  type MemoryMap,
  memoryMap,
  mostSharedStarts,
  QUEUE,
  randomWords,
  slotBytes,
  type Width,
} from './kernel/memoryMap.js';
import type { StraightStreams } from './kernel/straightStream.js';
import type { PlacedStream } from './kernel/streamDecoder.js';
import { HASH_WORDS, type PackedState } from './packedState.js';

/** Makes a kernel of a width with so many bytes: the one in WebAssembly, or its twin. It may prepare for streams that will be loaded. */
export type KernelMaker = (width: Width, bytes: number, straight?: StraightStreams) => Result<Kernel, string>;

/** Most playouts of one lane in one batch: its counters hold no more. */
export const MOST_PLAYOUTS_A_LANE = 2 ** COUNTER_BITS - 1;

/**
 * Operands of the gates of a ply from which on there is a look at the clock after each period: it takes nothing beside them, and the longest playouts of
 * smaller games are over in some milliseconds.
 */
const LONG_PLY = 20_000;

/** Shared lanes are refilled when this part of them waits: to load starts takes about as long as a ply. */
const REFILLED_TOGETHER = 1 / 16;

/** A ply that no batch comes to. */
const NEVER = 2 ** 31 - 1;

/**
 * Playouts of one batch. Whichever lane is free begins the next one, so that few wait for the last. Since what is begun
 * does not depend on what will come of it, no outcome is favoured. Either each start has as many lanes, side by side,
 * which share its playouts; or all lanes share those of all starts.
 */
export interface LaneBatch {
  readonly starts: readonly PackedState[];
  /**
   * The phase of each start, none where there are no phases. They ascend where lanes are shared by all; else they are
   * one and the same, unless each playout has a lane of its own.
   */
  readonly phases: readonly number[] | Int32Array | undefined;
  /**
   * Undefined where all lanes are shared by all starts: at most `mostSharedStarts` of them, with `MOST_SHARED_PLAYOUTS`
   * each at most.
   */
  readonly lanesEach: number | undefined;
  readonly playoutsEach: number;
  readonly seed: number;
  readonly maxPlies: number;
}

/** Runs playouts in the lanes of a kernel. */
export class LaneRunner {
  readonly lanes: number;
  readonly #map: MemoryMap;
  readonly #flush: number;
  /** For each phase, the address of its table: the stream that refills lanes, then those that play, in turn. */
  readonly #tables: readonly number[];
  /** The same where lanes are shared, which are refilled in every phase. */
  readonly #sharedTables: readonly number[];
  /** The address of packed states that share lanes, and the words of one. */
  readonly #states: number;
  readonly #stateWords: number;
  readonly #bytes: Uint8Array;
  readonly #load: number;
  /** The first word of the slots of starts. */
  readonly #starts: number;
  /** The first word of each outcome's counter, and of the slot that says whether a move was made. */
  readonly #counters: Int32Array;
  readonly #made: Int32Array;
  /** Words of what lanes keep. */
  readonly #kept: { readonly from: number; readonly to: number };
  readonly #plies: BigInt64Array;
  /** The start of each lane in the last batch: its place there. */
  readonly #startOf: Int32Array;
  readonly #some: Int32Array;
  #used = 0;
  /** Starts of the last batch, where all lanes are shared. */
  #sharing = 0;
  /** Bits of the largest count that a lane of the last batch can have come to. */
  #countBits = 0;
  /** Whether lanes of the last batch counted each for itself, not whole vectors. */
  #isByLane = false;
  /** Whether all starts of the last batch shared all lanes. */
  #isShared = false;
  readonly #hasLongPlies: boolean;

  private constructor(
    private readonly kernel: Kernel,
    private readonly streams: PlayoutStreams,
    plan: MemoryPlan,
    addresses: Addresses,
  ) {
    this.lanes = lanesOf(kernel.width);
    this.#map = memoryMap(kernel.width);
    this.#flush = addresses.flush;
    this.#tables = addresses.tables;
    this.#sharedTables = addresses.sharedTables;
    this.#states = addresses.states;
    this.#stateWords = streams.stateWords;
    this.#bytes = new Uint8Array(kernel.words.buffer);
    this.#load = addresses.load;
    this.#starts = plan.slot(streams.starts) >> 2;
    this.#counters = Int32Array.from(streams.counters, (slot) => plan.slot(slot) >> 2);
    this.#made = Int32Array.from(streams.made, (slot) => plan.slot(slot) >> 2);
    this.#kept = { from: plan.slot(FIRST_SLOT) >> 2, to: plan.slot(FIRST_SLOT + streams.kept) >> 2 };
    this.#plies = new BigInt64Array(kernel.words.buffer, this.#map.plies, 1);
    this.#startOf = new Int32Array(this.lanes);
    this.#hasLongPlies = streams.phases.some(({ play }) => play.inputs >= LONG_PLY);
    this.#some = new Int32Array(this.lanes >>> 5);
  }

  static open(streams: PlayoutStreams, width: Width, make: KernelMaker): Result<LaneRunner, string> {
    const { phases, flush } = streams;
    const plan = new MemoryPlan(width, streams.slots);
    const flushAt = flush === undefined ? 0 : plan.take(flush.words.length);
    const placed = (stream: Stream, at = plan.take(stream.words.length)): PlacedStream =>
      place(stream, { plan, at, flush: flushAt });
    const loadStream = placed(streams.load);
    const ofPhases = phases.map(({ play, refill }) => ({
      play: placed(play),
      refill: placed(refill),
      table: plan.take(1 + phases.length),
      sharedTable: plan.take(2 * phases.length),
    }));
    const states = plan.take(mostSharedStarts(width) * streams.stateWords);
    const plays = ofPhases.map(({ play }) => play);
    const straight = { streams: plays, temporaries: plan.slot(streams.temporaries) };
    const kernel = make(width, plan.bytes, streams.isStraight ? straight : undefined);
    if (!kernel.ok) return kernel;
    const { words } = kernel.value;
    if (flush !== undefined) load(words, placed(flush, flushAt));
    load(words, loadStream);
    ofPhases.forEach(({ play, refill, table, sharedTable }, phase) => {
      load(words, play);
      load(words, refill);
      const period = [...ofPhases.slice(phase), ...ofPhases.slice(0, phase)];
      words.set([refill.at, ...period.map((each) => each.play.at)], table >> 2);
      words.set(
        period.flatMap((each) => [each.refill.at, each.play.at]),
        sharedTable >> 2,
      );
    });
    words.fill(-1, plan.slot(ONES) >> 2, plan.slot(ONES + 1) >> 2);
    const addresses = {
      ...{ flush: flushAt, load: loadStream.at, states },
      tables: ofPhases.map(({ table }) => table),
      sharedTables: ofPhases.map(({ sharedTable }) => sharedTable),
    };
    return ok(new LaneRunner(kernel.value, streams, plan, addresses));
  }

  /** Where time is up first, playouts that are not over count as capped. */
  run(batch: LaneBatch, isTimeUp?: () => boolean): void {
    this.#clear();
    this.#setLimits(batch);
    const { phases = ONLY_PHASE, lanesEach } = batch;
    this.#isShared = lanesEach === undefined;
    let table: number;
    if (lanesEach === undefined) {
      this.#fillQueues(batch);
      table = this.#sharedTables[phases[0]!]!;
    } else {
      this.#fillPools(batch, lanesEach);
      this.#loadStarts(batch.starts);
      table = this.#tables[this.#join(phases)]!;
    }
    const others = this.#isShared ? 2 * this.#tables.length - 1 : this.#tables.length;
    if (isTimeUp === undefined || !this.#hasLongPlies) this.kernel.play(table, others);
    else this.#playUntil(isTimeUp, { table, others });
    if (this.streams.flush !== undefined) this.kernel.run(this.#flush);
  }

  /**
   * Where starts are in several phases, their lanes join as the period comes to each: none of them begins a second playout. Gives the phase in which
   * all are there but those that join in it.
   */
  #join(phases: readonly number[] | Int32Array): number {
    const order = inTurn(phases, this.#tables.length);
    if (order.length === 1) return order[0]!;
    const { words } = this.kernel;
    const active = this.#map.active >> 2;
    words.fill(0, active, active + this.usedWords);
    order.forEach((joining, index) => {
      for (let lane = 0; lane < this.#used; lane++) {
        if (phases[this.#startOf[lane]!] === joining) words[active + (lane >>> 5)]! |= 1 << (lane & 31);
      }
      if (index < order.length - 1) this.#playFrom(joining, order[index + 1]!);
    });
    return order.at(-1)!;
  }

  /** Refills lanes, and plays from one phase to another. */
  #playFrom(from: number, to: number): void {
    const { words } = this.kernel;
    const table = this.#tables[from]! >> 2;
    this.kernel.run(words[table]!);
    const plies = (to - from + this.#tables.length) % this.#tables.length;
    for (let ply = 1; ply <= plies; ply++) this.kernel.run(words[table + ply]!);
  }

  /** Plays as the kernel does, until no lane has anything to play or time is up. */
  #playUntil(isTimeUp: () => boolean, { table, others }: Readonly<Record<'table' | 'others', number>>): void {
    const { words } = this.kernel;
    const active = this.#map.active >> 2;
    const hasActive = (): boolean => words.subarray(active, active + this.usedWords).some((word) => word !== 0);
    const first = table >> 2;
    do {
      this.kernel.run(words[first]!);
      if (!hasActive()) return;
      for (let other = 1; other <= others; other++) this.kernel.run(words[first + other]!);
    } while (!isTimeUp());
  }

  /** Joint moves made in the last batch. */
  get plies(): number {
    return Number(this.#plies[0]);
  }

  /** Lanes of the last batch. */
  get usedLanes(): number {
    return this.#used;
  }

  /** Words of 32 lanes that the last batch used. */
  get usedWords(): number {
    return (this.#used + 31) >>> 5;
  }

  /** For each lane of the last batch, the place of its start in the batch. */
  get startOf(): Int32Array {
    return this.#startOf;
  }

  /** Adds the counts of an outcome of the last batch to the totals of its starts. */
  addOutcome(outcome: number, totals: Int32Array): void {
    const counter = this.#counters[outcome]!;
    if (this.#isShared) return this.#addBytes(counter, totals);
    if (this.#isByLane) return this.#addCounter(counter, totals);
    const { words, width } = this.kernel;
    for (let word = 0; word < this.usedWords; word += width.unitWords) {
      totals[this.#startOf[word * 32]!]! += words[counter + word]!;
    }
  }

  addCapped(totals: Int32Array): void {
    const counter = this.#map.capped >> 2;
    if (this.#isShared) this.#addBytes(counter, totals);
    else this.#addCounter(counter, totals);
    this.#addUnfinished(totals);
  }

  addStuck(totals: Int32Array): void {
    const counter = this.#map.stuck >> 2;
    if (this.#isShared) this.#addBytes(counter, totals);
    else this.#addCounter(counter, totals);
  }

  /** After a batch of one playout a lane: the 32 lanes of a word whose playout had that outcome. */
  lanesWith(outcome: number, word: number): number {
    return this.kernel.words[this.#counters[outcome]! + word]!;
  }

  /** After a batch of one playout a lane: the 32 lanes of a word whose playout ended. */
  lanesThatEnded(word: number): number {
    const { words } = this.kernel;
    const used = lowestBits(Math.min(32, this.#used - 32 * word));
    const { capped, stuck, running } = this.#map;
    return used & ~(words[(capped >> 2) + word]! | words[(stuck >> 2) + word]! | words[(running >> 2) + word]!);
  }

  /** After a batch of one playout a lane: the lanes in which a move was made, 32 a word; lanes that the batch did not use do not count. */
  lanesThatMade(move: number): Int32Array {
    const at = this.#made[move]!;
    for (let word = 0; word < this.usedWords; word++) this.#some[word] = this.kernel.words[at + word]!;
    return this.#some;
  }

  /** Playouts that were running when time was up, and those that had not begun. */
  #addUnfinished(totals: Int32Array): void {
    const { words } = this.kernel;
    const { running, pools, poolOfLane } = this.#map;
    if (this.#isShared) this.#addWaiting(totals);
    else {
      const starts = this.#used === 0 ? 0 : this.#startOf[this.#used - 1]! + 1;
      for (let start = 0; start < starts; start++) totals[start]! += words[(pools >> 2) + start]!;
    }
    const startOf = this.#isShared ? words.subarray(poolOfLane >> 2) : this.#startOf;
    for (let word = 0; word < this.usedWords; word++) {
      for (let rest = words[(running >> 2) + word]!; rest !== 0; rest &= rest - 1) {
        totals[startOf[word * 32 + 31 - Math.clz32(rest & -rest)]!]!++;
      }
    }
  }

  /** Playouts that are still in queues. */
  #addWaiting(totals: Int32Array): void {
    const { words } = this.kernel;
    const { left, pools } = this.#map;
    if (words[left >> 2] === 0) return;
    for (let phase = 0, at = pools >> 2; phase < this.#tables.length; phase++, at += QUEUE.WORDS) {
      const rounds = words[at + QUEUE.ROUNDS]!;
      for (let start = words[at + QUEUE.FIRST]!; rounds > 0 && start < words[at + QUEUE.END]!; start++) {
        totals[start]! += start < words[at + QUEUE.NEXT]! ? rounds - 1 : rounds;
      }
    }
  }

  #addBytes(counter: number, totals: Int32Array): void {
    const from = 4 * counter;
    for (let start = 0; start < this.#sharing; start++) totals[start]! += this.#bytes[from + start]!;
  }

  #addCounter(first: number, totals: Int32Array): void {
    const { words, width } = this.kernel;
    const slotWords = slotBytes(width) / 4;
    const startOf = this.#startOf;
    for (let bit = 0; bit < this.#countBits; bit++) {
      const from = first + bit * slotWords;
      for (let word = 0; word < this.usedWords; word++) {
        const plane = words[from + word]!;
        if (plane === 0) continue;
        const start = startOf[word * 32]!;
        // The lanes of a start stand together: where the first and the last of a word agree, all do.
        if (start === startOf[Math.min(this.#used, word * 32 + 32) - 1]) totals[start]! += ones(plane) * 2 ** bit;
        else {
          for (let rest = plane; rest !== 0; rest &= rest - 1) {
            totals[startOf[word * 32 + 31 - Math.clz32(rest & -rest)]!]! += 2 ** bit;
          }
        }
      }
    }
  }

  #clear(): void {
    const { words, width } = this.kernel;
    const map = this.#map;
    const slotWords = slotBytes(width) / 4;
    words.fill(0, 0, map.poolOfVector >> 2);
    words.fill(0, map.random >> 2, map.count >> 2);
    // What lanes hold that the batch does not use has its part in how many random bits are drawn: it must not be that of another batch.
    words.fill(0, map.running >> 2, (map.running >> 2) + slotWords);
    words.fill(0, this.#kept.from, this.#kept.to);
    for (const counter of this.#counters) words.fill(0, counter, counter + counterBytes(width) / 4);
  }

  #setLimits({ seed, maxPlies }: LaneBatch): void {
    const { words, width } = this.kernel;
    const map = this.#map;
    words[map.maxPlies >> 2] = maxPlies;
    words[map.stampBits >> 2] = 33 - Math.clz32(maxPlies);
    const epoch = Math.max(1, maxPlies >> 1);
    words[map.epoch >> 2] = epoch;
    // The shortest playouts are over before an epoch tells that they are old: they are looked at all the time.
    const isShort = maxPlies < 2;
    words[map.nextEpoch >> 2] = isShort ? NEVER : epoch;
    words[map.hasOldLanes >> 2] = isShort ? 1 : 0;
    const random = seededRandom(seed);
    const at = map.random >> 2;
    for (let word = 0; word < randomWords(width); word++) words[at + word] = random.nextUint32() | 0;
  }

  /** Where all lanes are shared. */
  #fillQueues({ starts, phases, playoutsEach }: LaneBatch): void {
    const { words } = this.kernel;
    const map = this.#map;
    this.#sharing = starts.length;
    const playouts = starts.length * playoutsEach;
    this.#used = Math.min(this.lanes, playouts);
    words[map.isByLane >> 2] = 1;
    words[map.isShared >> 2] = 1;
    words[map.fewestToRefill >> 2] = Math.max(1, Math.floor(this.#used * REFILLED_TOGETHER));
    words[map.left >> 2] = playouts;
    words[map.states >> 2] = this.#states;
    const queues = map.pools >> 2;
    words.fill(0, queues, queues + QUEUE.WORDS * this.#tables.length);
    let at = this.#states >> 2;
    for (let start = 0; start < starts.length; start++) {
      const queue = queues + QUEUE.WORDS * (phases === undefined ? 0 : phases[start]!);
      if (words[queue + QUEUE.ROUNDS] === 0) {
        words[queue + QUEUE.NEXT] = start;
        words[queue + QUEUE.FIRST] = start;
        words[queue + QUEUE.ROUNDS] = playoutsEach;
      }
      words[queue + QUEUE.END] = start + 1;
      const state = starts[start]!;
      for (let word = 0; word < this.#stateWords; word++) words[at++] = state[word]!;
    }
    this.#activate();
  }

  #fillPools({ starts, playoutsEach }: LaneBatch, lanesEach: number): void {
    const { words, width } = this.kernel;
    const map = this.#map;
    const lanesAVector = width.unitWords * 32;
    this.#used = starts.length * lanesEach;
    this.#countBits = 32 - Math.clz32(playoutsEach);
    // What came of a lane's single playout can be asked for.
    this.#isByLane = lanesEach % lanesAVector !== 0 || playoutsEach === lanesEach;
    for (let start = 0, lane = 0; start < starts.length; start++) {
      for (const end = lane + lanesEach; lane < end; lane++) this.#startOf[lane] = start;
    }
    words.fill(playoutsEach, map.pools >> 2, (map.pools >> 2) + starts.length);
    const isByLane = this.#isByLane;
    words[map.isByLane >> 2] = isByLane ? 1 : 0;
    const at = (isByLane ? map.poolOfLane : map.poolOfVector) >> 2;
    const lanesAPlace = isByLane ? 1 : lanesAVector;
    for (let lane = 0, place = at; lane < this.#used; lane += lanesAPlace, place++) {
      words[place] = map.pools + 4 * this.#startOf[lane]!;
    }
    this.#activate();
  }

  /** The lanes that are used wait for playouts. */
  #activate(): void {
    const { words } = this.kernel;
    const active = this.#map.active >> 2;
    words.fill(-1, active, active + (this.#used >>> 5));
    if ((this.#used & 31) !== 0) words[active + (this.#used >>> 5)] = lowestBits(this.#used & 31);
  }

  #loadStarts(starts: readonly PackedState[]): void {
    const { words, width } = this.kernel;
    const startOf = this.#startOf;
    const row = slotBytes(width) / 4;
    for (let lane = 0; lane < this.#used; lane++) {
      const start = starts[startOf[lane]!]!;
      let at = this.#starts + (lane & 31) * row + (lane >>> 5);
      for (let word = 0; word < start.length - HASH_WORDS; word++, at += 32 * row) words[at] = start[word]!;
    }
    this.kernel.run(this.#load);
  }
}

interface Addresses {
  readonly flush: number;
  readonly load: number;
  readonly tables: readonly number[];
  readonly sharedTables: readonly number[];
  readonly states: number;
}

/** The phases of a game that has none. */
const ONLY_PHASE = [0];

/** Phases in the order in which the period comes to them, beginning behind the longest gap, so that the last to come has waited least. */
export function inTurn(phases: readonly number[] | Int32Array, period: number): readonly number[] {
  const met = Array.from({ length: period }, (_, phase) => phase).filter((phase) => phases.includes(phase));
  const waits = met.map((phase, index) => (phase - met.at(index - 1)! + period) % period);
  const first = waits.indexOf(Math.max(...waits));
  return [...met.slice(first), ...met.slice(0, first)];
}

/** A word in which so many bits are set, 1 to 32. */
const lowestBits = (count: number): number => -1 >>> (32 - count);

/** The bits of a word that are set. */
export function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
