/**
 * A game without variables: what holds in a state, and next, as propositional rules over integer atoms.
 *
 * Atoms. 0 is the constant *true*. 1 … fluents are the fluents, `true(f)`; then come the moves, `does(r, m)`, those of a role together;
 * then the derived atoms, from `firstDerived` to `atoms - 1`, in dependency order. A literal is `2 * atom`, plus 1 where it is negated:
 * {@link TRUE} and {@link FALSE} are the two constants.
 *
 * Rules. Derived atom a holds iff all literals of one of its rules hold. Its rules are `ruleStart[d] … ruleStart[d + 1]) with
 * d = a - firstDerived; the literals of rule r are `body[bodyStart[r] … bodyStart[r + 1])`, sorted.
 *
 * Components. The derived atoms of component c are `componentStart[c] … componentStart[c + 1])`. Bodies refer to earlier components, or,
 * where `isRecursive[c]` is 1, positively to the same one: there the least fixpoint is meant.
 */
export interface GroundProgram {
  readonly roles: readonly string[];
  /** Index of `random` in `roles`, or -1. */
  readonly randomRole: number;
  readonly fluents: number;
  readonly moves: number;
  readonly atoms: number;
  readonly ruleStart: Int32Array;
  readonly bodyStart: Int32Array;
  readonly body: Int32Array;
  readonly componentStart: Int32Array;
  readonly isRecursive: Uint8Array;
  /** Fluent atoms that hold at the start. */
  readonly initial: Int32Array;
  /** For fluent atom f, the literal at index f - 1 says whether f holds in the next state. */
  readonly next: Int32Array;
  /** The moves of role r are the atoms `moveStart[r] … moveStart[r + 1])`. */
  readonly moveStart: Int32Array;
  /** For each move, in order, the literal that says whether it is legal. */
  readonly legal: Int32Array;
  readonly terminal: GroundLiteral;
  readonly goals: readonly GroundGoal[];
  readonly percepts: readonly GroundPercept[];
  readonly lexicon: Lexicon;
}

/** `2 * atom`, plus 1 where it is negated. */
export type GroundLiteral = number;

export const TRUE: GroundLiteral = 0;
export const FALSE: GroundLiteral = 1;

export const firstMove = (program: GroundProgram): number => 1 + program.fluents;
export const firstDerived = (program: GroundProgram): number => 1 + program.fluents + program.moves;

export interface GroundGoal {
  readonly role: number;
  readonly value: number;
  readonly literal: GroundLiteral;
}

export interface GroundPercept {
  readonly role: number;
  /** KIF. */
  readonly percept: string;
  readonly literal: GroundLiteral;
}

/** Turns ids back into text, for printing and for messages only. */
export interface Lexicon {
  /** Fluents in KIF, in the order of their atoms. */
  readonly fluents: readonly string[];
  /** Moves in KIF, in the order of their atoms. */
  readonly moves: readonly string[];
  /** Fluents that hold in every state and are therefore no atoms. */
  readonly constants: readonly string[];
}
