import type { MoveTally } from '../../game/index.js';

/** Most rows of a tally of moves; one that has more is not shared. */
const ROWS = 2 ** 16;
/** Before the rows: how many there are. */
const HEAD_WORDS = 2;
/** Start, role, move and played of all rows, one after the other; before them the sums of goals. */
const INT_COLUMNS = 4;

/** A tally of moves in memory that threads share. */
export class MoveMemory {
  readonly #head: Int32Array;
  readonly #sums: Float64Array;
  readonly #columns: Int32Array;

  constructor(readonly buffer = new SharedArrayBuffer(4 * HEAD_WORDS + (8 + 4 * INT_COLUMNS) * ROWS)) {
    this.#head = new Int32Array(buffer, 0, HEAD_WORDS);
    this.#sums = new Float64Array(buffer, 4 * HEAD_WORDS, ROWS);
    this.#columns = new Int32Array(buffer, 4 * HEAD_WORDS + 8 * ROWS, INT_COLUMNS * ROWS);
  }

  /** Throws where it does not fit. */
  write({ start, role, move, played, goalSum }: MoveTally): void {
    if (start.length > ROWS) throw new RangeError(`${String(start.length)} rows of moves do not fit`);
    this.#head[0] = start.length;
    this.#sums.set(goalSum);
    [start, role, move, played].forEach((column, index) => this.#columns.set(column, index * ROWS));
  }

  read(): MoveTally {
    const rows = this.#head[0]!;
    const column = (index: number): Int32Array => this.#columns.slice(index * ROWS, index * ROWS + rows);
    return {
      ...{ start: column(0), role: column(1), move: column(2), played: column(3) },
      goalSum: this.#sums.slice(0, rows),
    };
  }
}
