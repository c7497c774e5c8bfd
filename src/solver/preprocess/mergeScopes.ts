import { type Constraint, STAR, type TableConstraint } from '../../network/index.js';
import type { Draft } from './draft.js';
import { distinct, hasStar, liveTuples } from './tuples.js';

/**
 * Tables on the same variables, in whatever order, become one.
 *
 * A relation of allowed tuples, as all ours are, must satisfy both constraints: the relations are intersected (003 section 4.1). 000 section 5
 * prints ∪ and 001 section 4.2 "unifying the relations". That is right for relations of *forbidden* tuples, which are the complements, and for
 * several rules with one head before their completion, where any of the rules suffices; it is wrong for the allowed tuples of constraints.
 *
 * Short tables are intersected tuple by tuple, which may give more tuples than both had: then they stay apart.
 */
export function mergeScopes(draft: Draft): void {
  const merged: Constraint[] = [];
  /** Where in `merged` the table of a set of variables is. */
  const placeOf = new Map<string, number>();
  for (const constraint of draft.constraints) {
    const key = constraint.kind === 'table' ? constraint.scope.toSorted((a, b) => a - b).join() : undefined;
    const place = key === undefined ? undefined : placeOf.get(key);
    const both =
      place === undefined
        ? undefined
        : intersect(draft, merged[place] as TableConstraint, constraint as TableConstraint);
    if (place !== undefined && both !== undefined) merged[place] = both;
    else {
      if (key !== undefined && place === undefined) placeOf.set(key, merged.length);
      merged.push(constraint);
    }
  }
  draft.constraints = merged;
}

/** Undefined where one table is not smaller than two. */
function intersect(draft: Draft, first: TableConstraint, second: TableConstraint): TableConstraint | undefined {
  const { scope } = first;
  const columns = scope.map((x) => second.scope.indexOf(x));
  const left = liveTuples(draft, first);
  const right = liveTuples(draft, second).map((tuple) => columns.map((column) => tuple[column]!));
  const most = left.length + right.length;
  const tuples = left.some(hasStar) || right.some(hasStar) ? commonShort(left, right, most) : common(left, right);
  return tuples && { kind: 'table', scope, tuples: tuples.flat() };
}

type Tuples = readonly (readonly number[])[];

function common(left: Tuples, right: Tuples): Tuples {
  const rights = new Set(right.map((tuple) => tuple.join()));
  return left.filter((tuple) => rights.has(tuple.join()));
}

/** Pairs looked at for one merge. */
const MOST_PAIRS = 1_000_000;

function commonShort(left: Tuples, right: Tuples, most: number): Tuples | undefined {
  if (left.length * right.length > MOST_PAIRS) return undefined;
  const both: number[][] = [];
  for (const a of left)
    for (const b of right)
      if (a.every((value, i) => value === STAR || b[i] === STAR || value === b[i]))
        both.push(a.map((value, i) => (value === STAR ? b[i]! : value)));
  const tuples = distinct(both);
  return tuples.length <= most ? tuples : undefined;
}
