import type { MatchRecord } from '../record.js';
import { signFlipTest } from './signFlipTest.js';
import { type Interval, wilsonInterval } from './wilson.js';

/** What a series of matches says of one of its players. */
export interface PlayerSummary {
  readonly matches: number;
  /** Mean score. */
  readonly mean: number;
  /** Matches with more points than every other player; alone, with all that there are to be had. */
  readonly wins: number;
  /** Matches with as many points as the best other player. */
  readonly draws: number;
  readonly losses: number;
  /** {@link wilsonInterval} of the share of wins, a draw being half of one. */
  readonly confidence: Interval;
}

/** Whether two players differ, from groups of matches in which both had both roles with the same seed. */
export interface PairedTest {
  readonly pairs: number;
  /** By how many points a match the first was better, on average over the pairs. */
  readonly difference: number;
  /** {@link signFlipTest}: the probability of a difference as large between equals. */
  readonly p: number;
}

/** Points of a player alone that are a win. */
const FULL_SCORE = 100;

/** What a series says of each player, in the series' order. */
export function summarise(records: readonly MatchRecord[], players: number): readonly PlayerSummary[] {
  const results = records.map((record) => scoresBySeat(record, players));
  return Array.from({ length: players }, (_, player) => {
    const wins = results.filter((scores) => lead(scores, player) > 0).length;
    const draws = results.filter((scores) => lead(scores, player) === 0).length;
    const matches = results.length;
    return {
      matches,
      mean: results.reduce((sum, scores) => sum + scores[player]!, 0) / Math.max(1, matches),
      ...{ wins, draws, losses: matches - wins - draws },
      confidence: wilsonInterval(wins + draws / 2, matches),
    };
  });
}

/** Undefined where there are not two players, or no two matches with their roles swapped. */
export function pairedTest(records: readonly MatchRecord[], players: number): PairedTest | undefined {
  if (players !== 2) return undefined;
  const groups = [...new Set(records.map(({ place }) => place.group))];
  const pairs = groups
    .map((group) => records.filter(({ place }) => place.group === group))
    .filter(({ length }) => length === players);
  if (pairs.length === 0) return undefined;
  const differences = pairs.map((pair) =>
    pair.reduce((sum, record) => {
      const [first, second] = scoresBySeat(record, players);
      return sum + first! - second!;
    }, 0),
  );
  const total = differences.reduce((sum, difference) => sum + difference, 0);
  return { pairs: pairs.length, difference: total / (players * pairs.length), p: signFlipTest(differences) };
}

/** Scores in the order of the series' players. */
function scoresBySeat({ place, scores }: MatchRecord, players: number): readonly number[] {
  return Array.from({ length: players }, (_, player) => scores[place.seats.indexOf(player)]!);
}

/** Points more than the best of the others. */
function lead(scores: readonly number[], player: number): number {
  const others = scores.filter((_, other) => other !== player);
  if (others.length === 0) return scores[player]! >= FULL_SCORE ? 1 : -1;
  return scores[player]! - Math.max(...others);
}
