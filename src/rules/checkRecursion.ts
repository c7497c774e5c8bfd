import type { Compound, Term } from '../gdl/index.js';
import type { DependencyGraph } from './dependencyGraph.js';
import type { Findings } from './findings.js';
import { quote, quoteTerm } from './quote.js';
import { type Variables, collectVariables, isGround, relationKey, termKey, variablesOf } from './terms.js';
import type { Clause } from './validRules.js';

/**
 * The recursion restriction (LG-2006-01, definition 12): in a rule of a cycle, each argument of a literal of the same cycle is ground, or an
 * argument of the head, or made of variables that positive literals outside the cycle bind. It keeps what can be derived finite.
 */
export function checkRecursion(clauses: readonly Clause[], graph: DependencyGraph, findings: Findings): void {
  for (const clause of clauses) {
    const key = relationKey(clause.head);
    const isInCycle = (atom: Compound): boolean => graph.areMutuallyRecursive(key, relationKey(atom));
    const inCycle: Compound[] = [];
    const bound: Variables = new Map();
    for (const literal of clause.body) {
      if (literal.kind === 'distinct' || !literal.isPositive) continue;
      if (isInCycle(literal.atom)) inCycle.push(literal.atom);
      else collectVariables(literal.atom, bound);
    }
    if (inCycle.length > 0) checkClause(clause, { inCycle, bound }, findings);
  }
}

interface Recursion {
  /** Body atoms of the head's own cycle. */
  readonly inCycle: readonly Compound[];
  /** Variables that the positive literals outside the cycle bind. */
  readonly bound: Variables;
}

function checkClause({ head }: Clause, { inCycle, bound }: Recursion, findings: Findings): void {
  const growing = head.args.find((argument) => argument.kind === 'compound' && !isBound(argument, bound));
  const headArguments = new Set(head.args.map(termKey));
  const reported = new Set<string>();
  for (const atom of inCycle) {
    const free = atom.args.find((argument) => !headArguments.has(termKey(argument)) && !isBound(argument, bound));
    if (free === undefined || reported.has(termKey(free))) continue;
    reported.add(termKey(free));
    const growth = growing === undefined ? '' : `, and the head makes ever larger terms ${quoteTerm(growing)}`;
    const mend = `bind ${[...variablesOf([free]).values()].map(quoteTerm).join(', ')} by a literal outside the cycle`;
    const message = `${quoteTerm(free)} in the recursive ${quote(atom.name)} is neither an argument of the head nor bound outside the cycle`;
    findings.report({ code: 'recursion-restriction', span: free.span, message: message + growth, mend });
  }
}

function isBound(term: Term, bound: Variables): boolean {
  if (isGround(term)) return true;
  for (const name of variablesOf([term]).keys()) if (!bound.has(name)) return false;
  return true;
}
