/**
 * Fluents of which at most one holds in a state, or exactly one where the group `isTotal`: one variable of the network stands for
 * all of them, as in the papers. Fluents are counted from 0.
 */
export interface FluentGroup {
  /** What is common to the fluents, `_` where they differ: `(cell 1 1 _)`. */
  readonly name: string;
  readonly fluents: readonly number[];
  /** What each fluent has in the places where they differ. */
  readonly values: readonly string[];
  readonly isTotal: boolean;
}

/** Beyond it, one place at most is left to differ, or all: there are too many subsets of so many places. */
const MOST_PLACES = 5;

/**
 * The groups that names suggest and that no known state contradicts: fluents of one functor that agree in some of their arguments, where
 * that makes groups of all fluents of the functor. A group is total where just one of its fluents holds in each of the states. Total ones come
 * first, then the larger.
 */
export function suggestGroups(fluents: readonly string[], states: readonly Int32Array[]): readonly FluentGroup[] {
  const groupOf = new Int32Array(fluents.length);
  const kept = [...byFunctor(fluents)].flatMap((terms) =>
    groupings(terms).flatMap((groups) => agreeing(groups, groupOf, states)),
  );
  return kept.sort(preferred);
}

function preferred(a: FluentGroup, b: FluentGroup): number {
  return Number(b.isTotal) - Number(a.isTotal) || b.fluents.length - a.fluents.length || a.fluents[0]! - b.fluents[0]!;
}

/** The preferred of the groups, without those that share a fluent with one that is preferred to them. */
export function partition(groups: readonly FluentGroup[]): readonly FluentGroup[] {
  const taken = new Set<number>();
  return groups.toSorted(preferred).filter(({ fluents }) => {
    if (fluents.some((fluent) => taken.has(fluent))) return false;
    for (const fluent of fluents) taken.add(fluent);
    return true;
  });
}

interface FluentTerm {
  readonly fluent: number;
  /** Functor first. */
  readonly parts: readonly string[];
}

function byFunctor(fluents: readonly string[]): Iterable<readonly FluentTerm[]> {
  const terms = new Map<string, FluentTerm[]>();
  for (const [fluent, text] of fluents.entries()) {
    const parts = topLevelParts(text);
    const key = `${parts[0]!} ${String(parts.length)}`;
    const same = terms.get(key);
    if (same) same.push({ fluent, parts });
    else terms.set(key, [{ fluent, parts }]);
  }
  return terms.values();
}

/** `(cell 1 (f 2) b)` has the parts `cell`, `1`, `(f 2)`, `b`; a constant is its own only part. */
function topLevelParts(kif: string): readonly string[] {
  if (!kif.startsWith('(')) return [kif];
  const parts: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 1; at < kif.length; at++) {
    const letter = kif[at]!;
    if (letter === '(') depth++;
    else if (letter === ')' && depth > 0) depth--;
    else if (depth === 0 && (letter === ' ' || letter === ')')) {
      if (at > start) parts.push(kif.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}

/** For every set of places in which the fluents of a group may differ. */
function groupings(terms: readonly FluentTerm[]): readonly (readonly FluentGroup[])[] {
  const places = terms[0]!.parts.length - 1;
  if (places === 0) return [];
  const all = 2 ** places - 1;
  const differing =
    places <= MOST_PLACES
      ? Array.from({ length: all }, (_, index) => index + 1)
      : [...Array.from({ length: places }, (_, place) => 2 ** place), all];
  return differing.map((mask) => grouping(terms, mask));
}

function grouping(terms: readonly FluentTerm[], mask: number): readonly FluentGroup[] {
  const differs = (place: number): boolean => ((mask >>> (place - 1)) & 1) === 1;
  const byKey = new Map<string, FluentTerm[]>();
  for (const term of terms) {
    const name = `(${term.parts.map((part, place) => (place > 0 && differs(place) ? '_' : part)).join(' ')})`;
    const same = byKey.get(name);
    if (same) same.push(term);
    else byKey.set(name, [term]);
  }
  return [...byKey].flatMap(([name, members]) => {
    if (members.length < 2) return [];
    const values = members.map(({ parts }) => parts.filter((_, place) => place > 0 && differs(place)).join(' '));
    return [{ name, fluents: members.map(({ fluent }) => fluent), values, isTotal: true }];
  });
}

/** The groups, where no state has several fluents of one of them. `groupOf` is room to work in, one number a fluent. */
function agreeing(
  groups: readonly FluentGroup[],
  groupOf: Int32Array,
  states: readonly Int32Array[],
): readonly FluentGroup[] {
  groupOf.fill(-1);
  for (const [index, { fluents }] of groups.entries()) for (const fluent of fluents) groupOf[fluent] = index;
  const most = new Uint32Array(groups.length);
  const least = new Uint32Array(groups.length).fill(1);
  for (const state of states) {
    const holding = new Uint32Array(groups.length);
    for (const fluent of state) if (groupOf[fluent]! >= 0) holding[groupOf[fluent]!]!++;
    for (const [index, count] of holding.entries()) {
      most[index] = Math.max(most[index]!, count);
      least[index] = Math.min(least[index]!, count);
    }
  }
  return most.some((count) => count > 1)
    ? []
    : groups.map((group, index) => ({ ...group, isTotal: least[index] === 1 }));
}
