import type { Result } from '../../base/index.js';
import { gameSimulator } from '../../game/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { type BatchedPlayouts, singleBatches } from '../batchedPlayouts.js';
import { compiledGame } from '../compiledGame.js';
import { CompiledRounds, type PhaseRound } from '../compiledRounds.js';
import { eventSimulator } from '../event/eventSimulator.js';
import type { Phases } from '../gates/phases.js';
import type { PlayoutStreams } from '../gates/playoutStreams.js';
import { kernelsWithin, vectorWords } from '../kernel/kernel.js';
import { LaneExpander } from '../laneExpander.js';
import { type LaneGame, type LaneKernels, LanePlayouts } from '../lanePlayouts.js';
import { MoveNames } from '../moveNames.js';
import { MoveSums } from '../moveSums.js';
import type { PackedExpansion } from '../packedExpansion.js';
import { type PackedState, StateLayout } from '../packedState.js';

/** A compiled game as plain data, so that it can be sent to a worker, which need not compile it again. */
export interface GameCode {
  readonly program: GroundProgram;
  /** For each phase, by fluent: 0, 1, or {@link VARIES}. */
  readonly phases: readonly Uint8Array[];
  /** Undefined where the event-driven engine makes the playouts. */
  readonly streams: PlayoutStreams | undefined;
  /** What expansion needs, by phase; what is missing will be compiled when it is needed. */
  readonly rounds: ReadonlyMap<number, PhaseRound>;
  /** Most memory of a kernel: what is too large in one thread is so in all. */
  readonly kernelBytes: number;
}

const VARIES = 2;

/** What a worker gets, so that it plays as here. */
export function codeOf(
  { game, compiled }: CompiledRounds,
  playouts: LanePlayouts | undefined,
  kernelBytes: number,
): GameCode {
  const { program, phases } = game;
  return {
    program,
    phases: phases.values.map((valueOf) =>
      Uint8Array.from({ length: program.fluents }, (_, fluent) => valueOf(fluent) ?? VARIES),
    ),
    streams: playouts?.streams,
    rounds: compiled,
    kernelBytes,
  };
}

/** What a worker plays with. */
export interface WorkerSimulator {
  readonly playouts: BatchedPlayouts;
  expand(states: readonly PackedState[]): readonly PackedExpansion[];
}

/** Throws where there is no memory. */
export function openCode(code: GameCode): WorkerSimulator {
  const { program } = code;
  const game: LaneGame = {
    program,
    layout: new StateLayout(program.fluents),
    names: new MoveNames(program),
    phases: phasesOf(code.phases),
  };
  const unitWords = vectorWords();
  if (unitWords === undefined) throw new Error('this platform does not run WebAssembly');
  const kernels: LaneKernels = { make: kernelsWithin(code.kernelBytes), unitWords };
  let expander: LaneExpander | undefined;
  return {
    playouts: playoutsOf(game, kernels, code.streams),
    expand: (states) => (expander ??= expanderOf(new CompiledRounds(game, kernels, code.rounds))).expand(states),
  };
}

function playoutsOf(game: LaneGame, kernels: LaneKernels, streams: PlayoutStreams | undefined): BatchedPlayouts {
  const { program, layout, names } = game;
  if (streams === undefined) {
    const moves = new MoveSums(program, names);
    return singleBatches(eventSimulator(program, layout, names), { roles: program.roles.length, moves });
  }
  return value(LanePlayouts.open(game, kernels, streams));
}

function expanderOf(rounds: CompiledRounds): LaneExpander {
  const slow = gameSimulator(compiledGame(rounds), []);
  return new LaneExpander(rounds, (states) => slow.expand(states));
}

function value<T>(result: Result<T, string>): T {
  if (result.ok) return result.value;
  throw new Error(result.error);
}

const phasesOf = (phases: GameCode['phases']): Phases => ({
  period: phases.length,
  values: phases.map((phase) => (fluent) => {
    const value = phase[fluent]!;
    return value === VARIES ? undefined : (value as 0 | 1);
  }),
});
