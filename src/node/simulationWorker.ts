import { parentPort } from 'node:worker_threads';
import { serveSimulations } from '../playout/index.js';

/** The file that worker threads of a pool run. */
if (parentPort === null) throw new Error('this file is run by worker threads only');
const host = parentPort;
serveSimulations({
  post: (message, transferred) => host.postMessage(message, transferred),
  onMessage: (receive) => host.on('message', receive),
});
