import type { Network } from '../../network/index.js';
import { StochasticProblem, lastOf } from './stochasticProblem.js';

/**
 * The variables before the first draw with the constraints on them alone: algorithm 1 of 001, a classical CSP. Variables keep their indexes.
 *
 * 001 takes the constraints without a stochastic variable. That is the same where all decisions come first; but what follows a draw (in a
 * game the state after it, 003 section 3.3) may differ from scenario to scenario, and a CSP has one value for it.
 */
export function hardPart(network: Network): Network {
  const { firstDraw } = new StochasticProblem(network);
  return {
    name: `hard part of ${network.name}`,
    variables: network.variables.slice(0, firstDraw),
    constraints: network.constraints.filter(({ scope }) => lastOf(scope) < firstDraw),
    distributions: [],
    players: [],
    utilities: [],
    threshold: [0],
  };
}

export interface ChancePart {
  /** Variables keep their indexes; those that are in no scope are there, and do not matter. */
  readonly network: Network;
  /** The variables before the first draw that a constraint, distribution or utility of the chance part mentions, ascending. */
  readonly decisions: readonly number[];
}

/** The other constraints, with all distributions and utilities: algorithm 2 of 001. */
export function chancePart(network: Network): ChancePart {
  const { firstDraw } = new StochasticProblem(network);
  const constraints = network.constraints.filter(({ scope }) => lastOf(scope) >= firstDraw);
  const decisions = new Set<number>();
  for (const { scope } of [...constraints, ...network.distributions, ...network.utilities])
    for (const variable of scope) if (variable < firstDraw) decisions.add(variable);
  return {
    network: { ...network, name: `chance part of ${network.name}`, constraints },
    decisions: [...decisions].sort((a, b) => a - b),
  };
}
