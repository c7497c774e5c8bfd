import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../base/index.js';
import { firstDifference } from './fakePair.js';
import * as op from './instructionSet.js';
import { openKernel } from './kernel.js';
import { MemoryPlan } from './loader.js';
import { lanesOf, type MemoryMap, memoryMap, QUEUE, randomWords, slotBytes, type Width } from './memoryMap.js';
import { twinKernel } from './twin.js';

const WIDTHS = ([4, 2] as const).flatMap((unitWords) => [1, 2, 4, 8].map((units): Width => ({ units, unitWords })));

/** From the first slot that kernels do not write themselves: slots that gates read and write, those that only loops write, and the counters. */
const FIRST = 1 + op.RUNNING;
const PLAIN_SLOTS = 100;
const LOOP_SLOTS = 4;
const COUNTERS = 3;
const SLOTS = FIRST + PLAIN_SLOTS + LOOP_SLOTS + COUNTERS * op.COUNTER_BITS;

/** The most moves of a choice; more than are worth sifting, and than three bits count. */
const MOST_MOVES = 60;
const STREAM_WORDS = 20_000;

/** Of refills. */
const PHASES = 2;
const STATE_WORDS = 2;
/** Starts that share lanes. */
const SHARING = 40;

describe('the kernel', () => {
  it.each(WIDTHS)('executes what its twin does, instruction by instruction: $units × $unitWords words', (width) => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 12 }), (seed, length) => {
        const random = seededRandom(seed);
        const plan = new MemoryPlan(width, SLOTS);
        const [called, main] = [plan.take(STREAM_WORDS), plan.take(STREAM_WORDS)];
        const kernel = openKernel(width, plan.bytes);
        if (!kernel.ok) throw new Error(kernel.error);
        const words = kernel.value.words;
        fillMemory(words, { random, plan });
        words.set(new StreamWriter(random, { plan, at: called }).write(2), called >> 2);
        words.set(new StreamWriter(random, { plan, at: main, called }).write(length), main >> 2);
        const twin = twinKernel(width, words.byteLength);
        twin.words.set(words);
        kernel.value.run(main);
        twin.run(main);
        expect(firstDifference(kernel.value, twin, { width, slots: SLOTS })).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it.each(WIDTHS)('executes straight-line code as its twin does the stream: $units × $unitWords words', (width) => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 60 }), (seed, length) => {
        const random = seededRandom(seed);
        const plan = new MemoryPlan(width, SLOTS);
        const [called, at] = [plan.take(STREAM_WORDS), plan.take(STREAM_WORDS)];
        const stream = Int32Array.from(new StreamWriter(random, { plan, at, called, isPly: true }).write(length));
        const straight = { streams: [{ at, words: stream }], temporaries: plan.slot(SLOTS) };
        const kernel = openKernel(width, plan.bytes, straight);
        if (!kernel.ok) throw new Error(kernel.error);
        const { words } = kernel.value;
        fillMemory(words, { random, plan });
        words.set(new StreamWriter(random, { plan, at: called }).write(2), called >> 2);
        const twin = twinKernel(width, words.byteLength);
        twin.words.set(words);
        twin.words.set(stream, at >> 2);
        words.set(stream, at >> 2);
        kernel.value.run(at);
        twin.run(at);
        expect(firstDifference(kernel.value, twin, { width, slots: SLOTS })).toBeUndefined();
      }),
      { numRuns: 12 },
    );
  });
});

