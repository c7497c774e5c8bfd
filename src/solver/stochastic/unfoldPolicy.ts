import { type ValuedPolicy, afterDecisions, lostPolicy } from './policy.js';
import { type Draw, joinDraws } from './policyLists.js';
import type { StochasticProblem } from './stochasticProblem.js';

/** The value that a decision or auxiliary variable gets where the variables before it have these values. */
export type Strategy = (variable: number, values: readonly number[]) => number;

/** The policy that a strategy amounts to, with what it is worth; undefined where it is infeasible. */
export function unfoldPolicy(problem: StochasticProblem, strategy: Strategy): ValuedPolicy | undefined {
  return unfold(problem, strategy, []);
}

function unfold(problem: StochasticProblem, strategy: Strategy, values: readonly number[]): ValuedPolicy | undefined {
  const variable = values.length;
  if (variable === problem.network.variables.length) {
    const utilities = problem.utilities(values);
    return { policy: { kind: 'leaf', utilities, isLost: false }, utilities };
  }
  const violation = problem.losesAt(variable) ? lostPolicy(problem.players) : undefined;
  const below = (value: number): ValuedPolicy | undefined => {
    const longer = [...values, value];
    return problem.isConsistent(variable, longer) ? unfold(problem, strategy, longer) : violation;
  };
  if (!problem.isStochastic(variable)) {
    const value = strategy(variable, values);
    const rest = below(value);
    return rest && afterDecisions(variable, [value], rest);
  }
  const draws: Draw[] = [];
  for (const [value, probability] of problem.probabilities(variable, values).entries()) {
    const policy = probability > 0 ? below(value) : undefined;
    if (probability > 0) draws.push({ value, probability, policies: policy === undefined ? [] : [policy] });
  }
  if (draws.length === 0) return violation;
  const options = { players: problem.players, wanted: 'all', limit: 1, isPromising: () => true } as const;
  return joinDraws(variable, draws, options).policies[0];
}
