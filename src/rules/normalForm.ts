import type { Compound, Formula, Term } from '../gdl/index.js';
import {
  type Substitution,
  isGround,
  isWithinSize,
  literalKey,
  substitute,
  substituteAtom,
  termKey,
  unify,
} from './terms.js';
import type { Literal } from './validRules.js';

/** Negation normal form: `not` only before atoms, and none before `distinct`, whose negation is an equality. */
export type Normal = Leaf | All | Any;

export type Leaf = Literal | Equality;

export interface Equality {
  readonly kind: 'equal';
  readonly left: Term;
  readonly right: Term;
}

export interface All {
  readonly kind: 'and';
  readonly of: readonly Normal[];
}

export interface Any {
  readonly kind: 'or';
  readonly of: readonly Normal[];
}

function isDistinct(atom: Compound): boolean {
  return atom.name === 'distinct' && atom.args.length === 2;
}

export function toNormalForm(formula: Formula, isPositive = true): Normal {
  if (formula.kind === 'not') return toNormalForm(formula.of, !isPositive);
  if (formula.kind === 'compound') return toLiteral(formula, isPositive);
  const kind = (formula.kind === 'and') === isPositive ? 'and' : 'or';
  return junction(
    kind,
    formula.of.map((part) => toNormalForm(part, isPositive)),
  );
}

function toLiteral(atom: Compound, isPositive: boolean): Normal {
  if (!isDistinct(atom)) return { kind: 'atom', isPositive, atom };
  return { kind: isPositive ? 'distinct' : 'equal', left: atom.args[0]!, right: atom.args[1]! };
}

/** A junction whose parts are never junctions of the same kind, nor a single part. */
export function junction(kind: 'and' | 'or', parts: readonly Normal[]): Normal {
  const of = parts.flatMap((part) => (part.kind === kind ? part.of : [part]));
  return of.length === 1 ? of[0]! : { kind, of };
}

/** How many clauses a body becomes when it is multiplied out, and how many literals one has at most. */
export function widthOf(normal: Normal): { clauses: number; literals: number } {
  if (normal.kind !== 'and' && normal.kind !== 'or') return { clauses: 1, literals: 1 };
  const width = normal.kind === 'and' ? { clauses: 1, literals: 0 } : { clauses: 0, literals: 0 };
  for (const part of normal.of) {
    const { clauses, literals } = widthOf(part);
    width.clauses = normal.kind === 'and' ? width.clauses * clauses : width.clauses + clauses;
    width.literals = normal.kind === 'and' ? width.literals + literals : Math.max(width.literals, literals);
  }
  return width;
}

/** A conjunction of literals and equalities. */
export type Conjunction = readonly Leaf[];

/** The disjunctive normal form, one conjunction a clause. */
export function multiplyOut(normal: Normal): readonly Conjunction[] {
  if (normal.kind === 'or') return normal.of.flatMap(multiplyOut);
  if (normal.kind !== 'and') return [[normal]];
  let products: Leaf[][] = [[]];
  for (const part of normal.of) {
    if (part.kind !== 'or') {
      for (const product of products) product.push(part as Leaf);
    } else {
      const alternatives = multiplyOut(part);
      products = products.flatMap((product) => alternatives.map((alternative) => [...product, ...alternative]));
    }
  }
  return products;
}

export interface SimpleClause {
  readonly head: Compound;
  readonly body: readonly Literal[];
}

/** Puts equalities into effect, drops what is decided and what is said twice; says so where the conjunction can never hold. */
export function simplify(head: Compound, conjunction: Conjunction): SimpleClause | 'never' | 'too large' {
  const substitution = solve(conjunction);
  if (!(substitution instanceof Map)) return substitution;
  const body = new Map<string, Literal>();
  for (const part of conjunction) {
    if (part.kind === 'equal') continue;
    const literal = substituteLiteral(part, substitution);
    if (literal.kind === 'distinct') {
      if (termKey(literal.left) === termKey(literal.right)) return 'never';
      if (isGround(literal.left) && isGround(literal.right)) continue;
    }
    const key = literalKey(literal);
    if (body.has(key)) continue;
    if (literal.kind === 'atom' && body.has(literalKey({ ...literal, isPositive: !literal.isPositive })))
      return 'never';
    body.set(key, literal);
  }
  return { head: substituteAtom(head, substitution), body: [...body.values()] };
}

/** Equalities of terms that repeat variables can double a term each; no honest rule comes near this size. */
const MAX_TERM_SIZE = 2000;

/** What makes all equalities of the parts true. */
export function solve(parts: readonly Normal[]): Substitution | 'never' | 'too large' {
  const substitution: Substitution = new Map();
  const isSmall = (term: Term): boolean => isWithinSize(term, substitution, MAX_TERM_SIZE);
  for (const part of parts) {
    if (part.kind !== 'equal') continue;
    if (![part.left, part.right].every(isSmall)) return 'too large';
    if (!unify(part.left, part.right, substitution)) return 'never';
  }
  return [...substitution.values()].every(isSmall) ? substitution : 'too large';
}

export function substituteLiteral(literal: Literal, substitution: Substitution): Literal {
  if (substitution.size === 0) return literal;
  if (literal.kind === 'atom') return { ...literal, atom: substituteAtom(literal.atom, substitution) };
  return { ...literal, left: substitute(literal.left, substitution), right: substitute(literal.right, substitution) };
}

export function substituteNormal(normal: Normal, substitution: Substitution): Normal {
  if (normal.kind === 'and' || normal.kind === 'or') {
    return { kind: normal.kind, of: normal.of.map((part) => substituteNormal(part, substitution)) };
  }
  if (normal.kind !== 'equal') return substituteLiteral(normal, substitution);
  return { ...normal, left: substitute(normal.left, substitution), right: substitute(normal.right, substitution) };
}
