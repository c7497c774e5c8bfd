export interface ReferenceOptions {
  /** Most tuples that one relation may hold in one state; the public sheets reach 200,000. */
  readonly maxTuples: number;
  /** Most levels of nesting in a derived term; the public sheets need up to 13 (laikLee_hex). */
  readonly maxDepth: number;
  /** Most relations that may wait for each other's answers, a guard of the call stack; the public sheets need up to 32. */
  readonly maxChain: number;
  /**
   * Tuples that may be looked at to find all of a relation (with those that it depends on recursively) in a state. If that is not enough, it
   * is from then on asked only for what is needed. Less is better for chess, more for othello; chosen by bench/reference.
   */
  readonly workForAll: number;
  /** The same for relations that depend on no state, and are evaluated only once. */
  readonly fixedWorkForAll: number;
}

export const DEFAULT_REFERENCE_OPTIONS: ReferenceOptions = {
  maxTuples: 5_000_000,
  maxDepth: 500,
  maxChain: 200,
  workForAll: 5_000,
  fixedWorkForAll: 200_000,
};

const WHAT = {
  maxTuples: 'tuples of',
  maxDepth: 'levels of nesting in',
  maxChain: 'relations that wait for',
};

/**
 * The rules derive more than the options allow, most likely without end (terms that grow in a recursion). Thrown by any question to a
 * reference game: the fault is the sheet's. Other questions are still answered.
 */
export class EvaluationLimit extends Error {
  override readonly name = 'EvaluationLimit';

  constructor(
    readonly limit: keyof typeof WHAT,
    /** The relation or functor that grows, as `name/arity`. */
    readonly subject: string,
    bound: number,
  ) {
    super(`the rules lead to more than ${String(bound)} ${WHAT[limit]} ${subject}; they may have no end`);
  }
}
