import type { MoveTally } from '../game/index.js';
import { firstMove, type GroundProgram } from '../ground/index.js';
import type { MoveNames } from './moveNames.js';

/**
 * In how many ended playouts each move was made, and the sum of its role's goals in these, by group of starts: at group × moves + rank, where
 * moves of the program are ranked by role, then by the number that the `Game` has for them. Whoever counts writes into the arrays. It is used
 * for one request after the other.
 */
export class MoveSums {
  /** Moves of the program. */
  readonly moves: number;
  /** By place among the moves of the program: the role whose move it is, and the rank. */
  readonly roleOf: Int32Array;
  readonly rankOf: Int32Array;
  /** By rank: the role, and what the `Game` calls the move. */
  readonly #roles: Int32Array;
  readonly #moves: Int32Array;
  #played = new Int32Array(0);
  #goalSum = new Float64Array(0);
  /** Where something was counted. */
  #found = new Int32Array(0);
  #size = 0;

  constructor(
    program: GroundProgram,
    private readonly names: MoveNames,
  ) {
    const roleOf = new Int32Array(program.moves);
    const moveOf = new Int32Array(program.moves);
    program.roles.forEach((_, role) => {
      const first = program.moveStart[role]! - firstMove(program);
      names.ofRole(role).forEach((move, index) => {
        roleOf[first + index] = role;
        moveOf[first + index] = move;
      });
    });
    const ranked = Int32Array.from(roleOf.keys()).sort((a, b) => roleOf[a]! - roleOf[b]! || moveOf[a]! - moveOf[b]!);
    this.moves = program.moves;
    this.roleOf = roleOf;
    this.rankOf = new Int32Array(program.moves);
    ranked.forEach((place, rank) => (this.rankOf[place] = rank));
    this.#roles = ranked.map((place) => roleOf[place]!);
    this.#moves = ranked.map((place) => moveOf[place]!);
  }

  get played(): Int32Array {
    return this.#played;
  }

  get goalSum(): Float64Array {
    return this.#goalSum;
  }

  /** A request with so many groups begins. */
  begin(groups: number): void {
    this.#size = groups * this.moves;
    if (this.#size > this.#played.length) {
      this.#played = new Int32Array(this.#size);
      this.#goalSum = new Float64Array(this.#size);
      this.#found = new Int32Array(this.#size);
    }
    this.#played.fill(0, 0, this.#size);
    this.#goalSum.fill(0, 0, this.#size);
  }

  /** Adds a tally, whose starts belong to those groups. */
  add({ start, role, move, played, goalSum }: MoveTally, groupOf: (start: number) => number): void {
    for (let row = 0; row < start.length; row++) {
      const at = groupOf(start[row]!) * this.moves + this.rankOf[this.names.place(role[row]!, move[row]!)!]!;
      this.#played[at]! += played[row]!;
      this.#goalSum[at]! += goalSum[row]!;
    }
  }

  /** The sums of the request, by group, then role, then move. */
  tally(): MoveTally {
    const [sums, goals, found, roles, moves] = [this.#played, this.#goalSum, this.#found, this.#roles, this.#moves];
    let rows = 0;
    for (let at = 0; at < this.#size; at++) {
      found[rows] = at;
      if (sums[at] !== 0) rows++;
    }
    const { start, role, move, played, goalSum } = emptyTally(rows);
    let group = 0;
    let first = 0;
    for (let row = 0; row < rows; row++) {
      const at = found[row]!;
      for (; at >= first + moves.length; first += moves.length) group++;
      start[row] = group;
      role[row] = roles[at - first]!;
      move[row] = moves[at - first]!;
      played[row] = sums[at]!;
      goalSum[row] = goals[at]!;
    }
    return { start, role, move, played, goalSum };
  }
}

/** A tally of zeros, in one piece of memory. */
function emptyTally(rows: number): MoveTally {
  const memory = new ArrayBuffer(rows * (8 + 4 * 4));
  const column = (index: number): Int32Array => new Int32Array(memory, rows * (8 + 4 * index), rows);
  const [start, role, move, played] = [column(0), column(1), column(2), column(3)];
  return { start, role, move, played, goalSum: new Float64Array(memory, 0, rows) };
}
