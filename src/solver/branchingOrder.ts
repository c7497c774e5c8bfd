import { IntList } from '../base/index.js';
import type { Propagation } from './propagation.js';

/**
 * The size of the domain over the dynamic degree: the number of constraints that join the variable to another open one (Bessière and Régin
 * 1996), or the sum of their weights, which failures raise (Boussemart et al. 2004). The variable with the least is branched on.
 */
export type Heuristic = 'dom/ddeg' | 'dom/wdeg';

/** Chooses the variable to branch on. It looks at the variables that were open when it last chose on the way here, not at all of them. */
export class BranchingOrder {
  readonly #propagation: Propagation;
  readonly #preferred: OpenVariables;
  /** All variables, once the preferred ones are assigned. */
  #others: OpenVariables | undefined;
  /** Pairs: how many of the preferred, and of all, may be open. */
  readonly #levels = new IntList();

  constructor(propagation: Propagation, variables: readonly number[] | undefined) {
    this.#propagation = propagation;
    this.#preferred = new OpenVariables(variables === undefined ? this.#all() : Int32Array.from(variables));
  }

  #all(): Int32Array {
    return new Int32Array(this.#propagation.domains.variableCount).map((_, x) => x);
  }

  /** Some variable must be open. */
  choose(): number {
    const { sizes } = this.#propagation.domains;
    let candidates = this.#preferred;
    candidates.dropAssigned(sizes);
    if (candidates.length === 0) {
      candidates = this.#others ??= new OpenVariables(this.#all());
      candidates.dropAssigned(sizes);
    }
    return candidates.length === 1 ? candidates.first : candidates.least(this.#propagation);
  }

  save(): void {
    this.#levels.push(this.#preferred.length);
    this.#levels.push(this.#others?.length ?? this.#propagation.domains.variableCount);
  }

  restore(): void {
    this.#levels.length -= 2;
    const { array, length } = this.#levels;
    this.#preferred.length = array[length]!;
    if (this.#others !== undefined) this.#others.length = array[length + 1]!;
  }
}

/** A sparse set: the first `length` may be open, the others are assigned until `length` is taken back. */
class OpenVariables {
  length: number;

  constructor(private readonly variables: Int32Array) {
    this.length = variables.length;
  }

  get first(): number {
    return this.variables[0]!;
  }

  /** Then all of the first `length` are open. */
  dropAssigned(sizes: Int32Array): void {
    for (let i = this.length - 1; i >= 0; i--) {
      const x = this.variables[i]!;
      if (sizes[x] !== 1) continue;
      this.variables[i] = this.variables[--this.length]!;
      this.variables[this.length] = x;
    }
  }

  /** The one with the least size over degree, the first in the network among equals. */
  least({ domains, degrees }: Propagation): number {
    degrees.follow();
    let best = this.first;
    let least = Infinity;
    for (let i = 0; i < this.length; i++) {
      const x = this.variables[i]!;
      const ratio = domains.sizes[x]! / degrees.degrees[x]!;
      if (ratio > least || (ratio === least && x > best)) continue;
      least = ratio;
      best = x;
    }
    return best;
  }
}
