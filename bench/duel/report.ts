/** What is told of a duel: a line a pair while it runs, a row a game, and one over all games. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { DuelResult } from './playDuel.js';
import { boundsOf, intervalOf, type PairStatistics, type SprtSetting } from './sprt.js';

/** What is the same in all rows. */
export interface DuelHeading {
  readonly first: string;
  readonly second: string;
  readonly threads: string;
  /** What a side may use for a move. */
  readonly pace: string;
}

const COLUMNS = [
  ...['game', 'first', 'second', 'threads', 'a move', 'matches', 'score of the first', '95 %', 'sequential test'],
  'nodes a second, first to second',
];

export const DUEL_HEAD = `| ${COLUMNS.join(' | ')} |\n|---|---|---|--:|--:|--:|--:|--:|---|--:|`;

export const percent = (share: number): string => (100 * share).toFixed(1);

export const intervalText = ({ low, high }: PairStatistics): string => `${percent(low)} – ${percent(high)}`;

export function rowOf({ first, second, threads, pace }: DuelHeading, result: DuelResult): string {
  const { game, matches, statistics, verdict } = result;
  const [one, other] = result.nodesPerSecond;
  const speeds = one === null || other === null ? '' : (one / other).toFixed(2);
  const about = [game, first, second, threads, pace, String(matches)];
  return `| ${[...about, percent(statistics.mean), intervalText(statistics), verdict ?? '', speeds].join(' | ')} |`;
}

/** The mean over games, each of which counts as much as the others. The interval is for these games, not for others. */
export function meanOver(results: readonly DuelResult[]): PairStatistics {
  const sum = (of: (statistics: PairStatistics) => number): number =>
    results.reduce((total, { statistics }) => total + of(statistics), 0);
  const mean = sum((statistics) => statistics.mean) / results.length;
  const error = Math.sqrt(sum((statistics) => statistics.error ** 2)) / results.length;
  return { pairs: sum(({ pairs }) => pairs), mean, ...intervalOf(mean, error) };
}

export function summaryRow({ first, second, threads, pace }: DuelHeading, results: readonly DuelResult[]): string {
  const overall = meanOver(results);
  const about = [`mean of ${String(results.length)} games`, first, second, threads, pace, String(2 * overall.pairs)];
  return `| ${[...about, percent(overall.mean), intervalText(overall), '', ''].join(' | ')} |`;
}

export function progressLine({ game, matches, statistics, llr }: DuelResult, sprt?: SprtSetting): string {
  const score = `${percent(statistics.mean)} % (${intervalText(statistics)})`;
  if (sprt === undefined || llr === null) return `${game}: ${String(matches)} matches, ${score}`;
  const [low, high] = boundsOf(sprt).map((bound) => bound.toFixed(2));
  return `${game}: ${String(matches)} matches, ${score}, LLR ${llr.toFixed(2)} of ${low!} … ${high!}`;
}

/** Adds a row to a file of duels, under the head of the table. */
export function appendRow(file: string, row: string): void {
  const isHeaded = existsSync(file) && readFileSync(file, 'utf8').includes(DUEL_HEAD);
  const gap = existsSync(file) ? '\n' : '';
  appendFileSync(file, `${isHeaded ? '' : `${gap}${DUEL_HEAD}\n`}${row}\n`);
}
