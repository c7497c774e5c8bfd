import type { Index, Relation } from './relation.js';
import { type KnownTuple, knownTuple, type OpenColumns, openColumns } from './rowPatterns.js';
import { type Atom, collectVariables, type Pattern, type Rule, variableIndex, variablesOf } from './rule.js';

/** Columns beyond this one never become part of an index key: the mask of an index is a 32-bit integer. */
const MAX_KEY_COLUMN = 30;

/** A condition that needs no search: inequality of terms, or absence from a relation that is complete. */
export interface Test {
  readonly patterns: readonly Pattern[];
  readonly tuple: KnownTuple;
  /** The relation that must not hold the tuple; undefined where its two terms must differ. */
  readonly absentFrom: Relation | undefined;
}

export const makeTest = (patterns: readonly Pattern[], absentFrom?: Relation): Test => ({
  patterns,
  tuple: knownTuple(patterns),
  absentFrom,
});

/** One literal of a join: look up the rows whose key columns have the key's values, and match the remaining columns. */
export interface Step {
  readonly relation: Relation;
  /** Which positive literal of the rule this is. */
  readonly position: number;
  /** Undefined where every column is known: then the row is looked up directly. */
  readonly index: Index | undefined;
  readonly key: KnownTuple;
  readonly rest: OpenColumns;
  readonly tests: readonly Test[];
  /** Whether the first match settles it: nothing later depends on which row it was. */
  readonly isExistential: boolean;
}

/** How to find all instances of a rule once one literal (or none) is fixed. */
export interface JoinPlan {
  readonly tests: readonly Test[];
  readonly steps: readonly Step[];
}

/** What a rule looks like to the planner. */
export interface Joinable {
  readonly rule: Rule;
  /** The relations of the positive literals, in order. */
  readonly relations: readonly Relation[];
  /** Whether instances note which row a positive literal matched. */
  readonly isRecorded: readonly boolean[];
  readonly tests: readonly Test[];
}

/** How many rows are expected to match a literal once some variables have values. */
export type FanOut = (atom: Atom, relation: Relation, bound: ReadonlySet<number>) => number;

/** Orders the literals greedily, smallest expected fan-out first, each test as soon as its variables are bound. */
export function planJoin(joinable: Joinable, fixed: number, fanOut: FanOut): JoinPlan {
  const { rule } = joinable;
  const bound = fixed < 0 ? new Set<number>() : variablesOf(rule.positive[fixed]!.args);
  const open = new Set(rule.positive.keys());
  open.delete(fixed);
  const waiting = new Set(joinable.tests);
  const takeTests = (): Test[] => {
    const ready = [...waiting].filter((test) => isBound(test.patterns, bound));
    for (const test of ready) waiting.delete(test);
    return ready;
  };
  const tests = takeTests();
  const steps: Step[] = [];
  while (open.size > 0) {
    const position = cheapest(joinable, { open, bound, fanOut });
    open.delete(position);
    const atom = rule.positive[position]!;
    const known = new Set(bound);
    for (const argument of atom.args) collectVariables(argument, bound);
    const step = makeStep(joinable, position, known);
    steps.push({
      ...step,
      tests: takeTests(),
      isExistential: isExistential(joinable, position, { known, open, waiting }),
    });
  }
  return { tests, steps };
}

function cheapest(
  { rule, relations }: Joinable,
  { open, bound, fanOut }: { open: Set<number>; bound: Set<number>; fanOut: FanOut },
): number {
  let best = -1;
  let bestFanOut = Infinity;
  for (const position of open) {
    const atom = rule.positive[position]!;
    const expected = isBound(atom.args, bound) ? -1 : fanOut(atom, relations[position]!, bound);
    if (best === -1 || expected < bestFanOut) [best, bestFanOut] = [position, expected];
  }
  return best;
}

function makeStep(
  joinable: Joinable,
  position: number,
  known: ReadonlySet<number>,
): Omit<Step, 'tests' | 'isExistential'> {
  const relation = joinable.relations[position]!;
  const { args } = joinable.rule.positive[position]!;
  const key: Pattern[] = [];
  const rest: { column: number; pattern: Pattern }[] = [];
  let mask = 0;
  for (const [column, pattern] of args.entries()) {
    if (column <= MAX_KEY_COLUMN && isBound([pattern], known)) {
      mask |= 1 << column;
      key.push(pattern);
    } else rest.push({ column, pattern });
  }
  const index = rest.length === 0 ? undefined : relation.index(mask);
  return { relation, position, index, key: knownTuple(key), rest: openColumns(rest, known) };
}

/** Whether no variable that the literal binds is used by the head, a literal or test still to come, or the recorded instance. */
function isExistential(
  joinable: Joinable,
  position: number,
  { known, open, waiting }: { known: Set<number>; open: Set<number>; waiting: Set<Test> },
): boolean {
  if (joinable.isRecorded[position]) return false;
  const { rule } = joinable;
  const used = variablesOf(rule.head.args);
  const atoms: Atom[] = [...rule.negative, ...[...open].map((each) => rule.positive[each]!)];
  for (const atom of atoms) for (const argument of atom.args) collectVariables(argument, used);
  for (const test of waiting) for (const pattern of test.patterns) collectVariables(pattern, used);
  return [...variablesOf(rule.positive[position]!.args)].every((each) => known.has(each) || !used.has(each));
}

function isBound(patterns: readonly Pattern[], bound: ReadonlySet<number>): boolean {
  return patterns.every((pattern) => {
    if (typeof pattern === 'number') return pattern >= 0 || bound.has(variableIndex(pattern));
    return isBound(pattern.args, bound);
  });
}
