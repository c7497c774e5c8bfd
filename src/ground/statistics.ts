import {
  addColumn,
  argumentColumns,
  type Column,
  columnOf,
  columnSize,
  compoundColumn,
  emptyColumn,
  opaqueColumn,
  productSize,
  sharedColumn,
} from './columns.js';
import { flatParts } from './flattenKeywords.js';
import type { Relation } from './relation.js';
import {
  type Atom,
  collectVariables,
  isVariable,
  type Pattern,
  type RelationKey,
  type Rule,
  variable,
  variableIndex,
  variablesOf,
} from './rule.js';

/** The domains are for estimates only, so it is fine to stop before their fixpoint. */
const MAX_ROUNDS = 64;
/** The tuples in some columns of a larger relation are not counted but estimated. */
const COUNTED_ROWS = 100_000;
/** Joins with fewer matches than this are estimated in one order of the literals only. */
const COARSE_SIZE = 4096;
/** Columns beyond this one are never part of an index. */
const MAX_KEY_COLUMN = 30;

/** What a relation that splitting made stands for, and how many different tuples some of its columns (a mask) have. */
interface Definition {
  readonly positive: readonly Atom[];
  readonly args: readonly Pattern[];
  readonly keys: Map<number, number>;
}

/**
 * Estimated sizes of relations and joins, to order joins and to decide which rules to split. The values of each column are worked out
 * column by column, as if columns were independent; a relation that was evaluated counts with its exact numbers instead.
 */
export class Statistics {
  readonly #columns = new Map<RelationKey, readonly Column[]>();
  readonly #sizes = new Map<RelationKey, number>();
  readonly #measured = new Map<RelationKey, Relation>();
  readonly #fixed = new Set<RelationKey>();
  readonly #definitions = new Map<RelationKey, Definition>();
  /** The join that was estimated last, as long as nothing new is known: mostly the next question is about it, too. */
  #lastJoin: { readonly atoms: readonly Atom[]; readonly size: number } | undefined;
  /** For each relation that was asked for, the one whose columns it has. */
  readonly #storedKeys = new Map<RelationKey, RelationKey>();

  /** Whether the columns hold all values that are possible by the rules: else they are good for estimates only. */
  readonly #isComplete: boolean;
  #isSurveyed = false;

  constructor(rules: readonly Rule[]) {
    let changed = true;
    for (let round = 0; changed && round < MAX_ROUNDS; round++) {
      changed = false;
      for (const rule of rules) if (this.#propagate(rule)) changed = true;
    }
    this.#isComplete = !changed;
  }

  /** Takes the numbers of a relation that is complete now, and that no state changes. */
  measure(relation: Relation): void {
    this.#count(relation);
    this.#fixed.add(relation.key);
  }

  /** Takes the numbers of relations that hold all that is possible. */
  survey(relations: Iterable<Relation>): void {
    for (const relation of relations) this.#count(relation);
    this.#isSurveyed = true;
    this.#lastJoin = undefined;
  }

  /**
   * Whether what is possible was seen. Then joins are estimated from numbers of tuples, not of values column by column: finer, but
   * misleading where other estimates are rough.
   */
  get isSurveyed(): boolean {
    return this.#isSurveyed;
  }

  #count(relation: Relation): void {
    const columns = Array.from({ length: relation.arity }, emptyColumn);
    for (const [i, { values }] of columns.entries()) {
      for (let row = 0; row < relation.size; row++) values.add(relation.columns[row * relation.arity + i]!);
    }
    this.#columns.set(relation.key, columns);
    this.#sizes.set(relation.key, relation.settled);
    this.#measured.set(relation.key, relation);
    this.#lastJoin = undefined;
  }

  /** Whether the relation is complete, and no state changes it. */
  isFixed(relation: RelationKey): boolean {
    return this.#fixed.has(relation);
  }

  /** Declares the head of a rule made by splitting, whose arguments are variables. */
  declare({ head, positive }: Rule): void {
    const { relation, args } = head;
    this.#columns.set(
      relation,
      args.map((argument) => this.#columnFor(positive, argument)),
    );
    this.#sizes.set(relation, this.projectionSize(positive, args));
    this.#definitions.set(relation, { positive, args, keys: new Map() });
    this.#lastJoin = undefined;
  }

