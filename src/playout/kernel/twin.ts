import * as op from './instructionSet.js';
import type { Kernel } from './kernel.js';
import { memoryMap, type MemoryMap, QUEUE, slotBytes, type Width } from './memoryMap.js';

/** A kernel in plain TypeScript, word by word and lane by lane: what the WebAssembly kernel is compared with, bit by bit. */
export function twinKernel(width: Width, bytes: number): Kernel {
  return new Twin(width, new Int32Array(Math.ceil(bytes / 4)));
}

class Twin implements Kernel {
  readonly #map: MemoryMap;
  readonly #slotWords: number;

  constructor(
    readonly width: Width,
    readonly words: Int32Array<ArrayBuffer>,
  ) {
    this.#map = memoryMap(width);
    this.#slotWords = slotBytes(width) / 4;
  }

  play(table: number, others: number): void {
    for (;;) {
      this.run(this.#load(table));
      if (!this.#range(this.#map.active).some((word) => word !== 0)) return;
      for (let other = 1; other <= others; other++) this.run(this.#load(table + 4 * other));
    }
  }

  run(stream: number): void {
    let pc = stream;
    for (;;) {
      const opcode = this.#load(pc);
      if (opcode === op.END) return;
      pc = this.#execute(opcode, pc + 4);
    }
  }

  #load(address: number): number {
    return this.words[address >> 2]!;
  }

  /** The words of a slot. */
  #range(address: number): Int32Array {
    return this.words.subarray(address >> 2, (address >> 2) + this.#slotWords);
  }

  /** The words of one vector. */
  #unit(address: number, unit: number): Int32Array {
    const from = (address >> 2) + unit * this.width.unitWords;
    return this.words.subarray(from, from + this.width.unitWords);
  }

  /** `operation(word)` for each word of a slot. */
  #write(address: number, operation: (word: number) => number): void {
    const to = this.#range(address);
    const result = Int32Array.from(to, (_, word) => operation(word));
    to.set(result);
  }

