/**
 * A ground program as a network of counters, laid out for events. Its nodes are the constant, fluents and moves, which are inputs, and
 * conjunctions; a conjunction depends on nodes of earlier levels only, a rule of a loop also on the atoms of the loop, which are later.
 *
 * The literals of a conjunction are triggers or guards. It is told of each change of a trigger, and counts those that are unsatisfied;
 * of guards it is told only while it is armed: while all triggers are satisfied. Thus what changes often is no burden to the many
 * conjunctions that something else keeps false.
 *
 * All is in one memory of 32-bit words: the header, levels, nodes, lists of armed guards, queues, room for loops, states, fluents, changes,
 * roles, groups and blocks of moves, random numbers. Addresses count words, and what is there is known by the address of its first word.
 * References are 2 × address of a node, plus 1 where it is negated.
 */

/** Header: where the next random number is, … */
export const RANDOM = 0;
/** … and where they end, for now. */
export const RANDOM_END = 1;
/** Joint moves made since the state was set. */
export const PLIES = 2;
/** The levels of outputs: legal moves, which depend on all levels before, … */
export const LEGAL_LEVEL = 3;
/** … the next state, which depends on the levels in between too, … */
export const NEXT_LEVEL = 4;
/** … and after these come the levels that only goals need, up to this one. */
export const LAST_LEVEL = 5;
/** Reference to a node without guards that is never queued: it holds where no trigger is unsatisfied. */
export const TERMINAL = 6;
export const ROLES = 7;
export const ROLES_END = 8;
/** The current state, one bit a fluent; after it, of the same size, the fluents that are needed, and a state that is to be set. */
export const FACTS = 9;
export const FACTS_END = 10;
/** For each fluent two words: its address, and that of its node of the next level, or {@link NOWHERE}. */
export const FLUENTS = 11;
/** Room for fluents, … */
export const CHANGES = 12;
/** … for addresses of rules of loops, … */
export const PENDING = 13;
/** … and of their atoms. */
export const SUSPECTS = 14;
export const HEADER_SIZE = 15;

export const NOWHERE = 0;

/** Level: its queue starts here, … */
export const QUEUE = 0;
/** … and ends here, for now. A node is in it at most once, and has room there. */
export const QUEUE_END = 1;
export const LEVEL_KIND = 2;
export const LEVEL_SIZE = 4;

/** Kinds of levels. */
export const PLAIN = 0;
/** Rules of loops; their atoms are on a later level. */
export const LOOPS = 1;
/** Legal moves or the next state. */
export const OUTPUTS = 2;

/** Node: {@link ONE} × the number of its unsatisfied triggers, plus flags. Inputs and atoms of loops have as if one trigger. */
export const WORD = 0;
/** Address of the level; inputs have none, and tell what depends on them at once. */
export const LEVEL = 1;
/** References to the conjunctions of which the node is a trigger, negated where it is negated there, are from {@link FAN} to here. */
export const FAN_END = 2;
/** The node's own guards are from there to here. For an atom of a loop see {@link SUPPORT}. */
export const GUARDS_END = 3;
/** The list of armed guards on this node starts here, … */
export const ARMED = 4;
/** … and ends here, for now. */
export const ARMED_END = 5;
export const FAN = 6;

/** Node of the legal level, in place of armed guards: the block of the move, … */
export const OUTPUT_BLOCK = 4;
/** … and its bit there. */
export const OUTPUT_BIT = 5;
/** Node of the next level, in place of them: the fluent, counted from 0. */
export const OUTPUT_FLUENT = 4;

/** Flag of a node: the value that was last told to what depends on it. */
export const WAS_TRUE = 1;
/** Flag: the conjunction is told of its guards. */
export const IS_ARMED = 2;
export const HAS_GUARDS = 4;
/** Flag: the node is in the queue of its level; for ever where nothing depends on it, so that it is never put there. */
export const IS_QUEUED = 8;
/** One unsatisfied trigger. */
export const ONE = 16;

/** A guard of a node: the reference, … */
export const GUARD_REFERENCE = 0;
/** … and, while the node is armed, where that is in the list of armed guards. */
export const GUARD_PLACE = 1;
export const GUARD_SIZE = 2;

/** An entry of a list of armed guards: the address of the guard, … */
export const ARMED_GUARD = 0;
/** … and of the armed node. */
export const ARMED_OWNER = 1;

/** An atom of a loop has, in place of guards, the number of its rules that hold, … */
export const SUPPORT = 0;
/** … and the addresses of the rules of the loop in which it occurs. A rule of a loop has, in place of its fan, the address of its atom. */
export const INNER = 1;

/** Role: its groups of moves start here, … */
export const GROUPS = 0;
/** … and end here. */
export const GROUPS_END = 1;
/** The address of the move that it made last, or {@link NOWHERE}. */
export const MADE = 2;
/** The address of the move that it is to make. */
export const DRAWN = 3;
export const ROLE_SIZE = 4;

/** Group of moves: a reference to what must hold for them to be legal, whatever their nodes say. */
export const CONDITION = 0;
/** How many there are now. */
export const GROUP_COUNT = 1;
/** Where the blocks of the group start. */
export const BLOCKS = 2;
export const GROUP_SIZE = 4;

/** Block of moves: how many there are now. */
export const BLOCK_COUNT = 0;
/** Its group. */
export const BLOCK_GROUP = 1;
/** One bit a move. */
export const BITS = 2;
const BLOCK_WORDS = 8;
export const BLOCK_MOVES = 32 * BLOCK_WORDS;
/** Address of each move. */
export const MOVES = BITS + BLOCK_WORDS;
export const BLOCK_SIZE = MOVES + BLOCK_MOVES;

/** What comes of drawing a joint move or of playing: it was drawn, … */
export const IS_DRAWN = 0;
/** … a role has no legal move, … */
export const IS_STUCK = 1;
/** … there are too few random numbers, and nothing was done, … */
export const IS_STARVED = 2;
/** … a terminal state was reached, … */
export const IS_ENDED = 3;
/** … or as many plies as were allowed. */
export const IS_CAPPED = 4;
