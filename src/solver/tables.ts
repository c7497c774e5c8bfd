import type { Network, TableConstraint } from '../network/index.js';
import { type Adjacency, adjacency } from './adjacency.js';

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
  /** For each variable the tables whose scope it is in. */
  readonly ofVariable: Adjacency;
}

/** A table of no variables says nothing and is left out. */
export function tablesOf({ constraints, variables }: Network): TableSet {
  const tables: TableConstraint[] = [];
  const origins: number[] = [];
  for (const [index, constraint] of constraints.entries()) {
    if (constraint.kind !== 'table' || constraint.scope.length === 0) continue;
    tables.push(constraint);
    origins.push(index);
  }
  const ofVariable = adjacency(variables.length, (emit) => {
    for (const [table, { scope }] of tables.entries()) for (const x of scope) emit(x, table);
  });
  return { tables, origins, ofVariable };
}
