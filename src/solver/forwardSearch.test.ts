import { describe, expect, it } from 'vitest';
import { bruteForce } from '../../test/bruteForce.js';
import { NaiveForwardChecking } from '../../test/naiveForwardChecking.js';
import { type RandomNetworkOptions, randomNetwork } from '../../test/randomNetwork.js';
import { seededRandom } from '../base/index.js';
import { claim, type Network } from '../network/index.js';
import { ForwardChecking } from './forwardChecking.js';
import { ForwardSearch, type ForwardSearchOptions } from './forwardSearch.js';
import { macSearch } from './macSearch.js';

const SEEDS = 400;

function each(options: RandomNetworkOptions, check: (network: Network, seed: number) => void): void {
  for (let seed = 0; seed < SEEDS; seed++) check(randomNetwork(seededRandom(seed), options), seed);
}

/** What is left of each variable. */
const domainsOf = ({ variables }: Network, filter: Pick<NaiveForwardChecking, 'has'>): readonly (readonly number[])[] =>
  variables.map(({ values }, x) => [...values.keys()].filter((value) => filter.has(x, value)));

function solutionsOf(checking: ForwardChecking, options: ForwardSearchOptions = {}): readonly string[] {
  const search = new ForwardSearch(checking, options);
  const found: string[] = [];
  while (search.advance()) found.push(checking.network.variables.map((_, x) => checking.value(x)).join());
  expect(search.solutions).toBe(found.length);
  return found.sort();
}

function nodesOf(checking: ForwardChecking): number {
  const search = new ForwardSearch(checking);
  while (search.advance());
  return search.nodes;
}

describe('ForwardChecking on random networks', () => {
  it('leaves the values that its naive twin leaves, forwards and back', () => {
    let assigned = 0;
    // Variables of one value are assigned from the start, which the twin leaves to others.
    each({ variables: [4, 8], constraints: [3, 9], domain: [2, 5] }, (network, seed) => {
      const random = seededRandom(seed);
      const checking = new ForwardChecking(network);
      const twin = new NaiveForwardChecking(network);
      expect({ seed, isConsistent: checking.isConsistent }).toEqual({ seed, isConsistent: twin.isConsistent });
      if (!twin.isConsistent) return;
      const before: (readonly (readonly number[])[])[] = [];
      for (const x of network.variables.keys()) {
        const domains = domainsOf(network, twin);
        before.push(domains);
        checking.save();
        twin.save();
        const value = domains[x]![random.below(domains[x]!.length)]!;
        const isLeft = twin.assign(x, value);
        expect(checking.assign(x, value)).toBe(isLeft);
        if (!isLeft) break;
        expect(domainsOf(network, checking)).toEqual(domainsOf(network, twin));
        assigned++;
      }
      for (const domains of before.reverse()) {
        checking.restore();
        twin.restore();
        expect(domainsOf(network, checking)).toEqual(domains);
      }
    });
    expect(assigned).toBeGreaterThan(2 * SEEDS);
  });
});

it('stops where time is up in the middle of a long chain, and finds its solutions afterwards', () => {
  const length = 1000;
  const network: Network = {
    ...randomNetwork(seededRandom(1), { variables: [length, length], domain: [2, 2], constraints: [0, 0] }),
    constraints: Array.from({ length: length - 1 }, (_, x) => ({ kind: 'equal', scope: [x, x + 1] as const })),
  };
  const checking = new ForwardChecking(network);
  checking.save();
  expect(checking.assign(0, 1)).toBe(true);
  let looks = 0;
  expect(checking.settle(() => ++looks === 3)).toBe(false);
  expect(checking.openCount).toBeGreaterThan(length / 2);
  checking.restore();
  expect(checking.openCount).toBe(length);
  expect(solutionsOf(checking)).toHaveLength(2);
});

