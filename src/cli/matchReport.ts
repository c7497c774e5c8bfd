import { type MatchRecord, type PairedTest, pairedTest, type PlayerSummary, summarise } from '../match/index.js';
import type { Pace } from '../player/index.js';
import { printable } from './outside.js';
import { type Colours, plural, rounded, table } from './style.js';
import { percent } from './thoughtsText.js';

/** A series as it was played. */
export interface Series {
  readonly game: string;
  /** Texts of the players, in the order of the command line. */
  readonly players: readonly string[];
  readonly pace: Pace;
  readonly seed: number;
  readonly records: readonly MatchRecord[];
}

/** The one JSON document of `woodstock match`. Arrays of all but `moves` are in the order of the players. */
export function seriesJson({ game, players, pace, seed, records }: Series): unknown {
  const summaries = summarise(records, players.length);
  return {
    ...{ game, players, pace, seed },
    matches: records.map(matchJson),
    mean: summaries.map(({ mean }) => rounded(mean)),
    wins: summaries.map(({ wins }) => wins),
    draws: summaries.map(({ draws }) => draws),
    losses: summaries.map(({ losses }) => losses),
    confidence: summaries.map(({ confidence: { low, high } }) => [rounded(low), rounded(high)]),
    test: pairedTest(records, players.length) ?? null,
  };
}

function matchJson(record: MatchRecord): unknown {
  const { place, roles, goals, scores, moves, errors, seed, ending, notes, ms, thoughts } = record;
  const seated = place.seats.filter((seat) => seat >= 0).map((_, player) => place.seats.indexOf(player));
  return {
    roles: seated.map((role) => roles[role]!),
    goals: goals === null ? null : seated.map((role) => goals[role]!),
    moves,
    errors: errors.map((error) => ({ ...error, role: roles[error.role]! })),
    scores: seated.map((role) => scores[role]!),
    ...{ seed, ending, notes },
    slowestMs: seated.map((role) => rounded(Math.max(0, ...ms.map((round) => round[role] ?? 0)))),
    ...(thoughts === undefined ? {} : { thoughts }),
  };
}

/** Where each row of a series stands: rows are printed as soon as a match is over. */
export interface RowLayout {
  readonly roles: readonly string[];
  readonly widths: readonly number[];
}

export function rowLayout(roles: readonly string[], players: readonly string[]): RowLayout {
  const widest = Math.max(...players.map(({ length }) => length)) + SCORE_WIDTH;
  return { roles, widths: roles.map(({ length }) => Math.max(length, widest)) };
}

/** ` 100` after a player. */
const SCORE_WIDTH = 4;
const COUNT_WIDTHS = [5, 6, 7] as const;

export function titleRow({ roles, widths }: RowLayout, colours: Colours): string {
  return colours.bold(row(['match', 'rounds', 'errors'], roles, widths));
}

export function matchRow(record: MatchRecord, match: number, { roles, widths }: RowLayout): string {
  const { moves, errors, scores, players, notes } = record;
  const cells = roles.map((role) => {
    const index = record.roles.indexOf(role);
    return `${players[index]!} ${String(scores[index]!).padStart(SCORE_WIDTH - 1)}`;
  });
  const counts = [match, moves.length, errors.length].map(String) as [string, string, string];
  return [row(counts, cells, widths), ...notes.map((note) => `       ${note}`)].map(printable).join('\n');
}

function row(counts: readonly [string, string, string], cells: readonly string[], widths: readonly number[]): string {
  const [match, rounds, errors] = counts.map((text, index) => text.padStart(COUNT_WIDTHS[index]!));
  return `${match!}  ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join('  ')}  ${rounds!} ${errors!}`;
}

/** What came of it, for people. */
export function summaryText({ players, records, seed }: Series, colours: Colours): string {
  const summaries = summarise(records, players.length);
  const test = pairedTest(records, players.length);
  return [
    summaryTable(players, summaries, colours),
    ...(test === undefined ? [] : [testText(players, test)]),
    colours.dim(`seed ${String(seed)}`),
  ].join('\n');
}

function summaryTable(players: readonly string[], summaries: readonly PlayerSummary[], colours: Colours): string {
  const columns = ['mean', 'wins', 'draws', 'losses', 'share of wins (95 %)'];
  return table(
    [{ title: 'player' }, ...columns.map((title) => ({ title, align: 'right' as const }))],
    summaries.map(({ mean, wins, draws, losses, confidence: { low, high } }, index) => [
      printable(players[index]!),
      mean.toFixed(1),
      ...[wins, draws, losses].map(String),
      `${percent(low)} – ${percent(high)}`,
    ]),
    colours,
  );
}

function testText([first, second]: readonly string[], { pairs, difference, p }: PairedTest): string {
  const [one, other] = first === second ? ['the first player', 'the second player'] : [first!, second!];
  const better = difference < 0 ? other : one;
  const size = Math.abs(difference).toFixed(1);
  const finding = difference === 0 ? 'no difference' : `${better} is ${size} points a match better`;
  const chance = p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`;
  return printable(`${finding} over ${plural(pairs, 'pair')} with swapped roles (${chance}, exact sign-flip test)`);
}
