import { ok, type Result } from '../base/index.js';
import type { PlayoutKind, PlayoutRequest, PlayoutTally, PlayoutTask } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { type BatchedPlayouts, runBatches } from './batchedPlayouts.js';
import { BatchTally } from './batchTally.js';
import type { Phases } from './gates/phases.js';
import { decisiveStreams, type PlayoutStreams, playoutStreams } from './gates/playoutStreams.js';
import type { RoundNetwork } from './gates/roundNetwork.js';
import { lanesOf, mostSharedStarts, QUEUE, type Width } from './kernel/memoryMap.js';
import { type KernelMaker, LaneRunner } from './laneRunner.js';
import type { MoveNames } from './moveNames.js';
import { MoveSums } from './moveSums.js';
import type { PackedState, StateLayout } from './packedState.js';
import { phaseFinder } from './phaseOf.js';
import { NO_PHASE, planBatches, type PlayoutBatch, type Sharing } from './playoutBatches.js';
import type { TallySum } from './tallySum.js';

/** Longer playouts are capped, whatever is asked for: lanes do not count further. */
export const MOST_PLIES = 30_000;

export interface LaneGame {
  readonly program: GroundProgram;
  readonly layout: StateLayout;
  readonly names: MoveNames;
  readonly phases: Phases;
  /** The round without phases, where it is at hand; it saves making it again. */
  readonly whole?: RoundNetwork;
  /** Called for each gate that is made in compilation. */
  readonly onGate?: () => void;
}

export interface LaneKernels {
  readonly make: KernelMaker;
  readonly unitWords: Width['unitWords'];
}

/**
 * Most vectors a slot, by the number of slots: as many as pay for the interpretation of gates while slots still fit the cache. With 4 instead of 8,
 * quarto gained 20 %, englishDraughts and checkers 8 %, reversi 2 % (1,083 to 1,596 slots); breakthrough (509) nothing, pentago (311) lost 8 %.
 */
const FEW_SLOTS = { slots: 640, units: 8 };
const SOME_SLOTS = { slots: 16_384, units: 4 };
const MANY_SLOTS = { units: 2 };

const unitsFor = (slots: number): number =>
  ([FEW_SLOTS, SOME_SLOTS].find((width) => slots <= width.slots) ?? MANY_SLOTS).units;

/** Playouts that see dangers at a high price are made where games then last longer or shorter by this share, in so many playouts: quarto 8 %, copolymer_4_pie 1 %. */
const TRIAL = { playouts: 1024, seed: 1, leastChange: 0.04 };

const REHEARSAL = { seed: 1, maxPlies: 1 };

const NO_PHASES: Phases = { period: 1, values: [() => undefined] };

/** What plays one kind of batches. */
interface Engine {
  readonly streams: PlayoutStreams;
  readonly widest: LaneRunner;
  /** By lanes; narrower ones, for few playouts, are made when they are first needed. */
  readonly runners: Map<number, LaneRunner>;
  readonly tally: BatchTally;
}

/** Random playouts of a compiled game, many at once: those of `Simulator`. */
export class LanePlayouts implements BatchedPlayouts<PlayoutBatch> {
  /** By {@link engineKey}: each is compiled when it is first needed. */
  readonly #engines = new Map<number, Engine>();
  /** Those that were prepared. */
  readonly #rehearsed = new Set<LaneRunner>();
  readonly #phaseOf: (state: PackedState) => number | undefined;
  readonly #initial: PackedState;
  readonly roles: number;
  readonly moves: MoveSums;

  private constructor(
    private readonly game: LaneGame,
    private readonly kernels: LaneKernels,
  ) {
    this.#phaseOf = phaseFinder(game.layout, game.phases);
    this.#initial = game.layout.of(Array.from(game.program.initial, (atom) => atom - 1));
    this.roles = game.program.roles.length;
    this.moves = new MoveSums(game.program, game.names);
  }

  /** Compiles what plays from reachable states without counting moves, unless it is given; fails where there is no memory for it. */
  static open(game: LaneGame, kernels: LaneKernels, streams?: PlayoutStreams): Result<LanePlayouts, string> {
    const playouts = new LanePlayouts(game, kernels);
    const engine = playouts.#open(MAIN_KIND, streams);
    return engine.ok ? ok(playouts) : engine;
  }

  /** Most playouts that it makes side by side. */
  get lanes(): number {
    return this.#engine(MAIN_KIND).widest.lanes;
  }

  /** What plays from reachable states without counting moves. */
  get streams(): PlayoutStreams {
    return this.#engine(MAIN_KIND).streams;
  }

  playouts(starts: readonly PackedState[], request: PlayoutRequest, isTimeUp?: () => boolean): PlayoutTally {
    return runBatches(this, { starts, request, isTimeUp });
  }

