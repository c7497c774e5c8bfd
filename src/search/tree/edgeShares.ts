import { IntList } from '../../base/index.js';

/** How visits of a node are shared out among its edges, as they are numbered there. */
export class EdgeShares {
  /** The edges that got any, in the order in which they got the first. */
  readonly edges = new IntList();
  /** By edge. */
  #visits = new Int32Array(256);

  /** Nothing is given yet, to so many edges. */
  clear(count: number): void {
    for (let index = 0; index < this.edges.length; index++) this.#visits[this.edges.array[index]!] = 0;
    this.edges.length = 0;
    if (this.#visits.length < count) this.#visits = new Int32Array(2 * count);
  }

  give(edge: number, visits: number): void {
    if (this.#visits[edge] === 0) this.edges.push(edge);
    this.#visits[edge]! += visits;
  }

  visitsOf(edge: number): number {
    return this.#visits[edge]!;
  }
}
