import { IntList } from '../base/index.js';
import { type Propositions, sortedSet } from './propositions.js';
import { Sequences } from './sequences.js';

/**
 * Removes atoms that are used once: the only rule of such an atom goes into the body that uses it, and several rules take the place of a
 * rule `h ← atom`. `isFixed` marks the atoms that play sets or reads, which stay.
 */
export function inlineSingleUses(old: Propositions, isFixed: Uint8Array): Propositions {
  const { atoms, ruleStart, rules, bodies } = old;
  const uses = countUses(old);
  const rulesOf = (atom: number): number => ruleStart[atom + 1]! - ruleStart[atom]!;
  const isInlined = (literal: number): boolean => {
    const atom = literal >> 1;
    return (literal & 1) === 0 && uses[atom] === 1 && isFixed[atom] === 0 && rulesOf(atom) === 1;
  };
  const isHoisted = (body: Int32Array): boolean => {
    const atom = body[0]! >> 1;
    return body.length === 1 && (body[0]! & 1) === 0 && uses[atom] === 1 && isFixed[atom] === 0 && rulesOf(atom) > 1;
  };

  const written = new Sequences();
  const scratch = new IntList();
  const expand = (body: Int32Array): number => {
    const open = [...body];
    scratch.length = 0;
    for (let literal = open.pop(); literal !== undefined; literal = open.pop()) {
      if (isInlined(literal)) open.push(...bodies.of(rules[ruleStart[literal >> 1]!]!));
      else scratch.push(literal);
    }
    return written.intern(scratch.array, sortedSet(scratch.array, scratch.length));
  };

  const newStart = new Int32Array(atoms + 1);
  const newRules = new IntList(rules.length + 1);
  for (let atom = 0; atom < atoms; atom++) {
    newStart[atom] = newRules.length;
    if (isFixed[atom] === 0 && uses[atom] === 1 && rulesOf(atom) === 1) continue;
    const open = [atom];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      for (let rule = ruleStart[from]!; rule < ruleStart[from + 1]!; rule++) {
        const body = bodies.of(rules[rule]!);
        if (isHoisted(body)) open.push(body[0]! >> 1);
        else newRules.push(expand(body));
      }
    }
  }
  newStart[atoms] = newRules.length;
  return { atoms, ruleStart: newStart, rules: newRules.toArray(), bodies: written };
}

/** How often each atom occurs in rules; a negative occurrence counts as two, since nothing is moved under a negation. */
function countUses({ atoms, rules, bodies }: Propositions): Int32Array {
  const uses = new Int32Array(atoms);
  for (const body of rules) for (const literal of bodies.of(body)) uses[literal >> 1]! += 1 + (literal & 1);
  return uses;
}
