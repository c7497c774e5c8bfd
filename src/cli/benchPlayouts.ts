import type { Command } from 'commander';
import { measurePlayouts } from '../game/index.js';
import { addBenchCommand, type Bench } from './benchGames.js';
import type { Session } from './outside.js';
import { milliseconds, rate, rounded } from './style.js';

/** An element of what `woodstock bench playouts --json` prints. */
interface PlayoutResult {
  readonly game: string;
  readonly engine: string;
  readonly playoutsPerSecond: number;
  readonly pliesPerSecond: number;
  readonly meanLength: number;
  readonly buildMs: number;
  readonly engineReason: string;
  readonly threads: number;
  readonly seconds: number;
  /** Playouts that were measured, and those of them that were cut off or came to a state without a legal move. */
  readonly playouts: number;
  readonly capped: number;
  readonly stuck: number;
  /** Of the playouts that ended, by role; null where none did. */
  readonly meanGoals: readonly number[] | null;
}

const BENCH: Bench<PlayoutResult> = {
  columns: [
    { title: 'playouts/s', width: 13, text: (result) => rate(result.playoutsPerSecond) },
    { title: 'plies/s', width: 15, text: (result) => rate(result.pliesPerSecond) },
    { title: 'length', width: 8, text: (result) => result.meanLength.toFixed(1) },
    { title: 'ready in', width: 12, text: (result) => milliseconds(result.buildMs) },
  ],
  measure: async ({ game: name, play, pool, buildMs }, options) => {
    const { game, engine, reason } = play;
    const { ms, plies, ended, capped, stuck, goalSum } = await measurePlayouts(game, pool, options);
    const playouts = ended + capped + stuck;
    return {
      game: name,
      engine,
      playoutsPerSecond: rounded((1000 * playouts) / ms),
      pliesPerSecond: rounded((1000 * plies) / ms),
      meanLength: rounded(plies / playouts),
      buildMs: rounded(buildMs),
      engineReason: reason,
      threads: pool.threads,
      seconds: rounded(ms / 1000),
      ...{ playouts, capped, stuck },
      meanGoals: ended === 0 ? null : goalSum.map((sum) => rounded(sum / ended)),
    };
  },
};

export function addBenchPlayouts(bench: Command, session: Session): void {
  const text = {
    description: 'Measures random playouts from the initial state.',
    examples: ['bench playouts connect-four', 'bench playouts tic-tac-toe othello-8x8 --seconds 2 --json'],
  };
  addBenchCommand(bench, session, { name: 'playouts', text, bench: BENCH });
}
