import { seededRandom } from '../base/index.js';
import type { Player } from '../player/index.js';
import type { ValidRules } from '../rules/index.js';
import { playMatch, type MatchSetting } from './playMatch.js';
import type { MatchRecord, Place } from './record.js';
import type { Round } from './table.js';

export interface SeriesSetting extends Omit<MatchSetting, 'players' | keyof Place | 'onRound'> {
  /** One for each role but `random`, in the order of the roles that they have first. */
  readonly players: readonly Player[];
  readonly matches: number;
  /** Whether the players take turns at the roles; the matches until each has had each role once are a group. */
  readonly swaps: boolean;
  /** The match is its index in the series. */
  readonly onRound?: (round: Round, match: number) => void;
}

/** Plays matches one after the other. Those of a group have the same seed. */
export async function* playSeries(setting: SeriesSetting): AsyncGenerator<MatchRecord> {
  const { players, matches, swaps, onRound, ...shared } = setting;
  const seedOf = groupSeeds(setting.seed);
  for (let match = 0; match < matches; match++) {
    const place = placeOf(setting.rules, match, swaps);
    yield await playMatch({
      ...shared,
      ...place,
      players: place.seats.map((seat) => players[seat] ?? null),
      seed: seedOf(place.group),
      ...(onRound === undefined ? {} : { onRound: (round: Round) => onRound(round, match) }),
    });
  }
}

/** The group of a match, and who has which role: with each swap all move on by one role. */
export function placeOf(
  { roles, randomRole }: Pick<ValidRules, 'roles' | 'randomRole'>,
  match: number,
  swaps: boolean,
): Place {
  const players = roles.length - (randomRole < 0 ? 0 : 1);
  const inGroup = swaps ? match % players : 0;
  const group = swaps ? Math.floor(match / players) : match;
  let seat = 0;
  return { group, seats: roles.map((_, role) => (role === randomRole ? -1 : (seat++ + inGroup) % players)) };
}

/** The first group has the seed itself, so that a single match has the seed that it was given. */
function groupSeeds(seed: number): (group: number) => number {
  const { nextUint32 } = seededRandom(seed);
  const seeds = [seed];
  return (group) => {
    while (seeds.length <= group) seeds.push(nextUint32());
    return seeds[group]!;
  };
}
