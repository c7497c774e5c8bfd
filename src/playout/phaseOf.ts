import type { Phases } from './gates/phases.js';
import type { PackedState, StateLayout } from './packedState.js';

/** The fluents that a phase fixes, packed like states: which they are, and what they are. */
interface FixedFluents {
  readonly mask: PackedState;
  readonly value: PackedState;
}

/**
 * Tells the phase of a state by the fluents that phases fix; undefined where no phase, or more than one, looks like that. A state that can be
 * reached looks like its own phase for certain, and what the phases fix need not tell it from the others.
 */
export function phaseFinder(layout: StateLayout, { values }: Phases): (state: PackedState) => number | undefined {
  const fluents = Array.from({ length: layout.fluents }, (_, fluent) => fluent);
  const fixed = values.map((valueOf): FixedFluents => ({
    mask: layout.of(fluents.filter((fluent) => valueOf(fluent) !== undefined)),
    value: layout.of(fluents.filter((fluent) => valueOf(fluent) === 1)),
  }));
  const looksLike = (state: PackedState, { mask, value }: FixedFluents): boolean => {
    for (let word = 0; word < layout.words; word++)
      if ((state[word]! & mask[word]!) >>> 0 !== value[word]) return false;
    return true;
  };
  return (state) => {
    const found = fixed.findIndex((phase) => looksLike(state, phase));
    const isAlone = found === fixed.findLastIndex((phase) => looksLike(state, phase));
    return found >= 0 && isAlone ? found : undefined;
  };
}
