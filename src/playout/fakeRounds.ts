import { ok, type Random } from '../base/index.js';
import { type Expansion, type Game, gameSimulator, playout } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { compiledGame } from './compiledGame.js';
import { CompiledRounds } from './compiledRounds.js';
import { laneGame } from './fakeLanes.js';
import { openKernel } from './kernel/kernel.js';
import { twinKernel } from './kernel/twin.js';
import { LaneExpander } from './laneExpander.js';
import type { LaneKernels } from './lanePlayouts.js';
import type { PackedState } from './packedState.js';

/** What tests of rounds share. */

export const KERNELS = {
  simd: { make: openKernel, unitWords: 4 },
  'words of 64 bits': { make: openKernel, unitWords: 2 },
  twin: { make: (width, bytes) => ok(twinKernel(width, bytes)), unitWords: 4 },
} satisfies Record<string, LaneKernels>;

export interface CompiledFake {
  readonly game: Game<PackedState>;
  readonly expander: LaneExpander;
}

export function compiled(program: GroundProgram, kernels: LaneKernels = KERNELS.simd): CompiledFake {
  const rounds = new CompiledRounds(laneGame(program), kernels);
  const game = compiledGame(rounds);
  const simulator = gameSimulator(game, []);
  return { game, expander: new LaneExpander(rounds, (states) => simulator.expand(states)) };
}

/** The states of some random games. */
export function someStates<State>(
  game: Game<State>,
  random: Random,
  { games = 2, plies = 200 } = {},
): readonly State[] {
  return Array.from({ length: games }, () => playout(game, random, { plies }).states).flat();
}

/** An expansion as people can read it: states by their facts, or by their words. */
export function readable<State>(
  { roles, names }: Game<State>,
  { isTerminal, joints, successors, terminal, goals }: Expansion<State>,
  text = (state: State): unknown => names.facts(state),
): unknown {
  return {
    isTerminal,
    joints: Array.from(joints, (move) => names.move(move)),
    successors: successors.map((state, at) => ({
      state: text(state),
      isTerminal: terminal[at] === 1,
      goals: [...goals.subarray(at * roles.length, (at + 1) * roles.length)],
    })),
  };
}
