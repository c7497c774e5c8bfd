import { type Result, ok } from '../../base/index.js';
import type { ValuedPolicy } from './policy.js';
import { PRECISION } from './stochasticProblem.js';

/** Some policy that reaches the threshold, undefined where there is none, or why that could not be found out. */
export type Satisfier = (threshold: readonly number[]) => Result<ValuedPolicy | undefined, string>;

export interface RaisedThreshold {
  /** A policy whose least expected utility over the players is greatest; undefined where none is feasible. */
  readonly best: ValuedPolicy | undefined;
  /** The thresholds that were reached, ascending. */
  readonly reached: readonly number[];
}

/**
 * Optimises by a sequence of satisfaction problems (003 section 4.4): θ starts at (0, …, 0), and whenever a policy with expected utilities r
 * is found it is set to (min r, …, min r), to be surpassed, until no policy does.
 */
export function raiseThreshold(players: number, satisfy: Satisfier): Result<RaisedThreshold, string> {
  let best: ValuedPolicy | undefined;
  const reached: number[] = [];
  let theta = 0;
  for (;;) {
    const found = satisfy(Array.from({ length: players }, () => theta));
    if (!found.ok) return found;
    if (found.value === undefined) return ok({ best, reached });
    best = found.value;
    const least = Math.min(...best.utilities);
    reached.push(least);
    theta = least + 2 * PRECISION;
  }
}
