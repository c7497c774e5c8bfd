import { type Random, seededRandom } from '../base/index.js';

/** All that is drawn at random in a match, each from a stream of its own: what one player does leaves the others' luck as it is. */
export interface MatchChance {
  /** The moves of the role `random`. */
  readonly chance: Random;
  /** The moves in the place of illegal and late ones. */
  readonly replacement: Random;
  /** Seeds of the players, by their seats. */
  readonly players: readonly number[];
}

export function matchChance(seed: number, players: number): MatchChance {
  const { nextUint32 } = seededRandom(seed);
  const chance = seededRandom(nextUint32());
  const replacement = seededRandom(nextUint32());
  return { chance, replacement, players: Array.from({ length: players }, nextUint32) };
}
