import { IntList } from '../base/index.js';
import type { OrderedPartition } from './orderedPartition.js';

/**
 * How a partition on another path differs from the one on the first path, which has the same cells at the same positions but perhaps other
 * vertices in them. The first path is given by its leaf: its cells, at every level, are intervals of the leaf's labelling.
 *
 * Only vertices of parts other than the largest are noted when a cell is split: what is in the largest part on both paths does not differ. So the cost
 * follows the differences, not the graph (Darga, Sakallah and Markov 2008).
 */
export class Differences {
  readonly #partition: OrderedPartition;
  readonly leaf: Int32Array;
  readonly leafPositions: Int32Array;
  /** All vertices that differ, and others; some several times. */
  readonly #noted = new IntList();
  /** The noted vertices before this one are settled. */
  #settled = 0;

  constructor(partition: OrderedPartition) {
    this.#partition = partition;
    this.leaf = partition.labelling.slice();
    this.leafPositions = partition.positions.slice();
  }

  /** Called for a new cell of the partition, from position `start` to `end`. */
  note(start: number, end: number): void {
    const { labelling } = this.#partition;
    for (let position = start; position < end; position++) {
      const vertex = labelling[position]!;
      const other = this.leaf[position]!;
      if (vertex === other) continue;
      this.#noted.push(vertex);
      this.#noted.push(other);
    }
  }

  get mark(): { readonly noted: number; readonly settled: number } {
    return { noted: this.#noted.length, settled: this.#settled };
  }

  undo({ noted, settled }: { readonly noted: number; readonly settled: number }): void {
    this.#noted.length = noted;
    this.#settled = settled;
  }

  /**
   * Whether every vertex is in the same cell on both paths or alone in its cell on one of them: then there is one natural candidate for an
   * automorphism, {@link candidate}.
   */
  get isSettled(): boolean {
    const { cellOf, sizes } = this.#partition;
    const { array: noted, length } = this.#noted;
    while (this.#settled < length) {
      const vertex = noted[this.#settled]!;
      const first = this.firstCellOf(vertex);
      const cell = cellOf[vertex]!;
      if (first !== cell && sizes[first]! > 1 && sizes[cell]! > 1) return false;
      this.#settled++;
    }
    return true;
  }

  /** The cell of a vertex on the first path. */
  firstCellOf(vertex: number): number {
    const { labelling, cellOf } = this.#partition;
    return cellOf[labelling[this.leafPositions[vertex]!]!]!;
  }

  /** Whether a cell holds other vertices than on the first path. */
  differsIn(front: number): boolean {
    const { cellOf, sizes } = this.#partition;
    const end = front + sizes[front]!;
    for (let position = front; position < end; position++) {
      if (cellOf[this.leaf[position]!] !== front) return true;
    }
    return false;
  }

  /**
   * The permutation that maps a vertex alone in its cell on the first path to the one in its place, and that is closed to cycles where a vertex
   * is alone on this path only; all else is fixed. Written into `images`, which is the identity before; the vertices that it moves into `support`.
   */
  candidate(images: Int32Array, support: IntList): void {
    const { array: noted, length } = this.#noted;
    support.length = 0;
    for (let i = 0; i < length; i++) {
      const vertex = noted[i]!;
      if (images[vertex] !== vertex) continue;
      const image = this.#imageOf(vertex);
      if (image === vertex) continue;
      images[vertex] = image;
      support.push(vertex);
    }
  }

  #imageOf(vertex: number): number {
    const { labelling, cellOf, sizes } = this.#partition;
    const first = this.firstCellOf(vertex);
    if (sizes[first] === 1) return labelling[first]!;
    return sizes[cellOf[vertex]!] === 1 ? this.startOfChain(vertex) : vertex;
  }

  /** Follows preimages from a vertex that is alone in its cell, to one that is not. */
  startOfChain(vertex: number): number {
    const { cellOf, sizes } = this.#partition;
    let at = vertex;
    for (let cell = cellOf[at]!; sizes[cell] === 1; cell = cellOf[at]!) {
      at = this.leaf[cell]!;
      if (at === vertex) break;
    }
    return at;
  }
}
