import type { PlayoutRequest, PlayoutTally } from '../../game/index.js';
import type { PackedState } from '../packedState.js';

export interface MemoryShape {
  readonly threads: number;
  /** Most states of a request. */
  readonly capacity: number;
  readonly stateWords: number;
  readonly roles: number;
}

/** What workers are to do. */
export type Task = 'playouts' | 'expand' | 'leave';
const TASKS: readonly Task[] = ['playouts', 'expand', 'leave'];

/** Places in the words of control. */
const TURN = 0;
const TASK = 1;
const NEXT = 2;
const BUSY = 3;
const MESSAGES = 4;
const STATES = 5;
const COUNTS_MOVES = 6;
const CHUNK = 7;
const HAS_GROUPS = 8;
const IS_DECISIVE = 9;
const CONTROL_WORDS = 10;

/** Places in the numbers of the request. */
const PLAYOUTS = 0;
const SEED = 1;
const MAX_PLIES = 2;
const REQUEST_NUMBERS = 3;

/**
 * The memory that a pool and its workers share. One request is answered at a time: the pool writes it down and then counts `TURN` up, on which
 * workers sleep; each takes the next part that nobody has taken (`NEXT`) until there is none, and counts `BUSY` down.
 *
 * | what    | numbers                   |                                                                                             |
 * | ------- | ------------------------- | ------------------------------------------------------------------------------------------- |
 * | request | 3 × float64               | playouts, seed, maxPlies                                                                    |
 * | sums    | a thread: 1 + 2 × s × r   | float64: plies; goalSum and goalSquareSum, each at state × roles + role                     |
 * | control | 9 × int32                 | `TURN`; `TASK`; `NEXT`; `BUSY`; `MESSAGES` that answer the request; `STATES`; whether moves |
 * |         |                           | are counted; states that are expanded together; whether there are groups                    |
 * | counts  | a thread: 3 × s           | int32: ended, capped, stuck, each by state                                                  |
 * | groups  | s                         | int32: the group of each state                                                              |
 * | states  | s × w                     | uint32: the states                                                                          |
 *
 * with s states at most, r roles, w words a state.
 */
export class PoolMemory {
  readonly #request: Float64Array;
  readonly #sums: Float64Array;
  readonly #control: Int32Array;
  readonly #counts: Int32Array;
  readonly #groups: Int32Array;
  readonly #words: Uint32Array;
  /** Copies of the states for whoever reads them often, which is slow in shared memory; made when they are first asked for. */
  readonly #copies: PackedState[] = [];

  constructor(
    readonly shape: MemoryShape,
    readonly buffer = new SharedArrayBuffer(bytesOf(shape)),
  ) {
    const { threads, capacity, stateWords } = shape;
    let at = 0;
    const take = (bytes: number): number => (at += bytes) - bytes;
    this.#request = new Float64Array(buffer, take(8 * REQUEST_NUMBERS), REQUEST_NUMBERS);
    this.#sums = new Float64Array(buffer, take(8 * threads * sumsOf(shape)), threads * sumsOf(shape));
    this.#control = new Int32Array(buffer, take(4 * CONTROL_WORDS), CONTROL_WORDS);
    this.#counts = new Int32Array(buffer, take(4 * threads * countsOf(shape)), threads * countsOf(shape));
    this.#groups = new Int32Array(buffer, take(4 * capacity), capacity);
    this.#words = new Uint32Array(buffer, take(4 * capacity * stateWords), capacity * stateWords);
  }

  // What the pool does.

