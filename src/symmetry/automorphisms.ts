import { type Budget, BudgetExceeded, IntList, Meter } from '../base/index.js';
import type { ColouredGraph, Permutation } from './colouredGraph.js';
import { type Level, walkFirstPath } from './firstPath.js';
import { ImageSearch } from './imageSearch.js';
import { Orbits } from './orbits.js';
import { OrderedPartition } from './orderedPartition.js';
import { Refinement } from './refinement.js';
import { type SparsePermutation, densePermutation } from './permutation.js';
import { productOf } from './permutationGroup.js';
import { Trace } from './trace.js';

/** The automorphism group of a graph, or as much of it as a budget allowed. */
export interface Automorphisms {
  /** Generators; none where the group is trivial. Written out when asked for: where the graph is large and they are many, see `sparse`. */
  readonly generators: readonly Permutation[];
  /** The same generators, by what they move. They are strong, relative to `base`. */
  readonly sparse: readonly SparsePermutation[];
  /** Exact order of the group that the generators generate. */
  readonly order: bigint;
  /** For each vertex the least vertex of its orbit. */
  readonly orbits: Int32Array;
  /** Only the identity fixes all of these. */
  readonly base: Int32Array;
  /** Whether these are all; false where the budget ran out first (what there is are automorphisms all the same). */
  readonly isComplete: boolean;
  /** Nodes of the search tree that were visited. */
  readonly nodes: number;
}

export interface AutomorphismOptions {
  /** Base points are taken from vertices of these colours as long as there is any that is not fixed, and that others depend on; default: none. */
  readonly baseColours?: ReadonlySet<number>;
}

/**
 * Finds the automorphisms of a coloured graph by individualisation and refinement (McKay 1981; McKay and Piperno 2014), in the sparse form of saucy (Darga,
 * Sakallah and Markov 2008) and with the component recursion of bliss (Junttila and Kaski 2011).
 *
 * The vertices b1, b2, … that are individualised on the first path, down to a discrete partition, are a base of the group. From the last to
 * the first, an automorphism is looked for that fixes b1 … b(i−1) and maps bi to each vertex of its cell that is not in a known orbit. So the
 * orbit of bi in the stabiliser of those before it is exact, the order is the product of their sizes (orbit-stabiliser), and what was found
 * when a budget ends is a group with a known order.
 */
export function automorphisms(graph: ColouredGraph, budget: Budget, options: AutomorphismOptions = {}): Automorphisms {
  const meter = new Meter(budget);
  const found = new FoundGroup(graph.colours.length);
  try {
    findAutomorphisms(graph, { ...options, meter, found });
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    found.isComplete = false;
  }
  return found;
}

/** What has been found: complete for the stabiliser of the vertices of the first path above a level, which rises. */
class FoundGroup implements Automorphisms {
  readonly sparse: SparsePermutation[] = [];
  /** Sizes of the orbits of base points, from the last to the first, each in the stabiliser of those before it. */
  readonly orbitSizes: number[] = [];
  isComplete = true;
  nodes = 1;
  base: Int32Array = new Int32Array(0);
  readonly known: Orbits;
  readonly #degree: number;
  #generators: readonly Permutation[] | undefined;
  #order: bigint | undefined;

  constructor(degree: number) {
    this.#degree = degree;
    this.known = new Orbits(degree);
  }

  get order(): bigint {
    this.#order ??= productOf(this.orbitSizes);
    return this.#order;
  }

  get generators(): readonly Permutation[] {
    this.#generators ??= this.sparse.map((generator) => densePermutation(generator, this.#degree));
    return this.#generators;
  }

  get orbits(): Int32Array {
    return this.known.leastOfEach();
  }
}

/** About what a generator takes besides its points and images. */
const GENERATOR_BYTES = 320;

function findAutomorphisms(
  graph: ColouredGraph,
  { meter, found, baseColours }: AutomorphismOptions & { readonly meter: Meter; readonly found: FoundGroup },
): void {
  const n = graph.colours.length;
  meter.allocate(4 * 6 * n);
  const partition = new OrderedPartition(graph.colours);
  const refinement = new Refinement(graph, partition, meter);
  refinement.refineAll(new Trace());
  const trace = new Trace();
  const levels = walkFirstPath({ graph, partition, refinement, trace, meter, ...(baseColours && { baseColours }) });
  found.nodes += levels.length;
  found.base = baseOf(levels, partition.labelling);
  const orbitSizes = new Int32Array(levels.length);
  const search = new ImageSearch({ graph, partition, refinement, trace, levels, orbitSizes, meter });
  const hasFailed = new Int32Array(n).fill(-1);
  const before = found.nodes;
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]!;
    partition.undo(level.mark);
    if (level.vertex < 0) {
      permuteFreely(level, search.leaf, { found, meter });
      continue;
    }
    const { vertex, target, targetSize } = level;
    const place = found.orbitSizes.push(1) - 1;
    for (let position = target; position < target + targetSize; position++) {
      if (found.known.sizeOf(vertex) === targetSize) break;
      const image = search.leaf[position]!;
      const orbit = found.known.find(image);
      if (orbit === found.known.find(vertex) || hasFailed[orbit] === i) continue;
      const isFound = search.find(i, image, (support, images) => {
        meter.allocate(8 * support.length + GENERATOR_BYTES);
        found.sparse.push({ points: support, images: support.map((point) => images[point]!) });
        for (const point of support) joinOrbits(point, images[point]!, { known: found.known, hasFailed, level: i });
        found.orbitSizes[place] = found.known.sizeOf(vertex);
      });
      found.nodes = before + search.nodes;
      if (!isFound) hasFailed[found.known.find(image)] = i;
    }
    orbitSizes[i] = found.known.sizeOf(vertex);
  }
  if (search.hasCollision) found.isComplete = false;
}

/** Joins orbits; one that is known not to hold the vertex of a level makes the whole so. */
function joinOrbits(
  a: number,
  b: number,
  { known, hasFailed, level }: { known: Orbits; hasFailed: Int32Array; level: number },
): void {
  const isFailed = hasFailed[known.find(a)] === level || hasFailed[known.find(b)] === level;
  const joined = known.union(a, b);
  if (isFailed) hasFailed[joined] = level;
}

/** All permutations of a cell, as transpositions of neighbours. */
function permuteFreely(
  { target, targetSize }: Level,
  leaf: Int32Array,
  { found, meter }: { found: FoundGroup; meter: Meter },
): void {
  for (let i = 1; i < targetSize; i++) {
    meter.tick();
    meter.allocate(16 + GENERATOR_BYTES);
    const points = leaf.slice(target + i - 1, target + i + 1);
    found.sparse.push({ points, images: points.slice().reverse() });
    found.known.union(points[0]!, points[1]!);
    found.orbitSizes.push(i + 1);
  }
}

function baseOf(levels: readonly Level[], leaf: Int32Array): Int32Array {
  const base = new IntList();
  for (const { vertex, target, targetSize } of levels) {
    if (vertex >= 0) base.push(vertex);
    else for (let i = 0; i < targetSize - 1; i++) base.push(leaf[target + i]!);
  }
  return base.toArray();
}
