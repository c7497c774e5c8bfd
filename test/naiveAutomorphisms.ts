import type { ColouredGraph, Permutation } from '../src/symmetry/index.js';

/** Whether a permutation maps colours to themselves and edges to edges. */
export function isAutomorphism({ colours, offsets, neighbours }: ColouredGraph, permutation: Permutation): boolean {
  const listOf = (v: number): number[] => [...neighbours.subarray(offsets[v], offsets[v + 1])];
  const sorted = (vertices: readonly number[]): string => vertices.toSorted((a, b) => a - b).join();
  const isBijective = new Set(permutation).size === colours.length;
  return (
    isBijective &&
    permutation.every(
      (image, v) =>
        colours[image] === colours[v] && sorted(listOf(v).map((w) => permutation[w]!)) === sorted(listOf(image)),
    )
  );
}

/** All automorphisms of a small graph: every permutation is tried. */
export function naiveAutomorphisms(graph: ColouredGraph): readonly Permutation[] {
  const n = graph.colours.length;
  return permutationsOf(Array.from({ length: n }, (_, v) => v))
    .map((images) => Int32Array.from(images))
    .filter((permutation) => isAutomorphism(graph, permutation));
}

function permutationsOf(items: readonly number[]): readonly number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutationsOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

/** For each vertex the least of its images. */
export function naiveOrbits(elements: readonly Permutation[], degree: number): Int32Array {
  return Int32Array.from({ length: degree }, (_, v) => Math.min(...elements.map((element) => element[v]!)));
}
