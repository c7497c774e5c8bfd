import type { Clock } from '../base/index.js';
import { poolOfOne, type SimulationPool } from '../game/index.js';
import type { Play } from '../pipeline.js';
import { openPool } from '../playout/index.js';
import { startWorker } from './nodeWorker.js';
import { withHelpersOf } from './thread/matchThread.js';

export interface ThreadOptions {
  readonly threads: number;
  /** The file that workers run, as a URL; where a bundler has put `simulationWorker.js` in another place than beside this file. */
  readonly worker?: string;
}

/**
 * Simulates a game in worker threads, exactly as its simulator does in this one. A game that was not compiled has a pool without
 * workers. Rejects where threads cannot be had; until the pool is closed, they keep their memory, but not the process from ending.
 */
export async function openThreads(
  { simulator, code }: Pick<Play, 'simulator' | 'code'>,
  options: ThreadOptions,
): Promise<SimulationPool> {
  const { threads, worker = new URL('simulationWorker.js', import.meta.url).href } = options;
  if (code === undefined) return poolOfOne(simulator);
  const ports = Array.from({ length: threads }, () => startWorker(worker));
  return openPool(ports, code);
}

export interface HelperOptions extends ThreadOptions {
  readonly clock: Clock;
}

/** The same game for a search in this thread whose playouts others make too; they start when they are first needed. A game that was not compiled has none. */
export function withHelperThreads(play: Play, options: HelperOptions): Play {
  const { threads, clock, worker = new URL('simulationWorker.js', import.meta.url).href } = options;
  return withHelpersOf(play, threads - 1, { clock, startHelper: () => startWorker(worker) });
}
