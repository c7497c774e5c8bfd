import type { GroundProgram } from '../../ground/index.js';
import * as op from '../kernel/instructionSet.js';
import { decisiveRounds } from './decisiveRound.js';
import { type CountedRound, countedRound, extraInputs, inputOf, runningInput, supportOf } from './countedRound.js';
import { emit, type Stream } from './emit.js';
import { type Edge, FALSE, TRUE } from './gateNetwork.js';
import type { Phases } from './phases.js';
import { type FluentValue, roundNetwork, type RoundNetwork } from './roundNetwork.js';
import { assignSlots, type FixedSlots } from './slots.js';
import { label, number, type Operand, read, slot, StreamPlan, type Value, write } from './streamPlan.js';

/** Streams that play random games, and the slots in which they keep what. */
export interface PlayoutStreams {
  readonly phases: readonly PhaseStreams[];
  /** Counts the outcomes of states kept aside; undefined where they are counted on the spot. */
  readonly flush: Stream | undefined;
  /** Slots, from {@link FIRST_SLOT} on, of what lanes keep from ply to ply. */
  readonly kept: number;
  /** The first of the slots from which fluents are refilled, 32 for each word of a state. */
  readonly starts: number;
  /** Words of a state's fluents. */
  readonly stateWords: number;
  /** Makes slots of the words of states that were put there: word w of slot 32 i + j is the word i of the start of lane 32 w + j. */
  readonly load: Stream;
  /** Whether plies are so short that straight-line code is worth its making. */
  readonly isStraight: boolean;
  /** The first of the slots that nobody reads when a stream is over. */
  readonly temporaries: number;
  /** Number of slots; {@link ZEROS} and {@link ONES} are among them. */
  readonly slots: number;
  /** For each of `goalOutcomes` the first slot of its counter. */
  readonly counters: readonly number[];
  /** Where moves are counted, for each of them the slot that says whether it was made in the lane's last playout. */
  readonly made: readonly number[];
}

export interface PhaseStreams {
  readonly play: Stream;
  /** Loads the start of a playout. */
  readonly refill: Stream;
  /** What the phase keeps, in the order in which it is loaded. */
  readonly variables: readonly number[];
}

export const ZEROS = 0;
export const ONES = 1;
/** The first slot that is not set aside for something by the kernel or by whoever runs it. */
export const FIRST_SLOT = 1 + op.RUNNING;

export interface PlayoutCompilation {
  readonly program: GroundProgram;
  readonly phases: Phases;
  readonly countsMoves: boolean;
  /** The round without phases, where the caller has it. */
  readonly whole?: RoundNetwork | undefined;
  /** Called for each gate that is made. */
  readonly onGate?: (() => void) | undefined;
}

/** Uniform playouts. */
export function playoutStreams(compilation: PlayoutCompilation): PlayoutStreams {
  return new PlayoutCompiler(compilation, plainRounds(compilation)).compile();
}

/**
 * Playouts in which players see moves that decide the game, and dangers, unless that makes them slow and whoever asks does not find it worth it; undefined where nothing can be
 * told at little cost.
 */
export function decisiveStreams(
  compilation: PlayoutCompilation,
  isWorthIt: (streams: PlayoutStreams) => boolean,
): PlayoutStreams | undefined {
  for (const seesDangers of [true, false]) {
    const decisive = decisiveRounds(compilation.program, () => plainRounds(compilation), { seesDangers });
    if (decisive === undefined) continue;
    const streams = new PlayoutCompiler(compilation, decisive.rounds).compile();
    if (!decisive.isLarge || isWorthIt(streams)) return streams;
  }
  return undefined;
}

const plainRounds = (compilation: PlayoutCompilation): readonly RoundNetwork[] =>
  compilation.phases.values.map((valueOf) => roundOf(compilation, valueOf));

function roundOf({ program, countsMoves, onGate }: PlayoutCompilation, valueOf: FluentValue): RoundNetwork {
  return roundNetwork(program, { valueOf, extraInputs: extraInputs(program, countsMoves), onGate });
}

/**
 * Where the gates of all phases have at most so many operands, plies become straight-line code. With more the code is bound by the fetching of
 * instructions. Measured twice each on a busy machine: breakthrough (2,500 operands) gained 8 %, englishDraughts (6,000) 2 %, which is noise.
 */
