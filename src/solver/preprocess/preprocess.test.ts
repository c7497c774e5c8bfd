import { describe, expect, it } from 'vitest';
import { bruteForce } from '../../../test/bruteForce.js';
import { randomNetwork } from '../../../test/randomNetwork.js';
import { randomStochasticNetwork } from '../../../test/randomStochasticNetwork.js';
import { type Budget, seededRandom } from '../../base/index.js';
import { BOOLEAN, type Constraint, type Network, NetworkBuilder, checkNetwork } from '../../network/index.js';
import { fc } from '../stochastic/treeSearch.js';
import { originalSolution } from './finishDraft.js';
import { PREPROCESSING_PASSES, type Preprocessing, preprocess } from './preprocess.js';

const BUDGET: Budget = { clock: () => 0, milliseconds: 1, bytes: 2 ** 30 };

const inOriginalValues = (preprocessing: Preprocessing): readonly string[] =>
  [...bruteForce(preprocessing.network)].map((solution) => originalSolution(preprocessing, solution).join()).sort();

const only = (pass: (typeof PREPROCESSING_PASSES)[number]): typeof PREPROCESSING_PASSES =>
  PREPROCESSING_PASSES.filter((other) => other !== pass);

describe('preprocessing', () => {
  const choices = [
    { name: 'nothing', without: PREPROCESSING_PASSES },
    ...PREPROCESSING_PASSES.map((pass) => ({ name: `${pass} alone`, without: only(pass) })),
    ...PREPROCESSING_PASSES.map((pass) => ({ name: `all but ${pass}`, without: [pass] })),
    { name: 'all', without: [] },
  ];
  it.each(choices)('$name keeps the solutions', ({ name, without }) => {
    let smaller = 0;
    for (let seed = 0; seed < 150; seed++) {
      const random = seededRandom(seed);
      const draw = seed % 2 === 0 ? randomNetwork : randomStochasticNetwork;
      const network = draw(random, {
        variables: [2, 5],
        domain: [1, 4],
        constraints: [2, 9],
        arity: [1, 3],
        tightness: [30, 100],
      });
      const preprocessing = preprocess(network, { without, budget: BUDGET });
      expect(inOriginalValues(preprocessing), `seed ${seed}`).toEqual(
        [...bruteForce(network)].map((solution) => solution.join()).sort(),
      );
      const check = checkNetwork(preprocessing.network);
      expect(check.ok || check.error, `seed ${seed}`).toBe(true);
      if (JSON.stringify(preprocessing.network) !== JSON.stringify(network)) smaller++;
    }
    if (name === 'nothing') expect(smaller).toBe(0);
    else expect(smaller).toBeGreaterThan(10);
  });

  it('keeps what the best policies are worth', () => {
    for (let seed = 0; seed < 300; seed++) {
      const network = randomStochasticNetwork(seededRandom(seed));
      const best = ({ players, ...rest }: Network): readonly string[] => {
        const threshold = Array.from({ length: Math.max(1, players.length) }, (_, i) => (i === 0 ? 1 / 100 : 0));
        const answer = fc({ players, ...rest }, { wanted: 'best', threshold }, BUDGET);
        if (!answer.ok) throw new Error(answer.error);
        return answer.value.policies.map(({ utilities }) => utilities.map((u) => u.toFixed(6)).join()).sort();
      };
      const { network: smaller } = preprocess(network, { budget: BUDGET });
      expect(best(smaller), `seed ${seed}`).toEqual(best(network));
    }
  });

  it('merges tables of allowed tuples by intersection, whatever the order of their variables', () => {
    const builder = new NetworkBuilder('merge');
    const x = builder.decision('x', { values: 3 });
    const y = builder.decision('y', { values: 3 });
    builder
      .table(
        [x, y],
        [
          [0, 1],
          [1, 1],
          [2, 0],
        ],
      )
      .table(
        [y, x],
        [
          [1, 0],
          [0, 2],
          [2, 2],
        ],
      );
    const { network, effects } = preprocess(builder.build(), { without: only('mergeScopes'), budget: BUDGET });
    expect(network.constraints).toEqual([{ kind: 'table', scope: [x, y], tuples: [0, 1, 2, 0] }]);
    expect(effects).toEqual([
      {
        pass: 'mergeScopes',
        before: { variables: 2, values: 6, constraints: 2, tuples: 6 },
        after: { variables: 2, values: 6, constraints: 1, tuples: 2 },
        milliseconds: 0,
      },
    ]);
  });

  it('intersects short tuples', () => {
    const builder = new NetworkBuilder('short');
    const x = builder.decision('x', { values: 3 });
    const y = builder.decision('y', { values: 3 });
    builder
      .table(
        [x, y],
        [
          [0, '*'],
          ['*', 2],
        ],
      )
      .table(
        [y, x],
        [
          [1, '*'],
          ['*', 1],
        ],
      );
    const { network } = preprocess(builder.build(), { without: only('mergeScopes'), budget: BUDGET });
    expect(network.constraints).toEqual([{ kind: 'table', scope: [x, y], tuples: [0, 1, 1, 2] }]);
  });

  it('removes universal variables, with stars and without', () => {
    const builder = new NetworkBuilder('universal');
    const [x, y, z] = ['x', 'y', 'z'].map((name) => builder.decision(name, { values: 2 })) as [number, number, number];
    builder.table(
      [x, y, z],
      [
        [0, 0, 1],
        [0, 1, 1],
        [1, 0, 0],
        [1, 1, 0],
      ],
    );
    builder.table(
      [x, y, z],
      [
        [0, '*', 1],
        [1, 0, '*'],
        [1, 1, '*'],
      ],
    );
    const { network } = preprocess(builder.build(), { without: only('removeUniversal'), budget: BUDGET });
    expect(network.constraints).toEqual([
      { kind: 'table', scope: [x, z], tuples: [0, 1, 1, 0] },
      { kind: 'table', scope: [x, z], tuples: [0, 1, 1, -1] },
    ]);
  });

  it('keeps the values of stochastic variables, whatever the constraints say', () => {
    const builder = new NetworkBuilder('drawn');
    const x = builder.decision('x', { values: 3 });
    const y = builder.stochastic('y', { values: 3 });
    builder
      .uniform(y)
      .table([y], [[0], [1]])
      .table([x], [[0], [2]])
      .equal(x, y);
    const { network, values } = preprocess(builder.build(), { budget: BUDGET });
    expect(values).toEqual([[0], [0, 1, 2]]);
    expect(network.distributions).toEqual(builder.build().distributions);
    const answer = fc(network, { wanted: 'best', threshold: [0] }, BUDGET);
    expect(answer.ok && answer.value.policies[0]?.utilities[0]).toBeCloseTo(1 / 3, 12);
  });

  it('says so where there is no solution', () => {
    const builder = new NetworkBuilder('none');
    const x = builder.decision('x', { values: 2 });
    const y = builder.decision('y', { values: 2 });
    builder.equal(x, y).table([x, y], [[0, 1]]);
    const { network, values } = preprocess(builder.build(), { budget: BUDGET });
    expect(network.constraints).toEqual([{ kind: 'clause', scope: [], claims: [] }]);
    expect(values).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  it('takes tens of thousands of constraints', () => {
    const count = 30_000;
    const variables = Array.from(
      { length: count },
      (_, x) => ({ name: `x${x}`, kind: 'decision', stage: 0, values: BOOLEAN }) as const,
    );
    const constraints = Array.from({ length: count - 2 }, (_, x): Constraint =>
      x % 2 === 0
        ? { kind: 'and', scope: [x + 2, x + 1, x], claims: [2, 2, 3] }
        : { kind: 'table', scope: [x, x + 1, x + 2], tuples: [0, 0, 0, 0, 1, 1, 1, -1, 1] },
    );
    const network: Network = {
      name: 'long',
      variables,
      constraints: [{ kind: 'clause', scope: [0], claims: [2] }, ...constraints],
      distributions: [],
      players: [],
      utilities: [],
      threshold: [0],
    };
    const budget: Budget = { clock: () => performance.now(), milliseconds: 500, bytes: 2 ** 30 };
    const { effects } = preprocess(network, { budget });
    expect(effects.map(({ pass }) => pass)).toEqual([...PREPROCESSING_PASSES, ...PREPROCESSING_PASSES.slice(0, -1)]);
    expect(effects.at(-1)!.after.tuples).toBeLessThan(effects[0]!.before.tuples);
  });
});
