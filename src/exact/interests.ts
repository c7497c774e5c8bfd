import { isChance } from '../game/index.js';

/** What the goals of a role can be, as `GroundProgram.goals` has them: equal literals are equal claims about a state. */
export interface GoalClaim {
  readonly role: number;
  readonly value: number;
  readonly literal: number;
}

/** What the players want of each other. `single`: there is one. `same`: in every state all have the same goal. `various`: that is not known. */
export type Interests = 'single' | 'same' | 'various';

/** Roles that choose. */
export const playersOf = (roles: readonly string[]): readonly number[] =>
  [...roles.keys()].filter((role) => !isChance(roles[role]!));

/** Index of `random`, or -1. */
export const randomOf = (roles: readonly string[]): number => roles.findIndex(isChance);

/**
 * What is provable from the claims alone: grounding makes equal definitions one, so that players share their goals where they have the
 * same claims for the same points. Without claims nothing is known but the number of players.
 */
export function interestsOf(roles: readonly string[], claims: readonly GoalClaim[] | undefined): Interests {
  const players = playersOf(roles);
  if (players.length <= 1) return 'single';
  if (claims === undefined) return 'various';
  const [first, ...others] = players.map((player) => claims.filter(({ role }) => role === player));
  const hasSame = (own: readonly GoalClaim[]): boolean =>
    own.length === first!.length &&
    own.every(({ value, literal }) => first!.some((claim) => claim.value === value && claim.literal === literal));
  return others.every(hasSame) ? 'same' : 'various';
}

/** The least and the most that a role can get. */
export interface GoalRange {
  readonly lowest: number;
  readonly highest: number;
}

/** Where no claims are known, any number of points that the language allows. */
export function goalRange(claims: readonly GoalClaim[] | undefined, role: number): GoalRange {
  if (claims === undefined) return { lowest: 0, highest: 100 };
  const values = claims.filter((each) => each.role === role).map(({ value }) => value);
  return values.length === 0
    ? { lowest: 0, highest: 0 }
    : { lowest: Math.min(...values), highest: Math.max(...values) };
}
