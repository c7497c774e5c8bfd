/**
 * A ground program as a network of counters, laid out for events. Its nodes are the constant, fluents and moves, which are inputs, and
 * conjunctions; a conjunction depends on nodes of earlier levels only, a rule of a loop also on the atoms of the loop, which are later.
 *
 * The literals of a conjunction are triggers or guards. It is told of each change of a trigger, and counts those that are unsatisfied;
 * of guards it is told only while it is armed: while all triggers are satisfied. Thus what changes often is no burden to the many
 * conjunctions that something else keeps false.
 *
 * All is in one `memory` of 32-bit integers; nodes are known by their address there, that is by the index of their record's first one.
 * References are 2 × address, plus 1 where a node is negated. First come the records of levels, then those of nodes, level by level;
 * then room for lists of armed guards and for queues.
 *
 * As built, all nodes count as false, even those that should not: these are to be queued first.
 */
export interface EventNetwork {
  readonly memory: Int32Array;
  /** Of each node of the conjunctions, or {@link NOWHERE}. */
  readonly addresses: Int32Array;
  readonly levels: number;
  /** Levels of outputs: see {@link OUTPUT}. */
  readonly legalLevel: number;
  readonly nextLevel: number;
  /** For each move a reference to what must hold for it to be legal, whatever its node says. */
  readonly conditions: Int32Array;
  /** For fluent atom f at f - 1: the address of its node of the next level, or {@link NOWHERE} where the fluent is not needed. */
  readonly nextNodes: Int32Array;
  /** References to nodes without guards that are never queued: they hold where no trigger is unsatisfied. */
  readonly terminal: number;
  /** In the order of the program's goals. */
  readonly goals: Int32Array;
}

export const NOWHERE = 0;

/** Record of a level: its queue starts here, … */
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

/** Record of a node: {@link ONE} × the number of its unsatisfied triggers, plus flags. Inputs and atoms of loops have as if one trigger. */
export const WORD = 0;
/** Address of the level. */
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

/** On levels of outputs, in place of `ARMED`: place of the move among all moves, or fluent atom. */
export const OUTPUT = ARMED;

/** Flag of a word: the value that was last told to what depends on the node. */
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
