import type { Command } from 'commander';
import { seededRandom } from '../base/index.js';
import { seconds } from './benchGames.js';
import { benchRandomNetwork, RANDOM_NETWORKS, type SolverResult } from './benchRandomNetworks.js';
import { benchRound } from './benchRounds.js';
import { CliError } from './cliError.js';
import { complainOf } from './complaints.js';
import { addCommand, type CommonOptions } from './options.js';
import { type Outside, printable, type Session, writeJson, writeLine } from './outside.js';
import { statusOn } from './status.js';
import { coloursFor, count, milliseconds, rate, table } from './style.js';

interface SolverBenchOptions extends CommonOptions {
  readonly seconds: number;
}

const DEFAULT_SECONDS = 1;
const DEFAULT_SEED = 1;

export function addBenchSolver(bench: Command, session: Session): void {
  addCommand(bench, 'solver', {
    description:
      'Measures how fast the constraint solver searches: random networks, with Compact-Table and with naive tables; or a round ' +
      'from a state in the middle of games.',
    examples: ['bench solver', 'bench solver connect-four othello-8x8 --seconds 2 --json'],
  })
    .argument('[GAME...]', 'rule sheets or bundled games; random networks where there are none')
    .option('--seconds <number>', 'how long to measure each search', seconds, DEFAULT_SECONDS)
    .action(async (games: readonly string[], options: SolverBenchOptions) => {
      if (games.indexOf('-') !== games.lastIndexOf('-')) throw new CliError(2, 'standard input cannot be two games');
      const results = games.length === 0 ? benchRandom(session, options) : await benchGames(session, games, options);
      if (options.json) writeJson(session.outside.stdout, results);
      else if (results.length > 0) printResults(session.outside, results);
    });
}

function benchRandom({ outside }: Session, options: SolverBenchOptions): SolverResult[] {
  const status = statusOn(outside.stderr);
  const measurement = { clock: () => outside.now(), milliseconds: 1000 * options.seconds };
  const results = Object.entries(RANDOM_NETWORKS).map(([name, draw]) => {
    status.show(`${name}: measuring …`);
    return benchRandomNetwork(name, draw(seededRandom(options.seed ?? DEFAULT_SEED)), measurement);
  });
  status.erase();
  return results;
}

/** A game that cannot be measured gets its complaint and decides the exit code, but the others are measured all the same. */
async function benchGames(
  session: Session,
  games: readonly string[],
  { seconds, seed = DEFAULT_SEED }: SolverBenchOptions,
): Promise<SolverResult[]> {
  const results: SolverResult[] = [];
  for (const game of games) {
    try {
      results.push(await benchRound(session.outside, game, { milliseconds: 1000 * seconds, seed }));
    } catch (error) {
      const code = complainOf(session.outside, error);
      if (code > session.exitCode) session.exitCode = code;
    }
  }
  return results;
}

const right = (title: string) => ({ title, align: 'right' }) as const;
const COLUMNS = [
  { title: 'network' },
  ...['variables', 'constraints', 'tuples', 'nodes/s', 'solutions/s', 'naive nodes/s', 'ratio'].map(right),
  ...['open', 'inject', 'SAC', 'MAC', 'solutions'].map(right),
];

function printResults({ stdout, env }: Outside, results: readonly SolverResult[]): void {
  const rows = results.map((result) => [
    printable(result.network),
    ...[result.variables, result.constraints, result.tuples].map(count),
    rate(result.nodesPerSecond),
    rate(result.solutionsPerSecond),
    ifAny(result.naiveNodesPerSecond, rate),
    ifAny(result.compactOverNaive, (ratio) => ratio.toFixed(1)),
    milliseconds(result.openMs),
    ...[result.injectMs, result.sacMs, result.macMs].map((ms) => ifAny(ms, milliseconds)),
    ifAny(result.solutions, count),
  ]);
  const isShown = COLUMNS.map((_, column) => rows.some((row) => row[column] !== ''));
  const shown = <T>(cells: readonly T[]): T[] => cells.filter((_, column) => isShown[column]);
  writeLine(stdout, table(shown(COLUMNS), rows.map(shown), coloursFor(stdout, env)));
}

const ifAny = (number: number | null, text: (number: number) => string): string =>
  number === null ? '' : text(number);
