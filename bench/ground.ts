/**
 * Grounds every sheet in a process of its own and prints a table: how long it took, how large the program is, how much memory the
 * process used at its peak. `npm run bench -- ground [--out FILE] [SHEET or FOLDER …]`; the default folder is ../shared/games.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readSheet } from '../src/gdl/index.js';
import { ground } from '../src/ground/index.js';
import { validate } from '../src/rules/index.js';
import { benchSheets, type Outcome, quantile, type Row } from './apart.js';

const SECONDS = 20;
const HEAP_MEGABYTES = 3000;
/** Starting Node, reading and checking, which the limit does not count. */
const GRACE_SECONDS = 10;

interface Grounded {
  readonly readMs: number;
  readonly ms: number;
  readonly fluents: number;
  readonly moves: number;
  readonly rules: number;
  readonly megabytes: number;
}

function measure(path: string): Outcome<Grounded> {
  const start = performance.now();
  const checked = validate(readSheet({ name: basename(path), content: readFileSync(path) }));
  if (!checked.ok) return { ok: false, reason: `invalid rules: ${checked.error[0]?.message ?? ''}` };
  const read = performance.now();
  const budget = { clock: () => performance.now(), milliseconds: SECONDS * 1000, bytes: HEAP_MEGABYTES * 2 ** 20 };
  const result = ground(checked.value, budget);
  if (!result.ok) return { ok: false, reason: result.error.reason };
  const ms = performance.now() - read;
  const { fluents, moves, bodyStart } = result.value;
  const rules = bodyStart.length - 1;
  return {
    ok: true,
    readMs: read - start,
    ms,
    fluents,
    moves,
    rules,
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
}

const COLUMNS = ['read ms', 'ground ms', 'fluents', 'moves', 'rules', 'peak MB', 'not grounded because'];

function cells({ outcome }: Row<Grounded>): readonly (string | number)[] {
  if (!outcome.ok) return [...COLUMNS.slice(1).map(() => ''), outcome.reason];
  const { readMs, ms, fluents, moves, rules, megabytes } = outcome;
  return [...[readMs, ms, fluents, moves, rules, megabytes].map((number) => Math.round(number)), ''];
}

function summary(rows: readonly Row<Grounded>[]): readonly string[] {
  const grounded = rows.map((row) => row.outcome).filter((outcome) => outcome.ok);
  const times = grounded.map((outcome) => outcome.ms);
  const time = (share: number): string => `${quantile(times, share)?.toFixed(0) ?? '-'} ms`;
  const largest = Math.max(0, ...grounded.map((outcome) => outcome.megabytes));
  return [
    `${String(grounded.length)} of ${String(rows.length)} grounded within ${String(SECONDS)} s and ${String(HEAP_MEGABYTES)} MB of heap each`,
    `median ${time(0.5)}, 90 % within ${time(0.9)}, slowest ${time(1)}; largest process ${largest.toFixed(0)} MB`,
  ];
}

await benchSheets<Grounded>({
  script: import.meta.url,
  limits: { seconds: SECONDS + GRACE_SECONDS, heapMegabytes: HEAP_MEGABYTES },
  title: 'Grounding',
  note: 'Each sheet in a process of its own, cold; `read ms` is parsing and checking. Made by `npm run bench -- ground`.',
  columns: COLUMNS,
  measure,
  cells,
  summary,
});
