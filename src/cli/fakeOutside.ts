import { poolOfOne } from '../game/index.js';
import type { MessageHandler } from '../protocol/index.js';
import type { ThreadOpener } from '../node/index.js';
import { run } from './run.js';
import type { Outside, Output } from './outside.js';

/** What a test puts around a command line. Files not listed do not exist; a file that is an Error cannot be read. */
export interface World {
  readonly files?: Readonly<Record<string, string | Uint8Array | Error>>;
  readonly stdin?: string;
  /** Whether no file can be written. */
  readonly isReadOnly?: boolean;
  readonly env?: Outside['env'];
  readonly isTTY?: boolean;
  /** Whether every look at the clock finds a minute gone. */
  readonly isTimeShort?: boolean;
  /** Whether time passes as it does, for what is measured by it. */
  readonly isTimeReal?: boolean;
  /** Bytes that the machine has; 8 GB without it. */
  readonly memory?: number;
  /** In place of threads that never say anything. */
  readonly openThread?: ThreadOpener;
  /** What game managers do while a player listens, or why it cannot. */
  readonly listening?: Error | ((handler: MessageHandler) => Promise<void>);
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Text of the files that were written, by path, if there are any. */
  readonly written?: Readonly<Record<string, string>>;
}

/** Runs a command line without a process, with time that passes a millisecond a look. */
export async function runIn(world: World, ...argv: readonly string[]): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr'): Output => ({
    isTTY: world.isTTY ?? false,
    columns: world.isTTY ? 100 : undefined,
    rows: world.isTTY ? 40 : undefined,
    write: (text) => {
      written[name] += text;
    },
  });
  const files: Record<string, string> = {};
  let looks = 0;
  const millisecondsALook = world.isTimeShort ? 60_000 : 1;
  const code = await run(argv, {
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: world.env ?? {},
    readFile: (path) => readFrom(world, path),
    readStdin: () => Promise.resolve(new TextEncoder().encode(world.stdin ?? '')),
    readLines: () => linesOf(world.stdin ?? ''),
    writeFile: (path, chunks) => {
      if (world.isReadOnly === true) throw fileError('EACCES');
      files[path] = [...chunks].join('');
    },
    now: () => (world.isTimeReal ? performance.now() : looks++ * millisecondsALook),
    pause: () => Promise.resolve(),
    freshSeed: () => 7,
    cores: 4,
    memory: world.memory ?? 8 * 2 ** 30,
    // Threads run files that were built, which tests do without.
    openThreads: ({ simulator, code }, threads) =>
      Promise.resolve({ ...poolOfOne(simulator), threads: code === undefined ? 1 : threads }),
    openThread: world.openThread ?? deadPort,
    serve: async (handler, { host, port, onListening }) => {
      if (world.listening instanceof Error) throw world.listening;
      onListening({ host, port });
      await world.listening?.(handler);
    },
    makeFolder: () => {
      if (world.isReadOnly === true) throw fileError('EACCES');
    },
    date: () => new Date(0),
  });
  return { code, ...written, ...(Object.keys(files).length > 0 ? { written: files } : {}) };
}

/** A thread that never says anything. */
export const deadPort = (): ReturnType<ThreadOpener> => ({
  post: () => undefined,
  onMessage: () => undefined,
  onDeath: () => undefined,
  setAwaited: () => undefined,
  terminate: () => Promise.resolve(),
});

async function* linesOf(text: string): AsyncGenerator<string> {
  for (const line of text.split('\n')) yield await Promise.resolve(line);
}

function readFrom(world: World, path: string): Uint8Array {
  const content = world.files !== undefined && Object.hasOwn(world.files, path) ? world.files[path] : undefined;
  if (content instanceof Error) throw content;
  if (content === undefined) throw fileError('ENOENT');
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** An error as `node:fs` throws it. */
export function fileError(code: string): Error {
  return Object.assign(new Error(`${code}: as node:fs says it`), { code });
}
