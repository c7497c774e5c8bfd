import { firstDerived, firstMove, type GroundProgram } from '../../ground/index.js';
import type { FluentParts } from './fluentParts.js';

/** For each part the roles whose moves it depends on, in ascending order. */
export function actingRoles(program: GroundProgram, { fluents }: FluentParts): readonly (readonly number[])[] {
  return fluents.map((own) => rolesOf(program, own));
}

function rolesOf(program: GroundProgram, fluents: readonly number[]): readonly number[] {
  const { ruleStart, bodyStart, body, moveStart } = program;
  const [moves, derived] = [firstMove(program), firstDerived(program)];
  const roles = new Set<number>();
  const seen = new Set<number>();
  const open = fluents.map((fluent) => program.next[fluent]! >> 1);
  for (let atom = open.pop(); atom !== undefined; atom = open.pop()) {
    if (atom < moves || seen.has(atom)) continue;
    seen.add(atom);
    if (atom < derived) {
      const made = atom;
      roles.add(moveStart.findLastIndex((start) => start <= made));
      continue;
    }
    const rules = atom - derived;
    for (let at = bodyStart[ruleStart[rules]!]!; at < bodyStart[ruleStart[rules + 1]!]!; at++)
      open.push(body[at]! >> 1);
  }
  return [...roles].sort((a, b) => a - b);
}
