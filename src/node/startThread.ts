import type { WorkerPort } from '../playout/index.js';
import { startWorker } from './nodeWorker.js';
import type { Assignment } from './thread/messages.js';

/** Most memory of a thread beside its large arrays: what needs more ends the thread, not the process. */
const HEAP_MEGABYTES = 2048;

/** Starts a thread that plays a match. */
export type ThreadStarter = (assignment: Assignment) => WorkerPort;

/** Starts threads that run a file, given as a URL: where a bundler has put `matchWorker.js`, and `simulationWorker.js` beside it, in another place than beside this file. */
export const threadStarter =
  (worker: string = new URL('matchWorker.js', import.meta.url).href): ThreadStarter =>
  (assignment) =>
    startWorker(worker, {
      workerData: assignment,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
