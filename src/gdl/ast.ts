import type { Source, Span } from '../base/index.js';

/**
 * The tree that both notations are read into. A constant is a compound without arguments, so `(foo)` and `foo` are one thing; an
 * atom is a compound in the place of a sentence. `distinct` and the other keywords are plain names here, in lower case.
 */
export type Term = Variable | Compound;

export interface Variable {
  readonly kind: 'variable';
  /** Without the question mark. */
  readonly name: string;
  readonly span: Span;
}

export interface Compound {
  readonly kind: 'compound';
  readonly name: string;
  readonly args: readonly Term[];
  readonly span: Span;
}

export type Formula = Compound | Not | Junction;

export interface Not {
  readonly kind: 'not';
  readonly of: Formula;
  readonly span: Span;
}

/** All of the parts (`and`), or at least one of them (`or`). */
export interface Junction {
  readonly kind: 'and' | 'or';
  readonly of: readonly Formula[];
  readonly span: Span;
}

/** `head` holds if all of `body` holds; a fact has an empty body. */
export interface Rule {
  readonly head: Compound;
  readonly body: readonly Formula[];
  readonly span: Span;
}

/** A rule sheet as written: not yet known to make sense. */
export interface Sheet {
  readonly source: Source;
  readonly rules: readonly Rule[];
}

export type Notation = 'prefix' | 'infix';
