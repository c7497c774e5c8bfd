/** What the two draughts sheets share: men and kings on dark cells, how they step and jump, and what they are worth. */
import { type BoardMove, neighbour, rowOf, SIZE, type Turn } from './position.js';

export interface Jumps extends BoardMove {
  /** Cells of the moving piece: the first is where it stands. */
  readonly path: readonly number[];
  readonly isCapture: boolean;
}

/** Pieces of the first role; those of the second are negative. */
export const MAN = 1;
export const KING = 2;

const MAN_WORTH = 100;
const KING_WORTH = 175;
/** For each row that a man has come. */
const ADVANCE = 3;

const signOf = (turn: Turn): number => (turn === 0 ? 1 : -1);
export const opponent = (turn: Turn): Turn => (turn === 0 ? 1 : 0);
const worth = (piece: number): number => (Math.abs(piece) === KING ? KING_WORTH : MAN_WORTH);
const lastRow = (piece: number): number => (piece > 0 ? SIZE - 1 : 0);
/** The cell that a jump goes over. */
const between = (from: number, to: number): number => (from + to) / 2;

export const readBoard = (cells: Iterable<readonly [cell: number, piece: number]>): Int8Array => {
  const board = new Int8Array(SIZE * SIZE);
  for (const [cell, piece] of cells) board[cell] = piece;
  return board;
};

/** Cells that a piece reaches by steps of so many rows: men go forward only. */
function reached(from: number, piece: number, distance: 1 | 2): readonly number[] {
  const forward = Math.sign(piece);
  const rows = Math.abs(piece) === KING ? [forward, -forward] : [forward];
  const cells = rows.flatMap((row) => [-1, 1].map((column) => neighbour(from, distance * column, distance * row)));
  return cells.filter((cell) => cell >= 0);
}

/** Cells to which a piece can jump from a cell, over a piece of the other side. */
export function jumpsFrom(board: Int8Array, from: number, piece: number): readonly number[] {
  return reached(from, piece, 2).filter((to) => board[to] === 0 && board[between(from, to)]! * piece < 0);
}

export function movesOf(
  board: Int8Array,
  turn: Turn,
  ofPiece: (from: number, piece: number) => readonly Jumps[],
): Jumps[] {
  const moves: Jumps[] = [];
  for (const [from, piece] of board.entries()) if (piece * signOf(turn) > 0) moves.push(...ofPiece(from, piece));
  return moves;
}

export function stepsOf(board: Int8Array, from: number, piece: number): readonly Jumps[] {
  const free = reached(from, piece, 1).filter((to) => board[to] === 0);
  return free.map((to) => jumps(board, [from, to], false));
}

export const jumps = (board: Int8Array, path: readonly number[], isCapture = true): Jumps => ({
  ...{ path, isCapture, from: path[0]!, to: path.at(-1)! },
  gain: gainOf(board, path, isCapture),
});

function gainOf(board: Int8Array, path: readonly number[], isCapture: boolean): number {
  const piece = board[path[0]!]!;
  const isCrowned = Math.abs(piece) === MAN && rowOf(path.at(-1)!) === lastRow(piece);
  const captured = isCapture ? path.slice(1).map((to, jump) => board[between(path[jump]!, to)]!) : [];
  return captured.reduce((sum, each) => sum + worth(each), isCrowned ? KING_WORTH - MAN_WORTH : 0);
}

/** The board after a move; a man in the last row becomes a king. */
export function boardAfter(board: Int8Array, { path, isCapture }: Jumps): Int8Array {
  const next = board.slice();
  const piece = board[path[0]!]!;
  const to = path.at(-1)!;
  if (isCapture) for (const [jump, cell] of path.slice(1).entries()) next[between(path[jump]!, cell)] = 0;
  next[path[0]!] = 0;
  next[to] = rowOf(to) === lastRow(piece) ? Math.sign(piece) * KING : piece;
  return next;
}

export function valueOf(board: Int8Array): number {
  let value = 0;
  for (const [cell, piece] of board.entries()) {
    if (piece === 0) continue;
    const rows = piece > 0 ? rowOf(cell) : SIZE - 1 - rowOf(cell);
    value += Math.sign(piece) * (worth(piece) + (Math.abs(piece) === MAN ? ADVANCE * rows : 0));
  }
  return value;
}