  #execute(opcode: number, pc: number): number {
    const operand = (index: number): number => this.#load(pc + 4 * index);
    switch (opcode) {
      case op.COPY:
      case op.NOT:
        for (let gate = 0; gate < operand(0); gate++) {
          const from = this.#range(operand(2 + 2 * gate));
          this.#write(operand(1 + 2 * gate), (word) => (opcode === op.NOT ? ~from[word]! : from[word]!));
        }
        return pc + 4 * (1 + 2 * operand(0));
      case op.WIDE_ALL:
      case op.WIDE_SOME: {
        const kind = opcode === op.WIDE_ALL ? 'all' : 'some';
        return this.#gates(pc + 16, operand(0), op.shapeWith(kind, [operand(1), operand(2), operand(3)]));
      }
      case op.CLEAR:
        for (let index = 1; index <= operand(0); index++) this.#range(operand(index)).fill(0);
        return pc + 4 * (1 + operand(0));
      case op.ACCUMULATE:
        return this.#accumulate(pc);
      case op.REPEAT:
        if (this.#load(this.#map.changed) === 0) return pc + 4;
        this.words[this.#map.changed >> 2] = 0;
        return operand(0);
      case op.MARK:
        this.#mark(operand(0));
        return pc + 4;
      case op.SKIP_UNLESS: {
        const finished = this.#range(this.#map.finished);
        const kept = this.#range(this.#map.kept);
        const isMet = finished.some((word, index) => (operand(1) === op.KEPT_ASIDE ? word & kept[index]! : word) !== 0);
        return isMet ? pc + 8 : operand(0);
      }
      case op.TALLY:
        return this.#tally(pc);
      case op.ASIDE: {
        const finished = this.#range(this.#map.finished);
        const kept = this.#range(this.#map.kept);
        this.#write(this.#map.kept, (word) => kept[word]! | finished[word]!);
        if (this.#isShared) this.#keepStarts(finished);
        return this.#moveLanes(pc, finished);
      }
      case op.CHOOSE:
        return this.#choose(pc);
      case op.STEP:
        this.#step();
        return pc;
      case op.REFILL:
        return this.#refill(pc);
      case op.TRANSPOSE:
        for (let index = 1; index <= operand(0); index++) this.#transpose(operand(index));
        return pc + 4 * (1 + operand(0));
      case op.CALL:
        this.run(operand(0));
        return pc + 4;
      default:
        return this.#gates(pc + 4, operand(0), op.shapeOf(opcode)!);
    }
  }

  #gates(first: number, count: number, shape: op.Shape): number {
    const inputs = op.inputsOf(shape);
    let pc = first;
    for (let gate = 0; gate < count; gate++, pc += 4 * (1 + inputs)) {
      const from = Array.from({ length: inputs }, (_, index) => this.#range(this.#load(pc + 4 + 4 * index)));
      this.#write(this.#load(pc), (word) =>
        combine(
          shape,
          from.map((input) => input[word]!),
        ),
      );
    }
    return pc;
  }

  #accumulate(pc: number): number {
    const count = this.#load(pc);
    for (let index = 0; index < count; index++) {
      const to = this.#range(this.#load(pc + 4 + 8 * index));
      const from = this.#range(this.#load(pc + 8 + 8 * index));
      from.forEach((word, at) => {
        if ((word & ~to[at]!) !== 0) this.words[this.#map.changed >> 2] = 1;
        to[at]! |= word;
      });
    }
    return pc + 4 * (1 + 2 * count);
  }

  /** Adds one in the lanes of one vector; gives the lanes that overflow. */
  #addOne(counter: number, unit: number, lanes: Int32Array): Int32Array {
    let carry = lanes.slice();
    for (let bit = 0; bit < op.COUNTER_BITS; bit++) {
      const plane = this.#unit(counter + bit * slotBytes(this.width), unit);
      const before = plane.slice();
      const added = carry;
      plane.forEach((word, at) => (plane[at] = word ^ added[at]!));
      carry = before.map((word, at) => word & added[at]!);
    }
    return carry;
  }

