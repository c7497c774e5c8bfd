import { firstMove, type GroundProgram } from '../../ground/index.js';
import { type EventNetwork, WAS_TRUE } from './layout.js';

/**
 * The legal moves of each role, in no particular order, so that any of them is found by its index. Moves are places among all moves. Those
 * of a role that have the same condition are a group: they are legal only while the condition holds.
 */
export class LegalMoves {
  /** The groups of role r are `groupStart[r] … groupStart[r + 1])`. */
  readonly #groupStart: Int32Array;
  readonly #conditions: Int32Array;
  /** The moves of group g are `moves[start[g] … start[g] + size[g])`. */
  readonly #start: Int32Array;
  readonly #size: Int32Array;
  readonly #moves: Int32Array;
  /** Of each legal move in `moves`. */
  readonly #index: Int32Array;
  readonly #groupOf: Int32Array;
  readonly #memory: Int32Array;

  constructor(
    program: GroundProgram,
    { conditions, memory }: EventNetwork,
  ) {
    this.#memory = memory;
    this.#groupOf = new Int32Array(program.moves);
    const groupStart = [0];
    const groups: number[] = [];
    const start: number[] = [];
    const sizes: number[] = [];
    for (let role = 0; role < program.roles.length; role++) {
      const from = program.moveStart[role]! - firstMove(program);
      const to = program.moveStart[role + 1]! - firstMove(program);
      const own = [...new Set(conditions.subarray(from, to))];
      for (let move = from; move < to; move++) {
        const group = groups.length + own.indexOf(conditions[move]!);
        this.#groupOf[move] = group;
        sizes[group] = (sizes[group] ?? 0) + 1;
      }
      groups.push(...own);
      groupStart.push(groups.length);
    }
    for (let group = 0, next = 0; group < groups.length; next += sizes[group++]!) start[group] = next;
    this.#groupStart = Int32Array.from(groupStart);
    this.#conditions = Int32Array.from(groups);
    this.#start = Int32Array.from(start);
    this.#size = new Int32Array(groups.length);
    this.#moves = new Int32Array(program.moves);
    this.#index = new Int32Array(program.moves);
  }

  count(role: number): number {
    const end = this.#groupStart[role + 1]!;
    let count = 0;
    for (let group = this.#groupStart[role]!; group < end; group++) {
      if (this.#isOpen(group)) count += this.#size[group]!;
    }
    return count;
  }

  at(role: number, index: number): number {
    let rest = index;
    for (let group = this.#groupStart[role]!; ; group++) {
      if (!this.#isOpen(group)) continue;
      if (rest < this.#size[group]!) return this.#moves[this.#start[group]! + rest]!;
      rest -= this.#size[group]!;
    }
  }

  add(move: number): void {
    const group = this.#groupOf[move]!;
    const index = this.#start[group]! + this.#size[group]!++;
    this.#moves[index] = move;
    this.#index[move] = index;
  }

  remove(move: number): void {
    const index = this.#index[move]!;
    const group = this.#groupOf[move]!;
    const last = this.#moves[this.#start[group]! + --this.#size[group]!]!;
    this.#moves[index] = last;
    this.#index[last] = index;
  }

  #isOpen(group: number): boolean {
    const condition = this.#conditions[group]!;
    return (this.#memory[condition >> 1]! & WAS_TRUE) !== (condition & 1);
  }
}
