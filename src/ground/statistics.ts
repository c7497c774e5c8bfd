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
} from './rule.js';

/** Guess for a column whose values are built inside the rules and cannot be listed. */
const OPAQUE_SIZE = 64;
/** The domains are for estimates only, so it is fine to stop before their fixpoint. */
const MAX_ROUNDS = 64;

interface Column {
  readonly values: Set<number>;
  isOpaque: boolean;
}

/**
 * Estimated sizes of relations and joins, to order joins and to decide which rules to split. The values of each column are worked out
 * column by column, as if columns were independent; a relation that was evaluated counts with its exact numbers instead.
 */
export class Statistics {
  readonly #columns = new Map<RelationKey, readonly Column[]>();
  readonly #sizes = new Map<RelationKey, number>();

  constructor(rules: readonly Rule[]) {
    let changed = true;
    for (let round = 0; changed && round < MAX_ROUNDS; round++) {
      changed = false;
      for (const rule of rules) if (this.#propagate(rule)) changed = true;
    }
  }

  /** Takes the numbers of a relation that is complete now. */
  measure(relation: Relation): void {
    const columns = Array.from({ length: relation.arity }, () => ({ values: new Set<number>(), isOpaque: false }));
    for (let row = 0; row < relation.size; row++) {
      for (const [i, column] of columns.entries()) column.values.add(relation.columns[row * relation.arity + i]!);
    }
    this.#columns.set(relation.key, columns);
    this.#sizes.set(relation.key, relation.settled);
  }

  /** Declares the head of a rule made by splitting: a relation with no more rows than `size`. */
  declare(rule: Rule, size: number): void {
    const { relation, args } = rule.head;
    const columns = args.map((argument) => this.#columnFor(rule.positive, argument));
    this.#columns.set(relation, columns);
    const product = columns.reduce((rows, column) => rows * sizeOf(column), 1);
    this.#sizes.set(relation, Math.min(size, product));
  }

  /** Declares a relation that holds tuples of some columns of another. */
  declareProjection(relation: RelationKey, of: RelationKey, columns: readonly number[]): void {
    const all = this.#columns.get(of);
    if (all !== undefined)
      this.#columns.set(
        relation,
        columns.map((column) => all[column]!),
      );
  }

  /** Number of different values in a column. */
  columnSize(relation: RelationKey, column: number): number {
    return sizeOf(this.#columns.get(relation)?.[column]);
  }

  size(relation: RelationKey): number {
    const known = this.#sizes.get(relation);
    if (known !== undefined) return known;
    const columns = this.#columns.get(relation) ?? [];
    return columns.reduce((rows, column) => rows * sizeOf(column), 1);
  }

  /** How many of the relation's rows match an atom, on average, once the variables in `bound` have values. */
  fanOut(atom: Atom, bound: ReadonlySet<number>, size = this.size(atom.relation)): number {
    let rows = size;
    const columns = this.#columns.get(atom.relation);
    const seen = new Set<number>();
    for (const [i, argument] of atom.args.entries()) {
      if (isFixed(argument, bound, seen)) rows /= Math.max(1, sizeOf(columns?.[i]));
      collectVariables(argument, seen);
    }
    return rows;
  }

  /** Number of matches of a conjunction, taken greedily with the smallest fan-out first. */
  joinSize(atoms: readonly Atom[]): number {
    const bound = new Set<number>();
    const open = [...atoms];
    let size = 1;
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
    let product = 1;
    const variables = new Set<number>();
    for (const pattern of patterns) collectVariables(pattern, variables);
    for (const each of variables) product *= sizeOf(this.#columnFor(atoms, variable(each)));
    return Math.min(product, this.joinSize(atoms));
  }

  #propagate(rule: Rule): boolean {
    const columns = this.#columnsOf(rule.head);
    let changed = false;
    for (const [i, argument] of rule.head.args.entries()) {
      if (add(columns[i]!, this.#columnFor(rule.positive, argument))) changed = true;
    }
    return changed;
  }

  #columnsOf(atom: Atom): readonly Column[] {
    const key = stored(atom.relation);
    let columns = this.#columns.get(key);
    if (columns === undefined) {
      columns = atom.args.map(() => ({ values: new Set<number>(), isOpaque: false }));
      this.#columns.set(key, columns);
      for (const reader of readers(key)) this.#columns.set(reader, columns);
    }
    return columns;
  }

  /** The values that a pattern can take: for a variable, what all its columns in the positive body share. */
  #columnFor(body: readonly Atom[], pattern: Pattern): Column {
    if (typeof pattern !== 'number') return { values: new Set(), isOpaque: true };
    if (pattern >= 0) return { values: new Set([pattern]), isOpaque: false };
    let smallest: Column | undefined;
    const others: Column[] = [];
    for (const atom of body) {
      for (const [i, argument] of atom.args.entries()) {
        if (!isVariable(argument) || variableIndex(argument) !== variableIndex(pattern)) continue;
        const column = this.#columns.get(stored(atom.relation))?.[i];
        if (column === undefined) return { values: new Set(), isOpaque: false };
        if (column.isOpaque) continue;
        if (smallest === undefined || column.values.size < smallest.values.size) smallest = column;
        others.push(column);
      }
    }
    if (smallest === undefined) return { values: new Set(), isOpaque: true };
    const values = [...smallest.values].filter((value) => others.every((column) => column.values.has(value)));
    return { values: new Set(values), isOpaque: false };
  }
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

const sizeOf = (column: Column | undefined): number =>
  column === undefined ? 0 : column.isOpaque ? OPAQUE_SIZE + column.values.size : column.values.size;

function isFixed(pattern: Pattern, bound: ReadonlySet<number>, seen: ReadonlySet<number>): boolean {
  if (typeof pattern === 'number') {
    return pattern >= 0 || bound.has(variableIndex(pattern)) || seen.has(variableIndex(pattern));
  }
  return pattern.args.every((argument) => isFixed(argument, bound, seen));
}

function add(column: Column, more: Column): boolean {
  const before = column.values.size;
  for (const value of more.values) column.values.add(value);
  const grew = column.values.size > before || (more.isOpaque && !column.isOpaque);
  column.isOpaque ||= more.isOpaque;
  return grew;
}
