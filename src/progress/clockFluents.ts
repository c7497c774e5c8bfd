import { seededRandom } from '../base/index.js';
import { type Game, playout } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { movedFluents } from './movedFluents.js';

/** How far a clock is watched. */
const PLIES = 200;

/**
 * Fluents, counted from 0, that count the steps: no move has any influence on them, not even through others, and, as far as play was watched,
 * none comes again after it has gone.
 */
export function clockFluents(program: GroundProgram, game: Game<Uint32Array>): readonly number[] {
  const isMoved = movedFluents(program);
  const fluents = Array.from(isMoved.keys()).filter((fluent) => isMoved[fluent] === 0);
  if (fluents.length === 0) return [];
  const { states } = playout(game, seededRandom(0), { plies: PLIES });
  const holds = (state: Uint32Array, fluent: number): boolean => ((state[fluent >>> 5]! >>> (fluent & 31)) & 1) === 1;
  return fluents.filter((fluent) => {
    const rises = states.filter(
      (state, ply) => holds(state, fluent) && (ply === 0 || !holds(states[ply - 1]!, fluent)),
    );
    return rises.length <= 1;
  });
}
