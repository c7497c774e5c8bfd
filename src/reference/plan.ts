import { type AtomForm, type DistinctForm, type Template, openingOf, registersIn } from './clauseForm.js';
import { type DemandForm, type Part, type Question, boundColumns, demandOf, order } from './order.js';

const SCAN = 0;
export const PROBE = 1;
export const TEST = 2;
export const DISTINCT = 3;

/** Whether the set of a step has to be asked for: not at all, once and completely, or for each key. */
const ASKS_NOTHING = 0;
export const ASKS_ALL = 1;
export const ASKS_KEY = 2;

/** A part in its place in a join. One layout for all kinds, for the sake of the inner loop. */
export interface Step {
  /**
   * `SCAN` goes through all tuples of the set; `PROBE` through those with the key that the key registers hold; `TEST` asks whether
   * there is one with that key, or, for a negative literal, none; `DISTINCT` compares two terms.
   */
  readonly kind: number;
  readonly isPositive: boolean;
  readonly set: number;
  readonly asks: number;
  readonly query: number;
  /** What the query is asked for. */
  readonly demand: readonly Template[];
  /** Index on the key columns; -1 where there is no key. */
  readonly index: number;
  readonly keyRegisters: Int32Array;
  /** Column and register, in turn, for each value to be taken out of a tuple. */
  readonly outputs: Int32Array;
  /** Column and register, in turn, that must then be equal: a variable that the literal has twice, a constant where tuples are fed. */
  readonly checks: Int32Array;
  readonly distinct: DistinctForm | null;
  /** Whether neither this step nor a later one binds a variable of the head: then one solution is as good as all. */
  readonly isExistential: boolean;
}

/** A join whose first step goes through the tuples that are new in a set. */
export interface FedPlan {
  /** The set that it is fed from. */
  readonly source: number;
  readonly steps: readonly Step[];
}

/**
 * The ways in which a clause answers a query: fed with demands, and, for each positive atom of the clause's own component, with tuples
 * of that. Together they are the semi-naive evaluation of the clause after the magic set transformation (Beeri and Ramakrishnan 1991),
 * but that atoms of other components are asked at once rather than through rules for their demands.
 */
export function plansOf(question: Question, isRecursive: (atom: AtomForm) => boolean): readonly FedPlan[] {
  const { form, knowledge } = question;
  const demand = demandOf(question);
  const main = order(question, [demand, ...form.body], () => []);
  const queries = queriesOf(main, question);
  const recursive = main.filter(
    (part): part is AtomForm => part.kind === 'atom' && part.isPositive && isRecursive(part),
  );
  const fromAtoms = recursive.map((atom) => {
    // Parts before this one in the main order have been asked for what it needs when its own demand was made: now they may be looked up by any column.
    const before = new Set<Part>(main.slice(0, main.indexOf(atom)));
    const isAsked = (part: Part): boolean => !before.has(part);
    const needs = (part: AtomForm): readonly number[] =>
      isAsked(part) ? knowledge.catalogue.queries[queries.get(part)!]!.bound : [];
    // The demand comes last, so that atoms are preferred to it: there may be many that differ only in what they tell (laikLee_hex: all lists for a cell).
    const parts = order(question, [atom, ...form.body.filter((part) => part !== atom), demand], needs);
    return fedPlan(parts, { question, queries, isAsked });
  });
  return [fedPlan(main, { question, queries, isAsked: () => true }), ...fromAtoms];
}

/** The query that each atom makes when it is reached in the order of the parts. */
function queriesOf(parts: readonly Part[], { form, knowledge }: Question): Map<Part, number> {
  const queries = new Map<Part, number>();
  const bound = constants(form.variables, form.registers.length);
  for (const part of parts) {
    if (part.kind === 'atom') {
      const columns = knowledge.isAskedByKey(part.relation) ? boundColumns(part, bound) : [];
      queries.set(part, knowledge.catalogue.query(part.relation, columns));
    }
    for (const register of part.registers) bound.add(register);
  }
  return queries;
}

