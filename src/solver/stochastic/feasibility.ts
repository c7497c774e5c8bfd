import type { Meter } from '../../base/index.js';
import type { Network, TableConstraint } from '../../network/index.js';
import { Propagation } from '../propagation.js';
import { chancePart, hardPart } from './decompose.js';
import { type ValuedPolicy, isLost } from './policy.js';
import { PolicySearch } from './policySearch.js';
import { PropagationFilter } from './propagationFilter.js';
import type { StochasticProblem } from './stochasticProblem.js';

export interface FeasibilityOptions {
  readonly threshold: readonly number[];
  /** Most policies of one tuple. */
  readonly limit: number;
  readonly meter: Meter;
}

/**
 * The solutions of the chance part: each assignment of its decisions that some policy makes which reaches the threshold and is not lost,
 * with the rest of these policies, from the first draw on. As a constraint it is the feasibility constraint of 001 section 4.2.1 and 003
 * section 4.2.
 *
 * The chance part alone would leave free what the hard part fixes, such as auxiliary variables. So all constraints are propagated, and only
 * what propagation leaves open is tried: for a round of a game, the moves. Values that it removes are in no scenario that is satisfied.
 */
export class Feasibility {
  /** The decisions of the chance part; `open` are those that the hard part alone does not fix. */
  readonly decisions: readonly number[];
  readonly open: readonly number[];
  /** The hard part, propagated. */
  readonly hard: Propagation;
  nodes = 0;
  isComplete = true;
  /** Values of `open`, and the policies below. */
  readonly #solutions = new Map<string, Solution>();
  readonly #propagation: Propagation;
  readonly #search: PolicySearch;
  /** Decisions first, as they fix the auxiliary variables. */
  readonly #order: readonly number[];

  constructor(
    private readonly problem: StochasticProblem,
    private readonly options: FeasibilityOptions,
  ) {
    const { network } = problem;
    this.decisions = chancePart(network).decisions;
    this.#propagation = new Propagation(network);
    const filter = new PropagationFilter(this.#propagation);
    const { limit, meter } = options;
    this.#search = new PolicySearch({ problem, filter, wanted: 'all', limit, meter });
    this.hard = new Propagation(hardPart(network));
    this.open = this.decisions.filter((variable) => this.hard.size(variable) > 1);
    this.#order = decisionsFirst(network, this.open);
    if (filter.isConsistent) this.#enumerate(0);
    this.nodes += this.#search.nodes;
    this.isComplete = this.#search.isComplete;
  }

  get size(): number {
    return this.#solutions.size;
  }

  /** The policies below an assignment of the variables before the first draw. */
  policiesBelow(values: ArrayLike<number>): readonly ValuedPolicy[] {
    return this.#solutions.get(keyOf(this.open, (variable) => values[variable]!))?.policies ?? [];
  }

  /** On the open decisions, or on others of the chance part as well. */
  constraint(scope: readonly number[] = this.open): TableConstraint {
    const columns = scope.map((variable) => this.open.indexOf(variable));
    const fixed = scope.map((variable) => this.hard.value(variable));
    const tuples: number[] = [];
    for (const { values } of this.#solutions.values())
      for (const [i, column] of columns.entries()) tuples.push(column < 0 ? fixed[i]! : values[column]!);
    return { kind: 'table', scope, tuples };
  }

  #enumerate(from: number): void {
    const propagation = this.#propagation;
    let at = from;
    while (at < this.#order.length && propagation.size(this.#order[at]!) === 1) at++;
    const variable = this.#order[at];
    if (variable === undefined) return this.#look();
    for (const value of propagation.values(variable)) {
      this.options.meter.tick();
      this.nodes++;
      propagation.save();
      if (propagation.assign(variable, value) && propagation.propagate()) this.#enumerate(at + 1);
      propagation.restore();
    }
  }

  /** Solves what follows the draws, all decisions of the chance part being made. */
  #look(): void {
    const { firstDraw } = this.problem;
    const propagation = this.#propagation;
    const before = Array.from({ length: firstDraw }, (_, variable) => propagation.value(variable));
    const policies = this.#search.from(firstDraw, before, this.options.threshold).filter((policy) => !isLost(policy));
    if (policies.length === 0) return;
    const values = this.open.map((variable) => propagation.value(variable));
    this.options.meter.allocate(BYTES_PER_CELL * values.length);
    this.#solutions.set(
      keyOf(this.open, (variable) => propagation.value(variable)),
      { values, policies },
    );
  }
}

interface Solution {
  readonly values: readonly number[];
  readonly policies: readonly ValuedPolicy[];
}

const BYTES_PER_CELL = 16;

const keyOf = (scope: readonly number[], valueOf: (variable: number) => number): string => scope.map(valueOf).join();

function decisionsFirst({ variables }: Network, scope: readonly number[]): readonly number[] {
  const isDecision = (variable: number): boolean => variables[variable]!.kind === 'decision';
  return [...scope.filter(isDecision), ...scope.filter((variable) => !isDecision(variable))];
}
