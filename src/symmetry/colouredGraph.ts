import { IntList } from '../base/index.js';

/**
 * An undirected graph with coloured vertices, 0 … n − 1, in the compressed form of sparse matrices: no loops, no edge twice.
 *
 * Layout: the neighbours of v are neighbours[offsets[v]] … neighbours[offsets[v + 1] − 1], ascending; offsets has n + 1 entries.
 * Colours are integers from 0; an automorphism maps each vertex to one of its colour.
 */
export interface ColouredGraph {
  readonly colours: Int32Array;
  readonly offsets: Int32Array;
  readonly neighbours: Int32Array;
}

/** A permutation of 0 … n − 1 as its images: v is mapped to permutation[v]. */
export type Permutation = Int32Array;

/**
 * A graph from its edges, each a pair of vertices in any order, those given twice once. Throws a RangeError that names the first edge or colour
 * that cannot be.
 */
export function colouredGraph(colours: ArrayLike<number>, edges: Iterable<readonly [number, number]>): ColouredGraph {
  const n = colours.length;
  const own = Int32Array.from(colours);
  own.forEach((colour, vertex) => {
    if (colour < 0 || colour !== colours[vertex]) {
      throw new RangeError(`vertex ${vertex} has colour ${colours[vertex]!}; colours are integers from 0 to 2^31 - 1`);
    }
  });
  const ends = new IntList();
  for (const [v, w] of edges) {
    for (const end of [v, w]) {
      if (!Number.isInteger(end) || end < 0 || end >= n) {
        throw new RangeError(`edge ${v} – ${w}: ${end} is no vertex; they are 0 … ${n - 1}`);
      }
    }
    if (v === w) throw new RangeError(`edge ${v} – ${w} is a loop; give the vertex a colour of its own instead`);
    ends.push(v);
    ends.push(w);
  }
  return graphOfEnds(own, ends);
}

/** A graph from edges that are known to be sound: the two ends of each, one after another. */
export function graphOfEnds(colours: Int32Array, ends: IntList): ColouredGraph {
  return { colours, ...withoutRepeats(bucketed(ends, colours.length)) };
}

/** Neighbours by vertex; two passes over vertices in order make those of each ascending. */
function bucketed({ array: ends, length }: IntList, n: number): { offsets: Int32Array; neighbours: Int32Array } {
  const offsets = new Int32Array(n + 1);
  for (let i = 0; i < length; i++) offsets[ends[i]! + 1]!++;
  for (let v = 0; v < n; v++) offsets[v + 1]! += offsets[v]!;
  const unordered = new Int32Array(length);
  const next = offsets.slice(0, n);
  for (let i = 0; i < length; i++) unordered[next[ends[i]!]!++] = ends[i ^ 1]!;
  const neighbours = new Int32Array(length);
  next.set(offsets.subarray(0, n));
  for (let v = 0; v < n; v++) {
    for (let at = offsets[v]!; at < offsets[v + 1]!; at++) neighbours[next[unordered[at]!]!++] = v;
  }
  return { offsets, neighbours };
}

function withoutRepeats(lists: { offsets: Int32Array; neighbours: Int32Array }): {
  offsets: Int32Array;
  neighbours: Int32Array;
} {
  const { offsets, neighbours } = lists;
  const kept = new Int32Array(offsets.length);
  let length = 0;
  for (let v = 0; v < offsets.length - 1; v++) {
    const start = length;
    for (let at = offsets[v]!; at < offsets[v + 1]!; at++) {
      if (length === start || neighbours[length - 1] !== neighbours[at]) neighbours[length++] = neighbours[at]!;
    }
    kept[v + 1] = length;
  }
  return { offsets: kept, neighbours: neighbours.slice(0, length) };
}
