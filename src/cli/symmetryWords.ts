/** Names, in KIF, and what each is mapped to: `names[i]` to `names[images[i]]`. */
export interface NamePermutation {
  readonly names: readonly string[];
  readonly images: Int32Array;
}

/**
 * Says what permutations of fluents and of moves do to the arguments of their terms: `argument 1 of cell, mark: 1 ↔ 3`; by cycles where that does
 * not tell it.
 */
export function symmetryWords(permutations: readonly NamePermutation[]): readonly string[] {
  const functors = new Map<string, string[]>();
  const cycles: string[] = [];
  for (const permutation of permutations) {
    const said = permutationWords(permutation);
    if (said === null) cycles.push(cut(nameCycles(permutation).map(cycleText), ', '));
    else for (const [words, functor] of said) functors.set(words, [...(functors.get(words) ?? []), functor]);
  }
  const words = [...functors].map(([said, those]) => said.replaceAll(FUNCTOR, () => [...new Set(those)].join(', ')));
  return [...words, ...cycles];
}

/** What is said of each functor; null where that does not tell it all, as where a term is mapped to one with another functor. */
function permutationWords({ names, images }: NamePermutation): readonly (readonly [string, string])[] | null {
  const groups = new Map<string, Mapping[]>();
  for (const [index, name] of names.entries()) {
    const mapping = { from: partsOf(name), to: partsOf(names[images[index]!]!) };
    const key = `${mapping.from[0]!} ${String(mapping.from.length)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [mapping]);
    else group.push(mapping);
  }
  const said: (readonly [string, string])[] = [];
  for (const mappings of groups.values()) {
    if (mappings.every(({ from, to }) => isEqual(from, to))) continue;
    const words = argumentWords(mappings);
    if (words === null) return null;
    for (const one of words) said.push([one, mappings[0]!.from[0]!]);
  }
  return said;
}

/** A term and its image: functor, then arguments. */
interface Mapping {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

const FUNCTOR = '\u0000';

/** The functor and the arguments of a term in KIF. */
function partsOf(term: string): readonly string[] {
  if (!term.startsWith('(')) return [term];
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of term.slice(1, -1)) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ' ' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part];
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((part, place) => part === b[place]);

/** What happens to the arguments of one functor, or null where it is not each on its own, nor two exchanged. */
function argumentWords(mappings: readonly Mapping[]): readonly string[] | null {
  const [first] = mappings;
  const { length } = first!.from;
  if (mappings.some(({ from, to }) => to.length !== length || to[0] !== from[0])) return null;
  for (const places of placings(length)) {
    const maps = argumentMaps(mappings, places);
    if (maps === null) continue;
    const exchanged = places.flatMap((place, index) => (place === index ? [] : [index]));
    const opening = exchanged.length === 0 ? [] : [`arguments ${exchanged.join(' and ')} of ${FUNCTOR} exchanged`];
    return [...opening, ...maps.flatMap((map, place) => mapWords(map, place, exchanged.length > 0))];
  }
  return null;
}

/** All orders of the arguments in which at most two are exchanged, the one they have first. */
function* placings(length: number): Generator<readonly number[]> {
  const places = Array.from({ length }, (_, place) => place);
  yield places;
  for (let a = 1; a < length; a++) {
    for (let b = a + 1; b < length; b++) yield places.with(a, b).with(b, a);
  }
}

/** For each place the map of what stands there, given which place it comes from; null where there is none. */
function argumentMaps(
  mappings: readonly Mapping[],
  places: readonly number[],
): readonly ReadonlyMap<string, string>[] | null {
  const maps = places.map(() => new Map<string, string>());
  for (const { from, to } of mappings) {
    for (const [index, place] of places.entries()) {
      const known = maps[index]!.get(from[place]!);
      if (known !== undefined && known !== to[index]) return null;
      maps[index]!.set(from[place]!, to[index]!);
    }
  }
  return maps;
}

function mapWords(map: ReadonlyMap<string, string>, place: number, isAfter: boolean): readonly string[] {
  const cycles = cyclesOf(inOrder(map.keys()), (name) => map.get(name) ?? name);
  if (cycles.length === 0) return [];
  const mirrored = isMirror(map) ? ' (mirrored)' : '';
  const then = isAfter ? 'then ' : '';
  return [`${then}argument ${String(place)} of ${FUNCTOR}${mirrored}: ${cut(cycles.map(cycleText), ', ')}`];
}

/** As people count: 2 before 10. */
const inOrder = (names: Iterable<string>): readonly string[] =>
  [...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/** Whether the order of at least three values is reversed. */
function isMirror(map: ReadonlyMap<string, string>): boolean {
  const sorted = inOrder(map.keys());
  return sorted.length > 2 && sorted.every((name, index) => map.get(name) === sorted.at(-1 - index));
}

/** The cycles of a permutation, those of length one left out. */
function cyclesOf<Thing>(things: readonly Thing[], image: (thing: Thing) => Thing): readonly (readonly Thing[])[] {
  const seen = new Set<Thing>();
  const cycles: Thing[][] = [];
  for (const start of things) {
    const cycle: Thing[] = [];
    for (let thing = start; !seen.has(thing); thing = image(thing)) {
      seen.add(thing);
      cycle.push(thing);
    }
    if (cycle.length > 1) cycles.push(cycle);
  }
  return cycles;
}

/** The cycles of a permutation of names. */
export function nameCycles({ names, images }: NamePermutation): readonly (readonly string[])[] {
  const cycles = cyclesOf([...names.keys()], (index) => images[index]!);
  return cycles.map((cycle) => cycle.map((index) => names[index]!));
}

const cycleText = (cycle: readonly string[]): string =>
  cycle.length === 2 ? cycle.join(' ↔ ') : cut([...cycle, cycle[0]!], ' → ');

const MOST_SHOWN = 8;

/** The first of many texts. */
export function cut(texts: readonly string[], separator: string): string {
  if (texts.length <= MOST_SHOWN) return texts.join(separator);
  return `${texts.slice(0, MOST_SHOWN).join(separator)}${separator}… (${String(texts.length)} in all)`;
}
