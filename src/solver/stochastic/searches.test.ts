import { describe, expect, it } from 'vitest';
import { randomStochasticNetwork } from '../../../test/randomStochasticNetwork.js';
import { type Budget, ok, seededRandom } from '../../base/index.js';
import type { Network, Variable } from '../../network/index.js';
import { fc, stochasticMac } from './treeSearch.js';
import { macSfc } from './macSfc.js';
import { expectedUtilities } from './policy.js';
import type { PolicyAnswer, PolicyQuestion } from './policyQuestion.js';
import { raiseThreshold } from './raiseThreshold.js';
import { search } from './search.js';
import { type Reading, StochasticProblem, reaches } from './stochasticProblem.js';

const BUDGET: Budget = { clock: () => 0, milliseconds: 1, bytes: 2 ** 30 };
const READINGS: readonly Reading[] = ['satisfaction', 'feasibility'];

type Solver = (network: Network, question: PolicyQuestion, budget: Budget) => ReturnType<typeof search>;

function answerOf(solver: Solver, network: Network, question: PolicyQuestion): PolicyAnswer {
  const result = solver(network, question, BUDGET);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** The definition once more, for one player: the greatest expected utility, -∞ where no policy is feasible. */
function optimum(problem: StochasticProblem, values: readonly number[] = []): number {
  const variable = values.length;
  if (variable === problem.network.variables.length) return problem.utilities(values)[0]!;
  const violated = problem.losesAt(variable) ? 0 : -Infinity;
  const below = (value: number): number => {
    const longer = [...values, value];
    return problem.isConsistent(variable, longer) ? optimum(problem, longer) : violated;
  };
  const domain = [...problem.network.variables[variable]!.values.keys()];
  if (!problem.isStochastic(variable)) return Math.max(violated, ...domain.map(below));
  const possible = domain
    .map((value) => ({ value, probability: problem.probabilities(variable, values)[value]! }))
    .filter(({ probability }) => probability > 0);
  if (possible.length === 0) return violated;
  return possible.reduce((sum, { value, probability }) => sum + probability * below(value), 0);
}

const LOOKING_AHEAD: readonly (readonly [string, Solver])[] = [
  ['forward checking', fc],
  ['maintaining arc consistency', stochasticMac],
];

const zeros = (players: number): readonly number[] => Array.from({ length: players }, () => 0);

const rounded = (utilities: readonly number[]): string => utilities.map((utility) => utility.toFixed(6)).join(' ');

const asText = (answer: PolicyAnswer): readonly string[] =>
  answer.policies.map(({ policy }) => JSON.stringify(policy)).sort();

const roundedFront = (answer: PolicyAnswer): readonly string[] =>
  answer.policies.map(({ utilities }) => rounded(utilities)).sort();

describe.each(READINGS)('policies by %s', (reading) => {
  it('search finds the optimum of the definition', () => {
    let feasible = 0;
    for (let seed = 0; seed < 400; seed++) {
      const network = randomStochasticNetwork(seededRandom(seed), { players: 1 });
      const best = optimum(new StochasticProblem(network, reading));
      const { policies } = answerOf(search, network, { wanted: 'best', reading, threshold: [0] });
      expect(policies.length, `seed ${seed}`).toBe(best === -Infinity ? 0 : 1);
      if (policies.length === 0) continue;
      feasible++;
      expect(policies[0]!.utilities[0], `seed ${seed}`).toBeCloseTo(best, 9);
    }
    expect(feasible).toBeGreaterThan(100);
  });

  it.each(LOOKING_AHEAD)('%s finds the same policies as search, with no more nodes', (_, solver) => {
    let several = 0;
    for (let seed = 0; seed < 400; seed++) {
      const network = randomStochasticNetwork(seededRandom(seed));
      const slow = answerOf(search, network, { wanted: 'all', reading, limit: 20_000 });
      const fast = answerOf(solver, network, { wanted: 'all', reading, limit: 20_000 });
      if (!slow.isComplete) continue;
      expect(asText(fast), `seed ${seed}`).toEqual(asText(slow));
      expect(fast.nodes, `seed ${seed}`).toBeLessThanOrEqual(slow.nodes);
      for (const { policy, utilities } of fast.policies)
        expect(rounded(expectedUtilities(policy))).toBe(rounded(utilities));
      if (fast.policies.length > 1) several++;
    }
    expect(several).toBeGreaterThan(40);
  });

  it.each(LOOKING_AHEAD)('%s finds the same best policies, and a first one where there is any', (_, solver) => {
    for (let seed = 0; seed < 600; seed++) {
      const network = randomStochasticNetwork(seededRandom(seed));
      const slow = answerOf(search, network, { wanted: 'best', reading });
      const best = answerOf(solver, network, { wanted: 'best', reading });
      expect(roundedFront(best), `seed ${seed}`).toEqual(roundedFront(slow));
      const { policies } = answerOf(solver, network, { wanted: 'first', reading });
      expect(policies.length, `seed ${seed}`).toBe(Math.min(1, slow.policies.length));
      for (const { utilities } of policies) expect(reaches(utilities, network.threshold)).toBe(true);
    }
  });

  it('raising the threshold ends at the policy whose least utility is greatest', () => {
    let raised = 0;
    for (let seed = 0; seed < 300; seed++) {
      const network = randomStochasticNetwork(seededRandom(seed));
      const { players } = new StochasticProblem(network);
      const all = answerOf(search, network, { wanted: 'all', reading, threshold: zeros(players), limit: 20_000 });
      if (!all.isComplete) continue;
      const result = raiseThreshold(players, (threshold) =>
        ok(answerOf(fc, network, { wanted: 'first', reading, threshold }).policies[0]),
      );
      if (!result.ok) throw new Error(result.error);
      const { best, reached } = result.value;
      const least = (utilities: readonly number[] | undefined): number => (utilities ? Math.min(...utilities) : -1);
      const greatest = all.policies.reduce((most, { utilities }) => Math.max(most, least(utilities)), -1);
      expect(least(best?.utilities), `seed ${seed}`).toBeCloseTo(greatest, 6);
      expect(reached).toEqual(reached.toSorted((a, b) => a - b));
      if (reached.length > 1) raised++;
    }
    expect(raised).toBeGreaterThan(10);
  });

  it('MAC with the feasibility constraint finds the same policies as search', () => {
    let several = 0;
    for (let seed = 0; seed < 600; seed++) {
      const network = randomStochasticNetwork(seededRandom(seed), { isOneStage: seed % 2 === 0 });
      const slow = answerOf(search, network, { wanted: 'all', reading, limit: 20_000 });
      if (!slow.isComplete) continue;
      const stream = macSfc(network, { reading }, BUDGET);
      const policies = [...stream];
      expect(asText({ ...slow, policies }), `seed ${seed}`).toEqual(asText(slow));
      expect(stream.state).not.toBe('searching');
      if (policies.length > 1) several++;
    }
    expect(several).toBeGreaterThan(60);
  });
});

describe('budgets and limits', () => {
  /** 2^16 policies: every draw may be answered in two ways. */
  const variables = Array.from({ length: 8 }, (_, i): Variable => {
    return i % 2 === 0
      ? { name: `y${i}`, kind: 'stochastic', stage: i / 2, values: ['a', 'b'] }
      : { name: `x${i}`, kind: 'decision', stage: (i + 1) / 2, values: ['a', 'b'] };
  });
  const network: Network = {
    name: 'free',
    variables,
    constraints: [],
    distributions: [0, 2, 4, 6].map((variable) => {
      return { kind: 'table', variable, scope: [], rows: [{ tuple: [], probabilities: [1 / 2, 1 / 2] }] };
    }),
    players: [],
    utilities: [],
    threshold: [1],
  };

  it.each([['search', search] as const, ...LOOKING_AHEAD])('%s says that the limit cut policies off', (_, solver) => {
    const answer = answerOf(solver, network, { wanted: 'all', limit: 10 });
    expect(answer.policies.length).toBe(10);
    expect(answer.isComplete).toBe(false);
  });

  const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'];

  it.each([['search', search] as const, ...LOOKING_AHEAD])('%s says that time ran out', (_, solver) => {
    let now = 0;
    const budget: Budget = { clock: () => now++, milliseconds: 0, bytes: 2 ** 30 };
    const large = {
      ...network,
      variables: network.variables.map((variable) => ({ ...variable, values: LETTERS })),
    };
    const distributions = network.distributions.map((distribution) => {
      return {
        ...distribution,
        kind: 'table' as const,
        rows: [{ tuple: [], probabilities: LETTERS.map(() => 1 / 6) }],
      };
    });
    expect(solver({ ...large, distributions }, { wanted: 'best' }, budget)).toEqual({
      ok: false,
      error: 'more than 0 ms',
    });
  });

  it('a stream of policies is left and stopped', () => {
    const stream = macSfc(network, { limit: 10 }, BUDGET);
    const [first] = stream;
    expect(first?.utilities).toEqual([1]);
    expect(stream.isComplete).toBe(false);
    expect(stream.state).toBe('stopped');
  });

  it('thresholds must be as many as utilities', () => {
    expect(() => search(network, { wanted: 'best', threshold: [0, 0] }, BUDGET)).toThrow(
      '2 thresholds for 1 utilities; give one for each',
    );
  });
});
