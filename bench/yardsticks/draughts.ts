/**
 * The two draughts sheets, men and kings on dark cells. In `englishDraughts` one must capture, with one jump a round, and whoever cannot move loses. In
 * `checkers` nobody must, up to three jumps are one move, and whoever has more pieces at the end wins.
 */
import {
  type BoardMove,
  cellOf,
  factsByName,
  lettered,
  neighbour,
  type Position,
  rowOf,
  SIZE,
  type Turn,
} from './position.js';

export interface Jumps extends BoardMove {
  /** Cells of the moving piece: the first is where it stands. */
  readonly path: readonly number[];
  readonly isCapture: boolean;
}

/** Pieces of the first role; those of the second are negative. */
const MAN = 1;
const KING = 2;

const MAN_WORTH = 100;
const KING_WORTH = 175;
/** For each row that a man has come. */
const ADVANCE = 3;

const signOf = (turn: Turn): number => (turn === 0 ? 1 : -1);
const opponent = (turn: Turn): Turn => (turn === 0 ? 1 : 0);
const worth = (piece: number): number => (Math.abs(piece) === KING ? KING_WORTH : MAN_WORTH);
const lastRow = (piece: number): number => (piece > 0 ? SIZE - 1 : 0);
/** The cell that a jump goes over. */
const between = (from: number, to: number): number => (from + to) / 2;

