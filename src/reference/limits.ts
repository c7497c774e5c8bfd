export interface ReferenceLimits {
  /** Most tuples that one relation may hold in one state; the largest of the public sheets needs about 200,000. */
  readonly maxTuples: number;
  /** Most levels of nesting in a derived term; the public sheets need fewer than 30. */
  readonly maxDepth: number;
}

export const DEFAULT_LIMITS: ReferenceLimits = { maxTuples: 5_000_000, maxDepth: 500 };

/**
 * The rules derive more than the limits allow, most likely without end (terms that grow in a recursion). Thrown by any question to a
 * reference game: the fault is the sheet's. Other questions are still answered.
 */
export class EvaluationLimit extends Error {
  override readonly name = 'EvaluationLimit';

  constructor(
    readonly limit: keyof ReferenceLimits,
    /** The relation or functor that grows, as `name/arity`. */
    readonly subject: string,
    bound: number,
  ) {
    const what = limit === 'maxTuples' ? 'tuples of' : 'levels of nesting in';
    super(`the rules derive more than ${String(bound)} ${what} ${subject}; they may have no end`);
  }
}