const MOST_STRAIGHT_OPERANDS = 4000;

/** Keeping one variable of finished lanes aside takes about as long as this many operands of gates. */
const ASIDE_COST = 3;

class PlayoutCompiler {
  readonly #program: GroundProgram;
  readonly #phases: Phases;
  readonly #countsMoves: boolean;
  readonly #rounds: readonly CountedRound[];
  /** The round without a phase: outcomes of states kept aside, from whatever phase. */
  readonly #whole: CountedRound;
  /** Variables that are kept aside; undefined where outcomes are counted on the spot. */
  readonly #aside: readonly number[] | undefined;
  /** For each phase, the variables that it keeps. */
  readonly #kept: readonly (readonly number[])[];
  readonly #isStraight: boolean;
  #slots = FIRST_SLOT;

  constructor(compilation: PlayoutCompilation, rounds: readonly RoundNetwork[]) {
    const { program, phases, countsMoves, whole } = compilation;
    this.#program = program;
    this.#phases = phases;
    this.#countsMoves = countsMoves;
    this.#rounds = rounds.map((round) => countedRound(program, round, countsMoves));
    const known = countsMoves ? undefined : whole;
    this.#whole = countedRound(program, known ?? roundOf(compilation, () => undefined), countsMoves);
    this.#aside = this.#variablesAside();
    this.#kept = this.#keptVariables();
    const operands = this.#rounds.reduce((sum, { network }) => sum + network.operands.length, 0);
    const hasLoops = this.#rounds.some(({ network }) => network.loops.length > 0);
    this.#isStraight = !hasLoops && operands <= MOST_STRAIGHT_OPERANDS;
  }

