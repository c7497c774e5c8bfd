import { type Compound, printTerm } from '../gdl/index.js';

/** A ground fact of a state. */
export type Fact = Compound;

/** How a board is drawn: which facts are its cells, and how their contents look. */
export interface BoardHint {
  /** Name and number of arguments of the facts that are cells. */
  readonly functor: string;
  readonly arity: number;
  /** Which of the arguments, from 0; several may make up the content. */
  readonly column: number;
  readonly row: number;
  readonly content: readonly number[];
  /** Content in KIF to what is drawn for it; contents without an entry are abbreviated. */
  readonly pieces: ReadonlyMap<string, string>;
  /** Whether rows grow down the screen or up. */
  readonly grows: 'down' | 'up';
  /** Columns and rows that are drawn even where no fact of the state has them. */
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  /** What is drawn where no fact gives a content, a line of characters for each row from the top; may be empty. */
  readonly scenery: readonly string[];
}

/** At least so many columns and rows, and so many cells, make a board; boards wider than a screen do not. */
const LEAST_SIDE = 2;
const MOST_SIDE = 40;
const LEAST_CELLS = 4;

/** Relations with more arguments than this are no boards. */
const MOST_ARGUMENTS = 5;

/** A further board beside the largest is at least so full, and has at least so large a part of the largest's cells. */
const LEAST_SHARE = 0.5;

/** Numbers, single letters, and numbers after one or two letters: how sheets name columns and rows. */
const COORDINATE = /^(-?\d+|[a-z]|[a-z]{1,2}\d+)$/i;

/**
 * The relations that look like boards: two neighbouring arguments span a grid, the others are the content. Which of the two is the
 * column cannot be known; sheets mostly name it first. Given all possible facts of a game rather than one state's, the hints
 * hold all columns and rows.
 */
export function guessBoards(facts: readonly Fact[]): readonly BoardHint[] {
  const relations = new Map<string, Fact[]>();
  for (const fact of facts) {
    const key = `${fact.name}/${String(fact.args.length)}`;
    const known = relations.get(key);
    if (known === undefined) relations.set(key, [fact]);
    else known.push(fact);
  }
  const grids = [...relations.values()]
    .flatMap((cells) => gridOf(cells) ?? [])
    .sort((left, right) => right.places - left.places || right.fullness - left.fullness);
  const largest = grids[0]?.places ?? 0;
  return grids
    .filter((grid, rank) => rank === 0 || (grid.fullness >= LEAST_SHARE && grid.places >= LEAST_SHARE * largest))
    .map(({ board }) => board);
}

interface Grid {
  readonly board: BoardHint;
  /** Places that have a content. */
  readonly places: number;
  /** Their share in columns × rows. */
  readonly fullness: number;
}

function gridOf(cells: readonly Fact[]): Grid | undefined {
  const arity = cells[0]!.args.length;
  if (arity < 3 || arity > MOST_ARGUMENTS || cells.length < LEAST_CELLS) return undefined;
  const isCoordinate = (index: number): boolean => cells.every((cell) => COORDINATE.test(argument(cell, index)));
  const isPlain = arity === 3 || !isCoordinate(2);
  if (isCoordinate(0) && isCoordinate(1) && isPlain) return gridAt(cells, 0);
  if (arity === 3 && !isCoordinate(0) && isCoordinate(1) && isCoordinate(2)) return gridAt(cells, 1);
  return undefined;
}

/** The grid whose column is the argument `column` and whose row is the next. */
function gridAt(cells: readonly Fact[], column: number): Grid | undefined {
  const row = column + 1;
  const columns = withoutGaps(cells.map((cell) => argument(cell, column)));
  const rows = withoutGaps(cells.map((cell) => argument(cell, row)));
  const sides = [columns.length, rows.length];
  if (sides.some((side) => side < LEAST_SIDE || side > MOST_SIDE)) return undefined;
  const places = new Set(cells.map((cell) => `${argument(cell, column)} ${argument(cell, row)}`)).size;
  const arity = cells[0]!.args.length;
  const content = Array.from({ length: arity }, (_, index) => index).filter(
    (index) => index !== column && index !== row,
  );
  const { name: functor } = cells[0]!;
  const board: BoardHint = {
    ...{ functor, arity, column, row, content, columns, rows },
    ...{ pieces: new Map(), grows: 'up', scenery: [] },
  };
  return { board, places, fullness: places / (columns.length * rows.length) };
}

/** The names in order; of numbers all from 1 (or the lowest) to the highest, of letters all from a. */
function withoutGaps(names: readonly string[]): string[] {
  const isLettered = names.every((name) => /^[a-z]$/.test(name));
  const numbers = names.map((name) => (isLettered ? LETTERS.indexOf(name) + 1 : Number(name)));
  const first = Math.min(1, ...numbers);
  const last = Math.max(...numbers);
  if (!(last - first < MOST_SIDE)) return inOrder(names);
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return all.map((number) => (isLettered ? LETTERS[number - 1]! : String(number)));
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Each name once: numbers by size, others by their letters and the numbers in them. */
export function inOrder(names: readonly string[]): string[] {
  return [...new Set(names)].sort((left, right) => Number(left) - Number(right) || byName.compare(left, right));
}

const byName = new Intl.Collator('en', { numeric: true });

/** An argument of a fact in KIF. */
export const argument = (fact: Fact, index: number): string => printTerm(fact.args[index]!, 'prefix');
