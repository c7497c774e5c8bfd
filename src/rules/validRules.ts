import type { Diagnostic, Span } from '../base/index.js';
import type { Compound, Sheet, Term } from '../gdl/index.js';

/** `head` holds if every literal of `body` holds: disjunction and nested negation are compiled away. */
export interface Clause {
  readonly head: Compound;
  readonly body: readonly Literal[];
  readonly span: Span;
}

export type Literal = AtomLiteral | DistinctLiteral;

export interface AtomLiteral {
  readonly kind: 'atom';
  readonly isPositive: boolean;
  readonly atom: Compound;
}

export interface DistinctLiteral {
  readonly kind: 'distinct';
  readonly left: Term;
  readonly right: Term;
}

/** A relation's name and arity, as in `cell/3`: names with several arities are several relations. */
export type RelationKey = string;

/** Relations that depend on each other (a strongly connected component of the dependency graph), mostly just one. */
export interface Component {
  readonly relations: readonly RelationKey[];
  /** Whether some relation of the component depends, directly or not, on itself. */
  readonly isRecursive: boolean;
  /** Whether `true` is reached: what the relations hold changes with the state. */
  readonly dependsOnState: boolean;
  /** Whether `does` is reached: what they hold changes with the joint move. */
  readonly dependsOnMoves: boolean;
}

/** What the players know: `stochastic` has a role `random`, `partial` hides something through `sees`. */
export type Information = 'deterministic' | 'stochastic' | 'partial';

/** Rules that passed every check. Only {@link validate} makes one. */
export interface ValidRules {
  readonly [checked]: true;
  readonly sheet: Sheet;
  /** In the order of the sheet. */
  readonly roles: readonly string[];
  /** Index of the role `random` in `roles`, or -1. */
  readonly randomRole: number;
  readonly information: Information;
  /**
   * In the order of the sheet, then those made by the validator. Relations named `or#1`, … stand for disjunctions too wide to be multiplied
   * out, and `goal#1`, … for the part of `goal` with certain arguments, where the whole would depend on its own negation.
   */
  readonly clauses: readonly Clause[];
  /** All relations with clauses, each after those that it depends on. `true` and `does` have none. */
  readonly components: readonly Component[];
  readonly warnings: readonly Diagnostic[];
}

/** Never exported from the folder's door, so that no one else can make {@link ValidRules}. */
export const checked: unique symbol = Symbol('checked');
