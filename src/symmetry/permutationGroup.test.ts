import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Permutation, PermutationGroup } from './index.js';
import { compose, identity, inverse } from './permutation.js';

/** From cycles of points from 1, as in the literature. */
const cycles = (degree: number, text: string): Permutation => {
  const permutation = identity(degree);
  for (const [, list] of text.matchAll(/\(([^)]*)\)/g)) {
    const points = list!.split(',').map((point) => Number(point) - 1);
    points.forEach((point, i) => (permutation[point] = points[(i + 1) % points.length]!));
  }
  return permutation;
};

const group = (degree: number, ...generators: string[]): PermutationGroup =>
  PermutationGroup.generatedBy(
    degree,
    generators.map((text) => cycles(degree, text)),
  );

const run = (n: number): string => `(${Array.from({ length: n }, (_, i) => i + 1).join()})`;

/** All products of generators, by breadth first search. */
function closure(degree: number, generators: readonly Permutation[]): readonly Permutation[] {
  const found = new Map([[String(identity(degree)), identity(degree)]]);
  for (const element of found.values()) {
    for (const generator of generators) {
      const product = compose(element, generator);
      if (!found.has(String(product))) found.set(String(product), product);
    }
  }
  return [...found.values()];
}

const permutations = (degree: number): fc.Arbitrary<Permutation> =>
  fc
    .shuffledSubarray([...identity(degree)], { minLength: degree, maxLength: degree })
    .map((images) => Int32Array.from(images));

describe('PermutationGroup', () => {
  it.each([
    ['trivial', 5, [], 1n],
    ['symmetric', 30, [run(30), '(1,2)'], 265252859812191058636308480000000n],
    ['alternating', 7, ['(1,2,3)', '(3,4,5,6,7)'], 2520n],
    ['dihedral', 12, [run(12), '(1,12)(2,11)(3,10)(4,9)(5,8)(6,7)'], 24n],
    ['Mathieu 11', 11, [run(11), '(3,7,11,8)(4,10,5,6)'], 7920n],
    ['Mathieu 12', 12, [run(11), '(3,7,11,8)(4,10,5,6)', '(1,12)(2,11)(3,6)(4,8)(5,9)(7,10)'], 95040n],
    [
      'Mathieu 24',
      24,
      [
        run(23),
        '(3,17,10,7,9)(4,13,14,19,5)(8,18,11,12,23)(15,20,22,21,16)',
        '(1,24)(2,23)(3,12)(4,16)(5,18)(6,10)(7,20)(8,14)(9,21)(11,17)(13,22)(15,19)',
      ],
      244823040n,
    ],
    [
      'Rubik',
      48,
      [
        '(1,3,8,6)(2,5,7,4)(9,33,25,17)(10,34,26,18)(11,35,27,19)',
        '(9,11,16,14)(10,13,15,12)(1,17,41,40)(4,20,44,37)(6,22,46,35)',
        '(17,19,24,22)(18,21,23,20)(6,25,43,16)(7,28,42,13)(8,30,41,11)',
        '(25,27,32,30)(26,29,31,28)(3,38,43,19)(5,36,45,21)(8,33,48,24)',
        '(33,35,40,38)(34,37,39,36)(3,9,46,32)(2,12,47,29)(1,14,48,27)',
        '(41,43,48,46)(42,45,47,44)(14,22,30,38)(15,23,31,39)(16,24,32,40)',
      ],
      43252003274489856000n,
    ],
  ])('has the order of the literature: %s', (_, degree, generators, order) => {
    const found = group(degree, ...generators);
    expect(found.order).toBe(order);
    // The generators of the chain are strong: those of a level fix the base points before it.
    expect(PermutationGroup.ofStrongGenerators(degree, found.generators, found.base).order).toBe(order);
  });

  it('has exactly the products of its generators', () => {
    const degree = 6;
    fc.assert(
      fc.property(fc.array(permutations(degree), { maxLength: 3 }), permutations(degree), (generators, other) => {
        const all = closure(degree, generators);
        const own = PermutationGroup.generatedBy(degree, generators);
        const elements = [...own.elements()];
        expect(own.order).toBe(BigInt(all.length));
        expect(elements.map(String).sort()).toEqual(all.map(String).sort());
        expect(String(elements[0])).toBe(String(identity(degree)));
        expect(own.has(other)).toBe(all.some((element) => String(element) === String(other)));
        const images = all.map((element) => element[2]!);
        expect(own.orbitOf(2)).toEqual([...new Set(images)].sort((a, b) => a - b));
        expect([...own.orbits]).toEqual([...identity(degree)].map((point) => own.orbitOf(point)[0]));
      }),
      { numRuns: 100, seed: 3 },
    );
  });

  it('has stabilisers of any point: orbit times stabiliser is the order', () => {
    const degree = 7;
    fc.assert(
      fc.property(fc.array(permutations(degree), { maxLength: 2 }), fc.nat(degree - 1), (generators, point) => {
        const own = PermutationGroup.generatedBy(degree, generators);
        const fixing = own.stabiliser(point);
        expect(fixing.order * BigInt(own.orbitOf(point).length)).toBe(own.order);
        expect(fixing.generators.every((generator) => generator[point] === point && own.has(generator))).toBe(true);
      }),
      { numRuns: 100, seed: 4 },
    );
  });

  it('has transversals: an element is one product of representatives', () => {
    const own = group(11, run(11), '(3,7,11,8)(4,10,5,6)');
    const transversals = own.transversals();
    expect(transversals.map(({ size }) => size)).toEqual([11, 10, 9, 8]);
    transversals.forEach((transversal, level) => {
      for (const [point, representative] of transversal) {
        expect(representative[own.base[level]!]).toBe(point);
        expect(own.base.slice(0, level).every((fixed) => representative[fixed] === fixed)).toBe(true);
        expect(own.has(inverse(representative))).toBe(true);
      }
    });
  });

  it('refuses what is no permutation of its points', () => {
    const own = group(3, '(1,2)');
    expect(() => own.has(Int32Array.of(0, 1))).toThrow('a permutation of 2 points in a group of degree 3');
    expect(() => own.has(Int32Array.of(0, 0, 1))).toThrow('1 is mapped to 0, and so is another point');
    expect(() => own.has(Int32Array.of(0, 3, 1))).toThrow('1 is mapped to 3, no point below 3');
    expect(() => PermutationGroup.generatedBy(3, [], [3])).toThrow('base point 3 is no point below 3');
    expect(() => PermutationGroup.ofStrongGenerators(3, [Int32Array.of(1, 0, 2)], [2])).toThrow('they are no base');
  });
});
