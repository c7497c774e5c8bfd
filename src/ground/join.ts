import { BudgetExceeded, type Meter } from '../base/index.js';
import type { TermTable } from '../rules/index.js';
import type { JoinPlan, Step, Test } from './joinPlan.js';
import { type Relation, SETTLED } from './relation.js';
import { type Pattern, variableIndex } from './rule.js';

/** Sheets are read to the same depth; what rules build beyond it mostly grows for ever. */
const MAX_DEPTH = 500;

/** No value for a variable yet. */
const FREE = -1;

/**
 * Runs join plans over one set of variable values. While an instance is reported, `values` holds the value of every variable and `rows`
 * the row that each positive literal of the rule matched.
 */
export class Join {
  readonly values: Int32Array;
  readonly rows: Int32Array;
  readonly #tuple: Int32Array;
  /** The row that started the join, which literals after the fixed one must not match again (semi-naive evaluation). */
  #fixed = -1;
  #fixedRow = -1;
  #fixedRelation: Relation | undefined;

  constructor(
    private readonly terms: TermTable,
    private readonly meter: Meter,
    sizes: { readonly variables: number; readonly literals: number; readonly arity: number },
  ) {
    this.values = new Int32Array(sizes.variables).fill(FREE);
    this.rows = new Int32Array(sizes.literals);
    this.#tuple = new Int32Array(sizes.arity);
  }

  /** All instances of a rule without a fixed literal. */
  all(plan: JoinPlan, report: () => void): void {
    this.#fixed = -1;
    this.#fixedRelation = undefined;
    if (this.#passes(plan.tests)) this.#run(plan.steps, 0, report);
  }

  /** All instances in which the literal at `position` matches `row`, and no later literal of the rule matches that same row. */
  from(plan: JoinPlan, fixed: FixedLiteral, report: () => void): void {
    const { relation, position, row } = fixed;
    const offset = row * relation.arity;
    let matches = true;
    for (let i = 0; matches && i < relation.arity; i++) {
      matches = this.#match(fixed.args[i]!, relation.columns[offset + i]!);
    }
    if (matches && this.#passes(plan.tests)) {
      this.#fixed = position;
      this.#fixedRow = row;
      this.#fixedRelation = relation;
      this.rows[position] = row;
      this.#run(plan.steps, 0, report);
    }
    this.#free(fixed.binds);
  }

  /** The term of a pattern whose variables all have values. */
  evaluate(pattern: Pattern): number {
    if (typeof pattern === 'number') return pattern < 0 ? this.values[variableIndex(pattern)]! : pattern;
    const args = pattern.args.map((argument) => this.evaluate(argument));
    const term = this.terms.term(pattern.symbol, args);
    if (this.terms.depth(term) > MAX_DEPTH) {
      throw new BudgetExceeded(`terms nested deeper than ${String(MAX_DEPTH)}, perhaps without end`);
    }
    return term;
  }

  /** The values of patterns, in an array that the next call overwrites. */
  tuple(patterns: readonly Pattern[]): Int32Array {
    const tuple = this.#tuple;
    for (let i = 0; i < patterns.length; i++) tuple[i] = this.evaluate(patterns[i]!);
    return tuple;
  }

  /** Whether anything was reported. */
  #run(steps: readonly Step[], at: number, report: () => void): boolean {
    const step = steps[at];
    if (step === undefined) {
      report();
      return true;
    }
    const { relation, index } = step;
    const excluded = step.position > this.#fixed && relation === this.#fixedRelation ? this.#fixedRow : -1;
    if (index === undefined) {
      const row = relation.find(this.tuple(step.key));
      if (row < 0 || row === excluded || relation.state[row] !== SETTLED || !this.#passes(step.tests)) return false;
      this.rows[step.position] = row;
      return this.#run(steps, at + 1, report);
    }
    let reported = false;
    for (let next = index.first(this.tuple(step.key)); next !== 0;) {
      const row = next - 1;
      next = index.next[row]!;
      this.meter.tick();
      if (row === excluded) continue;
      if (this.#matchRest(step, row) && this.#passes(step.tests)) {
        this.rows[step.position] = row;
        if (this.#run(steps, at + 1, report)) reported = true;
      }
      this.#free(step.binds);
      if (reported && step.isExistential) break;
    }
    return reported;
  }

  #matchRest(step: Step, row: number): boolean {
    const { relation, rest } = step;
    const offset = row * relation.arity;
    for (const { column, pattern } of rest) {
      if (!this.#match(pattern, relation.columns[offset + column]!)) return false;
    }
    return true;
  }

  #passes(tests: readonly Test[]): boolean {
    for (const test of tests) {
      if (test.kind === 'distinct') {
        if (this.evaluate(test.left) === this.evaluate(test.right)) return false;
      } else {
        const row = test.relation.find(this.tuple(test.args));
        if (row >= 0 && test.relation.state[row] === SETTLED) return false;
      }
    }
    return true;
  }

  /** Matches a pattern with a term, giving values to free variables. */
  #match(pattern: Pattern, term: number): boolean {
    if (typeof pattern === 'number') {
      if (pattern >= 0) return pattern === term;
      const index = variableIndex(pattern);
      const value = this.values[index]!;
      if (value !== FREE) return value === term;
      this.values[index] = term;
      return true;
    }
    const { symbol, args } = pattern;
    if (this.terms.symbolOf(term) !== symbol || this.terms.arity(term) !== args.length) return false;
    for (let i = 0; i < args.length; i++) {
      if (!this.#match(args[i]!, this.terms.argument(term, i))) return false;
    }
    return true;
  }

  #free(variables: readonly number[]): void {
    for (const each of variables) this.values[each] = FREE;
  }
}

/** A literal of a rule that is held at one row while the others are joined. */
export interface FixedLiteral {
  readonly relation: Relation;
  readonly args: readonly Pattern[];
  /** The variables of the arguments. */
  readonly binds: readonly number[];
  readonly position: number;
  row: number;
}
