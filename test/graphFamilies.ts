import { seededRandom } from '../src/base/index.js';
import { type ColouredGraph, colouredGraph } from '../src/symmetry/index.js';

type Edge = readonly [number, number];

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const pairs = (n: number): Edge[] => range(n).flatMap((v) => range(v).map((w): Edge => [w, v]));

/** A graph of one colour. */
export const plain = (n: number, edges: Iterable<Edge>): ColouredGraph => colouredGraph(new Int32Array(n), edges);

/** The graph on 0 … n − 1 in which pairs that fulfil a condition are edges. */
const where = (n: number, isEdge: (v: number, w: number) => boolean): ColouredGraph =>
  plain(
    n,
    pairs(n).filter(([v, w]) => isEdge(v, w)),
  );

export const edgesOf = ({ colours, offsets, neighbours }: ColouredGraph): Edge[] =>
  range(colours.length).flatMap((v) =>
    [...neighbours.subarray(offsets[v], offsets[v + 1])].filter((w) => v < w).map((w): Edge => [v, w]),
  );

export const path = (n: number): ColouredGraph => where(n, (v, w) => w === v + 1);
export const cycle = (n: number): ColouredGraph => where(n, (v, w) => w - v === 1 || w - v === n - 1);
export const complete = (n: number): ColouredGraph => where(n, () => true);
export const hypercube = (d: number): ColouredGraph => where(2 ** d, (v, w) => Number.isInteger(Math.log2(v ^ w)));
export const random = (n: number, density: number, seed: number): ColouredGraph => {
  const { nextUint32 } = seededRandom(seed);
  return where(n, () => nextUint32() < density * 2 ** 32);
};

/** The generalised Petersen graph: an outer cycle, an inner star polygon, spokes. Petersen is (5, 2), Nauru (12, 5), Desargues (10, 3). */
export const generalisedPetersen = (n: number, k: number): ColouredGraph =>
  plain(
    2 * n,
    range(n).flatMap((i): Edge[] => [
      [i, (i + 1) % n],
      [i, n + i],
      [n + i, n + ((i + k) % n)],
    ]),
  );

/** A cubic Hamiltonian graph in LCF notation: a cycle with the chord from i to i + shifts[i mod length]. */
export const lcf = (shifts: readonly number[], repeats: number): ColouredGraph => {
  const n = shifts.length * repeats;
  const chords = range(n).map((i): Edge => [i, (i + shifts[i % shifts.length]! + n) % n]);
  return plain(n, [...range(n).map((i): Edge => [i, (i + 1) % n]), ...chords]);
};

/** Points of a box with sides of the given lengths, neighbours one step apart; on a torus the sides are joined. */
export const grid = (lengths: readonly number[], isTorus = false): ColouredGraph => {
  const edges: Edge[] = [];
  const n = lengths.reduce((product, length) => product * length, 1);
  let stride = 1;
  for (const length of lengths) {
    for (const v of range(n)) {
      const at = Math.floor(v / stride) % length;
      if (at < length - 1) edges.push([v, v + stride]);
      else if (isTorus && length > 2) edges.push([v, v - stride * (length - 1)]);
    }
    stride *= length;
  }
  return plain(n, edges);
};

/** Points and lines of the projective plane over the integers modulo a prime. */
export const projectivePlane = (q: number): ColouredGraph => {
  const points = [
    ...range(q).flatMap((y) => range(q).map((z) => [1, y, z])),
    ...range(q).map((z) => [0, 1, z]),
    [0, 0, 1],
  ];
  const meets = (p: number[], l: number[]): boolean => p.reduce((sum, x, i) => sum + x * l[i]!, 0) % q === 0;
  const count = points.length;
  return plain(
    2 * count,
    points.flatMap((p, i) => points.flatMap((l, j): Edge[] => (meets(p, l) ? [[i, count + j]] : []))),
  );
};

/** Residues of a prime that is 1 modulo 4, neighbours where they differ by a square. */
export const paley = (q: number): ColouredGraph => {
  const squares = new Set(range(q).map((x) => (x * x) % q));
  return where(q, (v, w) => squares.has(w - v));
};

