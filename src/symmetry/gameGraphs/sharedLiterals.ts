import { IntList } from '../../base/index.js';

/** Tuples of a disjunction that have literals in common. */
export interface SharingTuples {
  readonly shared: readonly number[];
  /** What else each of them has, each its length and then its literals. */
  readonly rests: IntList;
  count: number;
}

/**
 * Gathers the tuples of a disjunction, each its length and then its literals, by those of their literals that the most tuples have. Where rules ask for two
 * things of one kind each, grounding may have put the one into an auxiliary atom and the other not: what it asks for is here gathered
 * as well. Which tuples go together depends only on how often literals occur, so that symmetries stay what they are.
 *
 * `counts` has a zero for each literal, now and after. Tuples without others are left alone: the list of those is the last.
 */
export function gatherTuples(tuples: IntList, counts: Int32Array): readonly SharingTuples[] {
  const { array, length } = tuples;
  for (let at = 0; at < length;) {
    const end = at + 1 + array[at]!;
    for (at++; at < end; at++) counts[array[at]!]!++;
  }
  const alone: SharingTuples = { shared: [], rests: new IntList(), count: 0 };
  const gathered = new Map<string, SharingTuples>();
  for (let at = 0; at < length;) {
    const end = at + 1 + array[at]!;
    let most = 0;
    for (let i = at + 1; i < end; i++) most = Math.max(most, counts[array[i]!]!);
    const shared: number[] = [];
    if (most > 1) for (let i = at + 1; i < end; i++) if (counts[array[i]!] === most) shared.push(array[i]!);
    const to = most > 1 ? sharing(gathered, shared) : alone;
    to.rests.push(end - at - 1 - shared.length);
    for (let i = at + 1; i < end; i++) if (most === 1 || counts[array[i]!]! < most) to.rests.push(array[i]!);
    to.count++;
    at = end;
  }
  for (let at = 0; at < length;) {
    const end = at + 1 + array[at]!;
    for (at++; at < end; at++) counts[array[at]!] = 0;
  }
  return [...gathered.values(), alone];
}

function sharing(gathered: Map<string, SharingTuples>, shared: number[]): SharingTuples {
  const key = shared.sort((a, b) => a - b).join();
  let some = gathered.get(key);
  if (some === undefined) gathered.set(key, (some = { shared, rests: new IntList(), count: 0 }));
  return some;
}
