import { describe, expect, it } from 'vitest';
import { bundledPlay, TIMELESS } from '../../test/searches.js';
import { policyWorth } from '../../test/policyWorth.js';
import { solve, type Solution } from './solve.js';

const BUDGET = { ...TIMELESS, nodes: 1_000_000 };

/** Without and with symmetries, as far as they are found. */
function bothWays(name: string, aim: 'best' | 'worst'): readonly [Solution, Solution] {
  const { game, simulator, program, symmetries } = bundledPlay(name);
  const request = { game, simulator, claims: program!.goals, aim, budget: BUDGET };
  return [solve(request), solve({ ...request, symmetries: symmetries!(BUDGET)! })];
}

describe('symmetric states solved as one', () => {
  it.each([
    ['tic-tac-toe', 8, 0.25],
    ['orchard-2-2-1', 2, 0.8],
    ['random-tic-tac-toe-2x2', 8, 0.5],
    ['matching-pennies', 2, 1],
    ['connect-four-4x4', 2, 1],
    ['eight-puzzle', 1, 1],
  ])('leave the values of %s as they are', (name, size, share) => {
    for (const aim of ['best', 'worst'] as const) {
      const [plain, symmetric] = bothWays(name, aim);
      expect([plain.symmetries, symmetric.symmetries]).toEqual([1, size]);
      if (aim === 'best') expect(symmetric.nodes).toBeLessThanOrEqual(share * plain.nodes);
      symmetric.values.forEach(({ lower, upper, answer }, index) => {
        const { lower: value } = plain.values[index]!;
        expect([lower, upper]).toEqual([expect.closeTo(value, 9), expect.closeTo(value, 9)]);
        const policy = answer.policy(100_000);
        expect(policy.isComplete).toBe(true);
        expect(policyWorth(policy)).toBeCloseTo(answer.lower, 9);
      });
    }
  });
});
