import { describe, expect, it } from 'vitest';
import { naiveSingleton } from '../../test/naiveSolver.js';
import { randomNetwork } from '../../test/randomNetwork.js';
import { seededRandom } from '../base/index.js';
import { Propagation } from './propagation.js';
import { singletonConsistency } from './singletonConsistency.js';

const OPTIONS = { repeats: false, variables: [5, 8], constraints: [6, 12], tightness: [20, 45] } as const;

describe('singletonConsistency', () => {
  it.each([
    ['all variables', undefined],
    ['some variables', [4, 1]],
  ])('reaches the fixpoint of its naive twin and tells what it removed: %s', (_, variables) => {
    let inconsistent = 0;
    let removals = 0;
    for (let seed = 0; seed < 300; seed++) {
      const network = randomNetwork(seededRandom(seed), OPTIONS);
      const propagation = new Propagation(network);
      const all = [...network.variables.keys()];
      const before = all.map((x) => propagation.values(x));
      const isOpen = propagation.isConsistent;
      const outcome = singletonConsistency(propagation, variables && { variables });
      const expected = naiveSingleton(network, variables ?? all);
      expect({ seed, isConsistent: outcome.isConsistent }).toEqual({ seed, isConsistent: expected !== undefined });
      expect(outcome.isComplete).toBe(true);
      if (expected === undefined) {
        inconsistent += isOpen ? 1 : 0;
        continue;
      }
      expect({ seed, left: all.map((x) => propagation.values(x)) }).toEqual({ seed, left: expected });
      const left = before.map((values, x) =>
        values.filter((value) => !outcome.removed.some(([y, gone]) => y === x && gone === value)),
      );
      expect({ seed, left }).toEqual({ seed, left: expected });
      removals += outcome.removed.length;
    }
    expect(removals).toBeGreaterThan(50);
    expect(inconsistent).toBeGreaterThan(5);
  });

  it('restricts the level on which it runs, and that can be taken back', () => {
    for (let seed = 0; seed < 100; seed++) {
      const propagation = new Propagation(randomNetwork(seededRandom(seed), OPTIONS));
      const { openCount, isConsistent } = propagation;
      propagation.save();
      singletonConsistency(propagation);
      propagation.restore();
      expect(propagation).toMatchObject({ openCount, isConsistent, level: 0 });
    }
  });

  it('stops when its time is up, and says so', () => {
    let now = 0;
    const budget = { clock: () => now++, milliseconds: 2, bytes: 0 };
    const network = randomNetwork(seededRandom(1), { constraints: [0, 0], variables: [4, 4], domain: [3, 3] });
    expect(singletonConsistency(new Propagation(network), { budget })).toEqual({
      isConsistent: true,
      isComplete: false,
      removed: [],
      tests: 2,
    });
  });
});