/** Cells of a Latin square, neighbours in a row, in a column or of the same symbol: strongly regular. */
export const latinSquare = (symbols: readonly (readonly number[])[]): ColouredGraph => {
  const n = symbols.length;
  const at = (v: number): number[] => [Math.floor(v / n), v % n, symbols[Math.floor(v / n)]![v % n]!];
  return where(n * n, (v, w) => at(v).some((value, i) => value === at(w)[i]));
};

export const cyclicSquare = (n: number): number[][] => range(n).map((r) => range(n).map((c) => (r + c) % n));
/** A Latin square by chance: cycles of two rows exchanged, again and again, and rows with columns. */
export const randomSquare = (n: number, seed: number): number[][] => {
  const { below } = seededRandom(seed);
  let square = cyclicSquare(n);
  for (let step = 0; step < 20 * n; step++) {
    const [upper, lower] = [square[below(n)]!, square[below(n)]!];
    const first = below(n);
    const columns = [first];
    for (let symbol = lower[first]!; symbol !== upper[first]!; symbol = lower[columns.at(-1)!]!) {
      columns.push(upper.indexOf(symbol));
    }
    if (columns.length < n) for (const c of columns) [upper[c], lower[c]] = [lower[c]!, upper[c]!];
    square = range(n).map((r) => square.map((row) => row[r]!));
  }
  return square;
};

export const klein = [
  [0, 1, 2, 3],
  [1, 0, 3, 2],
  [2, 3, 0, 1],
  [3, 2, 1, 0],
];

/** k-subsets of 0 … n − 1, joined where they are disjoint. */
export const kneser = (n: number, k: number): ColouredGraph => {
  const sets = range(2 ** n).filter((set) => range(n).filter((i) => (set >> i) & 1).length === k);
  return where(sets.length, (v, w) => (sets[v]! & sets[w]!) === 0);
};

/** Shrikhande's graph: strongly regular with the parameters of the 4 × 4 rook's graph. */
export const shrikhande = (): ColouredGraph => {
  const steps = new Set(['0,1', '0,3', '1,0', '3,0', '1,1', '3,3']);
  const step = (v: number, w: number): string => `${((v >> 2) - (w >> 2) + 4) % 4},${((v & 3) - (w & 3) + 4) % 4}`;
  return where(16, (v, w) => steps.has(step(v, w)));
};

/** The graph of a Hadamard matrix (McKay 1979): rows and columns with a sign each, joined by the sign of their entry. Of order 2^k, or q + 1 after Paley. */
export const hadamard = (entries: readonly (readonly number[])[]): ColouredGraph => {
  const n = entries.length;
  const edges: Edge[] = [];
  entries.forEach((row, r) =>
    row.forEach((entry, c) => {
      const flip = entry > 0 ? 0 : n;
      edges.push([r, 2 * n + c + flip], [n + r, 3 * n + c - flip]);
    }),
  );
  for (const i of range(n)) edges.push([i, n + i], [2 * n + i, 3 * n + i]);
  return plain(4 * n, edges);
};

export const sylvester = (k: number): number[][] => {
  const sign = (bits: number): number => (range(k).filter((i) => (bits >> i) & 1).length % 2 === 0 ? 1 : -1);
  return range(2 ** k).map((r) => range(2 ** k).map((c) => sign(r & c)));
};

export const paleyMatrix = (q: number): number[][] => {
  const squares = new Set(range(q).map((x) => (x * x) % q));
  const character = (x: number): number => (x === 0 ? -1 : squares.has(x) ? 1 : -1);
  return range(q + 1).map((r) => range(q + 1).map((c) => (r === 0 || c === 0 ? 1 : character((r - c + q) % q))));
};

/**
 * The construction of Cai, Fürer and Immerman (1992): each vertex of a base graph becomes its even sets of edges, each edge two vertices for in and out;
 * one edge may be twisted. Refinement alone does not tell the twisted from the other.
 */