  get #isShared(): boolean {
    return this.#load(this.#map.isShared) === 1;
  }

  /** Counts one for lanes of one vector: in each, or for the start that the table at an address has for it. */
  #count(counter: number, { unit, startOf }: { unit: number; startOf: number }, lanes: Int32Array): void {
    if (!this.#isShared) this.#addOne(counter, unit, lanes);
    else {
      const view = new DataView(this.words.buffer);
      for (const lane of lanesOf(lanes)) {
        const at = counter + this.#load(startOf + 4 * (this.#firstLane(unit) + lane));
        view.setInt32(at, view.getInt32(at, true) + 1, true);
      }
    }
  }

  #keepStarts(finished: Int32Array): void {
    const { asideOfLane, poolOfLane } = this.#map;
    for (const lane of lanesOf(finished)) this.words[(asideOfLane >> 2) + lane] = this.#load(poolOfLane + 4 * lane);
  }

  #firstLane(unit: number): number {
    return unit * this.width.unitWords * 32;
  }

  #retire(unit: number, lanes: Int32Array): void {
    const running = this.#unit(this.#map.running, unit);
    running.forEach((word, at) => (running[at] = word & ~lanes[at]!));
  }

  #mark(terminal: number): void {
    const { units } = this.width;
    const map = this.#map;
    for (let unit = 0; unit < units; unit++) {
      const running = this.#unit(map.running, unit);
      const lanes = this.#unit(terminal, unit).map((word, at) => word & running[at]!);
      this.#unit(map.finished, unit).set(lanes);
      this.#retire(unit, lanes);
    }
    const now = this.#load(map.now);
    if (now >= this.#load(map.nextEpoch)) {
      this.words[map.nextEpoch >> 2]! += this.#load(map.epoch);
      const fresh = this.#range(map.fresh);
      const isOld = this.#range(map.running).some((word, at) => (word & ~fresh[at]!) !== 0);
      this.words[map.hasOldLanes >> 2] = isOld ? 1 : 0;
      fresh.fill(0);
    }
    if (this.#load(map.hasOldLanes) === 0) return;
    for (let unit = 0; unit < units; unit++) {
      const old = this.#unit(map.running, unit).slice();
      const born = now - this.#load(map.maxPlies);
      for (let bit = 0; bit < this.#load(map.stampBits); bit++) {
        const stamp = this.#unit(map.stamps + bit * slotBytes(this.width), unit);
        stamp.forEach((word, at) => (old[at]! &= ((born >> bit) & 1) === 1 ? word : ~word));
      }
      this.#count(map.capped, { unit, startOf: map.poolOfLane }, old);
      this.#retire(unit, old);
    }
  }

  #tally(pc: number): number {
    const isAside = this.#load(pc) === op.KEPT_ASIDE;
    const count = this.#load(pc + 4);
    const mask = isAside ? this.#map.kept : this.#map.finished;
    const startOf = isAside ? this.#map.asideOfLane : this.#map.poolOfLane;
    const isByLane = this.#load(this.#map.isByLane) === 1;
    for (let index = 0; index < count; index++) {
      const outcome = this.#load(pc + 8 + 8 * index);
      const counter = this.#load(pc + 12 + 8 * index);
      for (let unit = 0; unit < this.width.units; unit++) {
        const within = this.#unit(mask, unit);
        const lanes = this.#unit(outcome, unit).map((word, at) => word & within[at]!);
        if (isByLane) this.#count(counter, { unit, startOf }, lanes);
        else this.#unit(counter, unit)[0]! += onesOf(lanes);
      }
    }
    if (isAside) this.#range(this.#map.kept).fill(0);
    return pc + 8 + 8 * count;
  }

  #transpose(block: number): void {
    const rows = Array.from({ length: 32 }, (_, row) => this.#range(block + row * slotBytes(this.width)));
    for (let word = 0; word < this.#slotWords; word++) {
      const before = rows.map((row) => row[word]!);
      rows.forEach((row, bit) => {
        row[word] = before.reduce((sum, lane, place) => sum | (((lane >>> bit) & 1) << place), 0);
      });
    }
  }

  #moveLanes(pc: number, lanes: Int32Array): number {
    const count = this.#load(pc);
    for (let index = 0; index < count; index++) {
      const to = this.#load(pc + 4 + 8 * index);
      const old = this.#range(to);
      const from = this.#range(this.#load(pc + 8 + 8 * index));
      this.#write(to, (word) => (old[word]! & ~lanes[word]!) | (from[word]! & lanes[word]!));
    }
    return pc + 4 * (1 + 2 * count);
  }

  #refill(pc: number): number {
    const map = this.#map;
    const blocks = pc + 4;
    const pairs = blocks + 4 + 4 * this.#load(blocks);
    const running = this.#range(map.running);
    const lanes = this.#range(map.active).map((word, at) => word & ~running[at]!);
    if (this.#isShared) this.#drawShared(lanes, this.#load(pc), blocks);
    else if (this.#load(map.isByLane) === 1) this.#drawByLane(lanes);
    else this.#drawTogether(lanes);
    for (const slot of [map.running, map.fresh]) {
      const old = this.#range(slot);
      this.#write(slot, (word) => old[word]! | lanes[word]!);
    }
    const now = this.#load(map.now);
    for (let bit = 0; bit < this.#load(map.stampBits); bit++) {
      const slot = map.stamps + bit * slotBytes(this.width);
      const old = this.#range(slot);
      this.#write(slot, (word) => (((now >> bit) & 1) === 1 ? old[word]! | lanes[word]! : old[word]! & ~lanes[word]!));
    }
    return this.#moveLanes(pairs, lanes);
  }

  /**
   * Takes a start from the queue of a phase for each of the lanes, if enough of them wait; puts its words into the
   * blocks that are listed.
   */
  #drawShared(lanes: Int32Array, phase: number, blocks: number): void {
    const map = this.#map;
    const words = this.#load(blocks);
    const queue = (map.pools >> 2) + QUEUE.WORDS * phase;
    const hasRunning = this.#range(map.running).some((word) => word !== 0);
    if (this.#load(map.left) === 0) this.#range(map.active).set(this.#range(map.running));
    const isWorthIt = !hasRunning || onesOf(lanes) >= this.#load(map.fewestToRefill);
    if (this.#load(map.left) === 0 || !isWorthIt) lanes.fill(0);
    for (const lane of lanesOf(lanes)) {
      if (this.words[queue + QUEUE.ROUNDS] === 0) {
        lanes[lane >> 5]! &= ~(1 << (lane & 31));
        continue;
      }
      const start = this.words[queue + QUEUE.NEXT]!;
      this.words[(map.poolOfLane >> 2) + lane] = start;
      this.words[map.left >> 2]!--;
      for (let word = 0; word < words; word++) {
        const row = this.#range(this.#load(blocks + 4 + 4 * word) + (lane & 31) * slotBytes(this.width));
        row[lane >> 5] = this.#load(this.#load(map.states) + 4 * (start * words + word));
      }
      const isLast = start + 1 === this.words[queue + QUEUE.END];
      if (isLast) this.words[queue + QUEUE.ROUNDS]!--;
      this.words[queue + QUEUE.NEXT] = isLast ? this.words[queue + QUEUE.FIRST]! : start + 1;
    }
    if (onesOf(lanes) === 0) return;
    for (let word = 0; word < words; word++) this.#transpose(this.#load(blocks + 4 + 4 * word));
  }

  /** Takes a playout from its pool for each of the lanes, the last ones first; the others are no longer active. */
  #drawTogether(lanes: Int32Array): void {
    const map = this.#map;
    const { units, unitWords } = this.width;
    for (let unit = 0; unit < units; unit++) {
      const own = lanes.subarray(unit * unitWords, (unit + 1) * unitWords);
      const pool = this.#load(map.poolOfVector + 4 * unit) >> 2;
      const wanted = onesOf(own);
      let missing = Math.max(0, wanted - this.words[pool]!);
      this.words[pool]! -= wanted - missing;
      if (missing === 0) continue;
      for (let lane = 0; missing > 0; lane++) {
        if (!holds(own, lane)) continue;
        own[lane >> 5]! &= ~(1 << (lane & 31));
        missing--;
      }
      const running = this.#unit(map.running, unit);
      this.#unit(map.active, unit).set(own.map((word, at) => word | running[at]!));
    }
  }

  /** Takes a playout from its own pool for each of the lanes; where that is empty, the lane is no longer active. */
  #drawByLane(lanes: Int32Array): void {
    const map = this.#map;
    for (let lane = 0; lane < lanes.length * 32; lane++) {
      if (!holds(lanes, lane)) continue;
      const pool = this.#load(map.poolOfLane + 4 * lane) >> 2;
      if (this.words[pool]! > 0) this.words[pool]!--;
      else {
        lanes[lane >> 5]! &= ~(1 << (lane & 31));
        this.words[(map.active >> 2) + (lane >> 5)]! &= ~(1 << (lane & 31));
      }
    }
  }

  #step(): void {
    const map = this.#map;
    const plies = new BigInt64Array(this.words.buffer, map.plies, 1);
    plies[0]! += BigInt(onesOf(this.#range(map.running)));
    this.words[map.now >> 2]!++;
  }

  #choose(pc: number): number {
    const moves = this.#load(pc);
    const address = (index: number): number => this.#load(pc + 4 + 4 * index);
    const lanes = this.width.unitWords * 32;
    for (let unit = 0; unit < this.width.units; unit++) {
      const legal = Array.from({ length: moves }, (_, move) => this.#unit(address(2 * move), unit).slice());
      const counts = Array.from({ length: lanes }, (_, lane) => legal.filter((plane) => holds(plane, lane)).length);
      const ranks = this.#draw(unit, counts);
      const seen = new Array<number>(lanes).fill(0);
      legal.forEach((plane, move) => {
        const does = this.#unit(address(2 * move + 1), unit);
        does.fill(0);
        for (let lane = 0; lane < lanes; lane++) {
          if (holds(plane, lane) && seen[lane]!++ === ranks[lane]) does[lane >> 5]! |= 1 << (lane & 31);
        }
      });
    }
    return pc + 4 * (2 + 4 * moves);
  }

  /**
   * A rank below its count for each running lane of a vector, by rejection; those with a count of zero are stuck. All lanes draw as many bits as
   * the largest count less one has, until none needs a rank.
   */
  #draw(unit: number, counts: readonly number[]): readonly number[] {
    const ranks = counts.map(() => 0);
    const running = this.#unit(this.#map.running, unit);
    const lanesWith = (has: (count: number) => boolean): readonly number[] =>
      counts.flatMap((count, lane) => (has(count) && holds(running, lane) ? [lane] : []));
    let need = lanesWith((count) => count > 0);
    const bits = Math.max(1, 32 - Math.clz32(Math.max(1, ...counts) - 1));
    const stuck = new Int32Array(this.width.unitWords);
    for (const lane of lanesWith((count) => count === 0)) stuck[lane >> 5]! |= 1 << (lane & 31);
    while (need.length > 0) {
      const planes = Array.from({ length: bits }, () => this.#nextRandom());
      need = need.filter((lane) => {
        const count = counts[lane]!;
        const mask = 2 ** (32 - Math.clz32(count - 1)) - 1;
        const drawn = planes.reduce((sum, plane, bit) => sum + (holds(plane, lane) ? 2 ** bit : 0), 0) & mask;
        if (drawn < count) ranks[lane] = drawn;
        return drawn >= count;
      });
    }
    this.#count(this.#map.stuck, { unit, startOf: this.#map.poolOfLane }, stuck);
    this.#retire(unit, stuck);
    return ranks;
  }

  /** xoshiro128+, one generator a word of a vector. */
  #nextRandom(): Int32Array {
    const { unitWords } = this.width;
    const state = this.words.subarray(this.#map.random >> 2, (this.#map.random >> 2) + 4 * unitWords);
    const result = new Int32Array(unitWords);
    for (let word = 0; word < unitWords; word++) {
      let [a, b, c, d] = [0, 1, 2, 3].map((index) => state[index * unitWords + word]!) as [
        number,
        number,
        number,
        number,
      ];
      result[word] = a + d;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      [a, b, c, d].forEach((value, index) => (state[index * unitWords + word] = value));
    }
    return result;
  }
}

