import type { ClauseForm, Template } from './clauseForm.js';
import type { ColumnIndex } from './columnIndex.js';
import { ASKS_ALL, ASKS_KEY, DISTINCT, type FedPlan, PROBE, type Step, TEST } from './plan.js';
import type { TermBuilder } from './termBuilder.js';
import type { TupleSet } from './tupleSet.js';

/** Where a join gets its sets and puts what it derives. */
export interface Sets {
  readonly builder: TermBuilder;
  /** Counts a tuple that was looked at. */
  countWork(): void;
  /** A set, or an index on one, with all tuples found so far. */
  set(id: number): TupleSet;
  index(id: number): ColumnIndex;
  /** What a query has been asked: to be added to before {@link answer}. */
  demands(query: number): TupleSet;
  /** Finds the answers to the demand that was added last. */
  answer(query: number): void;
  /** Asks a query for all tuples. */
  askAll(query: number): void;
  answers(query: number): TupleSet;
  /** Adds the tuple written in one of the query's sets, within the limits. */
  add(query: number, tuples: TupleSet): boolean;
}

/**
 * Runs a clause for a query by nested loops over planned steps. Sets are asked for when a step is first reached, so that a body that
 * fails early costs little. Not re-entrant, and need not be: while it runs, its query is only added to.
 */
export class Join {
  readonly source: number;
  readonly #form: ClauseForm;
  readonly #query: number;
  readonly #steps: readonly Step[];
  readonly #registers: Int32Array;
  readonly #stores: (TupleSet | undefined)[];
  readonly #indexes: (ColumnIndex | undefined)[];
  #sets!: Sets;

  constructor(form: ClauseForm, query: number, { source, steps }: FedPlan) {
    this.source = source;
    this.#form = form;
    this.#query = query;
    this.#steps = steps;
    this.#registers = form.registers.slice();
    this.#stores = steps.map(() => undefined);
    this.#indexes = steps.map(() => undefined);
  }

  /** Derives what follows from the tuples `from … to - 1` of the source. */
  run(sets: Sets, from: number, to: number): void {
    this.#sets = sets;
    this.#stores.fill(undefined);
    this.#indexes.fill(undefined);
    this.#scan(0, from, to);
  }

  /** Runs the steps from number i on; says whether they could be satisfied. */
  #step(i: number): boolean {
    const step = this.#steps[i];
    if (step === undefined) return this.#emit();
    if (step.asks === ASKS_KEY) this.#ask(step);
    if (step.kind === TEST) return this.#test(i, step) && this.#step(i + 1);
    if (step.kind === PROBE) return this.#probe(i, step);
    if (step.kind === DISTINCT) return this.#isDistinct(step) && this.#step(i + 1);
    return this.#scan(i, 0, this.#store(i, step).count);
  }

  #ask({ query, demand }: Step): void {
    const demands = this.#sets.demands(query);
    const at = demands.room();
    for (let column = 0; column < demand.length; column++) demands.rows[at + column] = this.#build(demand[column]!);
    if (this.#sets.add(query, demands)) this.#sets.answer(query);
  }

  #scan(i: number, from: number, to: number): boolean {
    const step = this.#steps[i]!;
    const { rows, width } = this.#store(i, step);
    let isSatisfied = false;
    for (let row = from; row < to; row++) {
      if (!this.#take(step, rows, row * width) || !this.#step(i + 1)) continue;
      if (step.isExistential) return true;
      isSatisfied = true;
    }
    return isSatisfied;
  }

  #probe(i: number, step: Step): boolean {
    const index = this.#index(i, step);
    const { rows, width } = index.store;
    let isSatisfied = false;
    for (let row = index.first(this.#registers, step.keyRegisters); row !== -1; row = index.next(row)) {
      if (!this.#take(step, rows, row * width) || !this.#step(i + 1)) continue;
      if (step.isExistential) return true;
      isSatisfied = true;
    }
    return isSatisfied;
  }

  #test(i: number, step: Step): boolean {
    this.#sets.countWork();
    if (step.index === -1) return this.#store(i, step).count > 0 === step.isPositive;
    return (this.#index(i, step).first(this.#registers, step.keyRegisters) !== -1) === step.isPositive;
  }

  #isDistinct({ distinct }: Step): boolean {
    return this.#build(distinct!.left) !== this.#build(distinct!.right);
  }

  /** Takes the values of a tuple into the registers; says whether it fits. */
  #take({ outputs, checks }: Step, rows: Int32Array, at: number): boolean {
    this.#sets.countWork();
    const registers = this.#registers;
    for (let i = 0; i < outputs.length; i += 2) registers[outputs[i + 1]!] = rows[at + outputs[i]!]!;
    for (let i = 0; i < checks.length; i += 2) {
      if (registers[checks[i + 1]!] !== rows[at + checks[i]!]) return false;
    }
    return true;
  }

  #emit(): boolean {
    const { head } = this.#form;
    const answers = this.#sets.answers(this.#query);
    const at = answers.room();
    for (let column = 0; column < head.length; column++) answers.rows[at + column] = this.#build(head[column]!);
    this.#sets.add(this.#query, answers);
    return true;
  }

  #build(template: Template): number {
    return typeof template === 'number'
      ? this.#registers[template]!
      : this.#sets.builder.build(template, this.#registers);
  }

  #store(i: number, { set, asks, query }: Step): TupleSet {
    let store = this.#stores[i];
    if (store !== undefined) return store;
    if (asks === ASKS_ALL) this.#sets.askAll(query);
    this.#stores[i] = store = this.#sets.set(set);
    return store;
  }

  #index(i: number, { index, asks, query }: Step): ColumnIndex {
    const known = this.#indexes[i];
    // Each demand may bring new tuples, which the index takes in only when it is asked for.
    if (known !== undefined && asks !== ASKS_KEY) return known;
    if (asks === ASKS_ALL) this.#sets.askAll(query);
    return (this.#indexes[i] = this.#sets.index(index));
  }
}
