import { type Game, NO_GOAL, type Simulator } from '../game/index.js';
import { type GoalRange, randomOf } from './interests.js';

/** What makes the joint moves of states: any simulator does. */
export type Expander<State = unknown> = Pick<Simulator<State>, 'expand'>;

/** A game from a state on. */
export interface Match<State = unknown> {
  readonly game: Game<State>;
  readonly simulator: Expander<State>;
  readonly start: State;
  /** Rounds until play is cut off, Infinity where it never is. */
  readonly horizon: number;
  /** The state that stands for a state and for all that are symmetric to it; every state stands for itself where it is not given. */
  readonly canonical?: (state: State) => State;
}

/** Whose points count, and who plays for them. */
export interface Objective {
  /** The role whose goal is the value. */
  readonly role: number;
  /** Roles that choose together for it; all others but `random` choose against it. */
  readonly own: readonly number[];
  /** Whether the own side wants the most, or the least. */
  readonly aim: 'best' | 'worst';
  readonly range: GoalRange;
}

/** What a state that is not terminal is worth where play ends all the same: at the horizon, or because a role has no legal move. */
export const UNFINISHED = 0;

/** What a terminal state is worth: where the rules give no goal or several, the lowest that the role can have. */
export const worthOf = (goal: number, { range }: Objective): number => (goal === NO_GOAL ? range.lowest : goal);

/** Bounds of every value of the objective. */
export function widestBounds({ range }: Objective): { readonly lower: number; readonly upper: number } {
  return { lower: Math.min(UNFINISHED, range.lowest), upper: Math.max(UNFINISHED, range.highest) };
}

/** Who chooses a move: the own side, the others after it, and chance last. */
export const OWN = 0;
export const OTHERS = 1;
export const CHANCE = 2;
export type Chooser = typeof OWN | typeof OTHERS | typeof CHANCE;

/** For each role, on which side it is. */
export function choosersOf(roles: readonly string[], { own }: Objective): readonly Chooser[] {
  const random = randomOf(roles);
  return roles.map((_, role) => (role === random ? CHANCE : own.includes(role) ? OWN : OTHERS));
}
