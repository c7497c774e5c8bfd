import { type Constraint, STAR, type TableConstraint } from '../../network/index.js';
import type { Draft } from './draft.js';
import { simplifyConnective } from './simplifyConnective.js';
import { distinct, liveTuples } from './tuples.js';

/**
 * Variables leave the scope of a table where it holds whatever their value (000 section 5, 003 section 4.1); those with a single value left are
 * among them. In connectives, literals whose truth is fixed go.
 */
export function removeUniversal(draft: Draft): void {
  draft.constraints = draft.constraints.flatMap((constraint): readonly Constraint[] => {
    switch (constraint.kind) {
      case 'table':
        return [withoutUniversal(draft, constraint)];
      case 'equal':
      case 'channel':
        return [constraint];
      default:
        return simplifyConnective(draft, constraint);
    }
  });
}

/** The first variable stays, if need be, so that a table can say that it is always true, or false. */
function withoutUniversal(draft: Draft, table: TableConstraint): TableConstraint {
  let { scope } = table;
  let tuples = liveTuples(draft, table);
  for (const x of table.scope) {
    if (scope.length === 1) break;
    const rests = restsIfUniversal(tuples, scope.indexOf(x), draft.sizes[x]!);
    if (rests === undefined) continue;
    scope = scope.filter((y) => y !== x);
    tuples = rests;
  }
  return { kind: 'table', scope, tuples: tuples.flat() };
}

/**
 * The tuples without the column, where each of them occurs with a star there, or with every value of the variable. Without stars this is the
 * papers' test, |rel| = |D(x)| · |rests|; with them it is sound, and misses only what overlapping tuples cover together.
 */
function restsIfUniversal(
  tuples: readonly (readonly number[])[],
  column: number,
  size: number,
): readonly (readonly number[])[] | undefined {
  const hasStars = tuples.some((tuple) => tuple[column] === STAR);
  if (!hasStars && tuples.length % size !== 0) return undefined;
  const valuesOf = new Map<string, { readonly rest: readonly number[]; readonly values: Set<number> }>();
  for (const tuple of tuples) {
    const rest = tuple.toSpliced(column, 1);
    const key = rest.join();
    const group = valuesOf.get(key) ?? { rest, values: new Set() };
    valuesOf.set(key, group);
    group.values.add(tuple[column]!);
  }
  const groups = [...valuesOf.values()];
  if (!groups.every(({ values }) => values.has(STAR) || values.size === size)) return undefined;
  return distinct(groups.map(({ rest }) => rest));
}
