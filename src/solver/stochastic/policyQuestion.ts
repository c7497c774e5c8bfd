import { type Budget, BudgetExceeded, Meter, type Result, fail, ok } from '../../base/index.js';
import type { ValuedPolicy } from './policy.js';
import type { Wanted } from './policyLists.js';
import type { Reading } from './stochasticProblem.js';

export interface PolicyQuestion {
  readonly wanted: Wanted;
  /** θ of each player (one entry where there are no players); that of the network where it is not given. */
  readonly threshold?: readonly number[];
  /** `satisfaction` where it is not given. */
  readonly reading?: Reading;
  /** With `all`: most policies, at any node; as many as there are where it is not given. */
  readonly limit?: number;
}

export interface PolicyAnswer {
  /** Those that reach the threshold. */
  readonly policies: readonly ValuedPolicy[];
  /** Whether the limit cut off none of them. */
  readonly isComplete: boolean;
  /** Values tried. */
  readonly nodes: number;
}

/** What comes of a search, or why its budget ran out. */
export function withinBudget<T>(budget: Budget, run: (meter: Meter) => T): Result<T, string> {
  try {
    return ok(run(new Meter(budget)));
  } catch (error) {
    if (error instanceof BudgetExceeded) return fail(error.message);
    throw error;
  }
}
