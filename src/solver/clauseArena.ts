import type { ClauseSet } from './compileClauses.js';

/**
 * A clause in the arena: its constraint; then, where it is watched, the next watch of each of its two watches and where to look on for a
 * literal; or, where it is counted, how many of its literals are not false, and the exclusive or of these; its length; its literals.
 *
 * A membership looks like the clause of its head and of all values that are not in its set, of which only the value that is watched
 * and the head are there, in this order; then follow its variable and the ids of its set. Its cursor is {@link IS_SET}.
 */
export const ORIGIN = 0;
export const NEXT_WATCH = 1;
export const CURSOR = 3;
export const COUNT = 1;
export const XOR = 2;
export const LENGTH = 4;
export const LITERALS = 5;
export const SET_VARIABLE = 7;
export const SET_IDS = 8;
export const IS_SET = -1;

/** Longer clauses are counted (measured on the rounds of chess: to look for a literal to watch among hundreds that are false takes longer). */
const LONGEST_WATCHED = 32;
export const isCounted = (length: number): boolean => length > LONGEST_WATCHED;

/** Shorter clauses are not in the arena. */
const LEAST_LENGTH = 3;
export const NO_PLACE = -1;

/** Clauses and memberships one after another in one array, each with all that its visit needs, and the places of both; links are not yet set. */
export interface ClauseArena {
  readonly arena: Int32Array<ArrayBuffer>;
  readonly places: Int32Array<ArrayBuffer>;
  readonly setPlaces: Int32Array<ArrayBuffer>;
}

export function clauseArena({ starts, literals, origins, memberships }: ClauseSet): ClauseArena {
  const places = new Int32Array(origins.length).fill(NO_PLACE);
  let size = 0;
  for (let clause = 0; clause < places.length; clause++) {
    const length = starts[clause + 1]! - starts[clause]!;
    if (length < LEAST_LENGTH) continue;
    places[clause] = size;
    size += LITERALS + length;
  }
  const setPlaces = new Int32Array(memberships.length);
  for (const [index, { ids }] of memberships.entries()) {
    setPlaces[index] = size;
    size += SET_IDS + ids.length;
  }
  const arena = new Int32Array(size);
  for (let clause = 0; clause < places.length; clause++) {
    const place = places[clause]!;
    if (place === NO_PLACE) continue;
    const start = starts[clause]!;
    const length = starts[clause + 1]! - start;
    arena[place + ORIGIN] = origins[clause]!;
    arena[place + LENGTH] = length;
    for (let i = 0; i < length; i++) arena[place + LITERALS + i] = literals[start + i]!;
    if (isCounted(length)) {
      arena[place + COUNT] = length;
      for (let i = 0; i < length; i++) arena[place + XOR]! ^= literals[start + i]!;
    } else arena[place + CURSOR] = 2;
  }
  for (const [index, { head, variable, ids, origin }] of memberships.entries()) {
    const place = setPlaces[index]!;
    arena[place + ORIGIN] = origin;
    arena[place + CURSOR] = IS_SET;
    arena[place + LENGTH] = ids.length;
    arena[place + LITERALS + 1] = head;
    arena[place + SET_VARIABLE] = variable;
    arena.set(ids, place + SET_IDS);
  }
  return { arena, places, setPlaces };
}

/** A clause of one literal, or, without it, of none. */
export interface UnitClause {
  readonly literal: number | undefined;
  readonly origin: number;
}

export function unitClauses({ starts, literals, origins }: ClauseSet): UnitClause[] {
  const units: UnitClause[] = [];
  for (let clause = 0; clause < origins.length; clause++) {
    const start = starts[clause]!;
    const length = starts[clause + 1]! - start;
    if (length <= 1) units.push({ literal: length === 0 ? undefined : literals[start]!, origin: origins[clause]! });
  }
  return units;
}

type Implication = (literal: number, item: number, origin: number) => void;

/**
 * What an item that is negative, -1 - (4 · place + kind), says of a clause or a membership in the arena: all but its head are false; one
 * more of its literals is; the variable takes a value of the set.
 */
const DENY_BODY = 0;
export const COUNT_DOWN = 1;
export const KEEP_SET = 2;
const actOn = (place: number, kind: number): number => -1 - (4 * place + kind);

/** Each literal with what is so, or to be done, once it is true: another literal, or an act on what is in the arena. */
export function eachImplication(set: ClauseSet, { places, setPlaces }: ClauseArena, visit: Implication): void {
  const { starts, literals, hasHead, origins } = set;
  for (let clause = 0; clause < origins.length; clause++) {
    const start = starts[clause]!;
    const length = starts[clause + 1]! - start;
    const origin = origins[clause]!;
    const first = literals[start]!;
    if (length === 2) {
      visit(first ^ 1, literals[start + 1]!, origin);
      visit(literals[start + 1]! ^ 1, first, origin);
    } else if (isCounted(length)) {
      for (let i = 0; i < length; i++) visit(literals[start + i]! ^ 1, actOn(places[clause]!, COUNT_DOWN), origin);
    }
    if (hasHead[clause] === 0) continue;
    if (length === 2) visit(first, literals[start + 1]! ^ 1, origin);
    else if (length > 2) visit(first, actOn(places[clause]!, DENY_BODY), origin);
    for (let i = 1; i < length; i++) visit(literals[start + i]!, first ^ 1, origin);
  }
  for (const [index, { head, origin }] of set.memberships.entries())
    visit(head, actOn(setPlaces[index]!, KEEP_SET), origin);
}
