import { type Budget, BudgetExceeded, fail, Meter, ok, type Result } from '../base/index.js';
import {
  type Game,
  gameSimulator,
  nextByGame,
  type PlayoutKind,
  type PlayoutRequest,
  type PlayoutTally,
  type Simulator,
} from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { runBatches, singleBatches } from './batchedPlayouts.js';
import { compiledGame } from './compiledGame.js';
import { CompiledRounds } from './compiledRounds.js';
import { eventSimulator } from './event/eventSimulator.js';
import { lowestGoals } from './gates/outcomes.js';
import { findPhases } from './gates/phases.js';
import type { PlayoutStreams } from './gates/playoutStreams.js';
import { roundNetwork } from './gates/roundNetwork.js';
import { MOST_CHOICE_BITS } from './kernel/instructionSet.js';
import { kernelsWithin, vectorWords } from './kernel/kernel.js';
import { LaneExpander } from './laneExpander.js';
import { type LaneGame, type LaneKernels, LanePlayouts } from './lanePlayouts.js';
import { MoveNames } from './moveNames.js';
import { MoveSums } from './moveSums.js';
import { type PackedState, StateLayout } from './packedState.js';
import { codeOf, type GameCode } from './pool/gameCode.js';

/** A game that is compiled and ready. */
export interface CompiledPlay {
  readonly game: Game;
  readonly simulator: Simulator;
  readonly engine: 'compiled' | 'event';
  /** Why it is this engine, for people. */
  readonly reason: string;
  /** The size of what was compiled, for people. */
  readonly details: string;
  /** The same as plain data, for other threads. */
  readonly code: GameCode;
  readonly compileMs: number;
}

/** A round of so many operands of gates, or more, is measured against the engine that evaluates only what changes. */
const LARGE_ROUND = 200_000;
/** Playouts of that engine for the comparison, and how much faster it must be: it has but one state at a time. */
const EVENT_TRIAL = { playouts: 4, maxPlies: 1000, milliseconds: 300, gain: 1.5 };
/** A bit of a word is a lane. */
const WORD_LANES = 32;
/** Calls of a trial, lest a clock that stands still makes it endless. */
const MOST_CALLS = 100;

/**
 * Compiles a ground program: for `compiled` the faster of bit-sliced and event-driven playouts, for `event` the latter. Fails with a reason
 * where the budget or the memory of the platform does not suffice.
 */
export function compiledPlay(
  program: GroundProgram,
  engine: 'compiled' | 'event',
  budget: Budget,
): Result<CompiledPlay, string> {
  try {
    return new Compilation(program, budget).compile(engine);
  } catch (cause) {
    if (cause instanceof BudgetExceeded) return fail(`compiling takes ${cause.message}`);
    // What typed arrays and memories throw when they are too large.
    if (cause instanceof RangeError) return fail(`compiling takes too much memory: ${cause.message}`);
    throw cause;
  }
}

/** Who makes the playouts, and why. */
interface Choice {
  readonly engine: 'compiled' | 'event';
  readonly reason: string;
}

class Compilation {
  readonly #meter: Meter;
  /** The budget is that of opening: what is compiled later, when it is first asked for, is small beside it. */
  #isOpening = true;

  constructor(
    private readonly program: GroundProgram,
    private readonly budget: Budget,
  ) {
    this.#meter = new Meter(budget);
  }

