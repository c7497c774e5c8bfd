/** Breakthrough and Knightthrough: whoever reaches the last row, or takes all pieces, wins. Pieces differ in how they step; both capture by stepping. */
import {
  type BoardMove,
  cellOf,
  columnOf,
  factsByName,
  neighbour,
  type Position,
  rowOf,
  SIZE,
  type Turn,
} from './position.js';

interface RaceMove extends BoardMove {
  readonly from: number;
  readonly to: number;
}

/** Steps of a piece, as columns and rows towards the last row. */
interface RaceRules {
  readonly relation: string;
  readonly steps: readonly { readonly columns: number; readonly rows: number; readonly captures: boolean }[];
}

const BREAKTHROUGH: RaceRules = {
  relation: 'cellHolds',
  steps: [-1, 0, 1].map((columns) => ({ columns, rows: 1, captures: columns !== 0 })),
};

const KNIGHTTHROUGH: RaceRules = {
  relation: 'cell',
  steps: [
    [-1, 2],
    [1, 2],
    [-2, 1],
    [2, 1],
  ].map(([columns, rows]) => ({ columns: columns!, rows: rows!, captures: true })),
};

/** What a piece is worth by the rows that it has come: in the last one it wins. */
const WORTH = [100, 100, 105, 115, 130, 160, 220, 1000];
/** A piece that has not left its first row guards it. */
const GUARD = 10;

const ROLES = ['white', 'black'];
const FIRST = 1;
const SECOND = -1;

class RacePosition implements Position<RaceMove> {
  constructor(
    private readonly rules: RaceRules,
    private readonly board: Int8Array,
    readonly turn: Turn,
  ) {}

  get outcome(): number | undefined {
    const { board } = this;
    if (board.includes(FIRST, SIZE * (SIZE - 1)) || !board.includes(SECOND)) return 100;
    if (board.subarray(0, SIZE).includes(SECOND) || !board.includes(FIRST)) return 0;
    return undefined;
  }

  get moves(): readonly RaceMove[] {
    const { board, turn, rules } = this;
    const own = turn === 0 ? FIRST : SECOND;
    const moves: RaceMove[] = [];
    for (let from = 0; from < board.length; from++) {
      if (board[from] !== own) continue;
      for (const { columns, rows, captures } of rules.steps) {
        const to = neighbour(from, columns, own * rows);
        if (to < 0 || board[to] === own || (!captures && board[to] !== 0)) continue;
        const isWin = progress(to, own) === SIZE - 1;
        moves.push({ from, to, gain: isWin ? WORTH[SIZE - 1]! : board[to] === 0 ? 0 : WORTH[progress(to, -own)]! });
      }
    }
    return moves;
  }

  after({ from, to }: RaceMove): RacePosition {
    const board = this.board.slice();
    board[to] = board[from]!;
    board[from] = 0;
    return new RacePosition(this.rules, board, this.turn === 0 ? 1 : 0);
  }

  value(): number {
    let value = 0;
    for (const [cell, piece] of this.board.entries()) {
      if (piece === 0) continue;
      const rows = progress(cell, piece);
      value += piece * (WORTH[rows]! + (rows === 0 ? GUARD : 0));
    }
    return value;
  }

  text({ from, to }: RaceMove): string {
    const [x1, y1, x2, y2] = [columnOf(from), rowOf(from), columnOf(to), rowOf(to)].map((index) => String(index + 1));
    return `(move ${x1!} ${y1!} ${x2!} ${y2!})`;
  }
}

/** Rows that a piece has come. */
const progress = (cell: number, owner: number): number => (owner === FIRST ? rowOf(cell) : SIZE - 1 - rowOf(cell));

const readRace =
  (rules: RaceRules) =>
  (facts: readonly string[]): RacePosition => {
    const of = factsByName(facts);
    const board = new Int8Array(SIZE * SIZE);
    for (const [file, rank, owner] of of(rules.relation))
      board[cellOf(file!, rank!)] = owner === ROLES[0] ? FIRST : SECOND;
    return new RacePosition(rules, board, of('control')[0]![0] === ROLES[0] ? 0 : 1);
  };

export const readBreakthrough = readRace(BREAKTHROUGH);
export const readKnightthrough = readRace(KNIGHTTHROUGH);
