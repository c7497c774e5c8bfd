import type { Random } from '../src/base/index.js';
import { BOOLEAN, type Distribution, type Network, STAR, type Utility, type Variable } from '../src/network/index.js';
import { type RandomNetworkOptions, randomNetwork } from './randomNetwork.js';

/** What {@link randomStochasticNetwork} draws besides a random network; each has a default. */
export interface RandomStochasticOptions extends RandomNetworkOptions {
  /** Most players with utilities; with none, policies are worth their satisfaction. */
  readonly players?: number;
  /** Whether no decision comes after the first draw. */
  readonly isOneStage?: boolean;
}

const SMALL: RandomNetworkOptions = {
  variables: [2, 6],
  constraints: [1, 5],
  domain: [1, 3],
  arity: [1, 3],
  tightness: [40, 90],
};

/** A small stochastic network, with decisions, draws and auxiliary variables in any order. */
export function randomStochasticNetwork(random: Random, options: RandomStochasticOptions = {}): Network {
  const network = randomNetwork(random, { ...SMALL, ...options });
  const variables = withKinds(random, network.variables, options.isOneStage ?? false);
  const distributions = [...variables.keys()]
    .filter((x) => variables[x]!.kind === 'stochastic')
    .map((x) => randomDistribution(random, variables, x));
  const players = Array.from({ length: random.below((options.players ?? 2) + 1) }, (_, player) => `player ${player}`);
  const utilities = players.flatMap((_, player) =>
    Array.from({ length: 1 + random.below(2) }, () => randomUtility(random, variables, player)),
  );
  const threshold = Array.from({ length: Math.max(1, players.length) }, () => random.below(11) / 10);
  return { ...network, variables, distributions, players, utilities, threshold };
}

function withKinds(random: Random, variables: readonly Variable[], isOneStage: boolean): readonly Variable[] {
  let hasDrawn = false;
  let stage = 0;
  return variables.map((variable): Variable => {
    if (random.below(5) < 2) {
      hasDrawn = true;
      return { ...variable, kind: 'stochastic', stage };
    }
    if ((isOneStage && hasDrawn) || random.below(4) === 0) return { ...variable, kind: 'auxiliary', stage };
    if (hasDrawn) stage++;
    hasDrawn = false;
    return { ...variable, kind: 'decision', stage };
  });
}

function randomDistribution(random: Random, variables: readonly Variable[], variable: number): Distribution {
  const size = variables[variable]!.values.length;
  const before = [...variables.keys()].filter((x) => x < variable);
  const booleans = before.filter((x) => variables[x]!.values === BOOLEAN);
  if (booleans.length > 0 && random.below(3) === 0) {
    const scope = Array.from({ length: size }, () => booleans[random.below(booleans.length)]!);
    return { kind: 'uniform', variable, scope };
  }
  if (before.length === 0 || random.below(2) === 0)
    return {
      kind: 'table',
      variable,
      scope: [],
      rows: [{ tuple: [], probabilities: randomProbabilities(random, size) }],
    };
  const condition = before[random.below(before.length)]!;
  const rows = variables[condition]!.values.map((_, value) => ({
    tuple: [value],
    probabilities: randomProbabilities(random, size),
  }));
  // Sometimes the last row is for any value that has no other.
  if (random.below(3) === 0) rows.splice(-1, 1, { tuple: [STAR], probabilities: randomProbabilities(random, size) });
  return { kind: 'table', variable, scope: [condition], rows };
}

/** Multiples of a sixth, some of them 0. */
function randomProbabilities(random: Random, size: number): readonly number[] {
  const counts = Array.from({ length: size }, () => 0);
  for (let part = 0; part < 6; part++) counts[random.below(size)]!++;
  return counts.map((count) => count / 6);
}

function randomUtility(random: Random, variables: readonly Variable[], player: number): Utility {
  const scope = [...variables.keys()].filter(() => random.below(variables.length) < 2);
  const rows = Array.from({ length: 1 + random.below(3) }, () => ({
    tuple: scope.map((x) => (random.below(5) === 0 ? STAR : random.below(variables[x]!.values.length))),
    utility: random.below(11) / 20,
  }));
  return { player, scope, rows, otherwise: random.below(3) / 10 };
}
