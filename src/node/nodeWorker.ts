import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { WorkerPort } from '../playout/index.js';

/** Starts a worker thread that runs a file. It does not keep the process from ending, unless it is awaited. */
export function startWorker(url: string, options: WorkerOptions = {}): WorkerPort {
  const worker = new Worker(new URL(url), options);
  let isEnded = false;
  let death: Error | undefined;
  let receive: (message: unknown) => void = () => undefined;
  let hearOfDeath: ((cause: Error) => void) | undefined;
  const die = (cause: Error): void => {
    if (isEnded || death !== undefined) return;
    death = cause;
    hearOfDeath?.(cause);
  };
  worker.on('message', (message: unknown) => receive(message));
  worker.on('error', die);
  worker.on('messageerror', die);
  worker.on('exit', (code) => die(new Error(`it ended with exit code ${String(code)}`)));
  // Not before: whoever listens for messages waits for them.
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (receiver) => (receive = receiver),
    onDeath: (receiver) => {
      hearOfDeath = receiver;
      // It may have died before anybody listened.
      if (death !== undefined) receiver(death);
    },
    setAwaited: (isAwaited) => (isAwaited ? worker.ref() : worker.unref()),
    terminate: async () => {
      isEnded = true;
      await worker.terminate();
    },
  };
}
