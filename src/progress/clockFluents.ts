import { seededRandom } from '../base/index.js';
import { type Game, playout } from '../game/index.js';
import { firstDerived, type GroundProgram } from '../ground/index.js';

/** How far a clock is watched. */
const PLIES = 200;

/**
 * Fluents, counted from 0, that count the steps: no move has any influence on them, not even through others, and, as far as play was watched,
 * none comes again after it has gone.
 */
export function clockFluents(program: GroundProgram, game: Game<Uint32Array>): readonly number[] {
  const fluents = unmovedFluents(program);
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

/** Fluents that depend on no move: what they are next depends on such fluents alone. */
function unmovedFluents(program: GroundProgram): readonly number[] {
  /** 1 where an atom may depend on moves: first the moves, then whatever depends on them, round after round. */
  const isMoved = new Uint8Array(program.atoms);
  isMoved.fill(1, 1 + program.fluents, firstDerived(program));
  for (let isChanged = true; isChanged;) {
    isChanged = spreadToDerived(program, isMoved);
    program.next.forEach((literal, fluent) => {
      if (isMoved[fluent + 1] === 1 || isMoved[literal >> 1] === 0) return;
      isMoved[fluent + 1] = 1;
      isChanged = true;
    });
  }
  return Array.from({ length: program.fluents }, (_, fluent) => fluent).filter((fluent) => isMoved[fluent + 1] === 0);
}

/** One sweep in dependency order; recursion is settled by the next one. */
function spreadToDerived(program: GroundProgram, isMoved: Uint8Array): boolean {
  const { atoms, ruleStart, bodyStart, body } = program;
  const first = firstDerived(program);
  let isChanged = false;
  for (let atom = first; atom < atoms; atom++) {
    if (isMoved[atom] === 1) continue;
    const conditions = body.subarray(bodyStart[ruleStart[atom - first]!], bodyStart[ruleStart[atom - first + 1]!]);
    if (!conditions.some((literal) => isMoved[literal >> 1] === 1)) continue;
    isMoved[atom] = 1;
    isChanged = true;
  }
  return isChanged;
}
