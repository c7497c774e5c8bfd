import { IntList } from '../base/index.js';
import {
  type ClauseArena,
  clauseArena,
  COUNT,
  COUNT_DOWN,
  CURSOR,
  eachImplication,
  IS_SET,
  isCounted,
  KEEP_SET,
  LENGTH,
  LITERALS,
  NEXT_WATCH,
  NO_PLACE,
  ORIGIN,
  SET_IDS,
  SET_VARIABLE,
  type UnitClause,
  unitClauses,
  XOR,
} from './clauseArena.js';
import type { ClauseSet } from './compileClauses.js';
import { type Domains, FALSE, TRUE } from './domains.js';

/**
 * What waits for each literal, four integers a literal in one array, because a literal that becomes true asks for all of them:
 * where its implications start and end; the first watch of a clause that has its denial; and what {@link Clauses} leaves to others.
 */
export const LISTENER = 4;
const IMPLICATIONS_START = 0;
const IMPLICATIONS_END = 1;
const FIRST_WATCH = 2;
/** For the owner of the tables, who says what it is: {@link NO_TABLES} until then. */
export const TABLES = 3;
export const NO_TABLES = -1;

const NO_WATCH = -1;
/** The culprit where nothing failed, but time was up. */
const NO_ORIGIN = -1;
/** Of what waits for a literal, so much is told between two looks at the clock: for some it is hundreds of thousands. */
const UNTIMED = 256;

/**
 * Propagates clauses and definitions, literal by literal. A clause of two literals is two implications; one of some more has two watched
 * literals (Moskewicz et al. 2001, "Chaff"), so that a change costs what watches it, and going back costs nothing; a long one is
 * counted: how many of its literals are not false, and their exclusive or, which is the last of them. A membership watches one value
 * outside its set. Where no variable is in two literals of a constraint, or all but the head are a set of values of one variable, this
 * is arc consistency; otherwise it may keep values too many, but accepts no wrong assignment.
 *
 * Watch 2 · place + i is that of literal i of the clause at that place in the arena. If a watched literal is false, and that was followed,
 * then the other watched one is true.
 */
export class Clauses {
  /** The constraint that failed last. */
  culprit = -1;
  readonly listeners: Int32Array<ArrayBuffer>;
  readonly #domains: Domains;
  readonly #truth: Uint8Array;
  readonly #implied: Int32Array;
  readonly #impliedOrigins: Int32Array;
  readonly #arena: Int32Array;
  readonly #units: readonly UnitClause[];
  /** Pairs: place of a counted clause, literal that was found to be false. */
  readonly #log = new IntList();
  readonly #levels = new IntList();

  constructor(set: ClauseSet, domains: Domains) {
    this.#domains = domains;
    this.#truth = domains.truth;
    const layout = clauseArena(set);
    const { arena, places, setPlaces } = layout;
    this.#arena = arena;
    this.#units = unitClauses(set);
    this.listeners = new Int32Array(LISTENER * domains.literalCount).fill(-1);
    const { implied, origins } = this.#layOutImplications(set, layout);
    this.#implied = implied;
    this.#impliedOrigins = origins;
    for (const place of places) {
      if (place === NO_PLACE || isCounted(arena[place + LENGTH]!)) continue;
      this.#watch(2 * place, arena[place + LITERALS]!);
      this.#watch(2 * place + 1, arena[place + LITERALS + 1]!);
    }
    for (const place of setPlaces) this.#watchOutside(place);
  }

  /** A value that is not in the set. There is one: the set has no more than half of them. */
  #watchOutside(place: number): void {
    let id = this.#domains.offsets[this.#arena[place + SET_VARIABLE]!]!;
    while (this.#isInSet(place, id)) id++;
    this.#arena[place + LITERALS] = this.#domains.literalOf(id);
    this.#watch(2 * place, this.#arena[place + LITERALS]!);
  }

