import type { Random } from '../../base/index.js';
import { addTo, emptySet, has } from './compatibleSets.js';

/**
 * Divides members 0 … n - 1 into as few sets as it can such that no two of a set are adjacent: DSATUR (Brélaz 1979), which takes next the member whose
 * neighbours are in the most sets already; of equals one by chance. Adjacency is given as sets of bits, symmetric.
 */
export function independentCover(adjacent: readonly Uint32Array[], random: Random): readonly Uint32Array[] {
  const members = adjacent.length;
  const cover: Uint32Array[] = [];
  /** For each member the sets that it cannot be in, as bits, and how many these are; -1 for those that are in one. */
  const barred = adjacent.map(() => emptySet(members));
  const saturation = new Int32Array(members);
  for (let done = 0; done < members; done++) {
    const member = mostSaturated(saturation, random);
    let at = 0;
    while (has(barred[member]!, at)) at++;
    const set = (cover[at] ??= emptySet(members));
    addTo(set, member);
    saturation[member] = -1;
    for (let other = 0; other < members; other++) {
      if (saturation[other]! < 0 || !has(adjacent[member]!, other) || has(barred[other]!, at)) continue;
      addTo(barred[other]!, at);
      saturation[other]!++;
    }
  }
  return cover;
}

function mostSaturated(saturation: Int32Array, random: Random): number {
  let most = -1;
  let best = -1;
  let equals = 0;
  for (let member = 0; member < saturation.length; member++) {
    const each = saturation[member]!;
    if (each < 0 || each < most) continue;
    equals = each > most ? 1 : equals + 1;
    most = each;
    if (random.below(equals) === 0) best = member;
  }
  return best;
}
