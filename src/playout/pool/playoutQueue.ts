import type { PlayoutRequest, PlayoutTally } from '../../game/index.js';
import type { PackedState } from '../packedState.js';
import { MoveMemory } from './moveMemory.js';
import { type MemoryShape, PoolMemory } from './poolMemory.js';

export interface QueueShape extends Omit<MemoryShape, 'threads'> {
  /** Requests for which there is room. */
  readonly places: number;
}

/** What threads share of a queue. */
export interface QueueMemory {
  readonly shape: QueueShape;
  readonly control: SharedArrayBuffer;
  /** A {@link PoolMemory} a place: the request and what came of it … */
  readonly requests: readonly SharedArrayBuffer[];
  /** … and a {@link MoveMemory}, for the moves that were made. */
  readonly moves: readonly SharedArrayBuffer[];
}

/** In place of a place. */
export const NO_PLACE = -1;

/** How it stands with a place; from `TAKEN` on, a helper has taken the request, the one whose number is added to that. */
const FREE = 0;
export const ASKED = 1;
export const MADE = 2;
export const FAILED = 3;
const TAKEN = 4;

/** Looks at a word before a thread sleeps on it, a few tenths of a millisecond: to be woken takes as long as small requests do. */
const LOOKS = 200_000;

/** Words of control: how often something was asked for, on which helpers sleep; for each place how it stands, and the ticket of its request. */
const ASKINGS = 0;
const FIRST_PLACE = 1;
const WORDS_A_PLACE = 2;

const statusAt = (place: number): number => FIRST_PLACE + WORDS_A_PLACE * place;
const ticketAt = (place: number): number => statusAt(place) + 1;

/**
 * Requests for playouts that one thread makes and others take, each as a whole, the oldest first. Whoever takes a request changes its place from `ASKED`, so
 * that nobody else does; whoever asked may do so too.
 */
export class PlayoutQueue {
  readonly #control: Int32Array;
  readonly #requests: readonly PoolMemory[];
  readonly #moves: readonly MoveMemory[];

  constructor(readonly memory: QueueMemory) {
    this.#control = new Int32Array(memory.control);
    const shape = { ...memory.shape, threads: 1 };
    this.#requests = memory.requests.map((buffer) => new PoolMemory(shape, buffer));
    this.#moves = memory.moves.map((buffer) => new MoveMemory(buffer));
  }

  static open(shape: QueueShape): PlayoutQueue {
    const control = new SharedArrayBuffer(4 * (FIRST_PLACE + WORDS_A_PLACE * shape.places));
    const requests = Array.from({ length: shape.places }, () => new PoolMemory({ ...shape, threads: 1 }).buffer);
    const moves = requests.map(() => new MoveMemory().buffer);
    return new PlayoutQueue({ shape, control, requests, moves });
  }

  // What the thread does that asks.

  /** Puts a request into a free place; {@link NO_PLACE} where there is none, or the states do not fit. */
  ask(ticket: number, starts: readonly PackedState[], request: PlayoutRequest): number {
    const { places, capacity } = this.memory.shape;
    if (starts.length > capacity) return NO_PLACE;
    for (let place = 0; place < places; place++) {
      if (this.status(place) !== FREE) continue;
      this.#requests[place]!.writeStates(starts);
      this.#requests[place]!.writePlayouts(request);
      this.#control[ticketAt(place)] = ticket;
      Atomics.store(this.#control, statusAt(place), ASKED);
      Atomics.add(this.#control, ASKINGS, 1);
      Atomics.notify(this.#control, ASKINGS);
      return place;
    }
    return NO_PLACE;
  }

  status(place: number): number {
    return Atomics.load(this.#control, statusAt(place));
  }

  /** Takes a request back that nobody has taken; gives whether it could. */
  takeBack(place: number): boolean {
    return Atomics.compareExchange(this.#control, statusAt(place), ASKED, FREE) === ASKED;
  }

  /** Waits while a place stands so, not longer than so many milliseconds. */
  wait(place: number, status: number, ms: number): void {
    this.#watch(statusAt(place), status, ms);
  }

  /** What came of a request; its place is free then. */
  fetch(place: number): PlayoutTally {
    const { ended, capped, stuck, plies, goalSum, goalSquareSum } = this.#requests[place]!.tallyOf(0);
    const tally = {
      ...{ ended: ended.slice(), capped: capped.slice(), stuck: stuck.slice(), plies },
      ...{ goalSum: goalSum.slice(), goalSquareSum: goalSquareSum.slice() },
      ...(this.request(place).countsMoves === true && { moves: this.#moves[place]!.read() }),
    };
    this.free(place);
    return tally;
  }

  /** The place may be used again: nobody has its request any more. */
  free(place: number): void {
    Atomics.store(this.#control, statusAt(place), FREE);
  }

  /** A helper is dead: what it had taken failed. */
  bury(helper: number): void {
    for (let place = 0; place < this.memory.shape.places; place++) {
      Atomics.compareExchange(this.#control, statusAt(place), TAKEN + helper, FAILED);
    }
  }

  // What helpers do.

  get askings(): number {
    return Atomics.load(this.#control, ASKINGS);
  }

  /** Sleeps until more was asked for than that. */
  sleep(askings: number): void {
    this.#watch(ASKINGS, askings, Infinity);
  }

  /** Takes the oldest request that nobody has taken; {@link NO_PLACE} where there is none. */
  take(helper: number): number {
    for (;;) {
      const oldest = this.#oldest();
      if (oldest === NO_PLACE) return NO_PLACE;
      const status = statusAt(oldest);
      if (Atomics.compareExchange(this.#control, status, ASKED, TAKEN + helper) === ASKED) return oldest;
    }
  }

  #oldest(): number {
    let oldest = NO_PLACE;
    for (let place = 0; place < this.memory.shape.places; place++) {
      if (this.status(place) !== ASKED) continue;
      if (oldest === NO_PLACE || this.#control[ticketAt(place)]! < this.#control[ticketAt(oldest)]!) oldest = place;
    }
    return oldest;
  }

  /** They are overwritten when the place is used again. */
  starts(place: number): readonly PackedState[] {
    return this.#requests[place]!.states;
  }

  request(place: number): PlayoutRequest {
    return this.#requests[place]!.playouts;
  }

  give(place: number, tally: PlayoutTally): void {
    if (tally.moves !== undefined) this.#moves[place]!.write(tally.moves);
    this.#requests[place]!.writeTally(0, tally);
    this.#end(place, MADE);
  }

  fail(place: number): void {
    this.#end(place, FAILED);
  }

  /** Waits while a word has that value, not much longer than so many milliseconds. */
  #watch(word: number, value: number, ms: number): void {
    for (let look = 0; look < LOOKS; look++) if (Atomics.load(this.#control, word) !== value) return;
    Atomics.wait(this.#control, word, value, ms);
  }

  #end(place: number, status: typeof MADE | typeof FAILED): void {
    Atomics.store(this.#control, statusAt(place), status);
    Atomics.notify(this.#control, statusAt(place));
  }
}
