import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  caiFuererImmerman,
  complete,
  cycle,
  disjointUnion,
  edgesOf,
  generalisedPetersen,
  grid,
  hadamard,
  latinSquare,
  paleyMatrix,
  path,
  plain,
  projectivePlane,
  randomSquare,
  randomTree,
  shuffled,
  withColours,
} from '../../test/graphFamilies.js';
import { isAutomorphism, naiveAutomorphisms, naiveOrbits } from '../../test/naiveAutomorphisms.js';
import type { Budget } from '../base/index.js';
import { automorphisms, type ColouredGraph, colouredGraph, PermutationGroup } from './index.js';

const AMPLE: Budget = { clock: () => 0, milliseconds: 1, bytes: 2 ** 30 };
const find = (graph: ColouredGraph): ReturnType<typeof automorphisms> => automorphisms(graph, AMPLE);

const CYCLES = disjointUnion([cycle(5), cycle(5), cycle(7), cycle(7)]);
/** Four cycles, all joined to one more vertex: below it, components that are matched one by one. */
const HUB = colouredGraph(
  [...CYCLES.colours, 1],
  [...edgesOf(CYCLES), ...Array.from(CYCLES.colours.keys(), (v): [number, number] => [v, CYCLES.colours.length])],
);

/** Graphs of up to `most` vertices in up to three colours. */
const graphs = (most: number): fc.Arbitrary<ColouredGraph> =>
  fc.integer({ min: 0, max: most }).chain((n) => {
    const vertex = fc.integer({ min: 0, max: Math.max(0, n - 1) });
    const edges = n < 2 ? fc.constant([]) : fc.array(fc.tuple(vertex, vertex), { maxLength: 3 * n });
    const colours = fc
      .integer({ min: 0, max: 2 })
      .chain((last) => fc.array(fc.integer({ min: 0, max: last }), { minLength: n, maxLength: n }));
    return fc.tuple(colours, edges).map(([own, ends]) =>
      colouredGraph(
        own,
        ends.filter(([v, w]) => v !== w),
      ),
    );
  });

