/**
 * Grounds every sheet in a process of its own and prints a table: how long it took, how large the program is, how much memory the
 * process used at its peak. `npm run bench:ground -- [--out FILE] [SHEET or FOLDER …]`; the default folder is ../shared/games.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readSheet } from '../src/gdl/index.js';
import { ground } from '../src/ground/index.js';
import { validate } from '../src/rules/index.js';

const SECONDS = 20;
const HEAP_MEGABYTES = 3000;
/** Starting Node, reading and checking, which the limit does not count. */
const GRACE_SECONDS = 10;
const DEFAULT_FOLDER = '../shared/games';

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

/** Runs {@link measure} in a child, so that each game starts cold and none can take the others down. */
function measureApart(path: string): Promise<Outcome> {
  const limit = SECONDS + GRACE_SECONDS;
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${String(HEAP_MEGABYTES)}`, fileURLToPath(import.meta.url), '--measure', path],
    { stdio: ['ignore', 'pipe', 'ignore'], timeout: limit * 1000, killSignal: 'SIGKILL' },
  );
  let answer = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      if (code === 0) resolve(JSON.parse(answer) as Outcome);
      else if (signal === 'SIGKILL') resolve({ ok: false, reason: `killed after ${String(limit)} s` });
      else
        resolve({
          ok: false,
          reason: `the process died (${signal ?? `exit code ${String(code)}`}), most likely out of memory`,
        });
    });
  });
}

function sheetsIn(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => /\.(kif|hrf|gdl)$/.test(name));
    return names.sort().map((name) => join(path, name));
  });
}

function line({ game, outcome }: Row): string {
  if (!outcome.ok) return `| ${game} | | | | | | | ${outcome.reason} |`;
  const { readMs, ms, fluents, moves, rules, megabytes } = outcome;
  const cells = [readMs, ms, fluents, moves, rules, megabytes].map((number) => String(Math.round(number)));
  return `| ${game} | ${cells.join(' | ')} | |`;
}

function summary(rows: readonly Row[], loadBefore: number): string {
  const grounded = rows.map((row) => row.outcome).filter((outcome) => outcome.ok);
  const times = grounded.map((outcome) => outcome.ms).sort((a, b) => a - b);
  const quantile = (share: number): string => {
    const time = times[Math.min(times.length - 1, Math.floor(share * times.length))];
    return time === undefined ? '-' : `${time.toFixed(0)} ms`;
  };
  const largest = Math.max(0, ...grounded.map((outcome) => outcome.megabytes));
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const machine = `${processor} × ${String(cpus().length)}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}`;
  return [
    `- ${String(grounded.length)} of ${String(rows.length)} grounded within ${String(SECONDS)} s and ${String(HEAP_MEGABYTES)} MB of heap each`,
    `- median ${quantile(0.5)}, 90 % within ${quantile(0.9)}, slowest ${quantile(1)}; largest process ${largest.toFixed(0)} MB`,
    `- ${new Date().toISOString().slice(0, 10)}; ${machine}; load average ${loadBefore.toFixed(2)} before, ${loadavg()[0]!.toFixed(2)} after`,
  ].join('\n');
}

async function bench(paths: readonly string[], out: string | undefined): Promise<void> {
  const loadBefore = loadavg()[0]!;
  const header = '| game | read ms | ground ms | fluents | moves | rules | peak MB | not grounded because |';
  const head = `${header}\n|---|--:|--:|--:|--:|--:|--:|---|`;
  console.log(head);
  const rows: Row[] = [];
  for (const path of sheetsIn(paths)) {
    const row = { game: basename(path).replace(/\.\w+$/, ''), outcome: await measureApart(path) };
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