const readBoard = (cells: Iterable<readonly [cell: number, piece: number]>): Int8Array => {
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
function jumpsFrom(board: Int8Array, from: number, piece: number): readonly number[] {
  return reached(from, piece, 2).filter((to) => board[to] === 0 && board[between(from, to)]! * piece < 0);
}

function movesOf(board: Int8Array, turn: Turn, ofPiece: (from: number, piece: number) => readonly Jumps[]): Jumps[] {
  const moves: Jumps[] = [];
  for (const [from, piece] of board.entries()) if (piece * signOf(turn) > 0) moves.push(...ofPiece(from, piece));
  return moves;
}

function stepsOf(board: Int8Array, from: number, piece: number): readonly Jumps[] {
  const free = reached(from, piece, 1).filter((to) => board[to] === 0);
  return free.map((to) => jumps(board, [from, to], false));
}

const jumps = (board: Int8Array, path: readonly number[], isCapture = true): Jumps => ({
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
function boardAfter(board: Int8Array, { path, isCapture }: Jumps): Int8Array {
  const next = board.slice();
  const piece = board[path[0]!]!;
  const to = path.at(-1)!;
  if (isCapture) for (const [jump, cell] of path.slice(1).entries()) next[between(path[jump]!, cell)] = 0;
  next[path[0]!] = 0;
  next[to] = rowOf(to) === lastRow(piece) ? Math.sign(piece) * KING : piece;
  return next;
}

function valueOf(board: Int8Array): number {
  let value = 0;
  for (const [cell, piece] of board.entries()) {
    if (piece === 0) continue;
    const rows = piece > 0 ? rowOf(cell) : SIZE - 1 - rowOf(cell);
    value += Math.sign(piece) * (worth(piece) + (Math.abs(piece) === MAN ? ADVANCE * rows : 0));
  }
  return value;
}

/** Rounds without a man's move or a capture after which a game of `englishDraughts` is drawn. */
const MOST_QUIET_ROUNDS = 20;

class EnglishDraughts implements Position<Jumps> {
  readonly turn: Turn;
  readonly moves: readonly Jumps[];

  constructor(
    private readonly board: Int8Array,
    lastTurn: Turn,
    /** Where the piece is that has just captured, -1 without one: it has to go on if it can. */
    capturing: number,
    private readonly quietRounds: number,
  ) {
    const chain = capturing < 0 ? [] : jumpsFrom(board, capturing, board[capturing]!);
    this.turn = chain.length > 0 ? lastTurn : opponent(lastTurn);
    if (chain.length > 0) this.moves = chain.map((to) => jumps(board, [capturing, to]));
    else {
      const captures = movesOf(board, this.turn, (from, piece) =>
        jumpsFrom(board, from, piece).map((to) => jumps(board, [from, to])),
      );
      this.moves =
        captures.length > 0 ? captures : movesOf(board, this.turn, (from, piece) => stepsOf(board, from, piece));
    }
  }

  get mustCapture(): boolean {
    return this.moves[0]?.isCapture === true;
  }

  get outcome(): number | undefined {
    if (this.moves.length === 0) return this.turn === 0 ? 0 : 100;
    return this.quietRounds >= MOST_QUIET_ROUNDS ? 50 : undefined;
  }

  after(move: Jumps): EnglishDraughts {
    const { path, isCapture } = move;
    const isMan = Math.abs(this.board[path[0]!]!) === MAN;
    const board = boardAfter(this.board, move);
    const isCrowned = isMan && Math.abs(board[path[1]!]!) === KING;
    const capturing = isCapture && !isCrowned ? path[1]! : -1;
    return new EnglishDraughts(board, this.turn, capturing, isMan || isCapture ? 0 : this.quietRounds + 1);
  }

  value(): number {
    return valueOf(this.board);
  }

  text({ path, isCapture }: Jumps): string {
    return `(${isCapture ? 'capture' : 'move'} ${path.map(lettered).join(' ')})`;
  }
}

export function readEnglishDraughts(facts: readonly string[]): EnglishDraughts {
  const of = factsByName(facts);
  const board = readBoard(
    of('cell').map(([file, rank, owner, type]) => [
      cellOf(file!, rank!),
      (owner === 'white' ? 1 : -1) * (type === 'king' ? KING : MAN),
    ]),
  );
  const [capturing] = of('capturingPiece');
  const lastTurn = of('lastToMove')[0]![0] === 'white' ? 0 : 1;
  const quiet = Number(of('step')[0]![0]);
  return new EnglishDraughts(
    board,
    lastTurn,
    capturing === undefined ? -1 : cellOf(capturing[0]!, capturing[1]!),
    quiet,
  );
}

/** The step at which a game of `checkers` ends. */
const LAST_STEP = 102;
const MOST_JUMPS = 3;
const NAMES = ['move', 'doublejump', 'triplejump'];
const PIECES: Readonly<Record<string, number>> = { wp: MAN, wk: KING, bp: -MAN, bk: -KING };

class Checkers implements Position<Jumps> {
  readonly mustCapture = false;
  readonly moves: readonly Jumps[];

  constructor(
    private readonly board: Int8Array,
    readonly turn: Turn,
    private readonly step: number,
  ) {
    this.moves = movesOf(board, turn, (from, piece) => [
      ...stepsOf(board, from, piece),
      ...chainsFrom(board, [from], piece),
    ]);
  }

  get outcome(): number | undefined {
    const [first, second] = [1, -1].map((sign) => this.board.filter((piece) => piece * sign > 0).length);
    if (this.step < LAST_STEP && this.moves.length > 0 && first! > 0 && second! > 0) return undefined;
    return 50 + 50 * Math.sign(first! - second!);
  }

  after(move: Jumps): Checkers {
    return new Checkers(boardAfter(this.board, move), opponent(this.turn), this.step + 1);
  }

  value(): number {
    return valueOf(this.board);
  }

  text({ path }: Jumps): string {
    const piece = Object.keys(PIECES).find((name) => PIECES[name] === this.board[path[0]!])!;
    return `(${NAMES[path.length - 2]!} ${piece} ${path.map(lettered).join(' ')})`;
  }
}

/** All jumps that go on after a path, one to three in all; a jump does not go back to the cell before. Captured pieces stay on the board until the end. */
function chainsFrom(board: Int8Array, path: readonly number[], piece: number): readonly Jumps[] {
  if (path.length > MOST_JUMPS) return [];
  const targets = jumpsFrom(board, path.at(-1)!, piece).filter((to) => to !== path.at(-2));
  return targets.flatMap((to) => [jumps(board, [...path, to]), ...chainsFrom(board, [...path, to], piece)]);
}

export function readCheckers(facts: readonly string[]): Checkers {
  const of = factsByName(facts);
  const board = readBoard(of('cell').map(([file, rank, piece]) => [cellOf(file!, rank!), PIECES[piece!] ?? 0]));
  return new Checkers(board, of('control')[0]![0] === 'red' ? 0 : 1, Number(of('step')[0]![0]));
}