  /**
   * The same, or undefined where there is no memory for it: some of what it takes is compiled when it is first asked
   * for.
   */
  playoutsWithin(
    starts: readonly PackedState[],
    request: PlayoutRequest,
    isTimeUp?: () => boolean,
  ): PlayoutTally | undefined {
    const phases = this.#phasesOf(starts);
    const hasRoom =
      this.#open(kindOf(request, true)).ok && (!phases.includes(NO_PHASE) || this.#open(kindOf(request, false)).ok);
    if (!hasRoom) return undefined;
    const { roles, moves } = this;
    const run: BatchedPlayouts<PlayoutBatch>['run'] = (batch, task, sum) => this.run(batch, task, sum);
    const planned = { roles, moves, plan: () => this.#batches(phases, request), run };
    return runBatches(planned, { starts, request, isTimeUp });
  }

  /** Opens what makes so many playouts of a kind from reachable states, if there is memory for it, and has it make a first move: what never ran is slow. */
  prepare(kind: PlayoutKind, playouts: number): void {
    const engine = this.#open(kindOf(kind, true));
    if (!engine.ok) return;
    const runner = this.#runnerFor(engine.value, playouts);
    const sharing = this.#runnerFor(engine.value, this.#sharedBy(engine.value, playouts).lanes);
    if (this.#rehearsed.has(runner) && this.#rehearsed.has(sharing)) return;
    this.#rehearsed.add(runner).add(sharing);
    this.playouts([this.#initial], { ...kind, ...REHEARSAL, playouts });
    const starts = new Array<PackedState>(playouts).fill(this.#initial);
    this.playouts(starts, { ...kind, ...REHEARSAL, playouts: 1 });
  }

  /** The batches that make up a request. */
  plan(starts: readonly PackedState[], request: PlayoutRequest): readonly PlayoutBatch[] {
    return this.#batches(this.#phasesOf(starts), request);
  }

  #phasesOf(starts: readonly PackedState[]): Int32Array {
    const phases = new Int32Array(starts.length);
    for (let start = 0; start < starts.length; start++) phases[start] = this.#phaseOf(starts[start]!) ?? NO_PHASE;
    return phases;
  }

  #batches(phaseOf: Int32Array, request: PlayoutRequest): readonly PlayoutBatch[] {
    requireWhole('playouts', request.playouts);
    requireWhole('maxPlies', request.maxPlies);
    const lanesFor = (hasPhases: boolean, playouts: number): number =>
      this.#runnerFor(this.#engine(kindOf(request, hasPhases)), playouts).lanes;
    const sharedBy = (hasPhases: boolean, playouts: number): Sharing =>
      this.#sharedBy(this.#engine(kindOf(request, hasPhases)), playouts);
    return planBatches({ phaseOf, lanesFor, sharedBy }, request);
  }

  run(batch: PlayoutBatch, { starts, request, isTimeUp }: PlayoutTask<PackedState>, sum: TallySum): void {
    const { maxPlies } = request;
    const { phases, lanesEach, playoutsEach, seed } = batch;
    const { runners, tally } = this.#engine(kindOf(request, phases !== undefined));
    const runner = runners.get(batch.width)!;
    const together = new Array<PackedState>(batch.starts.length);
    for (let at = 0; at < together.length; at++) together[at] = starts[batch.starts[at]!]!;
    runner.run(
      { phases, starts: together, lanesEach, playoutsEach, seed, maxPlies: Math.min(maxPlies, MOST_PLIES) },
      isTimeUp,
    );
    tally.add(runner, batch, sum);
  }

  /** The narrowest runner that makes so many playouts at once, or the widest. */
  #runnerFor({ streams, widest, runners }: Engine, playouts: number): LaneRunner {
    const { unitWords, make } = this.kernels;
    for (let units = 1; lanesOf({ units, unitWords }) < widest.lanes; units *= 2) {
      const width = { units, unitWords };
      const lanes = lanesOf(width);
      if (lanes < playouts) continue;
      const known = runners.get(lanes);
      if (known !== undefined) return known;
      const opened = LaneRunner.open(streams, width, make);
      if (opened.ok) runners.set(lanes, opened.value);
      return opened.ok ? opened.value : widest;
    }
    return widest;
  }

  /** What makes so many playouts, of many starts, in the least time. */
  #sharedBy(engine: Engine, playouts: number): Sharing {
    const { widest, streams } = engine;
    const { unitWords } = this.kernels;
    let best = { lanes: 0, cost: Infinity };
    for (let units = 1; lanesOf({ units, unitWords }) <= widest.lanes; units *= 2) {
      const lanes = lanesOf({ units, unitWords });
      const cost = sharingCost({ lanes, units, playouts, isStraight: streams.isStraight });
      if (cost < best.cost) best = { lanes, cost };
    }
    const { lanes } = this.#runnerFor(engine, best.lanes);
    const width = { units: lanes / (32 * unitWords), unitWords };
    const hasQueues = QUEUE.WORDS * streams.phases.length <= lanes;
    return { lanes, mostStarts: hasQueues ? mostSharedStarts(width) : 0 };
  }

  #engine(kind: EngineKind): Engine {
    const engine = this.#open(kind);
    // Compiled after the fact, and only memory can run out: nothing that the caller asked for is wrong.
    if (!engine.ok) throw new Error(engine.error);
    return engine.value;
  }