export const caiFuererImmerman = (base: ColouredGraph, isTwisted: boolean): ColouredGraph => {
  const baseEdges = edgesOf(base);
  const colours: number[] = [];
  const edges: Edge[] = [];
  const vertex = (colour: number): number => colours.push(colour) - 1;
  const ends = baseEdges.map(([v, w]) => [v, w].map((end) => [vertex(2 * end), vertex(2 * end)]));
  baseEdges.forEach((_, e) => {
    const [[a0, a1], [b0, b1]] = ends[e] as [[number, number], [number, number]];
    const isCrossed = isTwisted && e === 0;
    edges.push([a0, isCrossed ? b1 : b0], [a1, isCrossed ? b0 : b1]);
  });
  for (const v of base.colours.keys()) {
    const incident = baseEdges.flatMap(([a, b], e) => (a === v ? [ends[e]![0]!] : b === v ? [ends[e]![1]!] : []));
    for (const set of range(2 ** incident.length)) {
      const chosen = incident.map((_, i) => (set >> i) & 1);
      if (chosen.reduce((sum, bit) => sum + bit, 0) % 2 !== 0) continue;
      const middle = vertex(2 * v + 1);
      incident.forEach((pair, i) => edges.push([middle, pair[chosen[i]!]!]));
    }
  }
  return colouredGraph(colours, edges);
};

/** Each vertex is joined to an earlier one. */
export const randomTree = (n: number, seed: number): ColouredGraph => {
  const { below } = seededRandom(seed);
  return plain(
    n,
    range(n - 1).map((v): Edge => [v + 1, below(v + 1)]),
  );
};

/** Random regular graph of even degree: the union of random cycles through all vertices, in which edges may coincide. */
export const randomCycles = (n: number, cycles: number, seed: number): ColouredGraph => {
  const { below } = seededRandom(seed);
  const edges = range(cycles).flatMap(() => {
    const order = range(n);
    for (let i = n - 1; i > 0; i--) {
      const j = below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order.map((v, i): Edge => [v, order[(i + 1) % n]!]);
  });
  return plain(n, edges);
};

/** Steps on the residues modulo n. */
export const circulant = (n: number, steps: readonly number[]): ColouredGraph =>
  where(n, (v, w) => steps.includes(w - v) || steps.includes(n - w + v));

export const disjointUnion = (graphs: readonly ColouredGraph[]): ColouredGraph => {
  const colours: number[] = [];
  const edges: Edge[] = [];
  for (const graph of graphs) {
    const start = colours.length;
    for (const colour of graph.colours) colours.push(colour);
    for (const [v, w] of edgesOf(graph)) edges.push([start + v, start + w]);
  }
  return colouredGraph(colours, edges);
};

/** The same graph with colours by chance. */
export const withColours = (graph: ColouredGraph, count: number, seed: number): ColouredGraph => {
  const { below } = seededRandom(seed);
  return colouredGraph(
    graph.colours.map(() => below(count)),
    edgesOf(graph),
  );
};

/** Joins exactly the pairs of vertices that are not joined. */
export const complement = (graph: ColouredGraph): ColouredGraph => {
  const present = new Set(edgesOf(graph).map(String));
  const n = graph.colours.length;
  return colouredGraph(
    graph.colours,
    pairs(n).filter((edge) => !present.has(String(edge))),
  );
};

/** The same graph with its vertices in another order. */
export const shuffled = (graph: ColouredGraph, seed: number): ColouredGraph => {
  const { below } = seededRandom(seed);
  const n = graph.colours.length;
  const to = range(n);
  for (let i = n - 1; i > 0; i--) {
    const j = below(i + 1);
    [to[i], to[j]] = [to[j]!, to[i]!];
  }
  const colours = new Int32Array(n);
  graph.colours.forEach((colour, v) => (colours[to[v]!] = colour));
  return colouredGraph(
    colours,
    edgesOf(graph).map(([v, w]): Edge => [to[v]!, to[w]!]),
  );
};
