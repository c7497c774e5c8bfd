/** Levels of relations that may be evaluated in one go, each within the one above it. */
const FLIGHT = 32;

const NONE: readonly number[] = [];

/**
 * Places to rest on the way up a long chain of relations that depend on each other: relations to be evaluated, in that order, before one
 * that is high above the ground, so that no evaluation goes down the whole chain and through the call stack.
 */
export class Landings {
  readonly #dependencies: (relation: number) => readonly number[];
  readonly #levels = new Map<number, number>();
  readonly #known = new Map<number, readonly number[]>();

  /** `components` are in the order of evaluation, `dependencies` the relations that a relation's clauses mention. */
  constructor(components: readonly Iterable<number>[], dependencies: (relation: number) => readonly number[]) {
    this.#dependencies = dependencies;
    for (const relations of components) {
      let level = 0;
      for (const relation of relations) {
        for (const below of dependencies(relation)) level = Math.max(level, 1 + this.#level(below));
      }
      for (const relation of relations) this.#levels.set(relation, level);
    }
  }

  of(relation: number): readonly number[] {
    if (this.#level(relation) <= FLIGHT) return NONE;
    let landings = this.#known.get(relation);
    if (landings === undefined) this.#known.set(relation, (landings = this.#find(relation)));
    return landings;
  }

  #find(relation: number): readonly number[] {
    const reached = new Set([relation]);
    for (const each of reached) for (const below of this.#dependencies(each)) reached.add(below);
    reached.delete(relation);
    const landings = [...reached].filter((each) => this.#level(each) > 0 && this.#level(each) % FLIGHT === 0);
    return landings.sort((a, b) => this.#level(a) - this.#level(b));
  }

  #level(relation: number): number {
    return this.#levels.get(relation) ?? 0;
  }
}
