import { describe, expect, it } from 'vitest';
import { disagreement, ORACLES } from '../../test/automorphismOracles.js';
import * as family from '../../test/graphFamilies.js';
import { automorphisms, type ColouredGraph } from './index.js';

const {
  caiFuererImmerman,
  circulant,
  complement,
  complete,
  cycle,
  cyclicSquare,
  disjointUnion,
  generalisedPetersen,
  grid,
  hadamard,
  hypercube,
  klein,
  kneser,
  latinSquare,
  lcf,
  paley,
  paleyMatrix,
  path,
  plain,
  projectivePlane,
  random,
  randomCycles,
  randomSquare,
  randomTree,
  shrikhande,
  shuffled,
  sylvester,
  withColours,
} = family;

const from = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const copies = (count: number, graph: ColouredGraph): ColouredGraph =>
  disjointUnion(new Array<ColouredGraph>(count).fill(graph));

const petersen = generalisedPetersen(5, 2);

/** Cubic graphs of the least size for their girth, and others with names; LCF notation from their articles in Wikipedia. */
const NAMED = {
  Petersen: petersen,
  Heawood: lcf([5, -5], 7),
  McGee: lcf([12, 7, -7], 8),
  'Tutte–Coxeter': lcf([-13, -9, 7, -7, 9, 13], 5),
  Pappus: lcf([5, 7, -7, 7, -7, -5], 3),
  Nauru: generalisedPetersen(12, 5),
  Desargues: generalisedPetersen(10, 3),
  'Möbius–Kantor': generalisedPetersen(8, 3),
  dodecahedron: generalisedPetersen(10, 2),
  Franklin: lcf([5, -5], 6),
  Frucht: lcf([-5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2], 1),
  Gray: lcf([-25, 7, -7, 13, -13, 25], 9),
  Foster: lcf([17, -9, 37, -37, 9, -17], 15),
  'Balaban 10-cage': lcf(
    [
      ...[
        -9, -25, -19, 29, 13, 35, -13, -29, 19, 25, 9, -29, 29, 17, 33, 21, 9, -13, -31, -9, 25, 17, 9, -31, 27, -9, 17,
        -19,
      ],
      ...[
        -29, 27, -17, -9, -29, 33, -25, 25, -21, 17, -17, 29, 35, -29, 17, -17, 21, -25, 25, -33, 29, 9, 17, -27, 29,
        19, -17,
      ],
      ...[9, -27, 31, -9, -17, -25, 9, 31, 13, -9, -21, -33, -17, -29, 29],
    ],
    1,
  ),
  Shrikhande: shrikhande(),
  'Kneser 7, 3': kneser(7, 3),
  'Kneser 8, 3': kneser(8, 3),
};

const FAMILIES: Readonly<Record<string, readonly ColouredGraph[]>> = {
  'random, sparse': from(1, 40).map((seed) => random(10 + seed, 2 / (10 + seed), seed)),
  'random, dense': from(1, 25).map((seed) => random(5 + seed, 0.5, seed)),
  'random, small': from(1, 40).map((seed) => random(8, 0.3, seed)),
  'random, coloured': from(1, 30).map((seed) => withColours(random(20, 0.08, seed), 2, seed)),
  'random, of even degree': from(1, 15).map((seed) => randomCycles(6 + seed, 2, seed)),
  trees: from(1, 25).map((seed) => randomTree(5 * seed, seed)),
  'paths, cycles, complete and empty graphs': from(2, 12).flatMap((n) => [
    path(n),
    cycle(n + 1),
    complete(n),
    plain(n, []),
  ]),
  grids: from(1, 6).flatMap((a) => [grid([a, 5]), grid([a, a]), grid([a, 3, 2])]),
  tori: from(3, 8).flatMap((a) => [grid([a, 5], true), grid([a, a], true), grid([a, 3, 4], true)]),
  'tori, coloured': from(1, 10).map((seed) => withColours(grid([4, 4], true), 2, seed)),
  hypercubes: from(1, 8).map(hypercube),
  circulants: from(8, 24).map((n) => circulant(n, [1, 3, 4])),
  named: Object.values(NAMED),
  'named, complements': Object.values(NAMED).map(complement),
  'projective planes': [2, 3, 5, 7, 11].map(projectivePlane),
  Paley: [5, 13, 17, 29, 37, 41, 53].map(paley),
  'Latin squares': [latinSquare(klein), ...from(3, 10).map((n) => latinSquare(cyclicSquare(n)))],
  'Latin squares, random': from(4, 11).map((n) => latinSquare(randomSquare(n, n))),
  'Hadamard matrices': [...from(1, 5).map(sylvester), ...[3, 7, 11, 19].map(paleyMatrix)].map(hadamard),
  'Cai, Fürer and Immerman': [
    complete(4),
    grid([3, 3], true),
    petersen,
    generalisedPetersen(9, 2),
    hypercube(3),
  ].flatMap((base) => [caiFuererImmerman(base, false), caiFuererImmerman(base, true)]),
  'disjoint unions': [
    ...from(2, 6).flatMap((count) => [copies(count, petersen), copies(count, path(5)), copies(count, shrikhande())]),
    ...from(1, 6).map((seed) => disjointUnion([randomTree(9, seed), randomTree(9, seed), randomTree(9, 1), cycle(5)])),
    disjointUnion([shrikhande(), latinSquare(klein), shrikhande(), latinSquare(klein)]),
    disjointUnion([
      caiFuererImmerman(complete(4), true),
      caiFuererImmerman(complete(4), false),
      shuffled(caiFuererImmerman(complete(4), true), 1),
    ]),
    complement(copies(4, cycle(5))),
  ],
};

it('there are at least 300 graphs', () => {
  expect(Object.values(FAMILIES).flat().length).toBeGreaterThanOrEqual(300);
});

describe.each(ORACLES)('$name (skipped where it is not installed)', (oracle) => {
  it.skipIf(!oracle.isInstalled).each(Object.entries(FAMILIES))('finds the same order and orbits: %s', (_, graphs) => {
    const differences = graphs.flatMap((graph, i) => {
      // Once as it is made, once with its vertices in another order.
      const own = i % 2 === 0 ? graph : shuffled(graph, i);
      const found = automorphisms(own, { clock: () => 0, milliseconds: 1, bytes: 2 ** 30 });
      expect(found.isComplete).toBe(true);
      const what = disagreement(oracle, own, found);
      return what === undefined ? [] : [`graph ${i}: ${what}`];
    });
    expect(differences).toEqual([]);
  });
});