  /** Declares a relation that holds tuples of some columns of another. */
  declareProjection(relation: RelationKey, of: RelationKey, columns: readonly number[]): void {
    const all = this.#columns.get(of);
    if (all !== undefined)
      this.#columns.set(
        relation,
        columns.map((column) => all[column]!),
      );
    this.#lastJoin = undefined;
  }

  /** Number of different values in a column. */
  columnSize(relation: RelationKey, column: number): number {
    return columnSize(this.#columns.get(relation)?.[column]);
  }

  /** Number of different values that patterns take in all, each in a body of its own. */
  unionSize(places: readonly { readonly body: readonly Atom[]; readonly pattern: Pattern }[]): number {
    const union = emptyColumn();
    for (const { body, pattern } of places) addColumn(union, this.#columnFor(body, pattern));
    return columnSize(union);
  }

  /** Whether a pattern can, for sure, take no values but the given ones where the body holds. */
  isWithin(body: readonly Atom[], pattern: Pattern, values: ReadonlySet<number>): boolean {
    const column = this.#columnFor(body, pattern);
    if (!this.#isComplete || column.isOpaque || column.compounds.size > 0) return false;
    return [...column.values].every((value) => values.has(value));
  }

  size(relation: RelationKey): number {
    return this.#sizes.get(relation) ?? productSize(this.#columns.get(relation) ?? []);
  }

  /** How many of the relation's rows match an atom, on average, once the variables in `bound` have values. */
  fanOut(atom: Atom, bound: ReadonlySet<number>, size = this.size(atom.relation)): number {
    if (this.#isSurveyed && isFlat(atom)) {
      const measured = this.#measured.get(atom.relation);
      if (measured !== undefined && measured.size <= COUNTED_ROWS) return size / this.#keys(measured, atom, bound);
      const definition = this.#definitions.get(atom.relation);
      if (definition !== undefined) return size / this.#definedKeys(definition, atom, bound);
    }
    let rows = size;
    const columns = this.#columns.get(atom.relation);
    const seen = new Set<number>();
    for (const [i, argument] of atom.args.entries()) {
      rows *= matchingShare(argument, columns?.[i], { bound, seen });
      collectVariables(argument, seen);
    }
    return rows;
  }

  /** Number of matches of a conjunction: the least that is estimated from any of its literals on. */
  joinSize(atoms: readonly Atom[]): number {
    if (this.#lastJoin?.atoms !== atoms) this.#lastJoin = { atoms, size: this.#estimateJoin(atoms) };
    return this.#lastJoin.size;
  }

  #estimateJoin(atoms: readonly Atom[]): number {
    let size = this.#joinFrom([], atoms);
    if (!this.#isSurveyed || size < COARSE_SIZE) return size;
    for (const [i, atom] of atoms.entries()) size = Math.min(size, this.#joinFrom([atom], atoms.toSpliced(i, 1)));
    return size;
  }

  /** Number of matches of a conjunction, taken greedily with the smallest fan-out first after those that come first. */
  #joinFrom(first: readonly Atom[], others: readonly Atom[]): number {
    const bound = new Set<number>();
    const open = [...others];
    let size = 1;
    for (const atom of first) {
      size *= this.fanOut(atom, bound);
      for (const argument of atom.args) collectVariables(argument, bound);
    }
    while (open.length > 0) {
      let best = 0;
      let fanOut = Infinity;
      for (const [i, atom] of open.entries()) {
        const here = this.fanOut(atom, bound);
        if (here < fanOut) [best, fanOut] = [i, here];
      }
      const [atom] = open.splice(best, 1);
      for (const argument of atom!.args) collectVariables(argument, bound);
      size *= fanOut;
    }
    return size;
  }

  /** Number of different values that the variables of some patterns take together in a conjunction. */
  projectionSize(atoms: readonly Atom[], patterns: readonly Pattern[]): number {
    const variables = variablesOf(patterns);
    let product = 1;
    for (const each of variables) product *= columnSize(this.#columnFor(atoms, variable(each)));
    return Math.min(product, this.#coverSize(atoms, variables), this.joinSize(atoms));
  }

  /** As {@link projectionSize}, by taking literal after literal, those first with the fewest tuples for each variable that they add. */
  #coverSize(atoms: readonly Atom[], wanted: ReadonlySet<number>): number {
    const known = new Set<number>();
    const open = new Set(wanted);
    let size = 1;
    while (open.size > 0) {
      let best: { readonly fresh: readonly number[]; readonly growth: number; readonly each: number } | undefined;
      for (const atom of atoms) {
        const fresh = [...variablesOf(atom.args)].filter((each) => open.has(each));
        if (fresh.length === 0) continue;
        const growth = this.#tuples(atom, new Set([...known, ...fresh])) / this.#tuples(atom, known);
        const each = growth ** (1 / fresh.length);
        if (best === undefined || each < best.each) best = { fresh, growth, each };
      }
      if (best === undefined) return Infinity;
      size *= best.growth;
      for (const each of best.fresh) {
        open.delete(each);
        known.add(each);
      }
    }
    return size;
  }

  /** Number of different tuples that the given variables of a literal take together. */
  #tuples(atom: Atom, variables: ReadonlySet<number>): number {
    const measured = this.#measured.get(atom.relation);
    if (measured !== undefined && measured.size <= COUNTED_ROWS && isFlat(atom)) {
      return this.#keys(measured, atom, variables);
    }
    let product = 1;
    for (const each of variablesOf(atom.args)) {
      if (variables.has(each)) product *= columnSize(this.#columnFor([atom], variable(each)));
    }
    return Math.max(1, Math.min(product, this.fanOut(atom, new Set())));
  }

  /** As {@link #keys}, for a relation that splitting made. */
  #definedKeys({ positive, args: own, keys }: Definition, { args }: Atom, variables: ReadonlySet<number>): number {
    const mask = keyMask(args, variables);
    let known = keys.get(mask);
    if (known === undefined) {
      const columns = own.filter((_, column) => (mask & (1 << column)) !== 0);
      keys.set(mask, (known = Math.max(1, this.projectionSize(positive, columns))));
    }
    return known;
  }

  /** Number of different tuples in the columns of constants and of the given variables; at least 1. */
  #keys(relation: Relation, { args }: Atom, variables: ReadonlySet<number>): number {
    return Math.max(1, relation.index(keyMask(args, variables)).keys);
  }

  #propagate(rule: Rule): boolean {
    const columns = this.#columnsOf(rule.head);
    let changed = false;
    for (const [i, argument] of rule.head.args.entries()) {
      if (addColumn(columns[i]!, this.#columnFor(rule.positive, argument))) changed = true;
    }
    return changed;
  }

  #stored(relation: RelationKey): RelationKey {
    let key = this.#storedKeys.get(relation);
    if (key === undefined) this.#storedKeys.set(relation, (key = stored(relation)));
    return key;
  }

  #columnsOf(atom: Atom): readonly Column[] {
    const key = this.#stored(atom.relation);
    let columns = this.#columns.get(key);
    if (columns === undefined) {
      columns = atom.args.map(emptyColumn);
      this.#columns.set(key, columns);
      for (const reader of readers(key)) this.#columns.set(reader, columns);
    }
    return columns;
  }

  /** The values that a pattern can take: for a variable, what all its places in the positive body share. */
  #columnFor(body: readonly Atom[], pattern: Pattern): Column {
    if (typeof pattern !== 'number') {
      return compoundColumn(
        pattern,
        pattern.args.map((argument) => this.#columnFor(body, argument)),
      );
    }
    if (pattern >= 0) return columnOf(pattern);
    const places: Column[] = [];
    for (const { relation, args } of body) {
      const columns = this.#columns.get(this.#stored(relation));
      for (const [i, argument] of args.entries()) {
        if (columns === undefined) {
          if (argument === pattern) return emptyColumn();
        } else collectPlaces(argument, columns[i]!, { pattern, places });
      }
    }
    return sharedColumn(places);
  }
}

/** Adds what the places of a variable in an argument can hold. */
function collectPlaces(
  argument: Pattern,
  column: Column,
  { pattern, places }: { readonly pattern: number; readonly places: Column[] },
): void {
  if (typeof argument === 'number') {
    if (argument === pattern) places.push(column);
    return;
  }
  const inner = argumentColumns(column, argument);
  for (const [i, each] of argument.args.entries()) {
    const unknown = column.isOpaque || column.values.size > 0 ? opaqueColumn() : emptyColumn();
    collectPlaces(each, inner?.[i] ?? unknown, { pattern, places });
  }
}

/** The columns, as bits, of constants and of the given variables. */
function keyMask(args: readonly Pattern[], variables: ReadonlySet<number>): number {
  let mask = 0;
  for (const [column, argument] of args.entries()) {
    if (typeof argument === 'number' && (argument >= 0 || variables.has(variableIndex(argument)))) mask |= 1 << column;
  }
  return mask;
}

/** Whether an atom's columns can be counted in an index. */
const isFlat = ({ args }: Atom): boolean =>
  args.length <= MAX_KEY_COLUMN && args.every((argument) => typeof argument === 'number');

/** The share of a column's values that a pattern matches, once the variables in `bound` and `seen` have values. */
function matchingShare(
  pattern: Pattern,
  column: Column | undefined,
  known: { readonly bound: ReadonlySet<number>; readonly seen: ReadonlySet<number> },
): number {
  if (isVariable(pattern) && !known.bound.has(variableIndex(pattern)) && !known.seen.has(variableIndex(pattern))) {
    return 1;
  }
  const all = Math.max(1, columnSize(column));
  if (typeof pattern === 'number') return 1 / all;
  const inner = argumentColumns(column, pattern);
  if (inner === undefined) {
    const isFixed = [...variablesOf(pattern.args)].every((each) => known.bound.has(each) || known.seen.has(each));
    return isFixed ? 1 / all : 1;
  }
  const share = productSize(inner) / all;
  return pattern.args.reduce((product: number, each, i) => product * matchingShare(each, inner[i], known), share);
}

/** What is true later was derived as `next` or `init`, and what is done was legal: each group keeps one set of columns. */
const stored = (key: RelationKey): RelationKey => {
  const parts = flatParts(key);
  if (parts === undefined) return key;
  const { keyword } = parts;
  return keyword === 'legal' || keyword === 'does' ? rekey(key, 'does') : rekey(key, 'true');
};

const readers = (key: RelationKey): RelationKey[] => {
  const parts = flatParts(key);
  if (parts === undefined) return [];
  return parts.keyword === 'does' ? [rekey(key, 'legal')] : [rekey(key, 'next'), rekey(key, 'init')];
};

const rekey = (key: RelationKey, keyword: string): RelationKey => keyword + key.slice(key.indexOf(' '));
