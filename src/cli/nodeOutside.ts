import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { availableMemory, openThreads, sharedClock, threadOpener } from '../node/index.js';
import { type MessageHandler, serveMessages } from '../protocol/index.js';
import type { Outside, Output, ServiceWish } from './outside.js';
import { replaceFile } from './replaceFile.js';

/** No rule sheet or line of play comes near this, but `/dev/zero` does. */
const LARGEST_INPUT = 64 * 1024 * 1024;

const CHUNK = 1024 * 1024;

export function nodeOutside(): Outside {
  return {
    stdout: outputTo(process.stdout),
    stderr: outputTo(process.stderr),
    env: process.env,
    readFile: readWhole,
    readStdin,
    readLines: () => createInterface({ input: process.stdin }),
    writeFile: replaceFile,
    now: () => performance.now(),
    pause: (ms) => setTimeout(ms),
    freshSeed: () => randomInt(2 ** 32),
    cores: availableParallelism(),
    memory: availableMemory(),
    openThreads: (play, threads) => openThreads(play, { threads }),
    openThread: threadOpener(),
    serve,
    makeFolder: (path) => mkdirSync(path, { recursive: true }),
    date: () => new Date(),
  };
}

async function serve(handler: MessageHandler, { onListening, ...wish }: ServiceWish): Promise<void> {
  const server = await serveMessages({ ...wish, clock: sharedClock }, handler);
  onListening({ host: server.host, port: server.port });
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
}

/** A standard stream; Node has no `isTTY` on those that are files or pipes, whatever its types say. */
interface StandardStream {
  readonly isTTY?: boolean;
  readonly columns: number;
  readonly rows: number;
  write(text: string): boolean;
}

function outputTo(stream: StandardStream): Output {
  return {
    isTTY: stream.isTTY ?? false,
    get columns() {
      return stream.isTTY ? positive(stream.columns) : undefined;
    },
    get rows() {
      return stream.isTTY ? positive(stream.rows) : undefined;
    },
    write: (text) => stream.write(text),
  };
}

/** Some terminals do not know their size and say 0. */
const positive = (size: number): number | undefined => (size > 0 ? size : undefined);

function readWhole(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const chunks: Uint8Array[] = [];
    for (let total = 0; ;) {
      const chunk = new Uint8Array(CHUNK);
      const length = readSync(file, chunk);
      if (length === 0) return joined(chunks, total);
      chunks.push(chunk.subarray(0, length));
      total += length;
      refuseTooLarge(total);
    }
  } finally {
    closeSync(file);
  }
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    total += chunk.length;
    refuseTooLarge(total);
  }
  return joined(chunks, total);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function refuseTooLarge(bytes: number): void {
  if (bytes > LARGEST_INPUT) throw Object.assign(new Error('file too large'), { code: 'EFBIG' });
}