  compile(): PlayoutStreams {
    const kept = new Set(this.#kept.flat());
    const homes = this.#slotsFor(kept);
    if (this.#countsMoves) homes[runningInput(this.#program)] = op.RUNNING;
    const stateWords = (this.#program.fluents + 31) >>> 5;
    const starts = this.#take(32 * stateWords);
    const asideHomes = this.#slotsFor(new Set(this.#aside ?? []));
    const counters = this.#counters();
    const temporaries = this.#slots;
    const flush = this.#aside === undefined ? undefined : this.#flushStream(asideHomes, counters);
    const firstFree = this.#slots;
    const phases = this.#rounds.map((_, phase) => {
      const play = this.#playStream(phase, { homes, asideHomes, counters, firstFree });
      return { play, ...this.#refill(phase, homes, starts) };
    });
    const made = this.#moveVariables().map((variable) => homes[inputOf(this.#program, variable)]!);
    const load = this.#load(starts, stateWords);
    return {
      phases,
      flush,
      kept: kept.size,
      starts,
      stateWords,
      load,
      isStraight: this.#isStraight,
      temporaries,
      slots: this.#slots,
      counters,
      made,
    };
  }

  /** Outcomes that are the same in every phase have one counter. */
  #counters(): readonly number[] {
    const known = new Map<string, number>();
    return this.#whole.outcomes.map((edge, index) => {
      const edges = this.#aside === undefined ? this.#rounds.map(({ outcomes }) => outcomes[index]!) : [edge];
      const key = edges.join();
      const counter = known.get(key) ?? this.#take(op.COUNTER_BITS);
      known.set(key, counter);
      return counter;
    });
  }

  #take(count: number): number {
    this.#slots += count;
    return this.#slots - count;
  }

  /** A slot for each of the variables, by input node; -1 for the others. */
  #slotsFor(variables: ReadonlySet<number>): Int32Array {
    const slots = new Int32Array(this.#whole.network.inputs + 1).fill(-1);
    for (const variable of variables) slots[inputOf(this.#program, variable)] = this.#take(1);
    return slots;
  }

  #isFixed(phase: number, variable: number): boolean {
    return this.#valueOf(phase, variable) !== undefined;
  }

  #valueOf(phase: number, variable: number): 0 | 1 | undefined {
    return this.#isFluent(variable) ? this.#phases.values[phase]!(variable) : undefined;
  }

  #isFluent(variable: number): boolean {
    return variable < this.#program.fluents;
  }

  /** Those that say which moves were made, where that is counted. */
  #moveVariables(): readonly number[] {
    const { fluents, moves } = this.#program;
    return this.#countsMoves ? Array.from({ length: moves }, (_, move) => fluents + move) : [];
  }

  #variablesOf(round: CountedRound, edges: readonly Edge[]): readonly number[] {
    const { fluents, moves } = this.#program;
    return supportOf(round.network, edges)
      .inputs.filter((input) => input <= fluents || (input > fluents + moves && input !== runningInput(this.#program)))
      .map((input) => (input <= fluents ? input - 1 : input - 1 - moves));
  }

  /** Outcomes are evaluated later, for many playouts at once, where that is cheaper than to evaluate them in every round. */
  #variablesAside(): readonly number[] | undefined {
    const variables = this.#variablesOf(this.#whole, this.#whole.outcomes);
    const costs = this.#rounds.map(({ network, terminal, choices, outcomes }) => {
      const needed = [terminal, ...choices.flatMap(({ legal }) => legal)];
      return supportOf(network, [...needed, ...outcomes]).size - supportOf(network, needed).size;
    });
    return Math.max(...costs) > ASIDE_COST * variables.length ? variables : undefined;
  }

  /** What the rest of a playout depends on, phase by phase, to a fixpoint around the period. */
  #keptVariables(): readonly (readonly number[])[] {
    const { period } = this.#phases;
    const outcomesNeed = (phase: number): readonly number[] =>
      this.#aside ?? this.#variablesOf(this.#rounds[phase]!, this.#rounds[phase]!.outcomes);
    const kept = this.#rounds.map((round, phase) => {
      const own = this.#variablesOf(round, [round.terminal, ...round.choices.flatMap(({ legal }) => legal)]);
      const needed = [...own, ...outcomesNeed(phase), ...this.#moveVariables()];
      return new Set(needed.filter((variable) => !this.#isFixed(phase, variable)));
    });
    for (let unchanged = 0, phase = period - 1; unchanged < period; phase = (phase + period - 1) % period) {
      const round = this.#rounds[phase]!;
      const wanted = [...kept[(phase + 1) % period]!].map((variable) => round.nextVariables[variable]!);
      const before = kept[phase]!.size;
      for (const variable of this.#variablesOf(round, wanted)) kept[phase]!.add(variable);
      unchanged = kept[phase]!.size === before ? unchanged + 1 : 0;
    }
    return kept.map((variables) => [...variables].sort((a, b) => a - b));
  }

  #load(starts: number, stateWords: number): Stream {
    const plan = new StreamPlan(this.#whole.network, []);
    const blocks = Array.from({ length: stateWords }, (_, word) => slot(starts + 32 * word));
    plan.instruct(op.TRANSPOSE, [number(stateWords), ...blocks]);
    return this.#emit(plan, { zeros: ZEROS, ones: ONES, homes: new Int32Array(0), firstFree: this.#slots });
  }

  #refill(phase: number, homes: Int32Array, starts: number): Omit<PhaseStreams, 'play'> {
    const variables = this.#kept[phase]!;
    // No move was made yet.
    const startOf = (variable: number): number => (this.#isFluent(variable) ? starts + variable : ZEROS);
    const plan = new StreamPlan(this.#rounds[phase]!.network, []);
    const pairs = variables.flatMap((variable) => [
      slot(homes[inputOf(this.#program, variable)]!),
      slot(startOf(variable)),
    ]);
    const blocks = Array.from({ length: (this.#program.fluents + 31) >>> 5 }, (_, word) => slot(starts + 32 * word));
    plan.instruct(op.REFILL, [
      ...[number(phase), number(blocks.length), ...blocks],
      ...[number(variables.length), ...pairs],
    ]);
    return { refill: this.#emit(plan, { zeros: ZEROS, ones: ONES, homes, firstFree: this.#slots }), variables };
  }

  #flushStream(homes: Int32Array, counters: readonly number[]): Stream {
    const plan = new StreamPlan(this.#whole.network, this.#whole.outcomes);
    plan.compute(this.#whole.outcomes);
    const { outcomes } = this.#whole;
    const values = outcomes.map((edge) => plan.valueOf(edge));
    this.#tally(plan, { values, outcomes, counters, which: op.KEPT_ASIDE });
    return this.#emit(plan, { zeros: ZEROS, ones: ONES, homes, firstFree: this.#slots });
  }

  /** Counts outcomes, each counter once. */
  #tally(plan: StreamPlan, { values, outcomes, counters, which }: Tally): void {
    const counted = new Map<number, Value>();
    outcomes.forEach((edge, index) => {
      if (edge !== FALSE) counted.set(counters[index]!, values[index]!);
    });
    const operands = [...counted].flatMap(([counter, value]) => [read(value), slot(counter)]);
    plan.instruct(op.TALLY, [number(which), number(counted.size), ...operands]);
  }

  #playStream(phase: number, slots: PlaySlots): Stream {
    const round = this.#rounds[phase]!;
    const { terminal, choices } = round;
    const kept = this.#kept[(phase + 1) % this.#phases.period]!.map((variable) => ({
      input: inputOf(this.#program, variable),
      edge: round.nextVariables[variable]!,
    }));
    const outcomes = this.#aside === undefined ? round.outcomes : [];
    const looks = [terminal, ...choices.flatMap(({ legal }) => legal), ...outcomes];
    const plan = new StreamPlan(round.network, [...looks, ...kept.map(({ edge }) => edge)], this.#isStraight);
    plan.compute(looks);
    plan.instruct(op.MARK, [read(plan.valueOf(terminal))]);
    this.#finish(plan, phase, slots);
    for (const { moves, legal } of choices) {
      if (moves.length === 1 && legal[0] === TRUE) continue;
      const pairs = moves.flatMap((move, index) => [read(plan.valueOf(legal[index]!)), write(move)]);
      const own = Array.from({ length: 1 + 2 * moves.length }, () => number(0));
      plan.instruct(op.CHOOSE, [number(moves.length), ...pairs, ...own]);
    }
    plan.instruct(op.STEP, []);
    plan.compute(kept.map(({ edge }) => edge));
    for (const { input, edge } of kept) plan.commit(input, edge);
    return this.#emit(plan, { zeros: ZEROS, ones: ONES, homes: slots.homes, firstFree: slots.firstFree });
  }

  /** Counts the outcomes of lanes that finished, or keeps their states aside for that. */
  #finish(plan: StreamPlan, phase: number, { asideHomes, counters }: PlaySlots): void {
    const { outcomes } = this.#rounds[phase]!;
    const done = Symbol('place');
    const values = this.#aside === undefined ? outcomes.map((edge) => plan.valueOf(edge)) : [];
    plan.instruct(op.SKIP_UNLESS, [label(done), number(op.FINISHED)]);
    if (this.#aside === undefined) {
      this.#tally(plan, { values, outcomes, counters, which: op.FINISHED });
    } else {
      const hasRoom = Symbol('place');
      plan.instruct(op.SKIP_UNLESS, [label(hasRoom), number(op.KEPT_ASIDE)]);
      plan.instruct(op.CALL, [{ kind: 'flush' }]);
      plan.place(hasRoom);
      plan.instruct(op.ASIDE, [
        number(this.#aside.length),
        ...this.#aside.flatMap((variable) => {
          const input = inputOf(this.#program, variable);
          const value = this.#valueOf(phase, variable);
          const from: Operand = value === undefined ? read(input) : slot(value === 1 ? ONES : ZEROS);
          return [slot(asideHomes[input]!), from];
        }),
      ]);
    }
    plan.place(done);
  }

  #emit(plan: StreamPlan, fixed: FixedSlots): Stream {
    const assignment = assignSlots(plan, fixed);
    this.#slots = Math.max(this.#slots, assignment.end);
    return emit(plan, assignment);
  }
}

interface Tally {
  readonly values: readonly Value[];
  readonly outcomes: readonly Edge[];
  readonly counters: readonly number[];
  readonly which: number;
}

/** The slots that the streams of all phases share. */
interface PlaySlots {
  readonly homes: Int32Array;
  readonly asideHomes: Int32Array;
  readonly counters: readonly number[];
  readonly firstFree: number;
}
