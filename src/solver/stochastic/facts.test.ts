import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Budget, type Result, ok } from '../../base/index.js';
import { ground } from '../../ground/index.js';
import { type Network, NetworkBuilder, roundTemplate, unrollRounds } from '../../network/index.js';
import { loadRules } from '../../pipeline.js';
import { macSearch } from '../macSearch.js';
import { chancePart, hardPart } from './decompose.js';
import { fc, stochasticMac } from './treeSearch.js';
import { macSfc } from './macSfc.js';
import { expectedUtilities } from './policy.js';
import type { PolicyAnswer } from './policyQuestion.js';
import { raiseThreshold } from './raiseThreshold.js';
import { search } from './search.js';
import { StochasticProblem, reaches } from './stochasticProblem.js';
import { unfoldPolicy } from './unfoldPolicy.js';

const BUDGET: Budget = { clock: () => 0, milliseconds: 1, bytes: 2 ** 30 };

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const utilitiesOf = ({ policies }: Pick<PolicyAnswer, 'policies'>): readonly (readonly number[])[] =>
  policies.map(({ utilities }) => utilities);

/** The optimum by each of the searches, and by raising the threshold. */
function optima(network: Network): readonly (readonly number[] | undefined)[] {
  const { players } = new StochasticProblem(network);
  const threshold = Array.from({ length: players }, () => 0);
  const raised = raiseThreshold(players, (theta) => {
    const [first] = macSfc(network, { threshold: theta }, BUDGET);
    return ok(first);
  });
  return [
    valueOf(search(network, { wanted: 'best', threshold }, BUDGET)).policies[0]?.utilities,
    valueOf(fc(network, { wanted: 'best', threshold }, BUDGET)).policies[0]?.utilities,
    valueOf(raised).best?.utilities,
  ];
}

describe('000, figure 2', () => {
  const builder = new NetworkBuilder('000 figure 2');
  const x = builder.decision('x', { values: 3 });
  const y = builder.stochastic('y', { values: 3 });
  const z = builder.decision('z', { values: 3, stage: 1 });
  builder.uniform(y);
  builder.equal(x, z);
  builder.worth('player', [x, y], (a, b) => (a + b >= 1 ? 1 : 0));
  const network = builder.threshold(1 / 2).build();

  it('the policy x = z = 0 is worth 2/3, and is a solution', () => {
    const { utilities } = unfoldPolicy(new StochasticProblem(network), () => 0)!;
    expect(utilities[0]).toBeCloseTo(2 / 3, 12);
    expect(reaches(utilities, network.threshold)).toBe(true);
  });

  it('a policy that violates x = z is infeasible to the text, and worth nothing to algorithm 1', () => {
    const differ = (variable: number): number => (variable === z ? 1 : 0);
    expect(unfoldPolicy(new StochasticProblem(network, 'feasibility'), differ)).toBeUndefined();
    expect(unfoldPolicy(new StochasticProblem(network, 'satisfaction'), differ)?.utilities).toEqual([0]);
  });

  it('the best policy is worth 1', () => {
    for (const utilities of optima(network)) expect(utilities?.[0]).toBeCloseTo(1, 12);
  });

  it('has the solutions x = z = 0, 1 and 2', () => {
    const { policies } = valueOf(fc(network, { wanted: 'all' }, BUDGET));
    const worth = policies.map(({ utilities }) => utilities[0]!.toFixed(6)).sort();
    expect(worth).toEqual([(2 / 3).toFixed(6), '1.000000', '1.000000']);
  });
});

describe('001, example 2', () => {
  const builder = new NetworkBuilder('001 example 2');
  const d1 = builder.decision('xd1', { values: 3 });
  const s1 = builder.stochastic('xs1', { values: 3 });
  const d2 = builder.decision('xd2', { values: 3, stage: 1 });
  const s2 = builder.stochastic('xs2', { values: 3, stage: 1 });
  builder.uniform(s1).uniform(s2).equal(d1, d2);
  builder.where([d1, s1], (d, s) => d + s > 1);
  builder.where([d2, s2], (d, s) => d + s > 1);
  const network = builder.threshold(1 / 3).build();

  it('the policy xd1 = xd2 = 1 has satisfaction 4/9, and is a solution', () => {
    const { utilities } = unfoldPolicy(new StochasticProblem(network), () => 1)!;
    expect(utilities[0]).toBeCloseTo(4 / 9, 12);
    expect(reaches(utilities, network.threshold)).toBe(true);
  });

  it('the only other solution decides 2, with satisfaction 1', () => {
    for (const { policies } of [
      valueOf(search(network, { wanted: 'all' }, BUDGET)),
      valueOf(fc(network, { wanted: 'all' }, BUDGET)),
      { policies: [...macSfc(network, {}, BUDGET)] },
    ])
      expect(policies.map(({ utilities }) => utilities[0]!.toFixed(9))).toEqual([(4 / 9).toFixed(9), '1.000000000']);
    for (const utilities of optima(network)) expect(utilities?.[0]).toBeCloseTo(1, 12);
  });
});

