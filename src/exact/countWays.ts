import { countBranches } from './countBranches.js';
import { countPolicies } from './countPolicies.js';
import type { Match, Objective } from './objective.js';
import { unfold } from './unfolding.js';

/** Places of a match that is unfolded; counting is for small ones. */
const MOST_PLACES = 200_000;

export interface Ways {
  /** See {@link countPolicies}; null where they cannot be counted. */
  readonly policies: bigint | null;
  /** See {@link countBranches}; null where they cannot be counted. */
  readonly branches: bigint | null;
}

/** Counts the ways to so many points: as the expected value of policies, and as the outcome of branches. */
export function countWays<State>(match: Match<State>, objective: Objective, points: number): Ways {
  const unfolding = unfold(match, objective, MOST_PLACES);
  if (unfolding === undefined) return { policies: null, branches: null };
  return {
    policies: countPolicies(unfolding, points) ?? null,
    branches: countBranches(unfolding, points) ?? null,
  };
}
