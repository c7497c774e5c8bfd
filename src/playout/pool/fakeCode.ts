import type { GroundProgram } from '../../ground/index.js';
import { CompiledRounds } from '../compiledRounds.js';
import { laneGame } from '../fakeLanes.js';
import { KERNELS } from '../fakeRounds.js';
import { LanePlayouts } from '../lanePlayouts.js';
import { codeOf, type GameCode } from './gameCode.js';

/** What is sent to workers, for the engine that simulates many states at once or for the one that is driven by events. */
export function gameCode(program: GroundProgram, engine: 'lanes' | 'events' = 'lanes'): GameCode {
  const game = laneGame(program);
  const rounds = new CompiledRounds(game, KERNELS.simd);
  rounds.open(0, 1);
  if (engine === 'events') return codeOf(rounds, undefined, Infinity);
  const playouts = LanePlayouts.open(game, KERNELS.simd);
  if (!playouts.ok) throw new Error(playouts.error);
  return codeOf(rounds, playouts.value, Infinity);
}
