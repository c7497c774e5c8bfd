import { type Compound, type Term } from '../gdl/index.js';
import { isGround, termKey } from './terms.js';
import type { Clause } from './validRules.js';

export interface Role {
  readonly name: string;
  readonly term: Compound;
}

/** The roles that facts name, in the order of the sheet, each once. */
export function readRoles(clauses: readonly Clause[]): readonly Role[] {
  const roles = new Map<string, Role>();
  for (const { head, body } of clauses) {
    const term: Term | undefined = head.args[0];
    if (head.name !== 'role' || head.args.length !== 1 || body.length > 0) continue;
    if (term?.kind !== 'compound' || !isGround(term)) continue;
    const name = termKey(term);
    if (!roles.has(name)) roles.set(name, { name, term });
  }
  return [...roles.values()];
}

/** The role whose moves are chance; like a keyword, it is written in any case. */
export function isRandom(role: string): boolean {
  return role.toLowerCase() === 'random';
}