  #layOutImplications(set: ClauseSet, layout: ClauseArena): { implied: Int32Array; origins: Int32Array } {
    const { listeners } = this;
    const { literalCount } = this.#domains;
    const counts = new Int32Array(literalCount);
    eachImplication(set, layout, (literal) => counts[literal]!++);
    let total = 0;
    for (let literal = 0; literal < literalCount; literal++) {
      const at = LISTENER * literal;
      listeners[at + IMPLICATIONS_START] = total;
      listeners[at + IMPLICATIONS_END] = total;
      total += counts[literal]!;
    }
    const implied = new Int32Array(total);
    const origins = new Int32Array(total);
    eachImplication(set, layout, (literal, item, origin) => {
      const at = listeners[LISTENER * literal + IMPLICATIONS_END]!++;
      implied[at] = item;
      origins[at] = origin;
    });
    return { implied, origins };
  }

  /** Puts a watch in the list of its literal. */
  #watch(watch: number, literal: number): void {
    const list = LISTENER * (literal ^ 1) + FIRST_WATCH;
    this.#arena[(watch >> 1) + NEXT_WATCH + (watch & 1)] = this.listeners[list]!;
    this.listeners[list] = watch;
  }

  /** What holds from the start; false where nothing can hold. */
  post(): boolean {
    for (const { literal, origin } of this.#units)
      if (literal === undefined || !this.#domains.makeTrue(literal)) return this.#fail(origin);
    return true;
  }

  /** What follows from a literal that has become true; false where nothing can hold, or time is up first, after which there is nothing to do but to restore. */
  follow(literal: number, isTimeUp?: () => boolean): boolean {
    const listener = LISTENER * literal;
    const end = this.listeners[listener + IMPLICATIONS_END]!;
    for (let i = this.listeners[listener + IMPLICATIONS_START]!, left = UNTIMED; i < end; i++) {
      if (--left === 0) {
        if (isTimeUp?.() === true) return this.#fail(NO_ORIGIN);
        left = UNTIMED;
      }
      const item = this.#implied[i]!;
      if (item < 0) {
        if (!this.#act(-1 - item, literal)) return false;
      } else if (this.#truth[item] !== TRUE && !this.#domains.makeTrue(item)) {
        return this.#fail(this.#impliedOrigins[i]!);
      }
    }
    return this.#followWatches(listener + FIRST_WATCH, isTimeUp);
  }

  #act(code: number, literal: number): boolean {
    const place = code >> 2;
    switch (code & 3) {
      case COUNT_DOWN:
        return this.#countDown(place, literal ^ 1);
      case KEEP_SET:
        return this.#keepSet(place);
      default:
        return this.#denyBody(place, literal);
    }
  }

  #keepSet(place: number): boolean {
    const { dense, offsets, sizes } = this.#domains;
    const x = this.#arena[place + SET_VARIABLE]!;
    const first = offsets[x]!;
    // Backwards: what a removal puts in the place of a value was seen before.
    for (let position = first + sizes[x]! - 1; position >= first; position--) {
      const id = dense[position]!;
      if (!this.#isInSet(place, id) && !this.#domains.remove(id)) return this.#fail(this.#arena[place + ORIGIN]!);
    }
    return true;
  }

  #isInSet(place: number, id: number): boolean {
    const arena = this.#arena;
    let low = place + SET_IDS;
    let high = low + arena[place + LENGTH]! - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (arena[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return arena[low] === id;
  }

  #countDown(place: number, falsified: number): boolean {
    const arena = this.#arena;
    this.#log.push(place);
    this.#log.push(falsified);
    const last = (arena[place + XOR]! ^= falsified);
    const count = --arena[place + COUNT]!;
    if (count > 1 || (count === 1 && this.#domains.makeTrue(last))) return true;
    return this.#fail(arena[place + ORIGIN]!);
  }

  #denyBody(place: number, head: number): boolean {
    const arena = this.#arena;
    const length = arena[place + LENGTH]!;
    // Often the head became true because all others are false.
    if (isCounted(length) && arena[place + COUNT] === 1) return true;
    const first = place + LITERALS;
    for (let at = first; at < first + length; at++) {
      const literal = arena[at]!;
      if (literal !== head && !this.#domains.makeTrue(literal ^ 1)) return this.#fail(arena[place + ORIGIN]!);
    }
    return true;
  }

  #followWatches(list: number, isTimeUp: (() => boolean) | undefined): boolean {
    const arena = this.#arena;
    const truth = this.#truth;
    // The link to the watch at hand, in the arena; none for the first of the list.
    let previous = -1;
    let watch = this.listeners[list]!;
    for (let left = UNTIMED; watch !== NO_WATCH;) {
      if (--left === 0) {
        if (isTimeUp?.() === true) return this.#fail(NO_ORIGIN);
        left = UNTIMED;
      }
      const place = watch >> 1;
      const link = place + NEXT_WATCH + (watch & 1);
      const next = arena[link]!;
      const other = arena[place + LITERALS + 1 - (watch & 1)]!;
      if (truth[other] === TRUE) previous = link;
      else if (this.#moveWatch(watch)) {
        if (previous === -1) this.listeners[list] = next;
        else arena[previous] = next;
      } else {
        if (!this.#domains.makeTrue(other)) return this.#fail(arena[place + ORIGIN]!);
        previous = link;
      }
      watch = next;
    }
    return true;
  }

  /** To a literal that is not false, if there is one; the caller takes the watch out of its old list. */
  #moveWatch(watch: number): boolean {
    const arena = this.#arena;
    const place = watch >> 1;
    const first = place + LITERALS;
    const length = arena[place + LENGTH]!;
    if (arena[place + CURSOR] === IS_SET) return this.#moveSetWatch(place);
    // Round and round from where the last search ended, so that a long clause is not begun again each time.
    let i = arena[place + CURSOR]!;
    for (let left = length - 2; left > 0; left--, i++) {
      if (i >= length) i = 2;
      const literal = arena[first + i]!;
      if (this.#truth[literal] === FALSE) continue;
      arena[first + i] = arena[first + (watch & 1)]!;
      arena[first + (watch & 1)] = literal;
      arena[place + CURSOR] = i;
      this.#watch(watch, literal);
      return true;
    }
    return false;
  }

  /** To a value left that is not in the set: among the first values, of which the set has not many. */
  #moveSetWatch(place: number): boolean {
    const { dense, offsets, sizes } = this.#domains;
    const x = this.#arena[place + SET_VARIABLE]!;
    for (let position = offsets[x]!; position < offsets[x]! + sizes[x]!; position++) {
      if (this.#isInSet(place, dense[position]!)) continue;
      const literal = this.#domains.literalOf(dense[position]!);
      this.#arena[place + LITERALS] = literal;
      this.#watch(2 * place, literal);
      return true;
    }
    return false;
  }

  save(): void {
    this.#levels.push(this.#log.length);
  }

  restore(): void {
    const log = this.#log;
    const arena = this.#arena;
    const end = this.#levels.array[--this.#levels.length]!;
    while (log.length > end) {
      log.length -= 2;
      const place = log.array[log.length]!;
      arena[place + COUNT]!++;
      arena[place + XOR]! ^= log.array[log.length + 1]!;
    }
  }

  #fail(origin: number): false {
    this.culprit = origin;
    return false;
  }
}
