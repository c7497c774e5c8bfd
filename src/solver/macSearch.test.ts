import { describe, expect, it } from 'vitest';
import { bruteForce } from '../../test/bruteForce.js';
import { naiveSearch } from '../../test/naiveSolver.js';
import { type RandomNetworkOptions, randomNetwork } from '../../test/randomNetwork.js';
import { seededRandom } from '../base/index.js';
import type { Network } from '../network/index.js';
import { macSearch } from './macSearch.js';
import { Propagation } from './propagation.js';

const SEEDS = 400;

function each(options: RandomNetworkOptions, check: (network: Network, seed: number) => void): void {
  for (let seed = 0; seed < SEEDS; seed++) check(randomNetwork(seededRandom(seed), options), seed);
}

const sorted = (solutions: Iterable<Iterable<number>>): string[] =>
  Array.from(solutions, (solution) => [...solution].join()).sort();

/** Three variables of three values, none alike: six solutions. */
const PERMUTATIONS: Network = {
  name: 'permutations',
  variables: ['x', 'y', 'z'].map((name) => ({ name, kind: 'decision', stage: 0, values: ['0', '1', '2'] })),
  constraints: [
    { kind: 'table', scope: [0, 1], tuples: [0, 1, 0, 2, 1, 0, 1, 2, 2, 0, 2, 1] },
    { kind: 'table', scope: [0, 2], tuples: [0, 1, 0, 2, 1, 0, 1, 2, 2, 0, 2, 1] },
    { kind: 'table', scope: [1, 2], tuples: [0, 1, 0, 2, 1, 0, 1, 2, 2, 0, 2, 1] },
  ],
  distributions: [],
  players: [],
  utilities: [],
  threshold: [0],
};

describe('macSearch on random networks', () => {
  it('finds the solutions of brute force, whatever the heuristic and the variables to branch on first', () => {
    let satisfiable = 0;
    each({}, (network, seed) => {
      const expected = sorted(bruteForce(network));
      satisfiable += expected.length > 0 ? 1 : 0;
      for (const heuristic of ['dom/ddeg', 'dom/wdeg'] as const)
        for (const variables of [undefined, [2, 0]]) {
          const search = macSearch(network, { heuristic, ...(variables && { variables }) });
          expect({ seed, heuristic, found: sorted(search) }).toEqual({ seed, heuristic, found: expected });
          expect(search).toMatchObject({ state: 'exhausted', solutions: expected.length });
        }
    });
    expect(satisfiable).toBeGreaterThan(SEEDS / 4);
    expect(satisfiable).toBeLessThan((SEEDS * 9) / 10);
  });

  it.each([
    ['all variables alike', []],
    ['some variables first', [3, 1]],
  ])('searches node by node as its naive twin: %s', (_, variables) => {
    const totals = { nodes: 0, failures: 0 };
    each({ repeats: false, variables: [4, 8], constraints: [3, 9] }, (network, seed) => {
      const twin = naiveSearch(network, variables);
      for (const tables of ['mixed', 'compact', 'naive'] as const) {
        const search = macSearch(new Propagation(network, { tables }), { variables });
        const solutions = Array.from(search, (solution) => [...solution]);
        const { nodes, failures } = search;
        expect({ seed, solutions, nodes, failures }).toEqual({ seed, ...twin });
      }
      totals.nodes += twin.nodes;
      totals.failures += twin.failures;
    });
    expect(totals.nodes).toBeGreaterThan(5000);
    expect(totals.failures).toBeGreaterThan(100);
  });

  it.each([
    ['of many words', { domain: [4, 7], arity: [3, 4], variables: [5, 6], constraints: [3, 5] }],
    [
      'over large domains',
      { domain: [60, 90], arity: [2, 2], variables: [4, 5], constraints: [4, 6], tightness: [3, 6] },
    ],
  ] as const)('searches tables %s as the naive tables', (_, options) => {
    let nodes = 0;
    for (let seed = 0; seed < 40; seed++) {
      const network = randomNetwork(seededRandom(seed), { ...options, kinds: ['table'] });
      const [compact, naive] = (['compact', 'naive'] as const).map((tables) => {
        const search = macSearch(new Propagation(network, { tables }), { nodes: 150 });
        return { solutions: Array.from(search, String), nodes: search.nodes, failures: search.failures };
      });
      expect({ seed, ...compact }).toEqual({ seed, ...naive });
      nodes += compact!.nodes;
    }
    expect(nodes).toBeGreaterThan(1000);
  });
});

describe('macSearch', () => {
  it('gives the solutions one by one, in order, then null', () => {
    const search = macSearch(PERMUTATIONS);
    const found: string[] = [];
    for (let solution = search.next(); solution !== null; solution = search.next()) found.push(solution.join(''));
    expect(found).toEqual(['012', '021', '102', '120', '201', '210']);
    expect(search.next()).toBeNull();
    expect(search).toMatchObject({ state: 'exhausted', solutions: 6, failures: 0 });
  });

  it('shows a solution in the propagation, and takes that back at the end', () => {
    const propagation = new Propagation(PERMUTATIONS);
    propagation.save();
    propagation.assign(2, 0);
    const search = macSearch(propagation);
    expect(search.advance()).toBe(true);
    expect([0, 1, 2].map((x) => propagation.value(x))).toEqual([1, 2, 0]);
    expect(search.advance()).toBe(true);
    expect([0, 1, 2].map((x) => propagation.value(x))).toEqual([2, 1, 0]);
    expect(search.advance()).toBe(false);
    expect(propagation.level).toBe(1);
    propagation.propagate();
    expect([0, 1, 2].map((x) => propagation.values(x))).toEqual([[1, 2], [1, 2], [0]]);
  });

  it('stops where the loop over its solutions is left', () => {
    const propagation = new Propagation(PERMUTATIONS);
    const search = macSearch(propagation);
    for (const solution of search) {
      expect([...solution]).toEqual([0, 1, 2]);
      break;
    }
    expect(search).toMatchObject({ state: 'stopped', solutions: 1 });
    expect(propagation).toMatchObject({ level: 0, openCount: 3 });
  });

  it('stops when its nodes or its time run out, and says so', () => {
    expect([...macSearch(PERMUTATIONS, { nodes: 3 })]).toHaveLength(2);
    let now = 0;
    const budget = { clock: () => now++, milliseconds: 3, bytes: 0 };
    const search = macSearch(PERMUTATIONS, { budget });
    expect([...search]).toHaveLength(2);
    expect(search).toMatchObject({ state: 'stopped', nodes: 3 });
  });

  it('stops where time is up in the middle of its nodes; once closed, all is as before', () => {
    const propagation = new Propagation(PERMUTATIONS);
    for (let most = 0; most < 3; most++) {
      const search = macSearch(propagation);
      let looks = 0;
      const isTimeUp = (): boolean => looks++ >= most;
      while (search.advance(isTimeUp));
      expect(search).toMatchObject({ state: 'searching', nodes: most + 1 });
      search.close();
      expect(propagation).toMatchObject({ level: 0, openCount: 3 });
    }
    expect([...macSearch(propagation)]).toHaveLength(6);
  });

  it('finds the one solution of a network without variables, and none where one has no values', () => {
    const empty = { ...PERMUTATIONS, variables: [], constraints: [] };
    expect([...macSearch(empty)]).toEqual([new Int32Array(0)]);
    const hopeless = { ...empty, variables: [{ name: 'x', kind: 'decision', stage: 0, values: [] } as const] };
    expect([...macSearch(hopeless)]).toEqual([]);
  });
});
