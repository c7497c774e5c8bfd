/** English draughts: one must capture, with one jump a round, and whoever cannot move loses. */
import {
  boardAfter,
  type Jumps,
  jumps,
  jumpsFrom,
  KING,
  MAN,
  movesOf,
  opponent,
  readBoard,
  stepsOf,
  valueOf,
} from './draughtsBoard.js';
import { cellOf, factsByName, lettered, type Position, type Turn } from './position.js';

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
