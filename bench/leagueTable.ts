/** The table of the league: for each pair a row a game, and the mean over the games. */
import { wilsonInterval } from '../src/match/index.js';
import { inPapers, type Pair } from './leagueGames.js';
import { type Conditions, type LeagueLine, linesOf, readLines } from './leagueMatches.js';

export interface League extends Conditions {
  readonly games: readonly string[];
  readonly pairs: readonly Pair[];
  readonly fileOf: (game: string) => string;
  readonly machine: string;
}

/** Of one pair in one game. */
interface Row {
  readonly game: string;
  readonly played: readonly (readonly [number, number])[];
  readonly errors: readonly [number, number];
  readonly rounds: number;
  readonly reason: string | undefined;
}

export function leagueTable(league: League): string {
  const lines = new Map(league.games.map((game) => [game, readLines(league.fileOf(game))]));
  const parts = league.pairs.map((pair) => {
    const rows = league.games.map((game) => rowOf(game, linesOf(lines.get(game)!, pair, league)));
    return pairPart(pair, rows);
  });
  return [
    '# The league of the algorithms',
    `${String(league.playMs / 1000)} s a move, roles swapped from match to match; ${league.machine}. Made by \`npm run league\`; papers: 003 table 3 (30 s a move, MAC-UCB and FC-UCB`,
    'against UCT), 004 table 1 (15 s a move; MAC-UCB-SYM, which stands beside our `woodstock`). Scores are shares of the points that both have in percent, a win 100, a draw 50, with the 95 % interval of Wilson;',
    `errors are late, illegal or missing moves and faults of searches, of the first and of the second. Version ${league.version} (a hash of what decides how searches play).`,
    ...parts,
    '',
  ].join('\n');
}

function rowOf(game: string, lines: readonly LeagueLine[]): Row {
  const played = lines.flatMap(({ scores }) => (scores === null ? [] : [scores]));
  const sum = (of: (line: LeagueLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
  return {
    ...{ game, played, reason: lines.find(({ scores }) => scores === null)?.reason },
    errors: [sum(({ errors }) => errors[0]), sum(({ errors }) => errors[1])],
    rounds: sum(({ rounds }) => rounds) / Math.max(1, played.length),
  };
}

const HEAD =
  '| game | matches | score | 95 % | wins | draws | losses | rounds | errors | papers |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|';

function pairPart(pair: Pair, rows: readonly Row[]): string {
  const played = rows.filter((row) => row.played.length > 0);
  const shown = rows.filter(({ played, reason }) => played.length > 0 || reason !== undefined);
  if (shown.length === 0) return `\n## ${pair.join(' – ')}\n\nNot played yet.`;
  const table = `${HEAD}\n${shown.map((row) => rowText(pair, row)).join('\n')}`;
  return `\n## ${pair.join(' – ')}\n\n${table}\n\n${meanText(played.map(shareOf))}. ${lossesText(played)}`;
}

/** Of as many games as there are, one in forty comes out so by chance where both are equally strong. */
function lossesText(rows: readonly Row[]): string {
  const lost = rows.filter((row) => intervalOf(row).high < 0.5).map(({ game }) => game);
  return `Lost by more than noise (the interval is below 50): ${lost.length === 0 ? 'none' : lost.join(', ')}.`;
}

const intervalOf = (row: Row): { readonly low: number; readonly high: number } =>
  wilsonInterval(shareOf(row) * row.played.length, row.played.length);

/** Of the points that both have, those of the first; half of them where there are none. */
const share = ([first, second]: readonly [number, number]): number =>
  first + second === 0 ? 0.5 : first / (first + second);

const shareOf = ({ played }: Row): number => played.reduce((sum, scores) => sum + share(scores), 0) / played.length;

const percent = (part: number): string => (100 * part).toFixed(1);

function rowText(pair: Pair, row: Row): string {
  const { game, played, errors, rounds, reason } = row;
  const papers = inPapers(pair, game);
  if (played.length === 0) return `| ${game} | ${(reason ?? '').replaceAll('|', '/')} | | | | | | | | ${papers} |`;
  const { low, high } = intervalOf(row);
  const count = (isIt: (lead: number) => boolean): string =>
    String(played.filter(([first, second]) => isIt(first - second)).length);
  const cells = [
    ...[String(played.length), percent(shareOf(row)), `${percent(low)} – ${percent(high)}`],
    ...[count((lead) => lead > 0), count((lead) => lead === 0), count((lead) => lead < 0)],
    ...[rounds.toFixed(0), errors.join(' / '), papers],
  ];
  return `| ${game} | ${cells.join(' | ')} |`;
}

/** The error is that of the mean of the games, as if they had been drawn from more games. */
function meanText(shares: readonly number[]): string {
  const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length;
  const variance = shares.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, shares.length - 1);
  const error = 1.96 * Math.sqrt(variance / shares.length);
  return `Mean over ${String(shares.length)} games: **${percent(mean)}** ± ${percent(error)}`;
}
