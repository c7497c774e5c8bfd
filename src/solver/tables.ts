import { type Network, STAR, type TableConstraint } from '../network/index.js';
import type { Domains } from './domains.js';

/** A way to propagate the tables of a network; tables are counted apart from other constraints. All reach generalised arc consistency. */
export interface TablePropagator {
  /** Removes the values that no tuple of the table supports; false where none is left. */
  propagate(table: number): boolean;
  save(): void;
  restore(): void;
}

/** The tables of a network. */
export interface TableSet {
  readonly tables: readonly TableConstraint[];
  /** For each table its constraint. */
  readonly origins: readonly number[];
}

/** A table of no variables says nothing and is left out. */
export function tablesOf({ constraints }: Network): TableSet {
  const tables: TableConstraint[] = [];
  const origins: number[] = [];
  for (const [index, constraint] of constraints.entries()) {
    if (constraint.kind !== 'table' || constraint.scope.length === 0) continue;
    tables.push(constraint);
    origins.push(index);
  }
  return { tables, origins };
}

/** Visits each table with each of its values, once: with the literal that denies it. Only if that becomes true can the table lose tuples. */
export function eachNamedValue(
  tables: readonly TableConstraint[],
  domains: Domains,
  visit: (denial: number, table: number) => void,
): void {
  const last = new Int32Array(domains.literalCount).fill(-1);
  for (let table = 0; table < tables.length; table++) {
    const { scope, tuples } = tables[table]!;
    for (let at = 0, slot = 0; at < tuples.length; at++) {
      const value = tuples[at]!;
      const offset = domains.offsets[scope[slot]!]!;
      slot = slot + 1 === scope.length ? 0 : slot + 1;
      if (value === STAR) continue;
      const denial = domains.literalOf(offset + value) ^ 1;
      if (last[denial] === table) continue;
      last[denial] = table;
      visit(denial, table);
    }
  }
}
