import { firstDerived, type GroundProgram } from '../../ground/index.js';

/**
 * For each fluent 1 where what is legal, terminal, seen or a goal depends on it, now or later, and 0 where it is there to be seen only: as the squares of
 * draughts that no piece can enter.
 */
export function matteringFluents(program: GroundProgram): Uint8Array {
  const { fluents, next, legal, terminal, goals, percepts, ruleStart, bodyStart, body } = program;
  const isNeeded = new Uint8Array(program.atoms);
  const open: number[] = [];
  const need = (literal: number): void => {
    if (isNeeded[literal >> 1] === 1) return;
    isNeeded[literal >> 1] = 1;
    open.push(literal >> 1);
  };
  for (const literal of legal) need(literal);
  need(terminal);
  for (const { literal } of [...goals, ...percepts]) need(literal);
  const first = firstDerived(program);
  for (let atom = open.pop(); atom !== undefined; atom = open.pop()) {
    if (atom >= 1 && atom <= fluents) need(next[atom - 1]!);
    if (atom < first) continue;
    const from = bodyStart[ruleStart[atom - first]!]!;
    const to = bodyStart[ruleStart[atom - first + 1]!]!;
    for (let at = from; at < to; at++) need(body[at]!);
  }
  return isNeeded.slice(1, 1 + fluents);
}
