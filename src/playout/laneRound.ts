import { IntList, ok, type Result } from '../base/index.js';
import { NO_GOAL } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import type { Stream } from './gates/emit.js';
import { type ExpansionSlots, expansionSlots, type ExpansionStreams } from './gates/expansionStreams.js';
import { ONES } from './gates/playoutStreams.js';
import type { Kernel } from './kernel/kernel.js';
import { load, MemoryPlan, place } from './kernel/loader.js';
import { lanesOf, slotBytes, type Width } from './kernel/memoryMap.js';
import type { KernelMaker } from './laneRunner.js';
import type { PackedState, StateLayout } from './packedState.js';

/** What a {@link LaneRound} executes: the streams of a phase, and the ending of that into which it leads. */
export interface RoundStreams extends Omit<ExpansionStreams, 'leadsTo' | 'end'> {
  readonly endOfNext: Stream;
}

/** Legal moves of one role in several lanes: those of lane l are `places[start[l] … start[l + 1])`, ascending. */
export interface LegalLists {
  readonly start: Int32Array;
  readonly places: Int32Array;
}

/** States side by side in an array. */
interface Copies {
  readonly states: Uint32Array;
  /** Where the first begins. */
  readonly from: number;
}

interface Addresses {
  readonly look: number;
  readonly move: number;
  readonly see: number;
  readonly endOfNext: number;
}

/**
 * One round of a game for many states at once, each in a lane of its own: put states into lanes, look; or put states and the moves made,
 * move, and take the successors. Every round begins with {@link clear}.
 */
export class LaneRound {
  readonly lanes: number;
  readonly #words: Int32Array;
  readonly #slotWords: number;
  readonly #addresses: Addresses;
  /** Places in `#words` of the first slot of each kind. */
  readonly #at: ExpansionSlots;
  /** The fluents as they were put. */
  readonly #before: Int32Array;
  /** Places of fluents of the state that is being put. */
  readonly #holding: Int32Array;
  /** Moves whose slots are to be cleared, or all of them. */
  readonly #touched = new IntList();
  #isAllTouched = false;
  readonly #legal: readonly { readonly start: Int32Array; readonly places: IntList }[];
  readonly #legalEnd: Int32Array;
  /** Goals of each role: their indexes in the program. */
  readonly #goals: readonly (readonly number[])[];
  readonly #goalValues: Int32Array;

