import { IntList } from '../../base/index.js';
import type { MoveTally } from '../../game/index.js';
import { firstMove, type GroundProgram } from '../../ground/index.js';
import type { MoveNames } from '../moveNames.js';

/** Counts in how many ended playouts of each start a move was made, and what came of them. Moves come in as places among all moves. */
export class MoveCounts {
  /** Last playout in which each move was made. */
  readonly #madeIn: Int32Array;
  readonly #played: Int32Array;
  readonly #goalSum: Float64Array;
  readonly #rows: { start: number; role: number; move: number; played: number; goalSum: number }[] = [];
  /** Moves of the current playout, each once. */
  readonly #made = new IntList();
  readonly #roleOf: Int32Array;
  readonly #moveOf: Int32Array;
  #playout = 0;

  constructor(program: GroundProgram, names: MoveNames) {
    this.#madeIn = new Int32Array(program.moves);
    this.#played = new Int32Array(program.moves);
    this.#goalSum = new Float64Array(program.moves);
    this.#roleOf = new Int32Array(program.moves);
    this.#moveOf = new Int32Array(program.moves);
    program.roles.forEach((_, role) => {
      const start = program.moveStart[role]! - firstMove(program);
      names.ofRole(role).forEach((move, i) => {
        this.#roleOf[start + i] = role;
        this.#moveOf[start + i] = move;
      });
    });
  }

  begin(): void {
    this.#playout++;
    this.#made.length = 0;
  }

  note(joint: Int32Array): void {
    for (const move of joint) {
      if (this.#madeIn[move] === this.#playout) continue;
      this.#madeIn[move] = this.#playout;
      this.#made.push(move);
    }
  }

  /** The playout ended with these goals. */
  add(goals: Float64Array): void {
    for (let i = 0; i < this.#made.length; i++) {
      const move = this.#made.array[i]!;
      this.#played[move]!++;
      this.#goalSum[move]! += goals[this.#roleOf[move]!]!;
    }
  }

  finishStart(start: number): void {
    for (let place = 0; place < this.#played.length; place++) {
      const played = this.#played[place]!;
      if (played === 0) continue;
      const [role, move, goalSum] = [this.#roleOf[place]!, this.#moveOf[place]!, this.#goalSum[place]!];
      this.#rows.push({ start, role, move, played, goalSum });
    }
    this.#played.fill(0);
    this.#goalSum.fill(0);
  }

  tally(): MoveTally {
    const column = (of: 'start' | 'role' | 'move' | 'played'): Int32Array =>
      Int32Array.from(this.#rows, (row) => row[of]);
    return {
      start: column('start'),
      role: column('role'),
      move: column('move'),
      played: column('played'),
      goalSum: Float64Array.from(this.#rows, (row) => row.goalSum),
    };
  }
}
