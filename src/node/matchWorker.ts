import { parentPort } from 'node:worker_threads';
import { setImmediate } from 'node:timers/promises';
import type { WorkerPort } from '../playout/index.js';
import { startWorker } from './nodeWorker.js';
import { sharedClock } from './sharedClock.js';
import { MatchThread, openAssignment, type ThreadHost } from './thread/matchThread.js';
import type { Assignment, Order, ThreadNews } from './thread/messages.js';

/** The file that the threads of a match run: the first message is the assignment, those after it are orders. */
if (parentPort === null) throw new Error('this file is run by worker threads only');
const port = parentPort;
const host: ThreadHost = {
  post: (news: ThreadNews) => port.postMessage(news),
  clock: sharedClock,
  pause: () => setImmediate(),
};
port.once('message', (assignment: Assignment) => {
  const start = sharedClock();
  const game = openAssignment(assignment, { clock: sharedClock, startHelper });
  if (!game.ok) {
    host.post({ kind: 'unplayable', reason: game.error });
    return;
  }
  const { play, refusal } = game.value;
  const { engine, reason } = play;
  const thread = new MatchThread(game.value, host);
  host.post({ kind: 'ready', engine, reason: refusal ?? reason, ms: sharedClock() - start, roles: play.game.roles });
  port.on('message', (order: Order) => thread.obey(order));
});

/** Beside this file, wherever a bundler has put it. */
function startHelper(): WorkerPort {
  return startWorker(new URL('simulationWorker.js', import.meta.url).href);
}