  private constructor(
    private readonly kernel: Kernel,
    private readonly program: GroundProgram,
    private readonly streams: RoundStreams,
    { plan, addresses }: { readonly plan: MemoryPlan; readonly addresses: Addresses },
  ) {
    this.#words = kernel.words;
    this.#slotWords = slotBytes(kernel.width) / 4;
    this.lanes = lanesOf(kernel.width);
    const slots = expansionSlots(program);
    const at = (slot: number): number => plan.slot(slot) >> 2;
    this.#at = {
      fluents: at(slots.fluents),
      moves: at(slots.moves),
      terminal: at(slots.terminal),
      goals: at(slots.goals),
      percepts: at(slots.percepts),
      end: at(slots.end),
    };
    this.#addresses = addresses;
    this.#goalValues = new Int32Array(this.lanes * program.roles.length);
    this.#before = new Int32Array(program.fluents * this.#slotWords);
    this.#holding = new Int32Array(program.fluents);
    this.#legal = program.roles.map(() => ({ start: new Int32Array(this.lanes + 1), places: new IntList() }));
    this.#legalEnd = new Int32Array(this.lanes + 1);
    this.#goals = program.roles.map((_, role) =>
      program.goals.flatMap((goal, index) => (goal.role === role ? [index] : [])),
    );
  }

  static open(
    program: GroundProgram,
    streams: RoundStreams,
    { width, make }: { readonly width: Width; readonly make: KernelMaker },
  ): Result<LaneRound, string> {
    const plan = new MemoryPlan(width, streams.slots);
    const take = (stream: Stream): number => plan.take(stream.words.length);
    const addresses = {
      look: take(streams.look),
      move: take(streams.move),
      see: take(streams.see),
      endOfNext: take(streams.endOfNext),
    };
    const kernel = make(width, plan.bytes);
    if (!kernel.ok) return kernel;
    const { words } = kernel.value;
    for (const [name, at] of Object.entries(addresses) as [keyof Addresses, number][]) {
      load(words, place(streams[name], { plan, at, flush: 0 }));
    }
    words.fill(-1, plan.slot(ONES) >> 2, plan.slot(ONES + 1) >> 2);
    return ok(new LaneRound(kernel.value, program, streams, { plan, addresses }));
  }

  /** No fluent holds and no move is made in any lane. */
  clear(): void {
    const { fluents, moves, terminal } = this.#at;
    const words = this.#words;
    words.fill(0, fluents, this.#isAllTouched ? terminal : moves);
    if (!this.#isAllTouched) {
      for (let index = 0; index < this.#touched.length; index++) {
        const at = moves + this.#touched.array[index]! * this.#slotWords;
        for (let word = 0; word < this.#slotWords; word++) words[at + word] = 0;
      }
    }
    this.#isAllTouched = false;
    this.#touched.length = 0;
  }

  /** Puts a state into the lanes `from … to)`, which are empty. */
  put(state: PackedState, from: number, to: number): void {
    const holding = this.#holding;
    const words = this.#words;
    let count = 0;
    for (let word = 0; word < (this.program.fluents + 31) >>> 5; word++) {
      for (let rest = state[word]!; rest !== 0; rest &= rest - 1) {
        holding[count++] = this.#at.fluents + (word * 32 + 31 - Math.clz32(rest & -rest)) * this.#slotWords;
      }
    }
    for (let word = from >>> 5; word * 32 < to; word++) {
      const lanes = lanesIn(word, from, to);
      for (let index = 0; index < count; index++) words[holding[index]! + word]! |= lanes;
    }
  }

  /** The move of that place is made in the lanes `from … to)`. */
  make(place: number, from: number, to: number): void {
    const at = this.#at.moves + place * this.#slotWords;
    for (let word = from >>> 5; word * 32 < to; word++) this.#words[at + word]! |= lanesIn(word, from, to);
    this.#touched.push(place);
  }

  /** Finds out what is legal and terminal, and the goals. */
  look(): void {
    this.kernel.run(this.#addresses.look);
    this.#isAllTouched = true;
  }

  /** Finds out what is seen. */
  see(): void {
    this.kernel.run(this.#addresses.see);
  }

  /** Goes on to the next states. */
  move(): void {
    const { fluents, moves } = this.#at;
    this.#before.set(this.#words.subarray(fluents, moves));
    this.kernel.run(this.#addresses.move);
  }

  /** After {@link move}: finds out what is terminal now, and the goals. */
  endOfNext(): void {
    this.kernel.run(this.#addresses.endOfNext);
  }

  isTerminal(lane: number): boolean {
    return this.#holds(this.#at.terminal, lane);
  }

  sees(percept: number, lane: number): boolean {
    return this.#holds(this.#at.percepts + percept * this.#slotWords, lane);
  }

  /** The legal moves of a role in the first `count` lanes, in arrays that are written anew with every look. */
  legal(role: number, count: number): LegalLists {
    const { start, places } = this.#legal[role]!;
    const words = this.#words;
    const choices = this.streams.choices[role]!;
    start.fill(0, 0, count + 1);
    // 1. How many moves each lane has, one place to the right.
    for (let word = 0; word * 32 < count; word++) {
      const lanes = lanesIn(word, 0, count);
      for (const place of choices) {
        let rest = words[this.#at.moves + place * this.#slotWords + word]! & lanes;
        for (; rest !== 0; rest &= rest - 1) start[word * 32 + lowest(rest) + 1]!++;
      }
    }
    // 2. Where they begin.
    for (let lane = 0; lane < count; lane++) start[lane + 1]! += start[lane]!;
    places.length = 0;
    places.reserve(start[count]!);
    const end = this.#legalEnd;
    end.set(start);
    // 3. The moves.
    for (let word = 0; word * 32 < count; word++) {
      const lanes = lanesIn(word, 0, count);
      for (const place of choices) {
        let rest = words[this.#at.moves + place * this.#slotWords + word]! & lanes;
        for (; rest !== 0; rest &= rest - 1) places.array[end[word * 32 + lowest(rest)]!++] = place;
      }
    }
    return { start, places: places.array };
  }

  /** The goals of the first `count` lanes, at lane × roles + role, in an array that is written anew when they are asked for again. */
  goals(count: number): Int32Array {
    const goals = this.#goalValues.fill(NO_GOAL, 0, count * this.#goals.length);
    this.#goals.forEach((own, role) => {
      for (let word = 0; word * 32 < count; word++) this.#goalsOfRole(role, word, this.#single(own, word));
    });
    return goals;
  }

  /** Makes copies of the states that were put into the first `count` lanes what they became: one after the other, from a place of an array on. */
  advance({ states, from }: Copies, count: number, layout: StateLayout): void {
    const words = this.#words;
    const before = this.#before;
    const { fluents } = this.program;
    for (let word = 0; word * 32 < count; word++) {
      const lanes = lanesIn(word, 0, count);
      let at = word;
      for (let fluent = 0; fluent < fluents; fluent++, at += this.#slotWords) {
        let rest = (before[at]! ^ words[this.#at.fluents + at]!) & lanes;
        for (; rest !== 0; rest &= rest - 1)
          layout.flip(states, fluent, from + (word * 32 + lowest(rest)) * layout.length);
      }
    }
  }

  #holds(at: number, lane: number): boolean {
    return ((this.#words[at + (lane >>> 5)]! >>> (lane & 31)) & 1) === 1;
  }

  /** Writes the goals of a role in some lanes of a word, in which it has just one. */
  #goalsOfRole(role: number, word: number, lanes: number): void {
    const roles = this.#goals.length;
    for (const goal of this.#goals[role]!) {
      const { value } = this.program.goals[goal]!;
      for (let rest = this.#goal(goal, word) & lanes; rest !== 0; rest &= rest - 1) {
        this.#goalValues[(word * 32 + lowest(rest)) * roles + role] = value;
      }
    }
  }

  #goal(goal: number, word: number): number {
    return this.#words[this.#at.goals + goal * this.#slotWords + word]!;
  }

  /** The lanes of a word in which just one of the goals holds. */
  #single(goals: readonly number[], word: number): number {
    let some = 0;
    let several = 0;
    for (const goal of goals) {
      several |= some & this.#goal(goal, word);
      some |= this.#goal(goal, word);
    }
    return some & ~several;
  }
}

/** Those of the lanes `from … to)` that are in a word, as its bits. */
function lanesIn(word: number, from: number, to: number): number {
  const low = from - word * 32;
  const high = to - word * 32;
  return (low <= 0 ? -1 : low >= 32 ? 0 : -1 << low) & (high >= 32 ? -1 : high <= 0 ? 0 : ~(-1 << high));
}

/** The place of the lowest bit of a word that has one. */
const lowest = (word: number): number => 31 - Math.clz32(word & -word);
