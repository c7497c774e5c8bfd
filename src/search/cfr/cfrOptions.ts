/** How regrets are minimised over a sampled tree. */
export interface CfrOptions {
  /** Share of draws that are left to chance, ε of ε-on-policy sampling. */
  readonly exploration: number;
  /** Share of what a draw brought beyond its mean, divided by its probability, that goes into the regrets: 1 is plain outcome sampling. */
  readonly correction: number;
  /** Playouts for each state that is valued. */
  readonly playouts: number;
  /** Most descents before any of them is learnt from. */
  readonly leaves: number;
  /** What is valued when a leaf is reached: itself, or all its children at once. */
  readonly sampling: 'leaf' | 'children';
  /** Most joint moves of a playout. */
  readonly plies: number;
}
