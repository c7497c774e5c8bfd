import { BudgetExceeded, type Meter } from '../base/index.js';
import type { TermTable } from '../rules/index.js';
import type { JoinPlan, Step, Test } from './joinPlan.js';
import { type Relation, SETTLED } from './relation.js';
import type { KnownTuple, OpenColumns } from './rowPatterns.js';
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
    this.values = new Int32Array(sizes.variables);
    this.rows = new Int32Array(sizes.literals);
    // A test for inequality looks at two terms.
    this.#tuple = new Int32Array(Math.max(2, sizes.arity));
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
    if (!this.#matches(fixed.columns, relation, row) || !this.#passes(plan.tests)) return;
    this.#fixed = position;
    this.#fixedRow = row;
    this.#fixedRelation = relation;
    this.rows[position] = row;
    this.#run(plan.steps, 0, report);
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

  /** The values of a tuple, in an array that the next call overwrites. */
  tuple({ plain, compounds }: KnownTuple): Int32Array {
    const tuple = this.#tuple;
    const { values } = this;
    for (let i = 0; i < plain.length; i++) {
      const pattern = plain[i]!;
      tuple[i] = pattern < 0 ? values[variableIndex(pattern)]! : pattern;
    }
    for (const { column, pattern } of compounds) tuple[column] = this.evaluate(pattern);
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
      if (this.#matches(step.rest, relation, row) && this.#passes(step.tests)) {
        this.rows[step.position] = row;
        if (this.#run(steps, at + 1, report)) reported = true;
      }
      if (reported && step.isExistential) break;
    }
    return reported;
  }

  #matches(open: OpenColumns, { columns, arity }: Relation, row: number): boolean {
    const { binds, checks, compounds } = open;
    const { values } = this;
    const offset = row * arity;
    for (let i = 0; i < binds.length; i += 2) values[binds[i + 1]!] = columns[offset + binds[i]!]!;
    for (let i = 0; i < checks.length; i += 2) {
      const pattern = checks[i + 1]!;
      const expected = pattern < 0 ? values[variableIndex(pattern)]! : pattern;
      if (columns[offset + checks[i]!] !== expected) return false;
    }
    if (compounds.length === 0) return true;
    for (const each of open.insideCompounds) values[each] = FREE;
    return compounds.every(({ column, pattern }) => this.#match(pattern, columns[offset + column]!));
  }

  #passes(tests: readonly Test[]): boolean {
    for (const { tuple, absentFrom } of tests) {
      const values = this.tuple(tuple);
      if (absentFrom === undefined) {
        if (values[0] === values[1]) return false;
      } else {
        const row = absentFrom.find(values);
        if (row >= 0 && absentFrom.state[row] === SETTLED) return false;
      }
    }
    return true;
  }

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
}

/** A literal of a rule that is held at one row while the others are joined. */
export interface FixedLiteral {
  readonly relation: Relation;
  readonly columns: OpenColumns;
  readonly position: number;
  row: number;
}
