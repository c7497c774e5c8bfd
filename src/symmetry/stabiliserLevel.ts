import type { Permutation } from './colouredGraph.js';
import { compose, identity, inverse } from './permutation.js';

/** From the inverse of the representative of a point to that of the next in the tree. */
const ROOT = -1;

/**
 * One level of a stabiliser chain: the group that fixes the base points before, its generators, and the orbit of its base point with, for each point
 * of it, an element that maps the base point there: a Schreier tree, whose elements are multiplied out when they are first asked for.
 */
export class StabiliserLevel {
  readonly basePoint: number;
  readonly generators: Permutation[] = [];
  /** Points of the orbit as they were found, the base point first. It only grows, and so do the trees: representatives stay what they are. */
  readonly orbit: number[];
  /** By point: the generator that leads to it, the point that it comes from, −1 for the base point; −2 off the orbit. */
  readonly #generatorTo: Int32Array;
  readonly #parents: Int32Array;
  readonly #representatives = new Map<number, Permutation>();
  readonly #inverses = new Map<number, Permutation>();
  /** By point of the orbit, as found: to how many generators it has been applied. */
  readonly #applied: number[] = [0];
  /** By point of the orbit, as found: with how many generators its Schreier generators have been seen. */
  readonly #seen: number[] = [0];

  constructor(basePoint: number, degree: number) {
    this.basePoint = basePoint;
    this.orbit = [basePoint];
    this.#parents = new Int32Array(degree).fill(ROOT);
    this.#generatorTo = new Int32Array(degree).fill(-2);
    this.#generatorTo[basePoint] = ROOT;
    this.#representatives.set(basePoint, identity(degree));
  }

  has(point: number): boolean {
    return this.#generatorTo[point]! > -2;
  }

  add(generator: Permutation): void {
    this.generators.push(generator);
    for (let i = 0; i < this.orbit.length; i++) {
      const point = this.orbit[i]!;
      for (let g = this.#applied[i]!; g < this.generators.length; g++)
        this.#reach(this.generators[g]![point]!, point, g);
      this.#applied[i] = this.generators.length;
    }
  }

  #reach(point: number, from: number, generator: number): void {
    if (this.has(point)) return;
    this.#generatorTo[point] = generator;
    this.#parents[point] = from;
    this.orbit.push(point);
    this.#applied.push(0);
    this.#seen.push(0);
  }

  /** An element that maps the base point to a point of the orbit. */
  representative(point: number): Permutation {
    const missing: number[] = [];
    let at = point;
    for (; !this.#representatives.has(at); at = this.#parents[at]!) missing.push(at);
    let element = this.#representatives.get(at)!;
    for (let next = missing.pop(); next !== undefined; next = missing.pop()) {
      element = compose(element, this.generators[this.#generatorTo[next]!]!);
      this.#representatives.set(next, element);
    }
    return element;
  }

  /** The inverse of {@link representative}. */
  inverseRepresentative(point: number): Permutation {
    let element = this.#inverses.get(point);
    if (element === undefined) this.#inverses.set(point, (element = inverse(this.representative(point))));
    return element;
  }

  /** The next Schreier generator that was not seen, undefined where all were: together they generate the stabiliser of the base point. */
  nextSchreierGenerator(): Permutation | undefined {
    for (let i = 0; i < this.orbit.length; i++) {
      const point = this.orbit[i]!;
      while (this.#seen[i]! < this.generators.length) {
        const generator = this.generators[this.#seen[i]!++]!;
        const isOfTree =
          this.#parents[generator[point]!] === point &&
          this.generators[this.#generatorTo[generator[point]!]!] === generator;
        if (isOfTree) continue;
        return compose(compose(this.representative(point), generator), this.inverseRepresentative(generator[point]!));
      }
    }
    return undefined;
  }
}