  compile(wanted: 'compiled' | 'event'): Result<CompiledPlay, string> {
    const unitWords = vectorWords();
    if (unitWords === undefined) return fail('this platform does not run WebAssembly');
    const { program } = this;
    const kernels: LaneKernels = { make: kernelsWithin(this.budget.bytes), unitWords };
    const onGate = (): void => {
      if (this.#isOpening) this.#meter.tick();
    };
    const whole = roundNetwork(program, { valueOf: () => undefined, extraInputs: 0, onGate });
    this.#meter.look();
    const phases = findPhases(program, whole);
    const names = new MoveNames(program);
    const lanes: LaneGame = { program, layout: new StateLayout(program.fluents), names, phases, whole, onGate };
    const rounds = new CompiledRounds(lanes, kernels);
    const game = compiledGame(rounds);
    const playouts = wanted === 'event' ? fail('as asked for') : this.#openLanes(lanes, kernels);
    const events = playoutsOneByOne(lanes);
    const choice = this.#choose(playouts, events, game.initial());
    const isLanes = choice.engine === 'compiled' && playouts.ok;
    const slow = gameSimulator(game, lowestGoals(program));
    const expander = new LaneExpander(rounds, (states) => slow.expand(states));
    this.#isOpening = false;
    const { bytes: kernelBytes } = this.budget;
    return ok({
      ...choice,
      game,
      simulator: {
        lanes: isLanes ? unitWords * WORD_LANES : 1,
        moves: program.lexicon.moves.length,
        playouts: (starts: readonly PackedState[], request: PlayoutRequest, isTimeUp?: () => boolean) =>
          (isLanes ? playouts.value.playoutsWithin(starts, request, isTimeUp) : undefined) ??
          events(starts, request, isTimeUp),
        prepare: (kind: PlayoutKind, count: number) => {
          expander.prepare(game.initial());
          if (isLanes) playouts.value.prepare(kind, count);
        },
        expand: (states: readonly PackedState[], isTimeUp?: () => boolean) => expander.expand(states, isTimeUp),
        next: (states: readonly PackedState[], joints: Int32Array) =>
          expander.next(states, joints) ?? nextByGame(game, states, joints),
      },
      details: playouts.ok ? describe(playouts.value.streams) : `${String(program.atoms)} atoms`,
      get code() {
        return codeOf(rounds, isLanes ? playouts.value : undefined, kernelBytes);
      },
      compileMs: this.#meter.milliseconds,
    });
  }

  #openLanes(game: LaneGame, kernels: LaneKernels): Result<LanePlayouts, string> {
    const { moveStart, roles } = this.program;
    const most = 2 ** MOST_CHOICE_BITS;
    const isTooMany = roles.some((_, role) => moveStart[role + 1]! - moveStart[role]! >= most);
    if (isTooMany) return fail(`a role has more than ${String(most)} moves`);
    return LanePlayouts.open(game, kernels);
  }

  /** Where the round is large, both engines make some playouts, and the clock decides. */
  #choose(lanes: Result<LanePlayouts, string>, events: PlayoutMaker, initial: PackedState): Choice {
    if (!lanes.ok) return { engine: 'event', reason: lanes.error };
    const operands = Math.max(...lanes.value.streams.phases.map(({ play }) => play.inputs));
    if (operands < LARGE_ROUND) {
      return { engine: 'compiled', reason: 'bit-sliced: the network is small enough that it is always faster' };
    }
    const { playouts, maxPlies, milliseconds, gain } = EVENT_TRIAL;
    const speedOf = (make: PlayoutMaker, count: number): number => {
      const start = this.budget.clock();
      let plies = 0;
      for (let seed = 1; seed === 1 || (seed <= MOST_CALLS && this.budget.clock() - start < milliseconds); seed++) {
        plies += Math.max(1, make([initial], { playouts: count, seed, maxPlies }).plies);
      }
      return plies / (this.budget.clock() - start);
    };
    const sliced = speedOf((starts, request) => lanes.value.playouts(starts, request), lanes.value.lanes);
    const single = speedOf(events, playouts);
    const compared = `event-driven ${rounded(single)}, bit-sliced ${rounded(sliced)} plies a millisecond when measured`;
    return single > gain * sliced
      ? { engine: 'event', reason: compared }
      : { engine: 'compiled', reason: `bit-sliced: ${compared}` };
  }
}

type PlayoutMaker = Simulator<PackedState>['playouts'];

const rounded = (speed: number): string => speed.toPrecision(3);

/** The event-driven engine, compiled when it is first asked for; in the batches that threads would share. */
function playoutsOneByOne({ program, layout, names }: LaneGame): PlayoutMaker {
  let batched: ReturnType<typeof singleBatches> | undefined;
  return (starts, request, isTimeUp): PlayoutTally => {
    batched ??= singleBatches(eventSimulator(program, layout, names), {
      ...{ roles: program.roles.length, moves: new MoveSums(program, names) },
    });
    return runBatches(batched, { starts, request, isTimeUp });
  };
}

function describe({ phases, flush, slots }: PlayoutStreams): string {
  const gates = phases.map(({ play }) => String(play.gates)).join(' + ');
  const inputs = phases.map(({ play }) => String(play.inputs)).join(' + ');
  const later = flush === undefined ? '' : `, ${String(flush.gates)} more for goals`;
  return `${gates} gates with ${inputs} inputs in ${phases.length === 1 ? 'one phase' : `${String(phases.length)} phases`}${later}, ${String(slots)} slots`;
}
