import type { WorkerPort } from '../playout/index.js';
import { startWorker } from './nodeWorker.js';
import type { Assignment } from './thread/messages.js';

/** Most memory of a thread beside its large arrays: what needs more ends the thread, not the process. */
const HEAP_MEGABYTES = 2048;

/** Opens a thread that waits for its assignment: the first message that it is sent. */
export type ThreadOpener = () => WorkerPort;

/** A thread at work on a match. */
export interface MatchPort extends WorkerPort {
  /** The match does not need it any more: whoever started it uses it again, or ends it. */
  release(): Promise<void>;
}

/** Starts a thread that plays a match. */
export type ThreadStarter = (assignment: Assignment) => MatchPort;

/** Opens threads that run a file, given as a URL: where a bundler has put `matchWorker.js`, and `simulationWorker.js` beside it, in another place than beside this file. */
export const threadOpener =
  (worker: string = new URL('matchWorker.js', import.meta.url).href): ThreadOpener =>
  () => {
    const port = startWorker(worker, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES } });
    // Until it is ended: who plays a match waits for its threads.
    port.setAwaited(true);
    return port;
  };

/** A fresh thread for each assignment, which ends with it. */
export const threadStarter =
  (open: ThreadOpener = threadOpener()): ThreadStarter =>
  (assignment) => {
    const port = open();
    port.post(assignment);
    return { ...port, release: () => port.terminate() };
  };