function constants(from: number, to: number): Set<number> {
  return new Set(Array.from({ length: to - from }, (_, i) => from + i));
}

interface Planning {
  readonly question: Question;
  readonly queries: ReadonlyMap<Part, number>;
  /** Whether a part has to be asked for what is needed of it. */
  readonly isAsked: (part: Part) => boolean;
}

function fedPlan(parts: readonly Part[], planning: Planning): FedPlan {
  const { form } = planning.question;
  const bound = constants(form.variables, form.registers.length);
  const head = form.head.flatMap(registersIn);
  const steps = parts.map((part, i) => {
    const needed = new Set([...head, ...parts.slice(i + 1).flatMap(({ registers }) => registers)]);
    const step =
      part.kind === 'distinct' ? distinctStep(part) : tupleStep(part, { ...planning, bound, needed, isFed: i === 0 });
    for (const register of part.registers) bound.add(register);
    return step;
  });
  const bindsHead = ({ outputs }: Step): boolean =>
    outputs.some((register, i) => i % 2 === 1 && head.includes(register));
  const last = steps.findLastIndex(bindsHead);
  return { source: steps[0]!.set, steps: steps.map((step, i) => ({ ...step, isExistential: i > last })) };
}

const NONE = new Int32Array(0);

function distinctStep(distinct: DistinctForm): Step {
  const rest = {
    set: -1,
    asks: ASKS_NOTHING,
    query: -1,
    demand: [],
    index: -1,
    keyRegisters: NONE,
    outputs: NONE,
    checks: NONE,
  };
  return { kind: DISTINCT, isPositive: true, distinct, isExistential: false, ...rest };
}

interface Place extends Planning {
  readonly bound: ReadonlySet<number>;
  /** Registers that the head or a later part reads. */
  readonly needed: ReadonlySet<number>;
  readonly isFed: boolean;
}

function tupleStep(part: AtomForm | DemandForm, place: Place): Step {
  const { catalogue } = place.question.knowledge;
  const isDemand = part.kind === 'demand';
  const query = isDemand ? place.question.query : place.queries.get(part)!;
  const { demands, answers, bound } = catalogue.queries[query]!;
  const set = catalogue.opened(isDemand ? demands : answers, part.args.map(openingOf));
  const { keyColumns, outputs, checks } = columnsOf(part.registers, place);
  const isTest = !place.isFed && outputs.length === 0;
  const isAsked = !isDemand && !place.isFed && place.isAsked(part);
  return {
    kind: isTest ? TEST : keyColumns.length === 0 ? SCAN : PROBE,
    isPositive: isDemand || part.isPositive,
    set,
    asks: !isAsked ? ASKS_NOTHING : bound.length === 0 ? ASKS_ALL : ASKS_KEY,
    query,
    demand: isDemand ? [] : bound.map((column) => part.args[column]!),
    index: keyColumns.length === 0 ? -1 : catalogue.index(set, keyColumns),
    keyRegisters: Int32Array.from(keyColumns, (column) => part.registers[column]!),
    outputs: Int32Array.from(outputs),
    checks: Int32Array.from(checks),
    distinct: null,
    isExistential: false,
  };
}

/** What to do with the columns of a set that must equal the registers. */
function columnsOf(
  registers: readonly number[],
  { bound, needed, isFed }: Place,
): Record<'keyColumns' | 'outputs' | 'checks', number[]> {
  const keyColumns: number[] = [];
  const outputs: number[] = [];
  const checks: number[] = [];
  const written = new Set<number>();
  for (const [column, register] of registers.entries()) {
    if (bound.has(register) && !isFed) keyColumns.push(column);
    else if (bound.has(register) || written.has(register)) checks.push(column, register);
    else if (needed.has(register) || registers.lastIndexOf(register) > column) {
      outputs.push(column, register);
      written.add(register);
    }
  }
  return { keyColumns, outputs, checks };
}
