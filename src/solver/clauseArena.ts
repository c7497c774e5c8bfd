import type { ClauseSet } from './compileClauses.js';

/** A clause in the arena: its constraint, the next watch of each of its two watches, where to look on for a literal, its length, its literals. */
export const ORIGIN = 0;
export const NEXT_WATCH = 1;
export const CURSOR = 3;
export const LENGTH = 4;
export const LITERALS = 5;

/** Shorter clauses are not in the arena. */
const LEAST_LENGTH = 3;
export const NO_PLACE = -1;

/** The clauses one after another in one array, each with all that its visit needs, and the place of each; links are not yet set. */
export interface ClauseArena {
  readonly arena: Int32Array<ArrayBuffer>;
  readonly places: Int32Array<ArrayBuffer>;
}

export function clauseArena({ starts, literals, origins }: ClauseSet): ClauseArena {
  const places = new Int32Array(origins.length).fill(NO_PLACE);
  let size = 0;
  for (let clause = 0; clause < places.length; clause++) {
    const length = starts[clause + 1]! - starts[clause]!;
    if (length < LEAST_LENGTH) continue;
    places[clause] = size;
    size += LITERALS + length;
  }
  const arena = new Int32Array(size);
  for (let clause = 0; clause < places.length; clause++) {
    const place = places[clause]!;
    if (place === NO_PLACE) continue;
    const start = starts[clause]!;
    const length = starts[clause + 1]! - start;
    arena[place + ORIGIN] = origins[clause]!;
    arena[place + CURSOR] = 2;
    arena[place + LENGTH] = length;
    for (let i = 0; i < length; i++) arena[place + LITERALS + i] = literals[start + i]!;
  }
  return { arena, places };
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
 * Each literal with what is so once it is: another literal, or, where that is the head of a definition in the arena, -1 - its place (none
 * of the definition's other literals holds).
 */
export function eachImplication(
  { starts, literals, hasHead, origins }: ClauseSet,
  places: Int32Array,
  visit: Implication,
): void {
  for (let clause = 0; clause < origins.length; clause++) {
    const start = starts[clause]!;
    const length = starts[clause + 1]! - start;
    const origin = origins[clause]!;
    const first = literals[start]!;
    if (length === 2) {
      visit(first ^ 1, literals[start + 1]!, origin);
      visit(literals[start + 1]! ^ 1, first, origin);
    }
    if (hasHead[clause] === 0) continue;
    if (length === 2) visit(first, literals[start + 1]! ^ 1, origin);
    else if (length > 2) visit(first, -1 - places[clause]!, origin);
    for (let i = 1; i < length; i++) visit(literals[start + i]!, first ^ 1, origin);
  }
}
