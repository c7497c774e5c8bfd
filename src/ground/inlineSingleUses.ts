import { IntList } from '../base/index.js';
import { type Propositions, sortedSet } from './propositions.js';

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
  const isHoisted = (body: number): boolean => {
    if (bodies.lengthOf(body) !== 1) return false;
    const literal = bodies.first(body);
    const atom = literal >> 1;
    return (literal & 1) === 0 && uses[atom] === 1 && isFixed[atom] === 0 && rulesOf(atom) > 1;
  };

  const scratch = new IntList();
  const open = new IntList();
  const openBody = (body: number): void => {
    bodies.each(body, (literal) => {
      open.push(literal);
    });
  };
  const expand = (body: number): number => {
    if (!bodies.some(body, isInlined)) return body;
    scratch.length = 0;
    openBody(body);
    while (open.length > 0) {
      const literal = open.array[--open.length]!;
      if (isInlined(literal)) openBody(rules[ruleStart[literal >> 1]!]!);
      else scratch.push(literal);
    }
    return bodies.intern(scratch.array, sortedSet(scratch.array, scratch.length));
  };

  const hoisted: number[] = [];
  const newStart = new Int32Array(atoms + 1);
  const newRules = new IntList(rules.length + 1);
  for (let atom = 0; atom < atoms; atom++) {
    newStart[atom] = newRules.length;
    if (isFixed[atom] === 0 && uses[atom] === 1 && rulesOf(atom) === 1) continue;
    hoisted.push(atom);
    for (let from = hoisted.pop(); from !== undefined; from = hoisted.pop()) {
      for (let rule = ruleStart[from]!; rule < ruleStart[from + 1]!; rule++) {
        const body = rules[rule]!;
        if (isHoisted(body)) hoisted.push(bodies.first(body) >> 1);
        else newRules.push(expand(body));
      }
    }
  }
  newStart[atoms] = newRules.length;
  return { atoms, ruleStart: newStart, rules: newRules.toArray(), bodies };
}

/** How often each atom occurs in rules; a negative occurrence counts as two, since nothing is moved under a negation. */
function countUses({ atoms, ruleStart, rules, bodies }: Propositions): Int32Array {
  const uses = new Int32Array(atoms);
  const count = (literal: number): void => {
    uses[literal >> 1]! += 1 + (literal & 1);
  };
  for (let rule = 0; rule < ruleStart[atoms]!; rule++) bodies.each(rules[rule]!, count);
  return uses;
}
