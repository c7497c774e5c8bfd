/** How a tree is searched. */
export interface TreeOptions {
  /** Weight of the bonus for what was rarely tried, C of UCB: 1 is the widest that goals in [0, 1] call for. */
  readonly exploration: number;
  /** Playouts for each state that is valued. */
  readonly playouts: number;
  /** Most leaves that are chosen before any of them is valued. */
  readonly leaves: number;
  /** What is valued when a leaf is reached: the leaf itself, which is expanded when it is reached again; or it is expanded at once, all its children are valued. */
  readonly sampling: 'leaf' | 'children';
  /** How moves are chosen where several players choose at once: each by UCB for himself, or by regret matching. */
  readonly mixing: 'ucb' | 'regret';
  /** Visits from which on a node keeps values of moves wherever they are made below (GRAVE); 0 for none. */
  readonly reference: number;
  /** How soon the value of a move by itself outweighs that of the move wherever it is made: the bias b of RAVE. */
  readonly bias: number;
  /** Most joint moves of a playout. */
  readonly plies: number;
}

/** Deeper descents are cut: the graph may have cycles. */
export const DEEPEST = 512;
