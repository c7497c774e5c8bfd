import type { Phases } from './gates/phases.js';
import type { PackedState, StateLayout } from './packedState.js';

/** Numbers in a list of words: which one it is, the fluents that are fixed there, and what they are. */
const WORD = 3;

/**
 * Tells the phase of a state by the fluents that phases fix; undefined where no phase, or more than one, looks like that. A state that can be
 * reached looks like its own phase for certain, and what the phases fix need not tell it from the others.
 */
export function phaseFinder(layout: StateLayout, { values }: Phases): (state: PackedState) => number | undefined {
  const fluents = Array.from({ length: layout.fluents }, (_, fluent) => fluent);
  const fixed = values.map((valueOf): Int32Array => {
    const mask = layout.of(fluents.filter((fluent) => valueOf(fluent) !== undefined));
    const value = layout.of(fluents.filter((fluent) => valueOf(fluent) === 1));
    const words = Array.from({ length: layout.words }, (_, word) => [word, mask[word]!, value[word]!]);
    return Int32Array.from(words.filter(([, some]) => some !== 0).flat());
  });
  return (state) => {
    let found: number | undefined;
    for (let phase = 0; phase < fixed.length; phase++) {
      if (!looksLike(state, fixed[phase]!)) continue;
      if (found !== undefined) return undefined;
      found = phase;
    }
    return found;
  };
}

function looksLike(state: PackedState, fixed: Int32Array): boolean {
  for (let at = 0; at < fixed.length; at += WORD) {
    if ((state[fixed[at]!]! & fixed[at + 1]!) !== fixed[at + 2]) return false;
  }
  return true;
}
