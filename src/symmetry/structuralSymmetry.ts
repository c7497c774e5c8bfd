/**
 * A permutation of the fluents and of the moves of a game that leaves roles alone and preserves what is legal, next, terminal and a goal (004
 * section 2.2). Fluent f is mapped to `fluents[f]`, move m to `moves[m]`; both are counted from 0 as in the ground program, moves over all
 * roles, so that a move is mapped to one of its own role.
 */
export interface StructuralSymmetry {
  readonly fluents: Int32Array;
  readonly moves: Int32Array;
}

/** Whether a state, as the fluents that hold in it, is mapped to itself. */
export function fixesState({ fluents }: StructuralSymmetry, holding: Iterable<number>): boolean {
  const state = new Set(holding);
  return [...state].every((fluent) => state.has(fluents[fluent]!));
}
