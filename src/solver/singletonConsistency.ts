import type { Budget } from '../base/index.js';
import { NO_ID } from './domains.js';
import type { Propagation } from './propagation.js';

export interface SingletonOptions {
  /** Whose values are tested; all unless said otherwise. */
  readonly variables?: readonly number[];
  /** Time after which to stop; no limit unless said otherwise. Bytes are not counted. */
  readonly budget?: Budget;
}

export interface SingletonOutcome {
  /** False where no solution is left. */
  readonly isConsistent: boolean;
  /** False where the budget ran out before the fixpoint: all that was removed is still wrong, but more may be. */
  readonly isComplete: boolean;
  /** Variable and value of each value removed, in that order, be it by a test or by propagation after one. */
  readonly removed: readonly (readonly [number, number])[];
  /** Values tested. */
  readonly tests: number;
}

/**
 * Singleton arc consistency (Debruyne and Bessière 1997): a value goes if to take it and propagate leaves some variable without value; again until
 * all values pass. It restricts the propagation on its present level. A test that ends in a solution vouches for all values of that.
 */
export function singletonConsistency(propagation: Propagation, options: SingletonOptions = {}): SingletonOutcome {
  return new SingletonTests(propagation, options).run();
}

class SingletonTests {
  readonly #variables: readonly number[];
  /** For each id 1 where it is in a solution. */
  readonly #isVouchedFor: Uint8Array;
  readonly #isOver: () => boolean;
  #tests = 0;
  #isComplete = true;

  constructor(
    private readonly propagation: Propagation,
    { variables, budget }: SingletonOptions,
  ) {
    this.#variables = variables ?? Array.from({ length: propagation.domains.variableCount }, (_, x) => x);
    this.#isVouchedFor = new Uint8Array(propagation.domains.owners.length);
    const start = budget?.clock() ?? 0;
    this.#isOver = () => budget !== undefined && budget.clock() - start > budget.milliseconds;
  }

  run(): SingletonOutcome {
    const { propagation } = this;
    const { domains } = propagation;
    const start = domains.trailLength;
    const isConsistent = propagation.propagate() && this.#toFixpoint();
    const removed: [number, number][] = [];
    for (const literal of domains.trail.subarray(start, domains.trailLength)) {
      const id = domains.removedId(literal);
      if (id !== NO_ID) removed.push([domains.owners[id]!, id - domains.offsets[domains.owners[id]!]!]);
    }
    return { isConsistent, isComplete: this.#isComplete, removed, tests: this.#tests };
  }

  /** Round and round, until no value went since the variable at hand was last tested. */
  #toFixpoint(): boolean {
    const { domains } = this.propagation;
    const variables = this.#variables;
    let unchanged = 0;
    for (let i = 0; unchanged < variables.length; i = i + 1 < variables.length ? i + 1 : 0) {
      const before = domains.trailLength;
      if (!this.#testValues(variables[i]!)) return false;
      if (!this.#isComplete) return true;
      unchanged = domains.trailLength === before ? unchanged + 1 : 0;
    }
    return true;
  }

  /** False where no value is left. */
  #testValues(x: number): boolean {
    const { propagation } = this;
    if (propagation.size(x) === 1) return true;
    for (const value of propagation.values(x)) {
      if (propagation.size(x) === 1) return true;
      const id = propagation.domains.offsets[x]! + value;
      if (this.#isVouchedFor[id] === 1 || !propagation.has(x, value)) continue;
      this.#isComplete = !this.#isOver();
      if (!this.#isComplete) return true;
      if (!this.#passes(x, value) && !(propagation.remove(x, value) && propagation.propagate())) return false;
    }
    return true;
  }

  #passes(x: number, value: number): boolean {
    const { propagation } = this;
    const { domains } = propagation;
    const start = domains.trailLength;
    this.#tests++;
    propagation.save();
    const isConsistent = propagation.assign(x, value) && propagation.propagate();
    if (isConsistent && propagation.openCount === 0)
      for (const literal of domains.trail.subarray(start, domains.trailLength))
        if (domains.isAssignment(literal)) this.#isVouchedFor[domains.idOf(literal)] = 1;
    propagation.restore();
    return isConsistent;
  }
}
