import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_PLAYOUT, type MeasureOptions, poolOfOne, type SimulationPool } from '../game/index.js';
import type { Engine, Play } from '../pipeline.js';
import { CliError } from './cliError.js';
import { complain, complainOf } from './complaints.js';
import { engineOption, playOrSubstitute } from './engines.js';
import { type CommandText, type CommonOptions, addCommand, wholeNumber } from './options.js';
import { type Outside, type Session, printable, writeJson, writeLine } from './outside.js';
import { rulesOf } from './rulesOf.js';
import { statusOn } from './status.js';
import { coloursFor } from './style.js';

/** A kind of measurement, the same for every game. */
export interface Bench<Result> {
  measure(ready: Ready, options: MeasureOptions): Promise<Result>;
  /** Of the table for people, after the game and its engine. */
  readonly columns: readonly BenchColumn<Result>[];
}

interface BenchColumn<Result> {
  readonly title: string;
  readonly width: number;
  readonly text: (result: Result) => string;
}

/** A game that made its first playout. */
export interface Ready {
  /** As it was asked for. */
  readonly game: string;
  readonly play: Play;
  readonly pool: SimulationPool;
  /** From the text of the rules to the end of the first playout. */
  readonly buildMs: number;
}

interface BenchOptions extends CommonOptions {
  readonly seconds: number;
  readonly engine: Engine;
  readonly threads: number;
}

/** The same numbers every time, as far as time allows. */
const DEFAULT_SEED = 1;
const DEFAULT_SECONDS = 5;
const MOST_SECONDS = 3600;
/** Even a machine of one core can show that two threads give the same. */
const LEAST_CORES = 2;

interface BenchCommand<Result> {
  readonly name: string;
  readonly text: CommandText;
  readonly bench: Bench<Result>;
}

export function addBenchCommand<Result extends { readonly engine: string }>(
  group: Command,
  session: Session,
  { name, text, bench }: BenchCommand<Result>,
): void {
  addCommand(group, name, text)
    .argument('<GAME...>', 'rule sheets or bundled games')
    .option('--seconds <number>', 'how long to measure each game', seconds, DEFAULT_SECONDS)
    .addOption(engineOption('compiled'))
    .option('--threads <number>', 'threads that share the work', (text) => threads(text, session.outside), 1)
    .action(async (games: readonly string[], options: BenchOptions) => {
      if (games.indexOf('-') !== games.lastIndexOf('-')) {
        throw new CliError(2, 'standard input cannot be two games');
      }
      await benchGames(session, { games, options, bench });
    });
}

export function seconds(text: string): number {
  const number = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
  if (number > 0 && number <= MOST_SECONDS) return number;
  throw new InvalidArgumentError(`It must be a number of seconds, more than 0 and at most ${String(MOST_SECONDS)}.`);
}

function threads(text: string, { cores }: Outside): number {
  const number = wholeNumber(text);
  if (number < 1) throw new InvalidArgumentError('It must be 1 or more.');
  const most = Math.max(cores, LEAST_CORES);
  if (number > most)
    throw new InvalidArgumentError(`It must be at most ${String(most)}: this machine runs no more at once.`);
  return number;
}

interface BenchRun<Result> {
  readonly games: readonly string[];
  readonly options: BenchOptions;
  readonly bench: Bench<Result>;
}

/** A game that cannot be measured gets its complaint and decides the exit code, but the others are measured all the same. */
async function benchGames<Result extends { readonly engine: string }>(
  session: Session,
  { games, options, bench }: BenchRun<Result>,
): Promise<void> {
  const { outside } = session;
  const print = options.json ? () => undefined : rowPrinter(outside, games, bench.columns);
  const results: Result[] = [];
  for (const [index, game] of games.entries()) {
    try {
      const title = games.length === 1 ? game : `${game} (${String(index + 1)} of ${String(games.length)})`;
      const result = await benchGame(outside, { game, title, options }, bench);
      results.push(result);
      print(game, result);
    } catch (error) {
      const code = complainOf(outside, error);
      if (code > session.exitCode) session.exitCode = code;
    }
  }
  if (options.json) writeJson(outside.stdout, results);
}

interface BenchedGame {
  readonly game: string;
  /** For people who wait. */
  readonly title: string;
  readonly options: BenchOptions;
}

async function benchGame<Result>(
  outside: Outside,
  { game, title, options }: BenchedGame,
  bench: Bench<Result>,
): Promise<Result> {
  const ready = await makeReady(outside, game, options);
  const status = statusOn(outside.stderr);
  const start = outside.now();
  try {
    return await bench.measure(ready, {
      clock: () => outside.now(),
      milliseconds: 1000 * options.seconds,
      seed: options.seed ?? DEFAULT_SEED,
      onCall: () => status.show(`${title}: measuring since ${((outside.now() - start) / 1000).toFixed(1)} s …`),
    });
  } finally {
    status.erase();
    await ready.pool.close();
  }
}

async function makeReady(outside: Outside, game: string, { engine, seed, threads }: BenchOptions): Promise<Ready> {
  const { rules, source, ms } = await rulesOf(outside, game);
  const start = outside.now();
  const play = playOrSubstitute(outside, { name: source.name, rules, engine });
  const pool = await poolOf(outside, { name: source.name, play, threads });
  const request = { playouts: 1, seed: seed ?? DEFAULT_SEED, maxPlies: DEFAULT_PLAYOUT.plies };
  await pool.playouts([play.game.initial()], request);
  return { game, play, pool, buildMs: ms.parse + ms.check + outside.now() - start };
}

interface Threading {
  readonly name: string;
  readonly play: Play;
  readonly threads: number;
}

/** Says so where there are fewer threads than were asked for. */
async function poolOf(outside: Outside, { name, play, threads }: Threading): Promise<SimulationPool> {
  if (threads === 1) return poolOfOne(play.simulator);
  const pool = await outside.openThreads(play, threads).catch((cause: unknown) => {
    throw new CliError(1, `${name}: cannot be played in ${String(threads)} threads: ${String(cause)}`);
  });
  if (pool.threads < threads) complain(outside, `${name}: --engine ${play.engine} plays in one thread only`);
  return pool;
}

const ENGINE_WIDTH = 'reference'.length;

/** Prints a row as soon as it is known, the titles before the first: the next game takes its time. */
function rowPrinter<Result extends { readonly engine: string }>(
  { stdout, env }: Outside,
  games: readonly string[],
  columns: readonly BenchColumn<Result>[],
): (game: string, result: Result) => void {
  const gameWidth = Math.max(...games.map(({ length }) => length), 'game'.length);
  const row = (game: string, engine: string, cells: readonly string[]): string =>
    `${printable(game).padEnd(gameWidth)}  ${engine.padEnd(ENGINE_WIDTH)}` +
    cells.map((cell, index) => `  ${cell.padStart(columns[index]!.width)}`).join('');
  let hasTitles = false;
  return (game, result) => {
    const titles = columns.map(({ title }) => title);
    if (!hasTitles) writeLine(stdout, coloursFor(stdout, env).bold(row('game', 'engine', titles)));
    hasTitles = true;
    const cells = columns.map(({ text }) => text(result));
    writeLine(stdout, row(game, result.engine, cells));
  };
}
