/**
 * Symmetries of a game as they act on its states and moves: a finite group, its elements numbered from 0, which is the identity. They take states that
 * can be reached to such states, and preserve what is legal, next, terminal and a goal of each role: what a state is worth, all its images are.
 */
export interface StateSymmetries<State = unknown> {
  /** How many there are; 1 where there is none but the identity. */
  readonly size: number;
  /** The state that stands for a state and for all its images, and a symmetry that takes the one to the other. */
  canonical(state: State): CanonicalState<State>;
  /** The image of a state under a symmetry. */
  image(state: State, symmetry: number): State;
  /** The symmetries that leave a state as it is, ascending: the identity is the first. */
  stabiliser(state: State): readonly number[];
  /** For each role, move → image under a symmetry. */
  moves(symmetry: number): readonly Int32Array[];
  /** The symmetry that does what one does and then another. */
  product(first: number, second: number): number;
  inverse(symmetry: number): number;
}

export interface CanonicalState<State> {
  readonly state: State;
  readonly symmetry: number;
  /** Equal for equal states; rarely equal for others. */
  readonly hash: number;
}