describe('003, example 2: cooperative Matching Pennies', () => {
  const builder = new NetworkBuilder('003 example 2');
  const sides = ['H', 'T'];
  const a1 = builder.decision('x1a', { values: sides });
  const b1 = builder.decision('x1b', { values: sides });
  const y1 = builder.stochastic('y1', { values: ['U'] });
  const a2 = builder.decision('x2a', { values: sides, stage: 1 });
  const b2 = builder.decision('x2b', { values: sides, stage: 1 });
  const y2 = builder.stochastic('y2', { values: sides, stage: 1 });
  builder.uniform(y1).uniform(y2).equal(a1, a2).equal(b1, b2);
  for (const player of ['alice', 'bob'])
    builder.worth(player, [a2, b2, y2], (a, b, y) => (a === b && b === y ? 1 : 0)).threshold(1 / 2, player);
  const network = builder.build();

  it('the optimum is 1/2 for both', () => {
    for (const utilities of optima(network)) expect(utilities).toEqual([1 / 2, 1 / 2]);
  });

  it('solutions for θ = 1/2 are to choose the same side, whichever', () => {
    for (const reading of ['satisfaction', 'feasibility'] as const) {
      const { policies } = valueOf(fc(network, { wanted: 'all', reading }, BUDGET));
      expect(policies.map(({ policy }) => policy.kind === 'decision' && policy.values)).toEqual([
        [0, 0],
        [1, 1],
      ]);
    }
  });
});

/** The tables of figure 4 are lost in our text of the paper: these are ours, made to agree with every number of the example. */
describe('003, example 3', () => {
  const builder = new NetworkBuilder('003 example 3');
  const x1 = builder.decision('x1', { values: ['1', '2', '3'] });
  const x2 = builder.decision('x2', { values: ['0', '1', '2'] });
  const y = builder.stochastic('y', { values: ['0', '1', '2'] });
  builder.uniform(y);
  builder.where([x1, y], (i, b) => [b >= 1, true, b <= 1][i]!);
  builder.where([x2, y], (a, b) => a + b >= 1);
  builder.where([x1, x2], (i, a) => i + 1 <= a);
  const network = builder.threshold(3 / 4).build();

  it('the chance part has two solution policies', () => {
    const chance = chancePart(network);
    expect(chance.network.constraints).toEqual(network.constraints.slice(0, 2));
    expect(chance.decisions).toEqual([x1, x2]);
    const answer = valueOf(fc(chance.network, { wanted: 'all' }, BUDGET));
    expect(utilitiesOf(answer)).toEqual([[1], [1]]);
  });

  it('the feasibility constraint is {(2, 1), (2, 2)}, and MAC on the hard part has the one solution (2, 2)', () => {
    const { feasibility } = macSfc(chancePart(network).network, {}, BUDGET);
    const constraint = feasibility!.constraint([x1, x2]);
    const names = (tuple: readonly number[]): string =>
      tuple.map((value, i) => network.variables[i]!.values[value]).join();
    expect([names(constraint.tuples.slice(0, 2)), names(constraint.tuples.slice(2))]).toEqual(['2,1', '2,2']);
    const hard = hardPart(network);
    expect(hard.constraints).toEqual(network.constraints.slice(2));
    const solutions = [...macSearch({ ...hard, constraints: [...hard.constraints, constraint] })];
    expect(solutions.map((solution) => names([...solution]))).toEqual(['2,2']);
  });

  it('the network has one solution policy', () => {
    const [only, ...others] = macSfc(network, {}, BUDGET);
    expect(others).toEqual([]);
    expect(only?.utilities[0]).toBeCloseTo(1, 12);
    expect(valueOf(search(network, { wanted: 'all' }, BUDGET)).policies).toEqual([only]);
  });
});

describe('000, tables 4 and 5: Orchard with two trees of two fruits, a raven of one piece and a die of four sides', () => {
  const rules = valueOf(
    loadRules({ name: 'orchard-2-2-1.kif', content: readFileSync('games/orchard-2-2-1.kif', 'utf8') }),
  );
  const program = valueOf(ground(rules, BUDGET));
  const round = valueOf(roundTemplate(program, { name: 'orchard', groups: [], mayBeOver: true }, BUDGET));
  const start = Array.from(program.initial, (atom) => atom - 1);

  it.each([
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 27 / 128],
  ])('within %i rounds the best policy wins with probability %f', (horizon, probability) => {
    const network = unrollRounds(round, horizon, start);
    for (const solver of [fc, stochasticMac]) {
      const { policies } = valueOf(solver(network, { wanted: 'best', threshold: [0] }, BUDGET));
      expect(utilitiesOf({ policies })).toEqual([[probability]]);
      expect(expectedUtilities(policies[0]!.policy)).toEqual([probability]);
    }
  });

  it('no policy of four rounds reaches the 50 % of table 4', () => {
    const network = unrollRounds(round, 4, start);
    expect(valueOf(fc(network, { wanted: 'first', threshold: [1 / 2] }, BUDGET)).policies).toEqual([]);
  });
});
