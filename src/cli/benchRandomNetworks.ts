import type { Clock, Random } from '../base/index.js';
import { type Network, networkSizes } from '../network/index.js';
import { measureSearch, Propagation, randomClauses, randomTables } from '../solver/index.js';
import { rounded } from './style.js';

/** An element of what `woodstock bench solver --json` prints: null where it does not apply. */
export interface SolverResult {
  readonly network: string;
  readonly variables: number;
  readonly constraints: number;
  readonly tuples: number;
  readonly nodesPerSecond: number;
  readonly solutionsPerSecond: number;
  /** The same search with tables that look at every tuple each time, and how many times fewer nodes that makes. */
  readonly naiveNodesPerSecond: number | null;
  readonly compactOverNaive: number | null;
  readonly openMs: number;
  /** To inject a state, and then, until it is done: singleton consistency of all variables; MAC for all solutions. */
  readonly injectMs: number | null;
  readonly sacMs: number | null;
  readonly macMs: number | null;
  readonly solutions: number | null;
}

/** Hard to satisfy, all but the last, which has more solutions than anyone can count. */
export const RANDOM_NETWORKS: Readonly<Record<string, (random: Random) => Network>> = {
  'binary-tables': (random) =>
    randomTables(random, { variables: 30, values: 10, constraints: 90, arity: 2, tuples: 62 }),
  'wide-tables': (random) => randomTables(random, { variables: 20, values: 6, constraints: 30, arity: 4, tuples: 470 }),
  'large-tables': (random) =>
    randomTables(random, { variables: 16, values: 10, constraints: 14, arity: 5, tuples: 8000 }),
  'short-tables': (random) =>
    randomTables(random, { variables: 24, values: 4, constraints: 40, arity: 5, tuples: 40, stars: 25 }),
  clauses: (random) => randomClauses(random, { variables: 120, clauses: 511, length: 3 }),
  'many-solutions': (random) =>
    randomTables(random, { variables: 20, values: 4, constraints: 14, arity: 3, tuples: 60 }),
};

interface RandomMeasurement {
  readonly clock: Clock;
  readonly milliseconds: number;
}

/** Share of the measured time in which the machine warms up. */
const WARM_UP = 0.2;

export function benchRandomNetwork(name: string, network: Network, measurement: RandomMeasurement): SolverResult {
  const { clock, milliseconds } = measurement;
  const start = clock();
  const compact = new Propagation(network);
  const openMs = clock() - start;
  const naive = new Propagation(network, { tables: 'naive' });
  const speedOf = (propagation: Propagation): { nodes: number; solutions: number } => {
    measureSearch(propagation, { clock, milliseconds: WARM_UP * milliseconds });
    const { nodes, solutions, ms } = measureSearch(propagation, measurement);
    return { nodes: (1000 * nodes) / ms, solutions: (1000 * solutions) / ms };
  };
  const fast = speedOf(compact);
  const hasTables = network.constraints.some(({ kind }) => kind === 'table');
  const slow = hasTables ? speedOf(naive) : null;
  const { variables, constraints, tuples } = networkSizes(network);
  return {
    network: name,
    ...{ variables, constraints, tuples },
    nodesPerSecond: rounded(fast.nodes),
    solutionsPerSecond: rounded(fast.solutions),
    naiveNodesPerSecond: slow && rounded(slow.nodes),
    compactOverNaive: slow && rounded(fast.nodes / slow.nodes),
    openMs: rounded(openMs),
    ...{ injectMs: null, sacMs: null, macMs: null, solutions: null },
  };
}
