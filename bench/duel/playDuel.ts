/** A duel in one game: pairs of matches until the sequential test is sure, or as many as there may be. */
import { Unplayable } from '../wrongUse.js';
import { OWN_BUILD } from './build.js';
import type { Contestant, Hall } from './contestant.js';
import { playMatch, type Side } from './match.js';
import {
  logLikelihoodRatio,
  type PairStatistics,
  pairStatistics,
  type SprtSetting,
  type Verdict,
  verdictOf,
} from './sprt.js';

export interface DuelSetting {
  readonly hall: Hall;
  readonly contestants: readonly [Contestant, Contestant];
  /** At most; the last pair is always played to its end. */
  readonly matches: number;
  /** Undefined where all matches are to be played. */
  readonly sprt: SprtSetting | undefined;
  /** Random rounds before sides choose. */
  readonly opening: number;
  readonly onPair?: (result: DuelResult) => void;
}

export interface DuelResult {
  readonly game: string;
  readonly matches: number;
  /** Of each pair: the mean of the first side's two scores. */
  readonly pairScores: readonly number[];
  readonly statistics: PairStatistics;
  readonly llr: number | null;
  readonly verdict: Verdict | null;
  /** Mean rounds of a match. */
  readonly rounds: number;
  /** Nodes a second of the first side's searches and of the second's; null for a yardstick. */
  readonly nodesPerSecond: readonly [number | null, number | null];
}

export async function playDuel(setting: DuelSetting): Promise<DuelResult> {
  const { hall, contestants, matches, sprt, opening, onPair } = setting;
  const referee = hall.play(OWN_BUILD);
  const players = referee.game.roles.filter((name) => name !== 'random').length;
  if (players < 2) throw new Unplayable('it has one player only');
  const [first, second] = contestants;
  const sides = [hall.open(first, referee), hall.open(second, referee)] as const;
  for (const side of sides) await side.rehearse();
  const pairScores: number[] = [];
  let rounds = 0;
  const play = (pair: number, isSwapped: boolean): number => {
    const match = playMatch({ game: referee.game, sides, pair, isSwapped, opening });
    rounds += match.rounds;
    return match.score;
  };
  for (let pair = 0; 2 * pair < matches; pair++) {
    pairScores.push((play(pair, false) + play(pair, true)) / 2);
    const result = resultOf({ game: hall.name, sides, pairScores, rounds, sprt });
    onPair?.(result);
    if (result.verdict !== null && result.verdict !== 'undecided') break;
  }
  return resultOf({ game: hall.name, sides, pairScores, rounds, sprt });
}

interface Played {
  readonly game: string;
  readonly sides: readonly [Side, Side];
  readonly pairScores: readonly number[];
  readonly rounds: number;
  readonly sprt: SprtSetting | undefined;
}

function resultOf({ game, sides, pairScores, rounds, sprt }: Played): DuelResult {
  const speed = ({ spent }: Side): number | null => (spent === null ? null : (1000 * spent.nodes) / spent.ms);
  const matches = 2 * pairScores.length;
  return {
    ...{ game, matches, pairScores: [...pairScores], statistics: pairStatistics(pairScores) },
    llr: sprt === undefined ? null : logLikelihoodRatio(pairScores, sprt),
    verdict: sprt === undefined ? null : verdictOf(pairScores, sprt),
    rounds: rounds / matches,
    nodesPerSecond: [speed(sides[0]), speed(sides[1])],
  };
}