/** What a shape makes of one word of each of its inputs. */
function combine(shape: op.Shape, inputs: readonly number[]): number {
  const [a, b, c] = op.countsOf(shape);
  const pairsFrom = (from: number, count: number): readonly (readonly [number, number])[] =>
    Array.from({ length: count }, (_, pair) => [inputs[from + 2 * pair]!, inputs[from + 2 * pair + 1]!]);
  const singles = inputs.slice(0, a);
  if (shape.kind === 'some') {
    const both = pairsFrom(a, b).map(([x, y]) => x & y);
    const onlyFirst = pairsFrom(a + 2 * b, c).map(([x, y]) => x & ~y);
    return [...singles, ...both, ...onlyFirst].reduce((x, y) => x | y, 0);
  }
  const negatives = inputs.slice(a, a + b).map((x) => ~x);
  const either = pairsFrom(a + b, c).map(([x, y]) => x | y);
  return [...singles, ...negatives, ...either].reduce((x, y) => x & y, -1);
}

const holds = (plane: Int32Array, lane: number): boolean => ((plane[lane >> 5]! >>> (lane & 31)) & 1) === 1;

/** Those of the lanes of some words that are set, in ascending order. */
const lanesOf = (words: Int32Array): readonly number[] =>
  Array.from({ length: words.length * 32 }, (_, lane) => lane).filter((lane) => holds(words, lane));

function onesOf(words: Int32Array): number {
  let count = 0;
  for (const word of words) for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
