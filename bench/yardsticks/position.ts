/**
 * A position of a two-player game in which one player moves at a time, on a board of the yardstick's own. It never
 * changes.
 */
export interface Position<M extends BoardMove = BoardMove> {
  /** Whose turn it is: index of the role in the order of the sheet. */
  readonly turn: Turn;
  /** Legal moves, in an order that depends on the position only; none where the game is over for want of a move. */
  readonly moves: readonly M[];
  /** Goal of the first role once the game is over; the second has what is left of 100. */
  readonly outcome: number | undefined;
  /** Whether all moves are captures because the rules ask for one. */
  readonly mustCapture: boolean;
  after(move: M): Position<M>;
  /** What the pieces are worth for the first role less those of the second, in hundredths of a man. */
  value(): number;
  /** The move as a KIF term. */
  text(move: M): string;
}

export type Turn = 0 | 1;

export interface BoardMove {
  /**
   * Above 0 for moves that change what pieces are worth at once: captures, promotions, a win. Searches look at the
   * greatest first.
   */
  readonly gain: number;
  /** Cells of the moving piece, before and after. */
  readonly from: number;
  readonly to: number;
}

/**
 * Arguments of each fact of a state, by the name of its relation: `(cell a 1 b)` is `['a', '1', 'b']` among those of
 * `cell`.
 */
export function factsByName(facts: readonly string[]): (name: string) => readonly (readonly string[])[] {
  const words = facts.map((fact) => fact.replace(/^\(|\)$/g, '').split(' '));
  return (name) => words.filter(([head]) => head === name).map(([, ...args]) => args);
}

/** The cells of an 8 × 8 board are numbered row by row, from a 1 on. */
export const SIZE = 8;

export const FILES = 'abcdefgh';

/** The number of a cell by its file, a letter or a number, and its rank. */
export function cellOf(file: string, rank: string): number {
  const column = FILES.includes(file) ? FILES.indexOf(file) : Number(file) - 1;
  return SIZE * (Number(rank) - 1) + column;
}

export const columnOf = (cell: number): number => cell % SIZE;
export const rowOf = (cell: number): number => Math.floor(cell / SIZE);

/** The cell so many columns and rows away, or -1 outside the board. */
export function neighbour(cell: number, columns: number, rows: number): number {
  const [column, row] = [columnOf(cell) + columns, rowOf(cell) + rows];
  return column >= 0 && column < SIZE && row >= 0 && row < SIZE ? SIZE * row + column : -1;
}

/** As in `a 1`. */
export const lettered = (cell: number): string => `${FILES[columnOf(cell)]!} ${String(rowOf(cell) + 1)}`;
