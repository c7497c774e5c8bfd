/** The rows of the headroom bench: its table is the store, so that a run can be stopped and taken up again. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DuelResult } from './duel/playDuel.js';
import { intervalText, percent } from './duel/report.js';

/**
 * Games in which more time helped, with the score of the side that had it. Made by `npm run bench -- headroom`, read
 * by `duel --games headroom`.
 */
export const HEADROOM_GAMES = 'bench/headroomGames.json';

/** Games with this score and more have headroom. */
const HEADROOM = 0.6;

/** What came of a game: a duel, or why there was none. */
export type HeadroomOutcome =
  | { readonly kind: 'played'; readonly duel: DuelResult; readonly secondsAMatch: number }
  | { readonly kind: 'skipped'; readonly reason: string };

const COLUMNS = ['game', 'a move', 'matches', 'score of more time', '95 %', 'sequential test', 's a match'];
const HEAD = `| ${COLUMNS.join(' | ')} |\n|---|---|--:|--:|--:|---|--:|`;

export function headroomRow(game: string, pace: string, outcome: HeadroomOutcome): string {
  const cells =
    outcome.kind === 'skipped'
      ? ['0', '', '', outcome.reason.split('\n')[0]!.replaceAll('|', '/'), '']
      : [
          ...[
            String(outcome.duel.matches),
            percent(outcome.duel.statistics.mean),
            intervalText(outcome.duel.statistics),
          ],
          ...[outcome.duel.verdict ?? '', outcome.secondsAMatch.toFixed(0)],
        ];
  return `| ${[game, pace, ...cells].join(' | ')} |`;
}

/**
 * Games of the file that have a row for the same budgets, with the score of more time, or null where they were
 * skipped.
 */
export function readHeadroom(file: string, pace: string): ReadonlyMap<string, number | null> {
  if (!existsSync(file)) return new Map();
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows
      .filter(([, , budgets]) => budgets === pace)
      .map(([, game, , , score]) => [game!, score === '' ? null : Number(score) / 100]),
  );
}

export function appendHeadroom(file: string, about: string, row: string): void {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `# Headroom: what more time is worth\n\n${about}\n\n${HEAD}\n`);
  }
  appendFileSync(file, `${row}\n`);
}

/** Writes the games with headroom, of those that are known. */
export function writeHeadroomGames(known: ReadonlyMap<string, number | null>, file: string): void {
  const games = [...known]
    .filter(([, score]) => score !== null && score >= HEADROOM)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(games), null, 2)}\n`);
}
