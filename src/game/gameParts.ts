import type { Move } from './game.js';

/**
 * What the rules tell of a one-player game that is several small ones side by side: parts that meet in what is legal, in the goals and at
 * the end of play only. Nothing is proved by it: what is legal, and whether play is over, is asked of each part as if the others left it
 * open, so that a line through the parts must be played in the game itself.
 */
export interface GameParts<State = unknown> {
  /** Whether a move acts on all parts at once, in every combination of actions on one; or on one at most, the others staying as they are. */
  readonly kind: 'together' | 'inTurn';
  /** How many parts there are; they are numbered from 0. */
  readonly parts: number;
  /** Ways to the end of play with a goal, better goals first. */
  readonly targets: readonly PartTarget[];
  /** How many conditions of targets there are; they are numbered from 0. */
  readonly conditions: readonly PartCondition[];
  /** The parts as they go on from a state. */
  from(state: State): RootedParts;
  /**
   * A legal joint move with these actions on the parts, or undefined where there is none; where moves act in turn, all but one are
   * {@link IDLE}.
   */
  jointIn(state: State, actions: ArrayLike<number>): readonly Move[] | undefined;
}

/** The action of a move on a part that it leaves as it is. */
export const IDLE = -1;

/** A conjunction: play is over, with a goal, where all its conditions hold, as far as the parts can tell. */
export interface PartTarget {
  readonly goal: number;
  readonly conditions: readonly number[];
}

export interface PartCondition {
  /** The part that it is about; undefined where it is about nothing but the steps. */
  readonly part: number | undefined;
}

/** What holds in a part, beside what passes by itself: equal for equal states of the part. */
export type PartState = string;

export interface PartSuccessor {
  readonly action: number;
  readonly state: PartState;
}

/** After how many steps, or {@link ANY_TIME}. */
export const ANY_TIME = -1;

export interface RootedParts {
  root(part: number): PartState;
  /**
   * What each action leads to that may be legal; nothing where play is over. Undefined where that depends on more than the part: it is none
   * then.
   */
  successors(part: number, state: PartState, steps: number): readonly PartSuccessor[] | undefined;
  /** Whether a condition may hold; that of no part is asked with any state. */
  mayHold(condition: number, state: PartState, steps: number): boolean;
}
