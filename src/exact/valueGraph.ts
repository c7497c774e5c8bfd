import { IntList } from '../base/index.js';

/** What a node makes of the values of its children. */
export type NodeKind = typeof MAX | typeof MIN | typeof MEAN;
export const MAX = 0;
export const MIN = 1;
export const MEAN = 2;

/** In {@link ValueGraph.first}: the node has no children yet. */
const LEAF = -1;

/**
 * Values of a game as a graph, in typed arrays: every node has a lower and an upper bound of its value, which only ever come closer, and
 * is settled once they meet. Node n has the children `edges[first[n] … last[n])`; one that has none yet is a leaf.
 */
export class ValueGraph {
  size = 0;
  lower = new Float64Array(16);
  upper = new Float64Array(16);
  kind = new Uint8Array(16);
  first = new Int32Array(16);
  last = new Int32Array(16);
  /** For who walks the graph. */
  mark = new Int32Array(16);
  readonly edges = new IntList(64);

  /** Memory taken up to now. */
  get bytes(): number {
    return this.lower.length * (2 * 8 + 1 + 3 * 4) + 4 * this.edges.array.length;
  }

  /** A new leaf. */
  add(lower: number, upper: number): number {
    if (this.size === this.lower.length) this.#grow();
    const node = this.size++;
    this.lower[node] = lower;
    this.upper[node] = upper;
    this.first[node] = LEAF;
    return node;
  }

  isSettled(node: number): boolean {
    return this.lower[node]! >= this.upper[node]!;
  }

  isLeaf(node: number): boolean {
    return this.first[node] === LEAF;
  }

  /** Children are pushed on `edges` between these two calls. */
  open(node: number, kind: NodeKind): void {
    this.kind[node] = kind;
    this.first[node] = this.edges.length;
  }

  close(node: number): void {
    this.last[node] = this.edges.length;
  }

  /** Brings the bounds of a node as close as those of its children allow. */
  update(node: number): void {
    const kind = this.kind[node]!;
    const first = this.first[node]!;
    const last = this.last[node]!;
    const edges = this.edges.array;
    let lower = kind === MAX ? -Infinity : kind === MIN ? Infinity : 0;
    let upper = lower;
    for (let at = first; at < last; at++) {
      const low = this.lower[edges[at]!]!;
      const high = this.upper[edges[at]!]!;
      if (kind === MEAN) {
        lower += low;
        upper += high;
      } else if (kind === MAX) {
        if (low > lower) lower = low;
        if (high > upper) upper = high;
      } else {
        if (low < lower) lower = low;
        if (high < upper) upper = high;
      }
    }
    if (kind === MEAN) {
      lower /= last - first;
      upper /= last - first;
    }
    this.tighten(node, lower, upper);
  }

  /** What is known already stays known; bounds that cross do so by rounding, and are the same. */
  tighten(node: number, lower: number, upper: number): void {
    if (lower > this.lower[node]!) this.lower[node] = lower;
    if (upper < this.upper[node]!) this.upper[node] = upper;
    if (this.upper[node]! < this.lower[node]!) this.upper[node] = this.lower[node]!;
  }

  #grow(): void {
    const length = 2 * this.size;
    const doubled = <T extends { set(from: T): void }>(larger: T, smaller: T): T => {
      larger.set(smaller);
      return larger;
    };
    this.lower = doubled(new Float64Array(length), this.lower);
    this.upper = doubled(new Float64Array(length), this.upper);
    this.kind = doubled(new Uint8Array(length), this.kind);
    this.first = doubled(new Int32Array(length), this.first);
    this.last = doubled(new Int32Array(length), this.last);
    this.mark = doubled(new Int32Array(length), this.mark);
  }
}
