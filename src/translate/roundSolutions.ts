import type { Network } from '../network/index.js';
import {
  ForwardChecking,
  ForwardSearch,
  type ForwardState,
  type MacSearch,
  macSearch,
  Propagation,
} from '../solver/index.js';

/**
 * How the solutions of a round are found. `mac`: the state is propagated, then MAC branches on the moves. `fc`: forward checking only, no arc
 * consistency, no decomposition (FC-UCB of 003 section 5.1).
 */
export type SolverMethod = 'mac' | 'fc';

/** The solutions of a network in which some variables are assigned: {@link inject} these, {@link advance} as long as it is true, {@link withdraw}. */
export interface RoundSolutions {
  /** False where no solution has these values, or time is up first; even then {@link withdraw} afterwards. */
  inject(variables: Int32Array, values: Int32Array, isTimeUp: () => boolean): boolean;
  /** False where there are no more, or time is up first. */
  advance(isTimeUp: () => boolean): boolean;
  withdraw(): void;
  /** Of a variable that is fixed, after {@link inject} or at a solution. */
  value(variable: number): number;
  /** How many values are left to a variable. */
  size(variable: number): number;
}

/** Both branch on the moves first, which fix all the rest. */
export function roundSolutions(network: Network, method: SolverMethod, actions: readonly number[]): RoundSolutions {
  return method === 'mac' ? new MacSolutions(network, actions) : new ForwardSolutions(network, actions);
}

class MacSolutions implements RoundSolutions {
  readonly #propagation: Propagation;
  #search: MacSearch | undefined;

  constructor(
    network: Network,
    private readonly actions: readonly number[],
  ) {
    this.#propagation = new Propagation(network);
  }

  inject(variables: Int32Array, values: Int32Array, isTimeUp: () => boolean): boolean {
    const propagation = this.#propagation;
    propagation.save();
    for (let i = 0; i < variables.length; i++)
      if (isTimeUp() || !propagation.assign(variables[i]!, values[i]!)) return false;
    return propagation.propagate(isTimeUp);
  }

  advance(isTimeUp: () => boolean): boolean {
    this.#search ??= macSearch(this.#propagation, { variables: this.actions });
    return this.#search.advance(isTimeUp);
  }

  withdraw(): void {
    this.#search?.close();
    this.#search = undefined;
    this.#propagation.restore();
  }

  value(variable: number): number {
    return this.#propagation.value(variable);
  }

  size(variable: number): number {
    return this.#propagation.size(variable);
  }
}

class ForwardSolutions implements RoundSolutions {
  readonly #checking: ForwardChecking;
  readonly #isConsistent: boolean;
  /** With nothing injected. */
  readonly #start: ForwardState;
  #search: ForwardSearch | undefined;

  constructor(
    network: Network,
    private readonly actions: readonly number[],
  ) {
    this.#checking = new ForwardChecking(network);
    this.#isConsistent = this.#checking.isConsistent && this.#checking.settle();
    this.#start = this.#checking.snapshot();
  }

  inject(variables: Int32Array, values: Int32Array, isTimeUp: () => boolean): boolean {
    const checking = this.#checking;
    if (!this.#isConsistent) return false;
    for (let i = 0; i < variables.length; i++) {
      if (isTimeUp() || !checking.has(variables[i]!, values[i]!)) return false;
      if (!checking.assign(variables[i]!, values[i]!, isTimeUp)) return false;
    }
    return checking.settle(isTimeUp);
  }

  advance(isTimeUp: () => boolean): boolean {
    this.#search ??= new ForwardSearch(this.#checking, { variables: this.actions });
    return this.#search.advance(isTimeUp);
  }

  withdraw(): void {
    this.#search = undefined;
    this.#checking.goBackTo(this.#start);
  }

  value(variable: number): number {
    return this.#checking.value(variable);
  }

  size(variable: number): number {
    return this.#checking.size(variable);
  }
}
