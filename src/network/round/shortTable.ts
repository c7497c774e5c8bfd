import { STAR, type TableConstraint } from '../network.js';
import { type Cube, variablesOf } from './cubes.js';

/** A short table of at most so many cells is worth its place: it is read whole, and filters more than its literals apart. */
const SHORT_CELLS = 20_000;

/**
 * The table that says: the variable takes a value only where one of the value's cubes holds. Null where it would be too large.
 */
export function shortTable(
  variable: number,
  cubes: readonly (readonly Cube[])[],
  size: (variable: number) => number,
): TableConstraint | null {
  const scope = [variable, ...variablesOf(cubes.flat())];
  const rows = cubes.flat().reduce((sum, cube) => sum + rowsOf(cube, size), 0);
  if (rows * scope.length > SHORT_CELLS || scope.indexOf(variable, 1) > 0) return null;
  const column = new Map(scope.map((one, place) => [one, place]));
  const tuples: number[] = [];
  for (const [value, alternatives] of cubes.entries()) {
    for (const cube of alternatives) {
      const tuple = scope.map(() => STAR);
      tuple[0] = value;
      expand(cube, { tuple, column, size, tuples });
    }
  }
  return { kind: 'table', scope, tuples };
}

function rowsOf(cube: Cube, size: (variable: number) => number): number {
  let rows = 1;
  for (const [variable, { denied }] of claimsOf(cube)) if (denied.length > 0) rows *= size(variable) - denied.length;
  return rows;
}

interface Claims {
  readonly taken: number;
  readonly denied: readonly number[];
}

function claimsOf(cube: Cube): Map<number, Claims> {
  const claims = new Map<number, Claims>();
  for (let at = 0; at < cube.length; at += 2) {
    const value = cube[at + 1]! >> 1;
    if ((cube[at + 1]! & 1) === 0) claims.set(cube[at]!, { taken: value, denied: [] });
    else claims.set(cube[at]!, { taken: STAR, denied: [...(claims.get(cube[at]!)?.denied ?? []), value] });
  }
  return claims;
}

interface Expansion {
  readonly tuple: number[];
  readonly column: ReadonlyMap<number, number>;
  readonly size: (variable: number) => number;
  readonly tuples: number[];
}

/** What a cube denies is written as all that it allows. */
function expand(cube: Cube, { tuple, column, size, tuples }: Expansion): void {
  let rows: number[][] = [tuple];
  for (const [variable, { taken, denied }] of claimsOf(cube)) {
    const place = column.get(variable)!;
    if (taken !== STAR) for (const row of rows) row[place] = taken;
    else {
      const values = Array.from({ length: size(variable) }, (_, value) => value);
      const allowed = values.filter((value) => !denied.includes(value));
      rows = rows.flatMap((row) => allowed.map((value) => row.with(place, value)));
    }
  }
  for (const row of rows) for (const cell of row) tuples.push(cell);
}
