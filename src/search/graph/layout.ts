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

/** Bytes of a node beside its state: kind, chooser, edges, count, arms, visits, next in bucket, bucket; for each role a move; for each player sum and bounds. */
export const bytesOfNode = ({ players, roles }: { readonly players: number; readonly roles: number }): number =>
  2 + 6 * 4 + roles * 4 + players * (8 + 4 + 4);
/** Bytes of an edge: child, visits, move, value. */
export const BYTES_OF_EDGE = 4 * 4;
/** In place of the value of an edge: its chooser need not look at it any more. */
export const CLOSED = -1;
/** Edges for each node that there is room for: where few states are met twice there is about one, of its parent. */
export const EDGES_A_NODE = 1.25;