  #open(kind: EngineKind, compiled?: PlayoutStreams): Result<Engine, string> {
    const known = this.#engines.get(engineKey(kind));
    if (known !== undefined) return ok(known);
    const { program, phases, whole, onGate } = this.game;
    const { hasPhases, countsMoves, isDecisive } = kind;
    const compilation = { program, phases: hasPhases ? phases : NO_PHASES, countsMoves, whole, onGate };
    const streams =
      compiled ??
      (isDecisive
        ? decisiveStreams(compilation, (slow) => this.#changesGames(kind, slow))
        : playoutStreams(compilation));
    if (streams === undefined) return this.#sameAs(kind, { ...kind, isDecisive: false });
    const engine = this.#engineOf(streams);
    if (engine.ok) this.#engines.set(engineKey(kind), engine.value);
    return engine;
  }

  /** Whether games last as long by such playouts of a kind as by uniform ones: whoever sees what decides ends them sooner, or makes them last longer. */
  #changesGames(kind: EngineKind, streams: PlayoutStreams): boolean {
    const engine = this.#engineOf(streams);
    if (!engine.ok) return false;
    const { playouts, seed, leastChange } = TRIAL;
    const request = { playouts, seed, maxPlies: MOST_PLIES };
    const { plies: before } = this.playouts([this.#initial], request);
    this.#engines.set(engineKey(kind), engine.value);
    const { plies: after } = this.playouts([this.#initial], { ...request, isDecisive: true });
    this.#engines.delete(engineKey(kind));
    return Math.abs(after - before) >= leastChange * before;
  }

  #engineOf(streams: PlayoutStreams): Result<Engine, string> {
    const { program } = this.game;
    const width = { units: unitsFor(streams.slots), unitWords: this.kernels.unitWords };
    const runner = LaneRunner.open(streams, width, this.kernels.make);
    if (!runner.ok) return runner;
    const { value: widest } = runner;
    const runners = new Map([[widest.lanes, widest]]);
    return ok({
      streams,
      widest,
      runners,
      tally: new BatchTally(program, { words: widest.lanes >>> 5, starts: mostSharedStarts(width) }),
    });
  }

  /** One kind of playouts stands for another. */
  #sameAs(kind: EngineKind, other: EngineKind): Result<Engine, string> {
    const engine = this.#open(other);
    if (engine.ok) this.#engines.set(engineKey(kind), engine.value);
    return engine;
  }
}

interface SharedLanes {
  readonly lanes: number;
  readonly units: number;
  readonly playouts: number;
  readonly isStraight: boolean;
}

/**
 * Where each lane has one playout, all wait for the longest, which takes so many times as long as the mean (measured in
 * breakthrough and connectFour).
 */
const LONGEST = 1.7;
/** Where lanes make several, they wait before each refill, and so many playouts long at the end. */
const WAITS = 1.1;
/** What is done once for all vectors of a slot, beside what is done for each: mostly the interpretation of gates. */
const OVERHEAD = { interpreted: 0.8, straight: 0.5 };
/** More vectors than that save no more. */
const MANY_UNITS = 4;

/** Something like the time that so many playouts take with so many lanes. */
function sharingCost({ lanes, units, playouts, isStraight }: SharedLanes): number {
  const overhead = isStraight ? OVERHEAD.straight : OVERHEAD.interpreted;
  const plies = playouts <= lanes ? LONGEST * lanes : WAITS * (playouts + lanes);
  return (1 + overhead / Math.min(units, MANY_UNITS)) * plies;
}

interface EngineKind {
  readonly hasPhases: boolean;
  readonly countsMoves: boolean;
  readonly isDecisive: boolean;
}

const kindOf = ({ countsMoves = false, isDecisive = false }: PlayoutKind, hasPhases: boolean): EngineKind => ({
  hasPhases,
  countsMoves,
  isDecisive,
});

/** What plays from reachable states without counting moves. */
const MAIN_KIND: EngineKind = { hasPhases: true, countsMoves: false, isDecisive: false };

const engineKey = ({ hasPhases, countsMoves, isDecisive }: EngineKind): number =>
  (isDecisive ? 4 : 0) + (hasPhases ? 2 : 0) + (countsMoves ? 1 : 0);

function requireWhole(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 0)
    throw new RangeError(`${name} should be a whole number, not ${String(value)}`);
}
