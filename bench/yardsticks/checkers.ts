/** Checkers: nobody must capture, up to three jumps are one move, and whoever has more pieces at the end wins. */
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

/**
 * All jumps that go on after a path, one to three in all; a jump does not go back to the cell before. Captured pieces
 * stay on the board until the end.
 */
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
