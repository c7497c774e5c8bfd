import { expect, test } from 'vitest';
import { seededRandom } from '../base/index.js';
import { bruteForce } from '../../test/bruteForce.js';
import { randomNetwork } from '../../test/randomNetwork.js';
import { type Choice, isAtLeastOne, isAtMostOne, type ProofOptions } from './mutualExclusion.js';
import { Propagation } from './propagation.js';

const proof = (nodes: number, events = 1e9): ProofOptions => ({
  nodes,
  splitOn: 0,
  effort: { events, isOver: () => false },
});

/** Some choices of a random network, and how many of them its solutions make, at least and at most. */
function randomChoices(seed: number): { propagation: Propagation; choices: Choice[]; least: number; most: number } {
  const random = seededRandom(seed);
  const network = randomNetwork(random);
  const count = 1 + random.below(network.variables.length);
  const choices = Array.from({ length: count }, (_, x): Choice => [
    x,
    random.below(network.variables[x]!.values.length),
  ]);
  const made = Array.from(
    bruteForce(network),
    (solution) => choices.filter(([x, value]) => solution[x] === value).length,
  );
  const propagation = new Propagation(network);
  return { propagation, choices, least: Math.min(Infinity, ...made), most: Math.max(0, ...made) };
}

test('proofs say what every solution does', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 400; seed++) {
    const { propagation, choices, least, most } = randomChoices(seed);
    const isOne = isAtMostOne(propagation, choices, proof(1e6));
    const isSome = isAtLeastOne(propagation, choices, proof(1e6));
    expect({ seed, isOne, isSome }).toEqual({ seed, isOne: most <= 1, isSome: least >= 1 });
    seen.add(`${String(isOne)} ${String(isSome)}`);
  }
  expect(seen.size).toBe(4);
});

test('without search, and without effort, less is proved and nothing wrong', () => {
  let proved = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const { propagation, choices, least, most } = randomChoices(seed);
    for (const options of [proof(0), proof(3), proof(1e6, 20)]) {
      if (isAtMostOne(propagation, choices, options)) expect(most).toBeLessThanOrEqual(1);
      if (isAtLeastOne(propagation, choices, options)) expect(least).toBeGreaterThanOrEqual(1);
      proved += Number(isAtMostOne(propagation, choices, options));
    }
    expect(isAtMostOne(propagation, [[0, 0]], proof(0, 0))).toBe(false);
  }
  expect(proved).toBeGreaterThan(100);
});
