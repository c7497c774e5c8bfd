import type { Catalogue } from './catalogue.js';
import { type AtomForm, type ClauseForm, type DistinctForm, type Template, registersIn } from './clauseForm.js';

/** The bound columns of a clause's head as a literal of its body: holds for what the query has been asked. */
export interface DemandForm {
  readonly kind: 'demand';
  readonly args: readonly Template[];
  readonly registers: readonly number[];
}

export type Part = AtomForm | DistinctForm | DemandForm;

/** What planning needs to know of the rest of the program. */
export interface Knowledge {
  readonly catalogue: Catalogue;
  /** Whether the relation is asked for what is needed only, because all of it would be too much. */
  isAskedByKey(relation: number): boolean;
  /** Expected number of tuples of a relation (that is not asked by key) with given values in given columns. */
  estimate(relation: number, columns: readonly number[]): number;
}

/** A clause that is to answer a query. */
export interface Question {
  readonly form: ClauseForm;
  readonly query: number;
  readonly knowledge: Knowledge;
}

/** Guess of the answers to a query by key, for each column that the key leaves open. */
const ANSWERS_BY_KEY = 3;
/** Guess of the answers where there is no key. */
const MANY = 1e9;
/** Less than any atom that multiplies solutions; a test that may have to derive something comes after those that need not. */
const TEST = 0.0001;
const TEST_BY_KEY = 0.0002;

export function demandOf({ form, query, knowledge }: Question): DemandForm {
  const args = knowledge.catalogue.queries[query]!.bound.map((column) => form.head[column]!);
  return { kind: 'demand', args, registers: args.flatMap(registersIn) };
}

/**
 * Orders the parts of a clause for a join that begins with `first`: tests as soon as they can be made, else the atom that is expected to
 * multiply the solutions least. `needs` tells the columns that must be bound before an atom may be taken.
 */
export function order(
  question: Question,
  parts: readonly Part[],
  needs: (atom: AtomForm) => readonly number[],
): Part[] {
  const [first, ...rest] = parts;
  const ordered = [first!];
  const bound = new Set<number>();
  const { variables, registers } = question.form;
  for (let constant = variables; constant < registers.length; constant++) bound.add(constant);
  for (const register of first!.registers) bound.add(register);
  const head = question.form.head.flatMap(registersIn);
  while (rest.length > 0) {
    const costs = rest.map((part) => cost(part, { question, head, bound, rest, needs }));
    const [best] = rest.splice(costs.indexOf(Math.min(...costs)), 1);
    ordered.push(best!);
    for (const register of best!.registers) bound.add(register);
  }
  return ordered;
}

interface Situation {
  readonly question: Question;
  /** The registers of the clause's head. */
  readonly head: readonly number[];
  readonly bound: ReadonlySet<number>;
  readonly rest: readonly Part[];
  readonly needs: (atom: AtomForm) => readonly number[];
}

/** Expected number of solutions of the part for one solution of those before it; infinite where the part cannot be taken yet. */
function cost(part: Part, { question, head, bound, rest, needs }: Situation): number {
  const isBound = (register: number): boolean => bound.has(register);
  const isTest = part.registers.every(isBound);
  if (part.kind === 'distinct') return isTest ? 0 : Infinity;
  if (part.kind === 'demand') return isTest ? 0 : ANSWERS_BY_KEY;
  const isAskedByKey = question.knowledge.isAskedByKey(part.relation);
  const columns = boundColumns(part, bound);
  if (isTest) return isAskedByKey ? TEST_BY_KEY : TEST;
  if (!part.isPositive || needs(part).some((column) => !columns.includes(column))) return Infinity;
  const open = part.registers.filter((register) => !isBound(register));
  if (isAskedByKey) return columns.length === 0 ? MANY : ANSWERS_BY_KEY ** open.length;
  const others = rest.filter((other) => other !== part).flatMap((other) => other.registers);
  const needed = new Set([...head, ...others]);
  return open.some((register) => needed.has(register)) ? question.knowledge.estimate(part.relation, columns) : TEST;
}

/** The columns of an atom whose arguments are known. */
export function boundColumns({ args }: AtomForm, bound: ReadonlySet<number>): number[] {
  return [...args.keys()].filter((column) => registersIn(args[column]!).every((register) => bound.has(register)));
}
