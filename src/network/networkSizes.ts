import type { Network } from './network.js';

/** How large a network is (003, table 2). */
export interface NetworkSizes {
  readonly variables: number;
  readonly maxDomain: number;
  /** Of all domains together. */
  readonly values: number;
  readonly constraints: number;
  /** Of all tables together. */
  readonly tuples: number;
}

export function networkSizes({ variables, constraints }: Network): NetworkSizes {
  const domains = variables.map(({ values }) => values.length);
  return {
    variables: variables.length,
    maxDomain: domains.reduce((largest, size) => Math.max(largest, size), 0),
    values: domains.reduce((sum, size) => sum + size, 0),
    constraints: constraints.length,
    tuples: constraints.reduce(
      (sum, constraint) =>
        constraint.kind === 'table' ? sum + constraint.tuples.length / constraint.scope.length : sum,
      0,
    ),
  };
}
