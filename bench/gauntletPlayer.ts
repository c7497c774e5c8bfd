/** A player in a process of its own, as people start it, for benches that play manager. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type PlayerAddress, sendMessage } from '../src/protocol/index.js';

/** A line of the player's log. */
export interface LogLine {
  readonly event: string;
  readonly source?: string;
  readonly port?: number;
  readonly reason?: string;
}

export interface PlayerProcess {
  readonly address: PlayerAddress;
  /** Sends a message; gives the reply and how long it took. */
  ask(message: string, timeoutMs: number): Promise<{ readonly reply: string; readonly ms: number }>;
  /** What it has logged since this was asked last. */
  takeLog(): readonly LogLine[];
  /** Undefined as long as it runs. */
  readonly death: string | undefined;
  /** Of its memory, in megabytes. */
  residentMegabytes(): number;
  end(): Promise<void>;
}

/** Starts `woodstock player` on a free port; the bundle of the program stands beside this one. */
export async function startPlayer(args: readonly string[] = []): Promise<PlayerProcess> {
  const main = fileURLToPath(new URL('main.js', import.meta.url));
  const child = spawn(process.execPath, [main, 'player', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = logOf(child);
  const listening = await log.first(({ event }) => event === 'listening');
  const address = { host: '127.0.0.1', port: listening.port! };
  let death: string | undefined;
  child.on('exit', (code, signal) => (death = signal ?? `exit code ${String(code)}`));
  return {
    address,
    ask: async (message, timeoutMs) => {
      const start = performance.now();
      const reply = await sendMessage({ to: address, receiver: address.host, message, timeoutMs });
      return { reply, ms: performance.now() - start };
    },
    takeLog: () => log.take(),
    get death() {
      return death;
    },
    residentMegabytes: () => {
      const status = readFileSync(`/proc/${String(child.pid)}/status`, 'utf8');
      return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
    },
    end: () =>
      new Promise((resolve) => {
        if (death !== undefined) return resolve();
        child.on('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

interface Log {
  take(): readonly LogLine[];
  first(isIt: (line: LogLine) => boolean): Promise<LogLine>;
}

function logOf(child: ChildProcess): Log {
  let lines: LogLine[] = [];
  let rest = '';
  let waiting: ((line: LogLine) => void) | undefined;
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop()!;
    for (const part of parts) {
      const line = readLine(part);
      lines.push(line);
      waiting?.(line);
    }
  });
  return {
    take: () => {
      const taken = lines;
      lines = [];
      return taken;
    },
    first: (isIt) =>
      new Promise((resolve, reject) => {
        child.once('exit', () => reject(new Error(`the player ended: ${lines.map(({ reason }) => reason).join(' ')}`)));
        waiting = (line) => {
          if (isIt(line)) resolve(line);
        };
      }),
  };
}

/** What is no JSON should not be there, and is shown. */
function readLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return { event: 'not JSON', reason: text };
  }
}