/** Any memory that a batch might come to: lanes anywhere in their playouts, counters at any count. */
function fillMemory(words: Int32Array, { random, plan }: { random: Random; plan: MemoryPlan }): void {
  const { width } = plan;
  const map = memoryMap(width);
  const scatter = (from: number, to: number): void => {
    // Full, empty and mixed words: carries go far, and moves are legal everywhere or nowhere.
    const kind = random.below(4);
    for (let word = from >> 2; word < to >> 2; word++) {
      words[word] = kind === 0 ? 0 : kind === 1 ? -1 : random.nextUint32() & (kind === 2 ? random.nextUint32() : -1);
    }
  };
  const slot = slotBytes(width);
  for (let from = map.random; from < map.count; from += slot) scatter(from, Math.min(from + slot, map.count));
  for (let index = 0; index < SLOTS; index++) scatter(plan.slot(index), plan.slot(index + 1));
  for (let word = 0; word < randomWords(width); word++) words[(map.random >> 2) + word] = random.nextUint32();
  // Lanes that run are active.
  for (let word = 0; word < slot / 4; word++) words[(map.active >> 2) + word]! |= words[(map.running >> 2) + word]!;
  const maxPlies = random.below(20);
  const now = random.below(60);
  const scalars: readonly [number, number][] = [
    [map.changed, random.below(2)],
    [map.now, now],
    [map.maxPlies, maxPlies],
    [map.stampBits, 33 - Math.clz32(maxPlies)],
    [map.epoch, 1 + random.below(10)],
    [map.nextEpoch, now + random.below(3)],
    [map.hasOldLanes, random.below(2)],
    [map.plies, random.nextUint32()],
    [map.isByLane, random.below(2)],
    [map.fewestToRefill, random.below(lanesOf(width))],
    [map.states, map.poolOfLane],
  ];
  for (const [address, value] of scalars) words[address >> 2] = value;
  // Most are empty soon; what whole vectors share lasts longer.
  const lanes = lanesOf(width);
  for (let lane = 0; lane < lanes; lane++) {
    words[(map.poolOfLane >> 2) + lane] = map.pools + 4 * random.below(lanes);
    words[(map.pools >> 2) + lane] = random.below(3);
  }
  for (let unit = 0; unit < width.units; unit++) {
    words[(map.poolOfVector >> 2) + unit] = map.pools + 4 * random.below(width.units);
    words[(map.pools >> 2) + unit] = random.below(300);
  }
  if (random.below(2) === 0) shareLanes(words, random, map);
}

/** Any lane plays from any start: of each phase some are waiting in a queue. */
function shareLanes(words: Int32Array, random: Random, map: MemoryMap): void {
  words[map.isByLane >> 2] = 1;
  words[map.isShared >> 2] = 1;
  words[map.left >> 2] = random.below(100);
  for (let phase = 0; phase < PHASES; phase++) {
    const queue = (map.pools >> 2) + QUEUE.WORDS * phase;
    const next = random.below(SHARING);
    words.set([next, random.below(next + 1), next + 1 + random.below(3), random.below(3)], queue);
  }
  for (const table of [map.poolOfLane, map.asideOfLane]) {
    for (let lane = 0; lane < (map.pools - map.poolOfLane) >> 2; lane++)
      words[(table >> 2) + lane] = random.below(SHARING);
  }
}

interface Place {
  readonly plan: MemoryPlan;
  /** The byte address of the stream. */
  readonly at: number;
  /** Another stream. */
  readonly called?: number;
  /** Whether the stream has only what plies without loops have. */
  readonly isPly?: boolean;
}

/** As many as make it likely that gates follow gates. */
const manyOf = (writer: () => void): readonly (() => void)[] => Array.from({ length: 20 }, () => writer);

/** Writes instructions at random, such that every loop ends. */
class StreamWriter {
  readonly #words: number[] = [];

  constructor(
    private readonly random: Random,
    private readonly place: Place,
  ) {}

  write(length: number): readonly number[] {
    for (let index = 0; index < length; index++) this.#instruction();
    return [...this.#words, op.END];
  }

  #instruction(): void {
    const ofPlies = [
      () => this.#gates(),
      () => this.#pairs(op.COPY),
      () => this.#pairs(op.NOT),
      () => this.#pairs(op.ASIDE),
      () => this.#words.push(op.MARK, this.#slot()),
      () => this.#words.push(op.STEP),
      () => this.#tally(),
      () => this.#choose(),
      () => this.#skip(),
      () => this.place.called !== undefined && this.#words.push(op.CALL, this.place.called),
    ];
    const others = [
      () => this.#pairs(op.ACCUMULATE),
      () => this.#refill(),
      () => this.#list(op.CLEAR),
      () => this.#words.push(op.TRANSPOSE, 2, this.#block(), this.#block()),
      () => this.#loop(),
    ];
    const writers = this.place.isPly === true ? [...ofPlies, ...manyOf(() => this.#gates())] : [...ofPlies, ...others];
    writers[this.random.below(writers.length)]!();
  }

  #slot(index = this.random.below(PLAIN_SLOTS + LOOP_SLOTS)): number {
    return this.place.plan.slot(FIRST + index);
  }

  /** The first of 32 slots. */
  #block(): number {
    return this.#slot(this.random.below(PLAIN_SLOTS - 31));
  }

