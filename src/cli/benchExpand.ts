import type { Command } from 'commander';
import { measureExpansions } from '../game/index.js';
import { addBenchCommand, type Bench } from './benchGames.js';
import { CliError } from './cliError.js';
import type { Session } from './outside.js';
import { milliseconds, rate, rounded } from './style.js';

/** An element of what `woodstock bench expand --json` prints. */
interface ExpandResult {
  readonly game: string;
  readonly expansionsPerSecond: number;
  readonly successorsPerSecond: number;
  /** Mean number of successors of a state. */
  readonly meanSuccessors: number;
  readonly engine: string;
  readonly engineReason: string;
  readonly threads: number;
  readonly seconds: number;
  readonly buildMs: number;
}

const BENCH: Bench<ExpandResult> = {
  columns: [
    { title: 'expansions/s', width: 14, text: (result) => rate(result.expansionsPerSecond) },
    { title: 'successors/s', width: 14, text: (result) => rate(result.successorsPerSecond) },
    { title: 'each', width: 8, text: (result) => result.meanSuccessors.toFixed(1) },
    { title: 'ready in', width: 12, text: (result) => milliseconds(result.buildMs) },
  ],
  measure: async ({ game: name, play, pool, buildMs }, options) => {
    const { game, engine, reason } = play;
    const speed = await measureExpansions(game, pool, options);
    if (!speed.ok) throw new CliError(1, `${name}: cannot be measured: ${speed.error}`);
    const { ms, expansions, successors } = speed.value;
    return {
      game: name,
      expansionsPerSecond: rounded((1000 * expansions) / ms),
      successorsPerSecond: rounded((1000 * successors) / ms),
      meanSuccessors: rounded(successors / expansions),
      engine,
      engineReason: reason,
      threads: pool.threads,
      seconds: rounded(ms / 1000),
      buildMs: rounded(buildMs),
    };
  },
};

export function addBenchExpand(bench: Command, session: Session): void {
  const text = {
    description: 'Measures how many states of random playouts are expanded, each with all its successors.',
    examples: ['bench expand connect-four', 'bench expand tic-tac-toe othello-8x8 --seconds 2 --json'],
  };
  addBenchCommand(bench, session, { name: 'expand', text, bench: BENCH });
}
