import { ok, type Result } from '../base/index.js';
import type { PlayoutRequest, PlayoutTally } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { type BatchedPlayouts, runBatches } from './batchedPlayouts.js';
import { BatchTally } from './batchTally.js';
import type { Phases } from './gates/phases.js';
import { type PlayoutStreams, playoutStreams } from './gates/playoutStreams.js';
import type { RoundNetwork } from './gates/roundNetwork.js';
import type { Width } from './kernel/memoryMap.js';
import { type KernelMaker, LaneRunner, type LaneShare } from './laneRunner.js';
import type { MoveNames } from './moveNames.js';
import type { PackedState, StateLayout } from './packedState.js';
import { phaseFinder } from './phaseOf.js';
import { evenShare, planBatches, type PlayoutBatch } from './playoutBatches.js';

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

/** Vectors a slot, by the number of slots: as many as pay for the interpretation of gates while slots still fit the cache. */
const FEW_SLOTS = { slots: 2048, units: 8 };
const SOME_SLOTS = { slots: 16_384, units: 4 };
const MANY_SLOTS = { units: 2 };

const unitsFor = (slots: number): number =>
  ([FEW_SLOTS, SOME_SLOTS].find((width) => slots <= width.slots) ?? MANY_SLOTS).units;

const NO_PHASES: Phases = { period: 1, values: [() => undefined] };

/** What plays one kind of batches. */
interface Engine {
  readonly streams: PlayoutStreams;
  readonly runner: LaneRunner;
  readonly tally: BatchTally;
}

/** Random playouts of a compiled game, many at once: those of `Simulator`. */
export class LanePlayouts implements BatchedPlayouts<PlayoutBatch> {
  /** By {@link engineKey}: each is compiled when it is first needed. */
  readonly #engines = new Map<string, Engine>();
  readonly #phaseOf: (state: PackedState) => number | undefined;

  private constructor(
    private readonly game: LaneGame,
    private readonly kernels: LaneKernels,
  ) {
    this.#phaseOf = phaseFinder(game.layout, game.phases);
  }

  /** Compiles what plays from reachable states without counting moves, unless it is given; fails where there is no memory for it. */
  static open(game: LaneGame, kernels: LaneKernels, streams?: PlayoutStreams): Result<LanePlayouts, string> {
    const playouts = new LanePlayouts(game, kernels);
    const engine = playouts.#open(MAIN_KIND, streams);
    return engine.ok ? ok(playouts) : engine;
  }

  /** Playouts that it makes side by side. */
  get lanes(): number {
    return this.#engine(MAIN_KIND).runner.lanes;
  }

  /** What plays from reachable states without counting moves. */
  get streams(): PlayoutStreams {
    return this.#engine(MAIN_KIND).streams;
  }

  playouts(starts: readonly PackedState[], request: PlayoutRequest): PlayoutTally {
    return runBatches(this, { starts, request, roles: this.game.program.roles.length });
  }

  /** Whether there is memory for what such playouts need, some of which is compiled when it is first asked for. */
  hasRoomFor(starts: readonly PackedState[], { countsMoves = false }: PlayoutRequest): boolean {
    const kinds = new Set(starts.map((start) => this.#phaseOf(start) !== undefined));
    return [...kinds].every((hasPhases) => this.#open({ hasPhases, countsMoves }).ok);
  }

  /** The batches that make up a request. */
  plan(starts: readonly PackedState[], request: PlayoutRequest): readonly PlayoutBatch[] {
    requireWhole('playouts', request.playouts);
    requireWhole('maxPlies', request.maxPlies);
    const countsMoves = request.countsMoves === true;
    const lanesOf = (phase: number | undefined): LaneRunner =>
      this.#engine({ hasPhases: phase !== undefined, countsMoves }).runner;
    return planBatches({ phaseOf: starts.map(this.#phaseOf), lanesOf }, request);
  }

  /** What comes of a batch of that request, its starts in the batch's order. */
  run(batch: PlayoutBatch, starts: readonly PackedState[], request: PlayoutRequest): PlayoutTally {
    const { runner, tally } = this.#engine({
      hasPhases: batch.phase !== undefined,
      countsMoves: request.countsMoves === true,
    });
    runner.run({
      phase: batch.phase ?? 0,
      starts: batch.starts.flatMap((start) => new Array<PackedState>(batch.lanesEach).fill(starts[start]!)),
      share: shareOf(batch, runner.lanesAVector),
      seed: batch.seed,
      maxPlies: Math.min(request.maxPlies, MOST_PLIES),
    });
    return tally.read(runner, batch);
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
    const { program, names, phases, whole, onGate } = this.game;
    const { hasPhases, countsMoves } = kind;
    const streams =
      compiled ?? playoutStreams({ program, phases: hasPhases ? phases : NO_PHASES, countsMoves, whole, onGate });
    const width = { units: unitsFor(streams.slots), unitWords: this.kernels.unitWords };
    const runner = LaneRunner.open(streams, width, this.kernels.make);
    if (!runner.ok) return runner;
    const engine = { streams, runner: runner.value, tally: new BatchTally(program, names, countsMoves) };
    this.#engines.set(engineKey(kind), engine);
    return ok(engine);
  }
}

interface EngineKind {
  readonly hasPhases: boolean;
  readonly countsMoves: boolean;
}

/** What plays from reachable states without counting moves. */
const MAIN_KIND: EngineKind = { hasPhases: true, countsMoves: false };

const engineKey = ({ hasPhases, countsMoves }: EngineKind): string =>
  `${hasPhases ? 'phases' : 'no phases'}, ${countsMoves ? 'moves' : 'no moves'}`;

function shareOf({ starts, lanesEach, isPooled, playoutsEach }: PlayoutBatch, lanesAVector: number): LaneShare {
  if (isPooled) {
    const pool = { vectors: lanesEach / lanesAVector, playouts: playoutsEach };
    return { kind: 'pools', pools: starts.map(() => pool) };
  }
  const ofOne = Array.from({ length: lanesEach }, (_, lane) => evenShare(playoutsEach, lanesEach, lane));
  return { kind: 'lanes', playouts: starts.flatMap(() => ofOne) };
}

function requireWhole(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 0)
    throw new RangeError(`${name} should be a whole number, not ${String(value)}`);
}
