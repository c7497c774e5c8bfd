/**
 * Speed chess: chess without check, in which the king is captured; a draw after 200 rounds. Material, and a little for
 * where pieces stand.
 */
import {
  type BoardMove,
  cellOf,
  columnOf,
  factsByName,
  FILES,
  lettered,
  neighbour,
  type Position,
  rowOf,
  SIZE,
  type Turn,
} from './position.js';

interface ChessMove extends BoardMove {
  /** What stands there afterwards: a promoted pawn is another piece. */
  readonly piece: number;
  readonly castling?: Castling;
}

/** Of white, by the first row; black's cells are seven rows above. */
interface Castling {
  readonly name: string;
  readonly rook: { readonly from: number; readonly to: number };
  readonly king: { readonly from: number; readonly to: number };
  /** Cells that are to be empty. */
  readonly between: readonly number[];
  readonly flag: number;
}

const NAMES = ['', 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = [1, 2, 3, 4, 5, 6];
const WORTH = [0, 100, 310, 325, 500, 950, 100_000];
const PROMOTED = [QUEEN, KNIGHT, ROOK, BISHOP];

/** What a sheet remembers of a side: bits of {@link ChessState.moved}, those of black shifted by three. */
const KING_MOVED = 1;
const A_ROOK_MOVED = 2;
const H_ROOK_MOVED = 4;
const BLACK_SHIFT = 3;

const STRAIGHT = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
] as const;
const DIAGONAL = [
  [-1, 1],
  [1, 1],
  [1, -1],
  [-1, -1],
] as const;
const KNIGHTLY = [
  [1, 2],
  [-1, 2],
  [1, -2],
  [-1, -2],
  [2, 1],
  [2, -1],
  [-2, 1],
  [-2, -1],
] as const;
const ALL = [...STRAIGHT, ...DIAGONAL];

const CASTLINGS: readonly Castling[] = [
  { name: 'castleKingside', king: { from: 4, to: 6 }, rook: { from: 7, to: 5 }, between: [5, 6], flag: H_ROOK_MOVED },
  {
    name: 'castleQueenside',
    king: { from: 4, to: 2 },
    rook: { from: 0, to: 3 },
    between: [1, 2, 3],
    flag: A_ROOK_MOVED,
  },
];

const LAST_STEP = 201;
/**
 * Of a pawn, for each row that it has come; of a knight, bishop or queen, for each step nearer to the middle of the
 * board.
 */
const ADVANCE = 4;
const CENTRE = 5;

interface ChessState {
  /** Pieces of white above 0, those of black below. */
  readonly board: Int8Array;
  readonly turn: Turn;
  readonly step: number;
  /** The column of a pawn that has just gone two rows, or -1. */
  readonly passing: number;
  readonly moved: number;
}

class ChessPosition implements Position<ChessMove> {
  readonly mustCapture = false;
  #moves: readonly ChessMove[] | undefined;

  constructor(private readonly state: ChessState) {}

  get turn(): Turn {
    return this.state.turn;
  }

  get outcome(): number | undefined {
    const { board, step } = this.state;
    if (!board.includes(-KING)) return 100;
    if (!board.includes(KING)) return 0;
    return step >= LAST_STEP || this.moves.length === 0 ? 50 : undefined;
  }

