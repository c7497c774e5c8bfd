import { parentPort, workerData } from 'node:worker_threads';
import { setImmediate } from 'node:timers/promises';
import type { WorkerPort } from '../playout/index.js';
import { startWorker } from './nodeWorker.js';
import { sharedClock } from './sharedClock.js';
import { MatchThread, openAssignment, type ThreadHost } from './thread/matchThread.js';
import type { Assignment, Order, ThreadNews } from './thread/messages.js';

/** The file that the threads of a match run. */
if (parentPort === null) throw new Error('this file is run by worker threads only');
const port = parentPort;
const host: ThreadHost = {
  post: (news: ThreadNews) => port.postMessage(news),
  clock: sharedClock,
  pause: () => setImmediate(),
};
const { ms, game } = opened();
if (game.ok) {
  const { play, refusal } = game.value;
  const thread = new MatchThread(game.value, host);
  const { engine, reason } = play;
  host.post({ kind: 'ready', engine, reason: refusal ?? reason, ms, roles: play.game.roles });
  port.on('message', (order: Order) => thread.obey(order));
} else host.post({ kind: 'unplayable', reason: game.error });

/** Beside this file, wherever a bundler has put it. */
function startHelper(): WorkerPort {
  return startWorker(new URL('simulationWorker.js', import.meta.url).href);
}

function opened(): { ms: number; game: ReturnType<typeof openAssignment> } {
  const start = sharedClock();
  const game = openAssignment(workerData as Assignment, { clock: sharedClock, startHelper });
  return { ms: sharedClock() - start, game };
}
