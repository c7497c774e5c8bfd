import { describe, expect, it } from 'vitest';
import { randomNetwork } from '../../test/randomNetwork.js';
import { seededRandom } from '../base/index.js';
import { Propagation } from './propagation.js';

/** Of each open variable, by looking at all constraints. */
function naiveDegrees(propagation: Propagation, weights: readonly number[]): (number | undefined)[] {
  const { constraints, variables } = propagation.network;
  const isOpen = (x: number): boolean => propagation.size(x) > 1;
  return [...variables.keys()].map((x) => {
    if (!isOpen(x)) return undefined;
    const joining = weights.filter((_, c) => {
      const { scope } = constraints[c]!;
      return scope.includes(x) && scope.some((y) => y !== x && isOpen(y));
    });
    return joining.reduce((sum, weight) => sum + weight, 0);
  });
}

describe('DynamicDegree', () => {
  it('is what a look at all constraints gives, along walks with failures', () => {
    let open = 0;
    for (let seed = 0; seed < 150; seed++) {
      const random = seededRandom(seed);
      const network = randomNetwork(random, { variables: [5, 8], constraints: [5, 10], tightness: [60, 90] });
      const propagation = new Propagation(network);
      const weights = network.constraints.map(() => 1);
      for (let step = 0; step < 40; step++) {
        const draw = random.below(10);
        if (draw < 4 && propagation.level > 0) propagation.restore();
        else if (draw < 8) {
          propagation.save();
          const x = random.below(network.variables.length);
          propagation.assign(x, random.below(network.variables[x]!.values.length));
          propagation.propagate();
        } else if (draw === 8 && weights.length > 0) {
          const constraint = random.below(weights.length);
          weights[constraint]!++;
          propagation.degrees.punish(constraint);
        } else if (draw === 9 && random.below(5) === 0) {
          weights.fill(1);
          propagation.forgetWeights();
        }
        // Not at every step: it also catches up after several.
        if (random.below(2) === 0) continue;
        const { degrees } = propagation;
        degrees.follow();
        const found = Array.from(degrees.degrees, (degree, x) => (propagation.size(x) > 1 ? degree : undefined));
        expect({ seed, step, found }).toEqual({ seed, step, found: naiveDegrees(propagation, weights) });
        open += propagation.openCount;
      }
    }
    expect(open).toBeGreaterThan(1000);
  });
});