  #written(): number {
    return this.#slot(this.random.below(PLAIN_SLOTS));
  }

  #gates(): void {
    const count = 1 + this.random.below(4);
    const few = op.SHAPES[this.random.below(op.SHAPES.length)]!;
    const isWide = this.random.below(2) === 1;
    const shape = isWide ? this.#wideShape() : few;
    const opcode = shape.kind === 'all' ? op.WIDE_ALL : op.WIDE_SOME;
    this.#words.push(...(isWide ? [opcode, count, ...op.countsOf(shape)] : [op.shapeOpcode(few)!, count]));
    for (let gate = 0; gate < count; gate++) {
      this.#words.push(this.#written());
      for (let input = 0; input < op.inputsOf(shape); input++) this.#words.push(this.#slot());
    }
  }

  #wideShape(): op.Shape {
    const kind = this.random.below(2) === 0 ? 'all' : 'some';
    const shape = op.shapeWith(kind, [this.random.below(5), this.random.below(5), this.random.below(4)]);
    return op.inputsOf(shape) > 1 ? shape : this.#wideShape();
  }

  #pairs(opcode: number, first: readonly number[] = []): void {
    const count = this.random.below(5);
    this.#words.push(opcode, ...first, count);
    for (let pair = 0; pair < count; pair++) this.#words.push(this.#written(), this.#slot());
  }

  #refill(): void {
    const phase = this.random.below(PHASES);
    this.#pairs(op.REFILL, [phase, STATE_WORDS, ...Array.from({ length: STATE_WORDS }, () => this.#block())]);
  }

  #list(opcode: number): void {
    const count = this.random.below(5);
    this.#words.push(opcode, count, ...Array.from({ length: count }, () => this.#written()));
  }

  #tally(): void {
    const count = this.random.below(3);
    this.#words.push(op.TALLY, this.random.below(2), count);
    for (let index = 0; index < count; index++) {
      const counter = PLAIN_SLOTS + LOOP_SLOTS + this.random.below(COUNTERS) * op.COUNTER_BITS;
      this.#words.push(this.#slot(), this.#slot(counter));
    }
  }

  /** Moves are written to slots of their own, or over their own legality where nothing else reads it. */
  #choose(): void {
    const moves = this.random.below(3) === 0 ? this.random.below(9) : this.random.below(MOST_MOVES);
    const free = Array.from({ length: PLAIN_SLOTS }, (_, index) => index);
    const takeFree = (): number => free.splice(this.random.below(free.length), 1)[0]!;
    const isOver = Array.from({ length: moves }, () => this.random.below(3) === 0);
    const legal = isOver.map((over) => (over || free.length < MOST_MOVES ? takeFree() : -1));
    const does = legal.map((slot) => (slot >= 0 ? slot : takeFree()));
    const shared = [...free, PLAIN_SLOTS];
    const read = legal.map((slot) => (slot >= 0 ? slot : shared[this.random.below(shared.length)]!));
    const pairs = read.flatMap((slot, move) => [slot, does[move]!]);
    this.#words.push(op.CHOOSE, moves, ...pairs.map((slot) => this.#slot(slot)));
    this.#words.push(...new Array<number>(1 + 2 * moves).fill(0));
  }

  /** Gates that read anything, and what they give added to slots that nothing else writes: it can only grow. */
  #loop(): void {
    const again = this.place.at + 4 * this.#words.length;
    this.#gates();
    this.#gates();
    this.#words.push(op.ACCUMULATE, LOOP_SLOTS);
    for (let index = 0; index < LOOP_SLOTS; index++) this.#words.push(this.#slot(PLAIN_SLOTS + index), this.#slot());
    this.#words.push(op.REPEAT, again);
  }

  #skip(): void {
    this.#words.push(op.SKIP_UNLESS, 0, this.random.below(2));
    const label = this.#words.length - 2;
    this.#instruction();
    this.#words[label] = this.place.at + 4 * this.#words.length;
  }
}
