import { identity } from './permutation.js';

/** Disjoint sets of 0 … n − 1 by union and find (union by size, path halving): the orbits of the permutations that were joined. */
export class Orbits {
  readonly #parents: Int32Array;
  readonly #sizes: Int32Array;

  constructor(degree: number) {
    this.#parents = identity(degree);
    this.#sizes = new Int32Array(degree).fill(1);
  }

  /** The representative of the orbit of a point, the same for all its points until the next union. */
  find(point: number): number {
    const parents = this.#parents;
    let at = point;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  /** Joins the orbits of two points and returns the representative. */
  union(a: number, b: number): number {
    let [large, small] = [this.find(a), this.find(b)];
    if (large === small) return large;
    if (this.#sizes[large]! < this.#sizes[small]!) [large, small] = [small, large];
    this.#parents[small] = large;
    this.#sizes[large]! += this.#sizes[small]!;
    return large;
  }

  /** How many points the orbit of a point has. */
  sizeOf(point: number): number {
    return this.#sizes[this.find(point)]!;
  }

  /** For each point the least of its orbit. */
  leastOfEach(): Int32Array {
    const least = new Int32Array(this.#parents.length).fill(-1);
    return this.#parents.map((_, point) => {
      const root = this.find(point);
      if (least[root]! < 0) least[root] = point;
      return least[root]!;
    });
  }
}
