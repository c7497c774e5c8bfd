import {
  CURSOR,
  LENGTH,
  LITERALS,
  NEXT_WATCH,
  NO_PLACE,
  ORIGIN,
  type UnitClause,
  clauseArena,
  eachImplication,
  unitClauses,
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
/** For the owner of the tables: -1 unless it says otherwise. */
export const TABLE_VARIABLE = 3;

const NO_WATCH = -1;

/**
 * Propagates clauses and definitions, literal by literal. A clause of two literals is two implications; a longer one has two watched
 * literals (Moskewicz et al. 2001, "Chaff"), so that a change costs what watches it, and going back costs nothing. Where no variable
 * is in two literals of a constraint this is arc consistency; otherwise it may keep values too many, but accepts no wrong assignment.
 *
 * An implication is a literal that becomes true as well, or, negative, -1 - the place in the arena of a definition whose head is
 * true: none of its other literals holds.
 *
 * Watch 2 · place + i is that of literal i of the clause at that place. If a watched literal is false, and that was followed, then
 * the other watched one is true.
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

  constructor(set: ClauseSet, domains: Domains) {
    this.#domains = domains;
    this.#truth = domains.truth;
    const { arena, places } = clauseArena(set);
    this.#arena = arena;
    this.#units = unitClauses(set);
    this.listeners = new Int32Array(LISTENER * domains.literalCount).fill(-1);
    const { implied, origins } = this.#layOutImplications(set, places);
    this.#implied = implied;
    this.#impliedOrigins = origins;
    for (const place of places) {
      if (place === NO_PLACE) continue;
      this.#watch(2 * place, arena[place + LITERALS]!);
      this.#watch(2 * place + 1, arena[place + LITERALS + 1]!);
    }
  }

  #layOutImplications(set: ClauseSet, places: Int32Array): { implied: Int32Array; origins: Int32Array } {
    const { listeners } = this;
    const { literalCount } = this.#domains;
    const counts = new Int32Array(literalCount);
    eachImplication(set, places, (literal) => counts[literal]!++);
    let total = 0;
    for (let literal = 0; literal < literalCount; literal++) {
      const at = LISTENER * literal;
      listeners[at + IMPLICATIONS_START] = total;
      listeners[at + IMPLICATIONS_END] = total;
      total += counts[literal]!;
    }
    const implied = new Int32Array(total);
    const origins = new Int32Array(total);
    eachImplication(set, places, (literal, item, origin) => {
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

  /** What follows from a literal that has become true; false where nothing can hold. */
  follow(literal: number): boolean {
    const listener = LISTENER * literal;
    const end = this.listeners[listener + IMPLICATIONS_END]!;
    for (let i = this.listeners[listener + IMPLICATIONS_START]!; i < end; i++) {
      const item = this.#implied[i]!;
      if (item < 0) {
        if (!this.#denyBody(-1 - item, literal)) return false;
      } else if (this.#truth[item] !== TRUE && !this.#domains.makeTrue(item)) {
        return this.#fail(this.#impliedOrigins[i]!);
      }
    }
    return this.#followWatches(listener + FIRST_WATCH);
  }

  #denyBody(place: number, head: number): boolean {
    const arena = this.#arena;
    const first = place + LITERALS;
    for (let at = first; at < first + arena[place + LENGTH]!; at++) {
      const literal = arena[at]!;
      if (literal !== head && !this.#domains.makeTrue(literal ^ 1)) return this.#fail(arena[place + ORIGIN]!);
    }
    return true;
  }

  #followWatches(list: number): boolean {
    const arena = this.#arena;
    const truth = this.#truth;
    // The link to the watch at hand, in the arena; none for the first of the list.
    let previous = -1;
    let watch = this.listeners[list]!;
    while (watch !== NO_WATCH) {
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

  #fail(origin: number): false {
    this.culprit = origin;
    return false;
  }
}
