import { type Command, InvalidArgumentError } from 'commander';
import { recordLine } from '../match/index.js';
import { GgpPlayer, type GgpRecord } from '../node/index.js';
import { DEFAULT_SERVER } from '../protocol/index.js';
import { ALGORITHMS, chooseAlgorithm } from '../search/index.js';
import { CliError } from './cliError.js';
import { DEFAULT_ALGORITHM } from './matchPlayers.js';
import { addCommand, type CommonOptions, wholeNumber } from './options.js';
import { type Outside, printable, type Session, writeJson, writeLine } from './outside.js';
import { writeOutput } from './outputs.js';
import { playerLog } from './playerLog.js';
import { threads } from './threads.js';

/** More search one tree together, which was not seen to be stronger yet (`npm run bench -- duel woodstock woodstock --threads 2,1`). */
const DEFAULT_THREADS = 1;

interface PlayerOptions extends CommonOptions {
  readonly host: string;
  readonly port: number;
  readonly algorithm: string;
  readonly name: string;
  readonly record?: string;
  readonly threads: number;
}

export function addPlayer(program: Command, session: Session): void {
  addCommand(program, 'player', {
    description:
      'Plays for game managers of General Game Playing, over HTTP, until it is interrupted; writes a log to standard error.',
    examples: [
      'player',
      'player --host 0.0.0.0 --port 9147 --name Woodstock --record records',
      'player --algorithm uct --threads 2',
    ],
  })
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all of the machine', DEFAULT_SERVER.host)
    .option('--port <number>', 'port to listen on; 0 for any that is free', port, DEFAULT_SERVER.port)
    .option('--algorithm <name>', 'who plays: NAME or NAME:key=value;key=value', DEFAULT_ALGORITHM)
    .option('--name <name>', 'as managers call it', 'Woodstock')
    .option(
      '--record <directory>',
      'write each match to a file in there, as JSON with its rules, moves and answers; `match GAME --replay FILE` reads it',
    )
    .option('--threads <number>', 'threads that search', threads, DEFAULT_THREADS)
    .action(async (options: PlayerOptions) => {
      await serve(session, options);
    });
}

const LARGEST_PORT = 65_535;

function port(text: string): number {
  const number = wholeNumber(text);
  if (number > LARGEST_PORT) throw new InvalidArgumentError(`It must be at most ${String(LARGEST_PORT)}.`);
  return number;
}

async function serve({ outside }: Session, options: PlayerOptions): Promise<void> {
  const { name, algorithm, host, json = false } = options;
  const chosen = chooseAlgorithm(algorithm, ALGORITHMS);
  if (!chosen.ok) throw new CliError(2, chosen.error);
  const log = playerLog(outside);
  const { record, seed } = options;
  if (record !== undefined) outside.makeFolder(record);
  const player = new GgpPlayer({
    ...{ name, algorithm, witness: log, openThread: outside.openThread },
    threads: options.threads,
    seed: () => seed ?? outside.freshSeed(),
    ...(record === undefined ? {} : { onRecord: (match: GgpRecord) => keep(outside, record, match) }),
  });
  const listening = (at: { readonly host: string; readonly port: number }): void => {
    log('listening', at);
    if (!json) writeLine(outside.stdout, `${printable(name)} listens on http://${at.host}:${String(at.port)}/`);
  };
  try {
    const onFault = (fault: object): void => log('bad request', { ...fault });
    await outside.serve(player, { host, port: options.port, onListening: listening, onFault });
  } catch (error) {
    throw new CliError(2, explained(error, options));
  } finally {
    await player.close();
  }
  log('ended', {});
  if (json) writeJson(outside.stdout, player.status());
}

function explained(error: unknown, { host, port }: PlayerOptions): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const where = `${host}:${String(port)}`;
  if (code === 'EADDRINUSE') return `${where} is taken by another program; choose another --port`;
  if (code === 'EACCES') return `${where}: permission denied; choose a --port of 1024 or more`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is no address of this machine; see --host`;
  return `cannot listen on ${where}: ${message}`;
}

/** A file for each match, named by its id as far as a file can be. */
function keep(outside: Outside, folder: string, record: GgpRecord): void {
  const file = `${folder}/${record.match.replace(/[^\w.-]/g, '_').slice(0, 100)}.${record.role.replace(/[^\w-]/g, '_').slice(0, 50)}.json`;
  try {
    writeOutput(outside, file, [recordLine(record)]);
  } catch (error) {
    // The next match matters more.
    playerLog(outside)('record lost', { match: record.match, reason: error instanceof Error ? error.message : file });
  }
}
