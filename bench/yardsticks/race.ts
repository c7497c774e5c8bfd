/**
 * Breakthrough and Knightthrough: whoever reaches the last row, or takes all pieces, wins. Pieces differ in how they
 * step; both capture by stepping.
 */
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

interface Target {
  readonly to: number;
  readonly captures: boolean;
}

interface Step {
  readonly columns: number;
  /** Towards the last row. */
  readonly rows: number;
  /** Whether the step may end on a piece of the other side. */
  readonly captures: boolean;
}

/** How the pieces of a game step, and the name of its relation for what cells hold. */
class RaceRules {
  readonly #targets: ReadonlyMap<number, readonly (readonly Target[])[]>;

  constructor(
    readonly relation: string,
    steps: readonly Step[],
  ) {
    const cells = Array.from({ length: SIZE * SIZE }, (_, cell) => cell);
    const targetsOf = (owner: number, from: number): readonly Target[] =>
      steps
        .map(({ columns, rows, captures }) => ({ to: neighbour(from, columns, owner * rows), captures }))
        .filter(({ to }) => to >= 0);
    this.#targets = new Map([FIRST, SECOND].map((owner) => [owner, cells.map((from) => targetsOf(owner, from))]));
  }

  targets(owner: number, from: number): readonly Target[] {
    return this.#targets.get(owner)![from]!;
  }
}

const ROLES = ['white', 'black'];
const FIRST = 1;
const SECOND = -1;

const BREAKTHROUGH = new RaceRules(
  'cellHolds',
  [-1, 0, 1].map((columns) => ({ columns, rows: 1, captures: columns !== 0 })),
);

const KNIGHTTHROUGH = new RaceRules('cell', [
  { columns: -1, rows: 2, captures: true },
  { columns: 1, rows: 2, captures: true },
  { columns: -2, rows: 1, captures: true },
  { columns: 2, rows: 1, captures: true },
]);

/** What a piece is worth by the rows that it has come: in the last one it wins. */
const WORTH = [100, 100, 105, 115, 130, 160, 220, 1000];
/** A piece that has not left its first row guards it. */
const GUARD = 10;

class RacePosition implements Position {
  readonly mustCapture = false;

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

  get moves(): readonly BoardMove[] {
    const { board, turn, rules } = this;
    const own = turn === 0 ? FIRST : SECOND;
    const moves: BoardMove[] = [];
    for (let from = 0; from < board.length; from++) {
      if (board[from] !== own) continue;
      for (const { to, captures } of rules.targets(own, from)) {
        const held = board[to];
        if (held === own || (!captures && held !== 0)) continue;
        const isWin = progress(to, own) === SIZE - 1;
        moves.push({ from, to, gain: isWin ? WORTH[SIZE - 1]! : held === 0 ? 0 : WORTH[progress(to, -own)]! });
      }
    }
    return moves;
  }

  after({ from, to }: BoardMove): RacePosition {
    const board = this.board.slice();
    board[to] = board[from]!;
    board[from] = 0;
    return new RacePosition(this.rules, board, this.turn === 0 ? 1 : 0);
  }

  value(): number {
    let value = 0;
    for (let cell = 0; cell < this.board.length; cell++) {
      const piece = this.board[cell]!;
      if (piece === 0) continue;
      const rows = progress(cell, piece);
      value += piece * (WORTH[rows]! + (rows === 0 ? GUARD : 0));
    }
    return value;
  }

  text({ from, to }: BoardMove): string {
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
