/** How a tree is searched. */
export interface TreeOptions {
  /** Weight of the bonus for what was rarely tried, C of UCB: 1 is the widest that goals in [0, 1] call for. */
  readonly exploration: number;
  /**
   * Whose logarithm the bonus grows with: the visits of a node, as in UCB1 (Auer 2002), or its visits a move. Many
   * moves and few visits then call for less exploration, as in MOSS (Audibert and Bubeck 2009). Of duels between the
   * two, 24 matches a game with C = 0.36 for visits a move: bench/results/exploration.md.
   */
  readonly growth: 'visits' | 'visitsAMove';
  /**
   * How much worse than the mean of the node a move is taken to be that was never tried; 1 to try all of them first.
   */
  readonly firstPlay: number;
  /**
   * Share of its value that a visit under way is taken to lose: 1 is virtual loss, 0 counts the visit only (WU-UCT,
   * Liu et al. 2020).
   */
  readonly loss: number;
  /** Playouts for each state that is valued. */
  readonly playouts: number;
  /** Most leaves of a batch: they are chosen before any of them is valued. */
  readonly leaves: number;
  /**
   * What is valued when a leaf is reached: the leaf itself, which is expanded when it is reached again; or it is
   * expanded at once, all its children are valued.
   */
  readonly sampling: 'leaf' | 'children';
  /** Visits after which a leaf that is valued itself is expanded. */
  readonly patience: number;
  /**
   * Where several players choose at once, each chooses by UCB for himself; by regret matching; or by regret matching
   * in the present state only, by UCB below.
   */
  readonly mixing: 'ucb' | 'regret' | 'root';
  /** Visits from which on a node keeps values of moves wherever they are made below (GRAVE); 0 for none. */
  readonly reference: number;
  /**
   * Visits a move of the present state from which on these values are not looked at any more, nor learnt; where so
   * many were reached, they are not looked at in the state after it either. They help where little is known, and
   * mislead elsewhere. Of duels: bench/results/exploration.md.
   */
  readonly scarcity: number;
  /** How soon the value of a move by itself outweighs that of the move wherever it is made: the bias b of RAVE. */
  readonly bias: number;
  /**
   * How playouts are played: uniformly; with an eye for immediate wins and losses, where the engine sees them; or in
   * turn. Where several choose at once, in turn only as long as games last longer by it (`playouts.ts`).
   */
  readonly playing: 'uniform' | 'decisive' | 'both';
  /** Weight of proof numbers in the choice of a player (see `proofNumbers.ts`); 0 for none. */
  readonly proof: number;
  /** Most joint moves of a playout. */
  readonly plies: number;
}

/** Deeper descents are cut: the graph may have cycles. */
export const DEEPEST = 512;
