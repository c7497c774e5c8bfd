import { type Budget, IntList } from '../base/index.js';
import type { Network } from '../network/index.js';
import { BranchingOrder, type Heuristic } from './branchingOrder.js';
import { NO_CONSTRAINT, Propagation } from './propagation.js';

export interface MacOptions {
  /** `dom/ddeg` unless said otherwise. Among equals the first variable of the network. */
  readonly heuristic?: Heuristic;
  /** To branch on first, while any of them is open; then on the others. All variables alike unless said otherwise. */
  readonly variables?: readonly number[];
  /** Nodes after which to stop; no limit unless said otherwise. */
  readonly nodes?: number;
  /** Time after which to stop; no limit unless said otherwise. Bytes are not counted. */
  readonly budget?: Budget;
}

/** `searching` (at a solution, or before the first), `exhausted` (all solutions were found), `stopped` (a budget ran out, or {@link MacSearch.close}). */
export type MacState = 'searching' | 'exhausted' | 'stopped';

/** Opens a search for the solutions of a network, or of what is left of it in a propagation, which must not be changed meanwhile. */
export function macSearch(of: Network | Propagation, options: MacOptions = {}): MacSearch {
  return new MacSearch(of instanceof Propagation ? of : new Propagation(of), options);
}

/**
 * Maintains arc consistency (Sabin and Freuder 1994) along a binary search tree: x = v, the smallest value of the variable that the
 * heuristic chooses, then x ≠ v. Solutions come in a fixed order, each once.
 *
 *     for (const solution of macSearch(network)) …
 *
 * At the end, and by {@link close}, the propagation goes back to where it was.
 */
export class MacSearch implements Iterable<Int32Array> {
  readonly propagation: Propagation;
  state: MacState = 'searching';
  /** Decisions x = v and x ≠ v that were propagated. */
  nodes = 0;
  /** Those that left some variable without value. */
  failures = 0;
  solutions = 0;
  readonly #options: MacOptions;
  readonly #order: BranchingOrder;
  readonly #start: number;
  /** Pairs: variable and value of the decisions x = v that stand. */
  readonly #decisions = new IntList();
  readonly #rootLevel: number;
  #isAtSolution = false;

  constructor(propagation: Propagation, options: MacOptions) {
    this.propagation = propagation;
    this.#options = options;
    this.#start = options.budget?.clock() ?? 0;
    this.#rootLevel = propagation.level;
    propagation.save();
    if (!propagation.propagate()) this.#end('exhausted');
    propagation.forgetWeights();
    this.#order = new BranchingOrder(propagation, options.variables);
  }

  /** The values of the next solution, in the order of the variables; null where there are no more or a budget ran out: see {@link state}. */
  next(): Int32Array<ArrayBuffer> | null {
    if (!this.advance()) return null;
    const { offsets, dense } = this.propagation.domains;
    const values = new Int32Array(this.propagation.domains.variableCount);
    for (let x = 0; x < values.length; x++) values[x] = dense[offsets[x]!]! - offsets[x]!;
    return values;
  }

  /** As {@link next}, but the solution is only in the propagation, until the search goes on. False also where time is up first: then it can only be closed. */
  advance(isTimeUp?: () => boolean): boolean {
    if (this.state !== 'searching') return false;
    let isConsistent = !this.#isAtSolution;
    this.#isAtSolution = false;
    for (;;) {
      if (isConsistent && this.propagation.openCount === 0) {
        this.solutions++;
        this.#isAtSolution = true;
        return true;
      }
      if (!isConsistent && this.#decisions.length === 0) return this.#end('exhausted');
      if (this.#isBudgetSpent()) return this.#end('stopped');
      this.nodes++;
      isConsistent = isConsistent ? this.#decide(isTimeUp) : this.#refute(isTimeUp);
      if (isTimeUp?.() === true) return false;
      if (!isConsistent) this.#countFailure();
    }
  }

  #decide(isTimeUp: (() => boolean) | undefined): boolean {
    const { propagation } = this;
    const x = this.#order.choose();
    const value = propagation.min(x);
    this.#decisions.push(x);
    this.#decisions.push(value);
    this.#order.save();
    propagation.save();
    return propagation.assign(x, value) && propagation.propagate(isTimeUp);
  }

  #refute(isTimeUp: (() => boolean) | undefined): boolean {
    const { propagation } = this;
    const { array } = this.#decisions;
    this.#decisions.length -= 2;
    const x = array[this.#decisions.length]!;
    const value = array[this.#decisions.length + 1]!;
    this.#order.restore();
    propagation.restore();
    return propagation.remove(x, value) && propagation.propagate(isTimeUp);
  }

  #countFailure(): void {
    this.failures++;
    const { propagation } = this;
    if (this.#options.heuristic !== 'dom/wdeg' || propagation.culprit === NO_CONSTRAINT) return;
    propagation.degrees.punish(propagation.culprit);
  }

  #isBudgetSpent(): boolean {
    const { nodes, budget } = this.#options;
    if (nodes !== undefined && this.nodes >= nodes) return true;
    return budget !== undefined && budget.clock() - this.#start > budget.milliseconds;
  }

  /** Ends the search here. */
  close(): void {
    if (this.state === 'searching') this.#end('stopped');
  }

  #end(state: MacState): false {
    this.state = state;
    while (this.propagation.level > this.#rootLevel) this.propagation.restore();
    return false;
  }

  /** The solutions still to come; to leave the loop is to {@link close} the search. */
  *[Symbol.iterator](): Generator<Int32Array<ArrayBuffer>> {
    try {
      for (let solution = this.next(); solution !== null; solution = this.next()) yield solution;
    } finally {
      this.close();
    }
  }
}
