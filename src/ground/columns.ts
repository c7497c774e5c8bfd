import { type Pattern } from './rule.js';

/** Guess for the values of a column, or inside its compounds, that are not followed. */
const OPAQUE_SIZE = 64;
/** Compounds are followed to this depth. */
const MAX_DEPTH = 3;

/** What a column can hold: listed terms, and compounds by outermost symbol and arity, with what each of their arguments can hold. */
export interface Column {
  readonly values: Set<number>;
  readonly compounds: Map<string, readonly Column[]>;
  /** Whether there are values besides. */
  isOpaque: boolean;
}

export const emptyColumn = (): Column => ({ values: new Set(), compounds: new Map(), isOpaque: false });

export const opaqueColumn = (): Column => ({ values: new Set(), compounds: new Map(), isOpaque: true });

export const columnOf = (value: number): Column => ({ ...emptyColumn(), values: new Set([value]) });

export function compoundColumn(pattern: Exclude<Pattern, number>, args: readonly Column[]): Column {
  return { ...emptyColumn(), compounds: new Map([[shapeKey(pattern), args]]) };
}

/** What the arguments of compounds like the pattern can hold; undefined where no such compound is known. */
export const argumentColumns = (
  column: Column | undefined,
  pattern: Exclude<Pattern, number>,
): readonly Column[] | undefined => column?.compounds.get(shapeKey(pattern));

/** Number of different values, with arguments of compounds taken to be independent. */
export function columnSize(column: Column | undefined): number {
  if (column === undefined) return 0;
  let size = column.values.size + (column.isOpaque ? OPAQUE_SIZE : 0);
  for (const args of column.compounds.values()) size += productSize(args);
  return size;
}

export const productSize = (columns: readonly Column[]): number =>
  columns.reduce((tuples, column) => tuples * columnSize(column), 1);

/** Adds all that another column can hold; whether that was something new. */
export function addColumn(column: Column, more: Column, depth = 0): boolean {
  const before = column.values.size;
  for (const value of more.values) column.values.add(value);
  let grew = column.values.size > before || (more.isOpaque && !column.isOpaque);
  column.isOpaque ||= more.isOpaque;
  for (const [shape, args] of [...more.compounds]) {
    if (depth === MAX_DEPTH) {
      grew ||= !column.isOpaque;
      column.isOpaque = true;
      continue;
    }
    let own = column.compounds.get(shape);
    if (own === undefined) column.compounds.set(shape, (own = args.map(emptyColumn)));
    for (const [i, argument] of args.entries()) if (addColumn(own[i]!, argument, depth + 1)) grew = true;
  }
  return grew;
}

/** What all of some columns can hold; it may be one of them, so it is not to be changed. */
export function sharedColumn(columns: readonly Column[]): Column {
  let smallest: Column | undefined;
  for (const column of columns) {
    if (smallest === undefined || columnSize(column) < columnSize(smallest)) smallest = column;
  }
  if (smallest === undefined) return opaqueColumn();
  const others = columns.filter((one) => one !== smallest && !one.isOpaque && one.compounds.size === 0);
  if (others.length === 0) return smallest;
  const values = new Set<number>();
  for (const value of smallest.values) if (others.every((column) => column.values.has(value))) values.add(value);
  return { ...smallest, values };
}

const shapeKey = ({ symbol, args }: Exclude<Pattern, number>): string => `${String(symbol)}/${String(args.length)}`;
