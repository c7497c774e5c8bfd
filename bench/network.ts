/**
 * Translates every sheet that grounds, in a process of its own, and prints a table in the form of 003's table 2: variables, largest domain,
 * constraints, tuples, time. `npm run bench -- network [--out FILE] [SHEET or FOLDER …]`; the default folder is ../shared/games.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ground } from '../src/ground/index.js';
import { networkSizes, type NetworkSizes } from '../src/network/index.js';
import { loadRules } from '../src/pipeline.js';
import { translateRound } from '../src/translate/index.js';
import { benchSheets, gameOf, type Outcome, quantile, type Row } from './apart.js';

const SECONDS = 40;
const HEAP_MEGABYTES = 4000;
/** Starting Node, reading and checking, which the limit does not count. */
const GRACE_SECONDS = 60;

/** Seconds of the papers' translator for those of their games that are here by name (003 table 2), on a Pentium of 3.4 GHz. */
const PAPER_SECONDS: ReadonlyMap<string, number> = new Map([
  ['bomberman2p', 31],
  ['checkers', 43],
  ['chess', 76],
  ['chineseCheckers3', 54],
  ['hex', 91],
  ['kalaha6x2x4', 94],
  ['kalaha_2009', 94],
  ['othello-comp2007', 51],
  ['pacman3p', 36],
  ['reversi', 51],
]);

interface Translated extends NetworkSizes {
  readonly groups: number;
  readonly groupsLeft: number;
  readonly groundMs: number;
  readonly proofMs: number;
  readonly networkMs: number;
  readonly megabytes: number;
}

function measure(path: string): Outcome<Translated> {
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) return { ok: false, reason: `invalid rules: ${rules.error[0]?.message ?? ''}` };
  const clock = (): number => performance.now();
  const budget = { clock, milliseconds: SECONDS * 1000, bytes: HEAP_MEGABYTES * 2 ** 20 };
  const start = clock();
  const program = ground(rules.value, budget);
  if (!program.ok) return { ok: false, reason: program.error.reason };
  const groundMs = clock() - start;
  const translation = translateRound(program.value, { name: gameOf(path) }, budget);
  if (!translation.ok) return { ok: false, reason: translation.error };
  const { round, groups, groupsLeft, ms } = translation.value;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const times = { groundMs, proofMs: ms.proof, networkMs: ms.network };
  return { ok: true, ...networkSizes(round.network), groups: groups.length, groupsLeft, ...times, megabytes };
}

const totalMs = ({ groundMs, proofMs, networkMs }: Translated): number => groundMs + proofMs + networkMs;

const COLUMNS = [
  ...[
    '#vars',
    'maxDom',
    '#const',
    'tuples',
    'groups',
    'left',
    'ground ms',
    'proof ms',
    'network ms',
    'all ms',
    'peak MB',
  ],
  ...['paper s', 'not translated because'],
];

function cells({ game, outcome }: Row<Translated>): readonly (string | number)[] {
  const inPaper = PAPER_SECONDS.get(game) ?? '';
  if (!outcome.ok) return [...COLUMNS.slice(2).map(() => ''), inPaper, outcome.reason];
  const { variables, maxDomain, constraints, tuples, groups, groupsLeft, groundMs, proofMs, networkMs, megabytes } =
    outcome;
  const sizes = [variables, maxDomain, constraints, tuples, groups, groupsLeft];
  const times = [groundMs, proofMs, networkMs, totalMs(outcome), megabytes];
  return [...[...sizes, ...times].map((number) => Math.round(number)), inPaper, ''];
}

function summary(rows: readonly Row<Translated>[]): readonly string[] {
  const translated = rows.flatMap(({ game, outcome }) => (outcome.ok ? [{ game, ...outcome }] : []));
  const times = translated.map(totalMs);
  const time = (share: number): string => `${quantile(times, share)?.toFixed(0) ?? '-'} ms`;
  const known = translated.filter(({ game }) => PAPER_SECONDS.has(game));
  const shares = known.map((one) => totalMs(one) / 1000 / PAPER_SECONDS.get(one.game)!);
  const largest = Math.max(0, ...translated.map(({ megabytes }) => megabytes));
  return [
    `${String(translated.length)} of ${String(rows.length)} translated within ${String(SECONDS)} s for each stage`,
    `ground, proofs and network together: median ${time(0.5)}, 90 % within ${time(0.9)}, slowest ${time(1)}; largest process ${largest.toFixed(0)} MB`,
    `of the papers' games ${String(known.length)}, in at most ${(100 * Math.max(0, ...shares)).toFixed(1)} % of the papers' time`,
  ];
}

await benchSheets<Translated>({
  script: import.meta.url,
  limits: { seconds: 2 * SECONDS + GRACE_SECONDS, heapMegabytes: HEAP_MEGABYTES },
  title: 'Networks',
  note:
    'One round of each game as a stochastic constraint network, in the form of 003 table 2, each sheet in a process of its own, cold. ' +
    '`groups`: sets of fluents that were proved to be one variable; `left`: those that names suggest and that were not proved. ' +
    '`paper s`: the time of the papers for the game of that name. Made by `npm run bench -- network`.',
  columns: COLUMNS,
  measure,
  cells,
  summary,
});
