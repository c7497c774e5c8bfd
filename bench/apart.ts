/** What benches over many sheets share: each sheet is measured in a process of its own, so that it starts cold and cannot take others down. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { basename, join } from 'node:path';

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
  const timer = setTimeout(() => kill(`killed after ${String(limits.seconds)} s`), limits.seconds * 1000);
  const looks = setInterval(() => {
    const { megabytes = Infinity } = limits;
    if (residentMegabytes(child.pid) > megabytes) kill(`killed with more than ${String(megabytes)} MB of memory`);
  }, MILLISECONDS_A_LOOK);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
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
