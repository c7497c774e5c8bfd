/** What benches over many sheets share: each sheet is measured in a process of its own, so that it starts cold and cannot take others down. */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const DEFAULT_FOLDER = '../shared/games';

export interface Limits {
  /** Of the whole process. */
  readonly seconds: number;
  readonly heapMegabytes: number;
  /** Of all its memory, where the system tells (Linux). */
  readonly megabytes?: number;
}

export interface Run {
  /** What the process wrote to its standard output, also where it did not come to its end. */
  readonly stdout: string;
  /** Why it did not come to its end. */
  readonly failure?: string;
}

const MILLISECONDS_A_LOOK = 100;

/** Runs a script, with its arguments, in a process that is killed at its limits. */
export function runApart(script: readonly string[], limits: Limits): Promise<Run> {
  const heap = `--max-old-space-size=${String(limits.heapMegabytes)}`;
  const child = spawn(process.execPath, [heap, ...script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let killed: string | undefined;
  const kill = (reason: string): void => {
    killed ??= reason;
    child.kill('SIGKILL');
  };
  // A process that is ended takes what it runs with it.
  const end = (): never => {
    child.kill('SIGKILL');
    process.exit(1);
  };
  process.once('SIGTERM', end);
  const timer = setTimeout(() => kill(`killed after ${String(limits.seconds)} s`), limits.seconds * 1000);
  const looks = setInterval(() => {
    const { megabytes = Infinity } = limits;
    if (residentMegabytes(child.pid) > megabytes) kill(`killed with more than ${String(megabytes)} MB of memory`);
  }, MILLISECONDS_A_LOOK);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      process.off('SIGTERM', end);
      clearTimeout(timer);
      clearInterval(looks);
      if (code === 0) resolve({ stdout });
      else
        resolve({ stdout, failure: killed ?? `died of ${causeOf(stderr) ?? signal ?? `exit code ${String(code)}`}` });
    });
  });
}

/** The line of a dying Node process that names the error. */
function causeOf(stderr: string): string | undefined {
  return /^(?:FATAL ERROR|\w*Error)\b.*/m.exec(stderr)?.[0].replaceAll('|', '/');
}

function residentMegabytes(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // It has just ended, or this is no Linux.
    return 0;
  }
}

export function sheetsIn(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => /\.(kif|hrf|gdl)$/.test(name));
    return names.sort().map((name) => join(path, name));
  });
}

export function gameOf(path: string): string {
  return basename(path).replace(/\.\w+$/, '');
}

/** The value that a share of the numbers does not exceed. */
export function quantile(numbers: readonly number[], share: number): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Date, machine, and how busy it was. */
export function circumstances(loadBefore: number): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const machine = `${processor} × ${String(cpus().length)}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}`;
  const load = `load average ${loadBefore.toFixed(2)} before, ${loadavg()[0]!.toFixed(2)} after`;
  return `${new Date().toISOString().slice(0, 10)}; ${machine}; ${load}`;
}

/** What was measured of a sheet, or why nothing was. */
export type Outcome<Measured> = (Measured & { readonly ok: true }) | { readonly ok: false; readonly reason: string };

export interface Row<Measured> {
  readonly game: string;
  readonly outcome: Outcome<Measured>;
}

/** A bench that makes a table with a line for each of many sheets. */
export interface SheetBench<Measured> {
  /** `import.meta.url` of the script. */
  readonly script: string;
  /** Where the table goes without `--out`; nowhere if this is missing too. */
  readonly out?: string;
  readonly limits: Limits;
  readonly title: string;
  /** What the table shows, above it in the file. */
  readonly note: string;
  /** Titles of the columns after the game; all but the last are numbers. */
  readonly columns: readonly string[];
  /** Runs in a process of its own. */
  readonly measure: (path: string) => Outcome<Measured>;
  readonly cells: (row: Row<Measured>) => readonly (string | number)[];
  /** Lines of a list, to be read before the table. */
  readonly summary: (rows: readonly Row<Measured>[]) => readonly string[];
}

/**
 * Runs a bench with the arguments `[--out FILE] [--rows FILE] [SHEET or FOLDER …]`; the default folder is {@link DEFAULT_FOLDER}. What was measured
 * is added to the file of rows, a line a game; a run that was stopped goes on after it.
 */
export async function benchSheets<Measured>(bench: SheetBench<Measured>): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { measure: { type: 'string' }, out: { type: 'string' }, rows: { type: 'string' } },
    allowPositionals: true,
  });
  const paths = positionals.length > 0 ? positionals : [DEFAULT_FOLDER];
  const missing = paths.find((path) => !existsSync(path));
  if (values.measure !== undefined) console.log(JSON.stringify(bench.measure(values.measure)));
  else if (missing === undefined) await makeTable(bench, paths, { out: bench.out, ...values });
  else {
    console.error(`${missing}: no such file or folder; give sheets or folders as arguments`);
    process.exitCode = 2;
  }
}

async function makeTable<Measured>(
  bench: SheetBench<Measured>,
  paths: readonly string[],
  { out, rows: file }: { readonly out?: string | undefined; readonly rows?: string },
): Promise<void> {
  const loadBefore = loadavg()[0]!;
  const known = new Map(file === undefined ? [] : readRows<Measured>(file).map((row) => [row.game, row]));
  const { title, note, columns, cells, summary } = bench;
  const head = `| game | ${columns.join(' | ')} |\n|---|${'--:|'.repeat(columns.length - 1)}---|`;
  const lines = [head];
  const rows: Row<Measured>[] = [];
  console.log(head);
  for (const path of sheetsIn(paths)) {
    let row = known.get(gameOf(path));
    if (row === undefined) {
      row = { game: gameOf(path), outcome: await outcomeApart(bench, path) };
      if (file !== undefined) appendFileSync(made(file), `${JSON.stringify(row)}\n`);
    }
    rows.push(row);
    lines.push(`| ${row.game} | ${cells(row).join(' | ')} |`);
    console.log(lines.at(-1));
  }
  const said = [...summary(rows), circumstances(loadBefore)].map((one) => `- ${one}`).join('\n');
  console.log(`\n${said}`);
  if (out !== undefined) writeFileSync(made(out), `# ${title}\n\n${note}\n\n${said}\n\n${lines.join('\n')}\n`);
}

async function outcomeApart<Measured>(bench: SheetBench<Measured>, path: string): Promise<Outcome<Measured>> {
  const { stdout, failure } = await runApart([fileURLToPath(bench.script), '--measure', path], bench.limits);
  return failure === undefined ? (JSON.parse(stdout) as Outcome<Measured>) : { ok: false, reason: failure };
}

function readRows<Measured>(file: string): readonly Row<Measured>[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((text) => text !== '').map((text) => JSON.parse(text) as Row<Measured>);
}

/** The file, in a folder that there is. */
function made(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  return file;
}