  writeStates(states: readonly PackedState[]): void {
    states.forEach((state, index) => this.#words.set(state, index * this.shape.stateWords));
    this.#control[STATES] = states.length;
  }

  writePlayouts({ playouts, seed, maxPlies, countsMoves, isDecisive, groups }: PlayoutRequest): void {
    this.#request.set([playouts, seed, maxPlies]);
    this.#control[HAS_GROUPS] = groups === undefined ? 0 : 1;
    if (groups !== undefined) this.#groups.set(groups);
    this.#control[COUNTS_MOVES] = countsMoves === true ? 1 : 0;
    this.#control[IS_DECISIVE] = isDecisive === true ? 1 : 0;
  }

  writeChunk(states: number): void {
    this.#control[CHUNK] = states;
  }

  /** Wakes the workers. All of the last turn have finished. */
  begin(task: Task): void {
    const control = this.#control;
    control[TASK] = TASKS.indexOf(task);
    control[NEXT] = 0;
    control[BUSY] = this.shape.threads;
    control[MESSAGES] = 0;
    Atomics.add(control, TURN, 1);
    Atomics.notify(control, TURN);
  }

  /** Whether all workers have finished, and announced no more messages than that. */
  isAnsweredBy(messages: number): boolean {
    return Atomics.load(this.#control, BUSY) === 0 && Atomics.load(this.#control, MESSAGES) === messages;
  }

  /** What a thread's playouts came to; without moves. It is overwritten in the next turn. */
  tallyOf(thread: number): PlayoutTally {
    const sums = this.#sumsOf(thread);
    return {
      ...this.#countsOf(thread),
      plies: sums.plies[0]!,
      goalSum: sums.goalSum,
      goalSquareSum: sums.goalSquareSum,
    };
  }

  // What workers do.

  /** Sleeps until a turn other than that begins. */
  awaitTurn(last: number): number {
    // Whoever saw the turn without sleeping may be done with it, and asleep again, before the pool comes to wake the others.
    while (Atomics.load(this.#control, TURN) === last) Atomics.wait(this.#control, TURN, last);
    return Atomics.load(this.#control, TURN);
  }

  get task(): Task {
    return TASKS[this.#control[TASK]!]!;
  }

  /** They are overwritten in the next turn. */
  get states(): readonly PackedState[] {
    const { stateWords } = this.shape;
    const count = this.#control[STATES]!;
    while (this.#copies.length < count) this.#copies.push(new Uint32Array(stateWords));
    const states = this.#copies.slice(0, count);
    states.forEach((state, index) => {
      const from = index * stateWords;
      for (let word = 0; word < stateWords; word++) state[word] = this.#words[from + word]!;
    });
    return states;
  }

  get playouts(): PlayoutRequest {
    const request = this.#request;
    return {
      playouts: request[PLAYOUTS]!,
      seed: request[SEED]!,
      maxPlies: request[MAX_PLIES]!,
      countsMoves: this.#control[COUNTS_MOVES] === 1,
      isDecisive: this.#control[IS_DECISIVE] === 1,
      ...(this.#control[HAS_GROUPS] === 1 && { groups: this.#groups.slice(0, this.#control[STATES]) }),
    };
  }

  /** States that are expanded together. */
  get chunk(): number {
    return this.#control[CHUNK]!;
  }

  /** The next part of the work that nobody has taken. */
  takeNext(): number {
    return Atomics.add(this.#control, NEXT, 1);
  }

  writeTally(thread: number, tally: PlayoutTally): void {
    const sums = this.#sumsOf(thread);
    sums.plies[0] = tally.plies;
    sums.goalSum.set(tally.goalSum);
    sums.goalSquareSum.set(tally.goalSquareSum);
    const counts = this.#countsOf(thread);
    counts.ended.set(tally.ended);
    counts.capped.set(tally.capped);
    counts.stuck.set(tally.stuck);
  }

  /** The pool shall wait for one message more. */
  announceMessage(): void {
    Atomics.add(this.#control, MESSAGES, 1);
  }

  /** A worker has nothing more to do; gives whether it is the last. It touches nothing of the turn afterwards. */
  finish(): boolean {
    return Atomics.sub(this.#control, BUSY, 1) === 1;
  }

  #sumsOf(thread: number): Record<'plies' | 'goalSum' | 'goalSquareSum', Float64Array> {
    const size = this.#control[STATES]! * this.shape.roles;
    const from = thread * sumsOf(this.shape);
    const squares = from + 1 + size;
    return {
      plies: this.#sums.subarray(from, from + 1),
      goalSum: this.#sums.subarray(from + 1, squares),
      goalSquareSum: this.#sums.subarray(squares, squares + size),
    };
  }

  #countsOf(thread: number): Record<'ended' | 'capped' | 'stuck', Int32Array> {
    const size = this.#control[STATES]!;
    const from = thread * countsOf(this.shape);
    const [ended, capped, stuck] = [0, 1, 2].map((kind) =>
      this.#counts.subarray(from + kind * size, from + (kind + 1) * size),
    ) as [Int32Array, Int32Array, Int32Array];
    return { ended, capped, stuck };
  }
}

/** Numbers of a thread. */
const sumsOf = ({ capacity, roles }: MemoryShape): number => 1 + 2 * capacity * roles;
const countsOf = ({ capacity }: MemoryShape): number => 3 * capacity;

function bytesOf(shape: MemoryShape): number {
  const numbers = REQUEST_NUMBERS + shape.threads * sumsOf(shape);
  const words = CONTROL_WORDS + shape.threads * countsOf(shape) + shape.capacity * (1 + shape.stateWords);
  return 8 * numbers + 4 * words;
}