describe('a variable on which thousands of constraints are', () => {
  const leaves = 3000;
  /** Clauses of three variables, the first of them in all: they are told that it is assigned, and none is looked at. */
  const star: Network = {
    ...randomNetwork(seededRandom(1), { variables: [leaves + 1, leaves + 1], domain: [2, 2], constraints: [0, 0] }),
    constraints: Array.from({ length: leaves / 2 }, (_, i) => ({
      kind: 'clause' as const,
      scope: [0, 2 * i + 1, 2 * i + 2],
      claims: [claim(0), claim(0), claim(0)],
    })),
  };

  /** With the first variable assigned, what a few others leave: each is in a constraint with the one after it. */
  function expectAllTold(checking: ForwardChecking): void {
    checking.save();
    expect(checking.assign(0, 1)).toBe(true);
    for (let x = 1; x < leaves; x += 2) {
      expect(checking.assign(x, 1)).toBe(true);
      expect(checking.size(x + 1)).toBe(1);
    }
    expect(checking.settle()).toBe(true);
    expect(checking.openCount).toBe(0);
    checking.restore();
    expect(checking.openCount).toBe(leaves + 1);
  }

  it.each<[string, (checking: ForwardChecking) => void]>([
    ['by its trail', (checking) => checking.restore()],
    ['at once', (checking) => checking.goBackTo(new ForwardChecking(star).snapshot())],
  ])('is told to as many as there is time for, and goes back: %s', (_, goBack) => {
    const checking = new ForwardChecking(star);
    let looks = 0;
    for (let most = 0; most < 5; most++) {
      checking.save();
      expect(checking.assign(0, 1, () => looks++ >= most)).toBe(false);
      expect(looks).toBe(most + 1);
      looks = 0;
      goBack(checking);
      expectAllTold(checking);
    }
  });
});

it('stops where time is up while it chooses among thousands of variables', () => {
  const network = randomNetwork(seededRandom(1), { variables: [50_000, 50_000], domain: [3, 3], constraints: [0, 0] });
  const open = network.variables.map((variable) => ({ ...variable, values: ['a', 'b', 'c'] }));
  const checking = new ForwardChecking({ ...network, variables: open });
  const search = new ForwardSearch(checking);
  let looks = 0;
  expect(search.advance(() => ++looks > 3)).toBe(false);
  expect(search.nodes).toBe(0);
  search.close();
  expect(checking.openCount).toBe(open.length);
});

it('goes back to a snapshot from wherever it is, and finds what it found before', () => {
  let failures = 0;
  each({ variables: [4, 8], constraints: [3, 9], domain: [2, 5] }, (network, seed) => {
    const random = seededRandom(seed);
    const checking = new ForwardChecking(network);
    const start = checking.snapshot();
    const domains = domainsOf(network, checking);
    const expected = solutionsOf(new ForwardChecking(network));
    const nodes = nodesOf(new ForwardChecking(network));
    if (!checking.isConsistent) return;
    for (let dive = 0; dive < 3; dive++) {
      for (const [x, { values }] of network.variables.entries()) {
        checking.save();
        const value = random.below(values.length);
        if (!checking.has(x, value)) continue;
        if (checking.assign(x, value) && checking.settle()) continue;
        failures++;
        break;
      }
      checking.goBackTo(start);
      expect(domainsOf(network, checking)).toEqual(domains);
      expect({ seed, found: solutionsOf(checking), nodes: nodesOf(checking) }).toEqual({
        seed,
        found: expected,
        nodes,
      });
    }
  });
  expect(failures).toBeGreaterThan(SEEDS / 4);
});

describe('ForwardSearch on random networks', () => {
  it('finds the solutions of brute force, and goes back to where it was', () => {
    let satisfiable = 0;
    each({}, (network, seed) => {
      const expected = Array.from(bruteForce(network), (solution) => [...solution].join()).sort();
      satisfiable += expected.length > 0 ? 1 : 0;
      const checking = new ForwardChecking(network);
      const before = domainsOf(network, checking);
      for (const options of [{}, { variables: [2, 0] }])
        expect({ seed, found: solutionsOf(checking, options) }).toEqual({ seed, found: expected });
      expect(domainsOf(network, checking)).toEqual(before);
    });
    expect(satisfiable).toBeGreaterThan(SEEDS / 4);
    expect(satisfiable).toBeLessThan((SEEDS * 9) / 10);
  });

  it('finds what MAC finds on larger ones', () => {
    let solutions = 0;
    each({ variables: [8, 12], constraints: [8, 16] }, (network, seed) => {
      const expected = Array.from(macSearch(network), (solution) => [...solution].join()).sort();
      expect({ seed, found: solutionsOf(new ForwardChecking(network)) }).toEqual({ seed, found: expected });
      solutions += expected.length;
    });
    expect(solutions).toBeGreaterThan(SEEDS);
  });

  it('is closed in the middle of its search', () => {
    const network = randomNetwork(seededRandom(1), { constraints: [0, 0] });
    const checking = new ForwardChecking(network);
    const search = new ForwardSearch(checking);
    expect(search.advance()).toBe(true);
    search.close();
    expect(search.advance()).toBe(false);
    expect(network.variables.every((_, x) => network.variables[x]!.values.length === 1 || checking.isOpen(x))).toBe(
      true,
    );
  });
});
