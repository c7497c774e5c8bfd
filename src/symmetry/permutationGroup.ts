import type { Permutation } from './colouredGraph.js';
import { Orbits } from './orbits.js';
import { checkPermutation, compose, firstMoved, identity } from './permutation.js';
import { StabiliserLevel } from './stabiliserLevel.js';

/**
 * A group of permutations of 0 … degree − 1 as a chain of stabilisers (Sims 1970): base points b1, b2, … of which only the identity fixes all, and at
 * level i generators of the group that fixes b1 … b(i−1), with the orbit of bi in it. The order is the product of the sizes of these orbits.
 */
export class PermutationGroup {
  readonly degree: number;
  readonly #levels: StabiliserLevel[];

  private constructor(degree: number, levels: StabiliserLevel[]) {
    this.degree = degree;
    this.#levels = levels;
  }

  /**
   * The group that some permutations generate, by the deterministic algorithm of Schreier and Sims: every Schreier generator of every level is sifted
   * through the levels below it, and what is left of it becomes a generator there. The base begins with the points of `base`, even those that are fixed.
   */
  static generatedBy(degree: number, generators: Iterable<Permutation>, base: Iterable<number> = []): PermutationGroup {
    const group = new PermutationGroup(degree, basePoints(degree, base));
    const levels = group.#levels;
    for (const generator of generators) {
      checkPermutation(generator, degree);
      group.#insert(generator, 0);
      // From the last level to the first; what is left of a Schreier generator sends it back down.
      for (let i = levels.length - 1; i >= 0;) {
        const schreier = levels[i]!.nextSchreierGenerator();
        if (schreier === undefined) i--;
        else i = group.#insert(schreier, i + 1) ?? i;
      }
    }
    return group;
  }

  /**
   * The group of generators that are known to be strong relative to a base, as those of {@link Automorphisms}: at each level, those that fix the base
   * points before generate the whole stabiliser of these. Nothing is sifted.
   */
  static ofStrongGenerators(
    degree: number,
    generators: Iterable<Permutation>,
    base: Iterable<number>,
  ): PermutationGroup {
    const levels = basePoints(degree, base);
    for (const generator of generators) {
      checkPermutation(generator, degree);
      const last = levels.findIndex(({ basePoint }) => generator[basePoint] !== basePoint);
      if (last < 0) throw new RangeError('a generator fixes all base points: they are no base');
      for (let i = 0; i <= last; i++) levels[i]!.add(generator);
    }
    return new PermutationGroup(degree, levels);
  }

  get order(): bigint {
    return productOf(this.#levels.map(({ orbit }) => orbit.length));
  }

  get base(): readonly number[] {
    return this.#levels.map(({ basePoint }) => basePoint);
  }

  /** Strong generators relative to the base. */
  get generators(): readonly Permutation[] {
    return [...new Set(this.#levels.flatMap(({ generators }) => generators))];
  }

  has(permutation: Permutation): boolean {
    checkPermutation(permutation, this.degree);
    const { residue } = this.#sift(permutation, 0);
    return firstMoved(residue) < 0;
  }

  /** For each point the least of its orbit. */
  get orbits(): Int32Array {
    const orbits = new Orbits(this.degree);
    for (const generator of this.#levels[0]?.generators ?? []) {
      generator.forEach((image, point) => orbits.union(point, image));
    }
    return orbits.leastOfEach();
  }

  /** The images of a point under the group, ascending. */
  orbitOf(point: number): readonly number[] {
    const { orbits } = this;
    return Array.from(orbits.keys()).filter((other) => orbits[other] === orbits[point]);
  }

  /** The subgroup that fixes a point. */
  stabiliser(point: number): PermutationGroup {
    const first = this.#levels[0]?.basePoint;
    if (first !== point) return PermutationGroup.generatedBy(this.degree, this.generators, [point]).stabiliser(point);
    return new PermutationGroup(this.degree, this.#levels.slice(1));
  }

  /**
   * For each level of the base the representatives of its cosets, by the image of the base point: every element is, in exactly one way, a
   * representative of the last level, then one of the level before it, and so on to the first.
   */
  transversals(): readonly ReadonlyMap<number, Permutation>[] {
    return this.#levels.map((level) => new Map(level.orbit.map((point) => [point, level.representative(point)])));
  }

  /** All elements, each once, the identity first. */
  *elements(): Iterable<Permutation> {
    yield* this.#elementsFrom(0);
  }

  *#elementsFrom(from: number): Iterable<Permutation> {
    const level = this.#levels[from];
    if (level === undefined) {
      yield identity(this.degree);
      return;
    }
    for (const point of level.orbit) {
      const representative = level.representative(point);
      for (const element of this.#elementsFrom(from + 1)) yield compose(element, representative);
    }
  }

  /** Divides by representatives from a level on; `level` is the first at which there is none. */
  #sift(permutation: Permutation, from: number): { readonly residue: Permutation; readonly level: number } {
    let residue = permutation;
    for (let i = from; i < this.#levels.length; i++) {
      const level = this.#levels[i]!;
      const image = residue[level.basePoint]!;
      if (!level.has(image)) return { residue, level: i };
      if (image !== level.basePoint) residue = compose(residue, level.inverseRepresentative(image));
    }
    return { residue, level: this.#levels.length };
  }

  /** Makes what is left of an element of a level a generator there and below; returns the last level that got it, undefined where nothing is left. */
  #insert(permutation: Permutation, from: number): number | undefined {
    const { residue, level } = this.#sift(permutation, from);
    const moved = firstMoved(residue);
    if (moved < 0) return undefined;
    if (level === this.#levels.length) this.#levels.push(new StabiliserLevel(moved, this.degree));
    for (let i = from; i <= level; i++) this.#levels[i]!.add(residue);
    return level;
  }
}

function basePoints(degree: number, base: Iterable<number>): StabiliserLevel[] {
  return Array.from(base, (point) => {
    if (!Number.isInteger(point) || point < 0 || point >= degree) {
      throw new RangeError(`base point ${point} is no point below ${degree}`);
    }
    return new StabiliserLevel(point, degree);
  });
}

/** By halves, so that large numbers are multiplied with large ones: bigints are quadratic otherwise. */
export function productOf(factors: readonly number[]): bigint {
  if (factors.length <= 8) return factors.reduce((product, factor) => product * BigInt(factor), 1n);
  const middle = factors.length >> 1;
  return productOf(factors.slice(0, middle)) * productOf(factors.slice(middle));
}
