import type { Span } from '../base/index.js';

/**
 * What stands between text and sentences: the nested lists of prefix KIF. The infix reader makes them too (`a & ~b` becomes
 * `(and a (not b))`), so that one place decides what is a sentence and what is not.
 */
export type Form = Word | List;

export interface Word {
  readonly kind: 'word';
  /** As prefix KIF spells it: a variable begins with `?`. */
  readonly text: string;
  readonly span: Span;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly Form[];
  readonly span: Span;
  /** False where the reader had to guess the end: what looks wrong in such a list itself may be due to the guess. */
  readonly isClosed: boolean;
}

/** Forms nest at most so deep, hence everything after the readers may recurse over forms and terms. */
export const DEEPEST_NESTING = 500;

/** More arguments or literals than any game has; the rest of the form is dropped, so that garbage stays cheap. */
export const LONGEST_LIST = 65_536;
