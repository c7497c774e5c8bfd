import type { SimulationPool } from '../game/index.js';
import type { ThreadOpener } from '../node/index.js';
import type { Play } from '../pipeline.js';
import type { MessageHandler, ServerFault } from '../protocol/index.js';

/** The world as commands see it; tests put a stand-in here, so that no test needs a process of its own. */
export interface Outside {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The bytes of a file; throws as `node:fs` does, with a `code`. */
  readFile(path: string): Uint8Array;
  readStdin(): Promise<Uint8Array>;
  /** The lines of standard input as they come. */
  readLines(): AsyncIterable<string>;
  /** Makes a file of the text, in the place of one that is there; throws as `node:fs` does, with a `code`. */
  writeFile(path: string, chunks: Iterable<string>): void;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  pause(ms: number): Promise<void>;
  /** A seed that nobody chose, for commands that were given none. */
  freshSeed(): number;
  /** Threads that the machine can really run at once. */
  readonly cores: number;
  /** Bytes that the process may have: all of the machine, or less where a container limits it. */
  readonly memory: number;
  /** Threads that share the simulation of a game; without them where it was not compiled. */
  openThreads(play: Play, threads: number): Promise<SimulationPool>;
  /** Opens a thread that waits for its part in a match. */
  readonly openThread: ThreadOpener;
  /** Answers game managers until the process is told to end. Rejects, as `node:net` does, where it cannot listen. */
  serve(handler: MessageHandler, wish: ServiceWish): Promise<void>;
  /** Makes a folder where there is none; throws as `node:fs` does. */
  makeFolder(path: string): void;
  /** What the calendar says. */
  date(): Date;
}

/** Where to listen for game managers, and whom to tell what happens. */
export interface ServiceWish {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly onListening: (at: { readonly host: string; readonly port: number }) => void;
  readonly onFault: (fault: ServerFault) => void;
}

export interface Output {
  readonly isTTY: boolean;
  /** Size of the terminal, or undefined where there is none. */
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  write(text: string): void;
}

/** One run of the command line. */
export interface Session {
  readonly outside: Outside;
  /** What the process will end with unless an error says otherwise. */
  exitCode: 0 | 1 | 2;
}

export function writeLine(output: Output, text = ''): void {
  output.write(`${text}\n`);
}

/** The one JSON document of a command. */
export function writeJson(output: Output, value: unknown): void {
  writeLine(output, JSON.stringify(value));
}

/** Text from rule sheets and arguments without the control characters that would steer a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => (character === '\n' ? character : '\uFFFD'));
}