describe('automorphisms', () => {
  it('are those that trying every permutation finds, on small graphs', () => {
    fc.assert(
      fc.property(graphs(6), (graph) => {
        const all = naiveAutomorphisms(graph);
        const { order, orbits, generators, isComplete } = find(graph);
        expect({ order, orbits, isComplete }).toEqual({
          order: BigInt(all.length),
          orbits: naiveOrbits(all, graph.colours.length),
          isComplete: true,
        });
        const texts = new Set(all.map(String));
        expect(generators.every((generator) => texts.has(String(generator)))).toBe(true);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it.each([path(8), complete(6), disjointUnion([cycle(4), cycle(4)]), grid([2, 2, 2])])(
    'are those that trying every permutation finds, on graphs of up to eight vertices (%#)',
    (graph) => {
      const all = naiveAutomorphisms(graph);
      const group = PermutationGroup.generatedBy(graph.colours.length, find(graph).generators);
      expect(group.order).toBe(BigInt(all.length));
      expect(all.every((element) => group.has(element))).toBe(true);
    },
  );

  it('map colours to themselves and edges to edges; the order is that of Schreier and Sims', () => {
    fc.assert(
      fc.property(graphs(25), (graph) => {
        const { generators, sparse, order, orbits, base } = find(graph);
        expect(generators.filter((generator) => !isAutomorphism(graph, generator))).toEqual([]);
        expect(generators.length).toBe(sparse.length);
        const degree = graph.colours.length;
        const group = PermutationGroup.generatedBy(degree, generators);
        expect(group.order).toBe(order);
        expect(group.orbits).toEqual(orbits);
        expect(PermutationGroup.ofStrongGenerators(degree, generators, base).order).toBe(order);
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  it.each([
    ['the projective plane of order 7', projectivePlane(7), 11261376n],
    ['the Hadamard matrix of order 20 after Paley', hadamard(paleyMatrix(19)), 13680n],
    ['a torus', grid([6, 6], true), 288n],
    ['a random tree', randomTree(60, 4), undefined],
    ['five Petersen graphs', disjointUnion(new Array<ColouredGraph>(5).fill(generalisedPetersen(5, 2))), 120n ** 6n],
    ['two hubs of unlike cycles', disjointUnion([HUB, HUB]), (10n ** 2n * 2n * 14n ** 2n * 2n) ** 2n * 2n],
    ['a twisted graph of Cai, Fürer and Immerman', caiFuererImmerman(generalisedPetersen(7, 2), true), 256n],
  ])('have strong generators: %s', (_, graph, known) => {
    const { generators, order, base } = find(graph);
    if (known !== undefined) expect(order).toBe(known);
    expect(generators.every((generator) => isAutomorphism(graph, generator))).toBe(true);
    const degree = graph.colours.length;
    expect(PermutationGroup.ofStrongGenerators(degree, generators, base).order).toBe(order);
    expect(PermutationGroup.generatedBy(degree, generators).order).toBe(order);
  });

  it('tell few vertices apart whose numbers of neighbours are far from each other', () => {
    const leaves = Array.from({ length: 200 }, (_, i) => i + 3);
    const hubs = [[0, 3], ...leaves.slice(0, 100).map((leaf) => [1, leaf]), ...leaves.map((leaf) => [2, leaf])];
    const colours = [1, 1, 1, ...leaves.map(() => 0)];
    const { order, orbits } = find(colouredGraph(colours, hubs as [number, number][]));
    const factorial = (n: number): bigint => (n === 0 ? 1n : BigInt(n) * factorial(n - 1));
    expect(order).toBe(factorial(99) * factorial(100));
    expect([...orbits.subarray(0, 5), orbits.at(-1)]).toEqual([0, 1, 2, 3, 4, 103]);
  });

  it('do not need many nodes to tell that a strongly regular graph has none', () => {
    const graph = latinSquare(randomSquare(10, 3));
    const { order, nodes } = find(graph);
    expect(order).toBe(1n);
    // Every image of the first vertex, and every image of the second below each of them, would be 100 · 27.
    expect(nodes).toBeLessThan(1000);
  });

  it('are as many however the vertices are numbered', () => {
    const graph = withColours(grid([4, 4, 2], true), 1, 0);
    const orders = [1, 2, 3, 4, 5].map((seed) => find(shuffled(graph, seed)).order);
    expect(new Set(orders)).toEqual(new Set([find(graph).order]));
  });

  it('cost little where they are many and move little', () => {
    // Squares that hang by a corner from one hub: each can be reflected, and all can be exchanged.
    const squares = 5000;
    const corners = Array.from({ length: squares }, (_, i) => 1 + 4 * i);
    const graph = plain(
      1 + 4 * squares,
      corners.flatMap((a): [number, number][] => [
        [0, a],
        [a, a + 1],
        [a + 1, a + 2],
        [a + 2, a + 3],
        [a + 3, a],
      ]),
    );
    const { nodes, order, sparse } = find(graph);
    expect(nodes).toBeLessThanOrEqual(3 * squares);
    expect(order % 2n ** BigInt(squares)).toBe(0n);
    expect(sparse.every(({ points }) => points.length <= 8)).toBe(true);
  });

  it('stop where time ends, with a group whose order is known', () => {
    const graph = disjointUnion(new Array<ColouredGraph>(500).fill(generalisedPetersen(5, 2)));
    const complete = find(graph);
    let isShort = false;
    for (let looks = 1; looks < 30; looks += 3) {
      let time = 0;
      const partial = automorphisms(graph, { clock: () => time++, milliseconds: looks, bytes: 2 ** 30 });
      if (partial.isComplete) continue;
      expect(complete.order % partial.order).toBe(0n);
      expect(partial.order).toBeLessThan(complete.order);
      const { orbits } = partial;
      const inOrbit = (vertex: number): number => orbits.filter((least) => least === orbits[vertex]).length;
      for (const { points, images } of partial.sparse.slice(0, 3)) {
        expect(inOrbit(points[0]!)).toBe(inOrbit(images[0]!));
      }
      isShort ||= partial.sparse.length > 0;
    }
    expect(isShort).toBe(true);
  });

  it('stop where memory ends', () => {
    const { isComplete, order } = automorphisms(grid([1000]), { ...AMPLE, bytes: 1000 });
    expect({ isComplete, order }).toEqual({ isComplete: false, order: 1n });
  });
});

describe('colouredGraph', () => {
  it('has neighbours ascending, each once', () => {
    const { offsets, neighbours } = colouredGraph(
      [0, 1, 2, 0],
      [
        [3, 0],
        [0, 1],
        [1, 0],
        [2, 0],
        [0, 3],
      ],
    );
    expect([...offsets]).toEqual([0, 3, 4, 5, 6]);
    expect([...neighbours]).toEqual([1, 2, 3, 0, 0, 0]);
  });

  it('gives its edges back', () => {
    const isSame = (graph: ColouredGraph): void => {
      expect(colouredGraph(graph.colours, edgesOf(graph))).toEqual(graph);
    };
    fc.assert(fc.property(graphs(12), isSame), { seed: 5 });
  });

  it.each([
    ['a loop', [0, 0], [[1, 1]], 'edge 1 – 1 is a loop'],
    ['no vertex', [0, 0], [[0, 2]], 'edge 0 – 2: 2 is no vertex; they are 0 … 1'],
    ['half a vertex', [0, 0], [[0, 0.5]], '0.5 is no vertex'],
    ['a negative colour', [0, -1], [], 'vertex 1 has colour -1'],
    ['half a colour', [0.5], [], 'vertex 0 has colour 0.5'],
  ] as const)('refuses %s', (_, colours, edges, message) => {
    expect(() => colouredGraph(colours, edges)).toThrow(message);
  });
});
