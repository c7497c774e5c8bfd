/**
 * Grounds every sheet in a process of its own and prints a table: how long it took, how large the program is, how much memory the
 * process used at its peak. `npm run bench:ground -- [--out FILE] [SHEET or FOLDER …]`; the default folder is ../shared/games.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readSheet } from '../src/gdl/index.js';
import { ground } from '../src/ground/index.js';
import { validate } from '../src/rules/index.js';
import { circumstances, DEFAULT_FOLDER, gameOf, quantile, runApart, sheetsIn } from './apart.js';

const SECONDS = 20;
const HEAP_MEGABYTES = 3000;
/** Starting Node, reading and checking, which the limit does not count. */
const GRACE_SECONDS = 10;

interface Grounded {
  readonly ok: true;
  readonly readMs: number;
  readonly ms: number;
  readonly fluents: number;
  readonly moves: number;
  readonly rules: number;
  readonly megabytes: number;
}

interface Failed {
  readonly ok: false;
  readonly reason: string;
}

type Outcome = Grounded | Failed;

interface Row {
  readonly game: string;
  readonly outcome: Outcome;
}

/** Runs in the child process. */
function measure(path: string): Outcome {
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

/** Runs {@link measure} in a child. */
async function measureApart(path: string): Promise<Outcome> {
  const limits = { seconds: SECONDS + GRACE_SECONDS, heapMegabytes: HEAP_MEGABYTES };
  const { stdout, failure } = await runApart([fileURLToPath(import.meta.url), '--measure', path], limits);
  return failure === undefined ? (JSON.parse(stdout) as Outcome) : { ok: false, reason: failure };
}

function line({ game, outcome }: Row): string {
  if (!outcome.ok) return `| ${game} | | | | | | | ${outcome.reason} |`;
  const { readMs, ms, fluents, moves, rules, megabytes } = outcome;
  const cells = [readMs, ms, fluents, moves, rules, megabytes].map((number) => String(Math.round(number)));
  return `| ${game} | ${cells.join(' | ')} | |`;
}

function summary(rows: readonly Row[], loadBefore: number): string {
  const grounded = rows.map((row) => row.outcome).filter((outcome) => outcome.ok);
  const times = grounded.map((outcome) => outcome.ms);
  const time = (share: number): string => `${quantile(times, share)?.toFixed(0) ?? '-'} ms`;
  const largest = Math.max(0, ...grounded.map((outcome) => outcome.megabytes));
  return [
    `- ${String(grounded.length)} of ${String(rows.length)} grounded within ${String(SECONDS)} s and ${String(HEAP_MEGABYTES)} MB of heap each`,
    `- median ${time(0.5)}, 90 % within ${time(0.9)}, slowest ${time(1)}; largest process ${largest.toFixed(0)} MB`,
    `- ${circumstances(loadBefore)}`,
  ].join('\n');
}

async function bench(paths: readonly string[], out: string | undefined): Promise<void> {
  const loadBefore = loadavg()[0]!;
  const header = '| game | read ms | ground ms | fluents | moves | rules | peak MB | not grounded because |';
  const head = `${header}\n|---|--:|--:|--:|--:|--:|--:|---|`;
  console.log(head);
  const rows: Row[] = [];
  for (const path of sheetsIn(paths)) {
    const row = { game: gameOf(path), outcome: await measureApart(path) };
    console.log(line(row));
    rows.push(row);
  }
  console.log(`\n${summary(rows, loadBefore)}`);
  if (out === undefined) return;
  mkdirSync(dirname(out), { recursive: true });
  const note =
    'Each sheet in a process of its own, cold; `read ms` is parsing and checking. Made by `npm run bench:ground`.';
  writeFileSync(
    out,
    `# Grounding\n\n${note}\n\n${summary(rows, loadBefore)}\n\n${head}\n${rows.map(line).join('\n')}\n`,
  );
}

const { values, positionals } = parseArgs({
  options: { measure: { type: 'string' }, out: { type: 'string' } },
  allowPositionals: true,
});
const paths = positionals.length > 0 ? positionals : [DEFAULT_FOLDER];
const missing = paths.find((path) => !existsSync(path));
if (values.measure !== undefined) console.log(JSON.stringify(measure(values.measure)));
else if (missing === undefined) await bench(paths, values.out);
else {
  console.error(`${missing}: no such file or folder; give sheets or folders as arguments`);
  process.exitCode = 2;
}
