import { firstDerived, firstMove, type GroundProgram } from '../ground/index.js';

/** 1 for fluents, counted from 0, that depend on moves; what the others are next depends on such others alone. */
export function movedFluents(program: GroundProgram): Uint8Array {
  /** 1 where an atom may depend on moves: first the moves, then whatever depends on them, round after round. */
  const isMoved = new Uint8Array(program.atoms);
  isMoved.fill(1, firstMove(program), firstDerived(program));
  for (let isChanged = true; isChanged;) {
    isChanged = spreadToDerived(program, isMoved);
    program.next.forEach((literal, fluent) => {
      if (isMoved[fluent + 1] === 1 || isMoved[literal >> 1] === 0) return;
      isMoved[fluent + 1] = 1;
      isChanged = true;
    });
  }
  return isMoved.slice(1, 1 + program.fluents);
}

/** One sweep in dependency order; recursion is settled by the next one. */
function spreadToDerived(program: GroundProgram, isMoved: Uint8Array): boolean {
  const { atoms, ruleStart, bodyStart, body } = program;
  const first = firstDerived(program);
  let isChanged = false;
  for (let atom = first; atom < atoms; atom++) {
    if (isMoved[atom] === 1) continue;
    const end = bodyStart[ruleStart[atom - first + 1]!]!;
    let at = bodyStart[ruleStart[atom - first]!]!;
    while (at < end && isMoved[body[at]! >> 1] === 0) at++;
    if (at === end) continue;
    isMoved[atom] = 1;
    isChanged = true;
  }
  return isChanged;
}
