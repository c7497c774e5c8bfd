/** What a node of the graph is. */

/** Not expanded yet. */
export const LEAF = 0;
/** One player chooses among the edges. */
export const TURN = 1;
/** Chance draws an edge. */
export const CHANCE = 2;
/** Several choose at once, chance perhaps among them: an edge is a joint move. */
export const SEVERAL = 3;
/** Terminal, or stuck: its bounds are its value. All ends with the same goals are one node. */
export const END = 4;

/** No node, no edge, no block. */
export const NONE = -1;

/**
 * The node in place of every child that was not visited yet: a leaf without visits of which nothing is proved.
 * Nothing is ever written to it.
 */
export const UNMET = 0;

/** In place of the value of an edge: its chooser need not look at it any more, so that it is below all others … */
export const CLOSED = -1e3;
/** … or it was never taken. */
export const UNTRIED = 2;

/**
 * A node is a record of 4-byte words, all records side by side in one piece of memory; what a visit reads comes
 * first. These are the words of a record. After them come, for each player, the bounds, then the sums (two words
 * each); for each role the forced move; the words that an algorithm keeps beside the node; and the state.
 */
export const NODE = {
  KIND: 0,
  /** The player that chooses, at a TURN; the first arm, at SEVERAL. */
  CHOOSER: 1,
  /** The first edge. */
  EDGES: 2,
  COUNT: 3,
  VISITS: 4,
  /** Edges that lead to it, and one more while it is the root. */
  LINKS: 5,
  /** The next node with the same place in the table; of free records, the next free one. */
  NEXT: 6,
  /** Visits when room was looked for last. */
  SEEN: 7,
  BOUNDS: 8,
} as const;

/** Bytes of an edge: child, visits, move, value, rarity. */
export const BYTES_OF_EDGE = 5 * 4;
/** Bytes of an arm: move, visits, sum, regret, share. */
export const BYTES_OF_ARM = 4 + 4 + 3 * 8;
