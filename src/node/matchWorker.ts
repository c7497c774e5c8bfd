import { Session } from 'node:inspector/promises';
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { WorkerPort } from '../playout/index.js';
import { startWorker } from './nodeWorker.js';
import { sharedClock } from './sharedClock.js';
import { MatchService } from './thread/matchService.js';
import type { Assignment, Order } from './thread/messages.js';

/** The file that the threads of matches run. */
if (parentPort === null) throw new Error('this file is run by worker threads only');
const port = parentPort;
const helpers: WorkerPort[] = [];
const service = new MatchService({
  post: (news) => port.postMessage(news),
  clock: sharedClock,
  pause: () => setImmediate(),
  startHelper,
  cleanUp,
});
port.on('message', (message: Assignment | Order) => service.receive(message));

/** Beside this file, wherever a bundler has put it. */
function startHelper(): WorkerPort {
  const helper = startWorker(new URL('simulationWorker.js', import.meta.url).href);
  helpers.push(helper);
  return helper;
}

/**
 * Helpers keep the game of their match for ever: they are ended. Garbage is collected now: a search has up to a gigabyte, which is not to stand beside that of
 * the next match until V8 finds time for it. The inspector's way leaves nothing, neither arrays nor the heap that once was needed; `gc()` leaves both for a while.
 */
async function cleanUp(): Promise<number> {
  await Promise.all(helpers.splice(0).map((helper) => helper.terminate()));
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  const { total_heap_size: heap, external_memory: arrays } = getHeapStatistics();
  return heap + arrays;
}
