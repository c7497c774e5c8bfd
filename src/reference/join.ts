import type { ClauseForm } from './clauseForm.js';
import type { ColumnIndex } from './columnIndex.js';
import { EvaluationLimit, type ReferenceLimits } from './limits.js';
import { ASKS_ALL, ASKS_KEY, DISTINCT, PROBE, type Step, TEST } from './plan.js';
import type { TermBuilder } from './termBuilder.js';
import type { TupleSet } from './tupleSet.js';

/** Where a join gets its sets. */
export interface Sets {
  readonly builder: TermBuilder;
  readonly limits: ReferenceLimits;
  /** Counts a tuple that a join has looked at. */
  work(): void;
  /** Asks a query for all tuples. */
  askAll(query: number): void;
  /** Asks a query for the tuples with given values in its bound columns. */
  askKey(query: number, demand: (column: number) => number): void;
  /** A set, or an index on one, with all tuples that there are at the time. */
  set(id: number): TupleSet;
  index(id: number): ColumnIndex;
}