  get moves(): readonly ChessMove[] {
    return (this.#moves ??= movesOf(this.state));
  }

  after(move: ChessMove): ChessPosition {
    return new ChessPosition(stateAfter(this.state, move));
  }

  value(): number {
    let value = 0;
    const { board } = this.state;
    for (let cell = 0; cell < board.length; cell++) {
      const piece = board[cell]!;
      if (piece !== 0) value += Math.sign(piece) * worthOn(cell, piece);
    }
    return value;
  }

  text({ from, to, piece, castling }: ChessMove): string {
    return castling?.name ?? `(move ${NAMES[Math.abs(piece)]!} ${lettered(from)} ${lettered(to)})`;
  }
}

function worthOn(cell: number, piece: number): number {
  const [kind, row] = [Math.abs(piece), rowOf(cell)];
  if (kind === PAWN) return WORTH[kind]! + ADVANCE * (piece > 0 ? row - 1 : SIZE - 2 - row);
  if (kind === ROOK || kind === KING) return WORTH[kind]!;
  const distance = (index: number): number => Math.abs(index - (SIZE - 1) / 2);
  return WORTH[kind]! + CENTRE * (SIZE / 2 - Math.max(distance(columnOf(cell)), distance(row)));
}

function movesOf(state: ChessState): readonly ChessMove[] {
  const { board, turn } = state;
  const own = turn === 0 ? 1 : -1;
  const moves: ChessMove[] = [];
  for (let from = 0; from < board.length; from++) {
    const piece = board[from]!;
    if (piece * own <= 0) continue;
    const kind = Math.abs(piece);
    if (kind === PAWN) addPawnMoves(state, from, moves);
    else if (kind === KNIGHT) addSteps(board, from, KNIGHTLY, 1, moves);
    else if (kind === KING) addSteps(board, from, ALL, 1, moves);
    else addSteps(board, from, kind === ROOK ? STRAIGHT : kind === BISHOP ? DIAGONAL : ALL, SIZE, moves);
  }
  for (const castling of CASTLINGS) {
    const shift = turn === 0 ? 0 : SIZE * (SIZE - 1);
    const flags = (KING_MOVED | castling.flag) << (turn === 0 ? 0 : BLACK_SHIFT);
    const { king, rook, between } = castling;
    if (board[king.from + shift] !== own * KING || board[rook.from + shift] !== own * ROOK) continue;
    if ((state.moved & flags) !== 0 || between.some((cell) => board[cell + shift] !== 0)) continue;
    moves.push({ from: king.from + shift, to: king.to + shift, piece: own * KING, castling, gain: 0 });
  }
  return moves;
}

type Directions = readonly (readonly [number, number])[];

/** Moves of a piece that goes in some directions, so many cells at most. */
function addSteps(board: Int8Array, from: number, directions: Directions, most: number, moves: ChessMove[]): void {
  const piece = board[from]!;
  for (const [columns, rows] of directions) {
    let to = neighbour(from, columns, rows);
    for (let steps = 1; to >= 0 && board[to]! * piece <= 0; steps++) {
      moves.push({ from, to, piece, gain: WORTH[Math.abs(board[to]!)]! });
      if (board[to] !== 0 || steps === most) break;
      to = neighbour(to, columns, rows);
    }
  }
}

function addPawnMoves({ board, passing }: ChessState, from: number, moves: ChessMove[]): void {
  const own = board[from]!;
  const row = own > 0 ? rowOf(from) : SIZE - 1 - rowOf(from);
  const add = (to: number, captured: number): void => {
    if (row === SIZE - 2) {
      for (const kind of PROMOTED) moves.push({ from, to, piece: own * kind, gain: WORTH[captured]! + WORTH[kind]! });
    } else moves.push({ from, to, piece: own, gain: WORTH[captured]! });
  };
  const ahead = from + own * SIZE;
  if (board[ahead] === 0) {
    add(ahead, 0);
    if (row === 1 && board[ahead + own * SIZE] === 0) add(ahead + own * SIZE, 0);
  }
  for (const columns of [-1, 1]) {
    const to = neighbour(from, columns, own);
    if (to < 0) continue;
    if (board[to]! * own < 0) add(to, Math.abs(board[to]!));
    else if (row === 4 && columnOf(to) === passing) add(to, PAWN);
  }
}

function stateAfter({ board: before, turn, step, passing, moved }: ChessState, move: ChessMove): ChessState {
  const board = before.slice();
  const { from, to, piece, castling } = move;
  const isPawn = Math.abs(before[from]!) === PAWN;
  board[from] = 0;
  if (isPawn && columnOf(from) !== columnOf(to) && before[to] === 0) board[SIZE * rowOf(from) + passing] = 0;
  board[to] = piece;
  if (castling !== undefined) {
    const shift = turn === 0 ? 0 : SIZE * (SIZE - 1);
    board[castling.rook.from + shift] = 0;
    board[castling.rook.to + shift] = Math.sign(piece) * ROOK;
  }
  return {
    board,
    turn: turn === 0 ? 1 : 0,
    step: step + 1,
    passing: isPawn && Math.abs(from - to) === 2 * SIZE ? columnOf(from) : -1,
    moved: castling === undefined && !isPawn ? moved | flagOf(move, turn) : moved,
  };
}

/** The sheet remembers kings that leave the column e, and rooks that leave their corners; castling it does not. */
function flagOf({ from, piece }: ChessMove, turn: Turn): number {
  const kind = Math.abs(piece);
  const isHome = rowOf(from) === (turn === 0 ? 0 : SIZE - 1);
  const column = FILES[columnOf(from)]!;
  if (kind === KING && column === 'e') return KING_MOVED << (turn === 0 ? 0 : BLACK_SHIFT);
  if (kind !== ROOK || !isHome) return 0;
  const flag = column === 'a' ? A_ROOK_MOVED : column === 'h' ? H_ROOK_MOVED : 0;
  return flag << (turn === 0 ? 0 : BLACK_SHIFT);
}

export function readChess(facts: readonly string[]): ChessPosition {
  const of = factsByName(facts);
  const board = new Int8Array(SIZE * SIZE);
  for (const [file, rank, owner, piece] of of('cell'))
    board[cellOf(file!, rank!)] = (owner === 'white' ? 1 : -1) * NAMES.indexOf(piece!);
  const flags = (name: string, flag: number): number =>
    of(name).reduce((sum, [owner]) => sum | (flag << (owner === 'white' ? 0 : BLACK_SHIFT)), 0);
  const [passing] = of('canEnPassantCapture');
  return new ChessPosition({
    board,
    turn: of('control')[0]![0] === 'white' ? 0 : 1,
    step: Number(of('step')[0]![0]),
    passing: passing === undefined ? -1 : FILES.indexOf(passing[0]!),
    moved:
      flags('kingHasMoved', KING_MOVED) | flags('aRookHasMoved', A_ROOK_MOVED) | flags('hRookHasMoved', H_ROOK_MOVED),
  });
}
