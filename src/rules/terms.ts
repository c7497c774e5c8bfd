import type { Compound, Term, Variable } from '../gdl/index.js';
import type { Literal, RelationKey } from './validRules.js';

/** What variables stand for; a value may hold variables that the substitution maps further. */
export type Substitution = Map<string, Term>;

export function relationKey(atom: Compound): RelationKey {
  return `${atom.name}/${String(atom.args.length)}`;
}

/** Equal for equal terms only, spans aside. */
export function termKey(term: Term): string {
  if (term.kind === 'variable') return `?${term.name}`;
  if (term.args.length === 0) return term.name;
  return `(${[term.name, ...term.args.map(termKey)].join(' ')})`;
}

export function literalKey(literal: Literal): string {
  if (literal.kind === 'distinct') return `(distinct ${termKey(literal.left)} ${termKey(literal.right)})`;
  return literal.isPositive ? termKey(literal.atom) : `(not ${termKey(literal.atom)})`;
}

export function isGround(term: Term): boolean {
  return term.kind === 'compound' && term.args.every(isGround);
}

/** Variables by name, each at its first occurrence. */
export type Variables = Map<string, Variable>;

export function collectVariables(term: Term, into: Variables): void {
  if (term.kind === 'compound') for (const argument of term.args) collectVariables(argument, into);
  else if (!into.has(term.name)) into.set(term.name, term);
}

export function variablesOf(terms: Iterable<Term>): Variables {
  const found: Variables = new Map();
  for (const term of terms) collectVariables(term, found);
  return found;
}

export function substitute(term: Term, substitution: Substitution): Term {
  if (term.kind === 'compound') return substituteAtom(term, substitution);
  const value = substitution.get(term.name);
  return value === undefined ? term : substitute(value, substitution);
}

export function substituteAtom(atom: Compound, substitution: Substitution): Compound {
  if (atom.args.length === 0 || substitution.size === 0) return atom;
  return { ...atom, args: atom.args.map((argument) => substitute(argument, substitution)) };
}

/** Extends the substitution so that the terms become equal; false, with the substitution spoilt, where nothing does. */
export function unify(left: Term, right: Term, substitution: Substitution): boolean {
  const a = resolved(left, substitution);
  const b = resolved(right, substitution);
  if (a.kind === 'variable') return bind(a.name, b, substitution);
  if (b.kind === 'variable') return bind(b.name, a, substitution);
  if (a.name !== b.name || a.args.length !== b.args.length) return false;
  return a.args.every((argument, i) => unify(argument, b.args[i]!, substitution));
}

/** Whether the term has at most so many names and variables once the substitution is put into effect. */
export function isWithinSize(term: Term, substitution: Substitution, size: number): boolean {
  return remainingSize(term, substitution, size) >= 0;
}

function remainingSize(term: Term, substitution: Substitution, size: number): number {
  const value = resolved(term, substitution);
  let rest = size - 1;
  if (value.kind === 'variable') return rest;
  for (const argument of value.args) {
    if (rest < 0) return rest;
    rest = remainingSize(argument, substitution, rest);
  }
  return rest;
}

function resolved(term: Term, substitution: Substitution): Term {
  let at = term;
  while (at.kind === 'variable') {
    const value = substitution.get(at.name);
    if (value === undefined) return at;
    at = value;
  }
  return at;
}

function bind(name: string, value: Term, substitution: Substitution): boolean {
  if (value.kind === 'variable' && value.name === name) return true;
  if (occurs(name, value, substitution)) return false;
  substitution.set(name, value);
  return true;
}

function occurs(name: string, term: Term, substitution: Substitution): boolean {
  const value = resolved(term, substitution);
  if (value.kind === 'variable') return value.name === name;
  return value.args.some((argument) => occurs(name, argument, substitution));
}
