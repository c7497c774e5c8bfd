import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { WorkerPort } from '../playout/index.js';

/** Starts a worker thread that runs a file. */
export function startWorker(url: string, options: WorkerOptions = {}): WorkerPort {
  const worker = new Worker(new URL(url), options);
  worker.unref();
  let isTold = false;
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (receive) => worker.on('message', receive),
    onDeath: (receive) => {
      const die = (cause: Error): void => {
        if (!isTold) receive(cause);
        isTold = true;
      };
      worker.on('error', die);
      worker.on('messageerror', die);
      worker.on('exit', (code) => die(new Error(`it ended with exit code ${String(code)}`)));
    },
    setAwaited: (isAwaited) => (isAwaited ? worker.ref() : worker.unref()),
    terminate: async () => {
      isTold = true;
      await worker.terminate();
    },
  };
}
