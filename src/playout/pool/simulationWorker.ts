import { runBatches } from '../batchedPlayouts.js';
import { type GameCode, openCode, type WorkerSimulator } from './gameCode.js';
import type { ToHost, ToWorker } from './messages.js';
import { packExpansions, type PlacedExpansion } from './packedExpansions.js';
import { NO_PLACE, PlayoutQueue } from './playoutQueue.js';
import { PoolMemory } from './poolMemory.js';
import type { HostPort } from './ports.js';

type Post = (message: ToHost) => void;

interface Participant {
  readonly simulator: WorkerSimulator;
  readonly thread: number;
}

/** What a worker does all its life: it answers the requests of the pool that it belongs to. */
export function serveSimulations(port: HostPort, open: (code: GameCode) => WorkerSimulator = openCode): void {
  const post: Post = (message) => port.post(message, message.kind === 'expansions' ? [message.packed] : []);
  let worker: Participant | undefined;
  port.onMessage((received) => {
    const message = received as ToWorker;
    if (message.kind === 'open') {
      try {
        worker = { simulator: open(message.code), thread: message.thread };
        post({ kind: 'ready' });
      } catch (error) {
        post(failure(error));
      }
    } else if (worker !== undefined && message.kind === 'help') {
      helpForEver(new PlayoutQueue(message.queue), worker);
    } else if (worker !== undefined && message.kind === 'memory') {
      const memory = new PoolMemory(message.shape, message.buffer);
      for (let turn = memory.awaitTurn(0); memory.task !== 'leave'; turn = memory.awaitTurn(turn)) {
        takePart(memory, worker, post);
      }
    }
  });
}

/** One worker's part of a turn. What it has to say in the end, it says when it is done: then none need say that all are. */
export function takePart(memory: PoolMemory, participant: Participant, post: Post): void {
  let last: ToHost | undefined;
  try {
    last = memory.task === 'expand' ? expand(memory, participant, post) : play(memory, participant);
  } catch (error) {
    last = failure(error);
  }
  if (last !== undefined) memory.announceMessage();
  const isLast = memory.finish();
  if (last !== undefined) post(last);
  else if (isLast) post({ kind: 'done' });
}

function play(memory: PoolMemory, { simulator, thread }: Participant): ToHost | undefined {
  const { states: starts, playouts: request } = memory;
  const tally = runBatches(simulator.playouts, { starts, request }, () => memory.takeNext());
  memory.writeTally(thread, tally);
  return tally.moves && { kind: 'moves', thread, moves: tally.moves };
}

function helpForEver(queue: PlayoutQueue, participant: Participant): never {
  for (;;) {
    const { askings } = queue;
    while (help(queue, participant));
    queue.sleep(askings);
  }
}

/** Makes one request of the queue, where there is any; gives whether there was. */
export function help(queue: PlayoutQueue, { simulator, thread }: Participant): boolean {
  const place = queue.take(thread);
  if (place === NO_PLACE) return false;
  try {
    queue.give(place, runBatches(simulator.playouts, { starts: queue.starts(place), request: queue.request(place) }));
  } catch {
    // Whoever asked tries it himself, and sees what is wrong.
    queue.fail(place);
  }
  return true;
}

/** Successors that are worth a message: fewer would take less time to make than to tell. */
const SUCCESSORS_A_MESSAGE = 4096;

function expand(memory: PoolMemory, { simulator }: Participant, post: Post): ToHost | undefined {
  const { states, chunk, shape } = memory;
  let found: PlacedExpansion[] = [];
  let successors = 0;
  const message = (): ToHost => ({ kind: 'expansions', packed: packExpansions(found, shape) });
  for (let from = memory.takeNext() * chunk; from < states.length; from = memory.takeNext() * chunk) {
    if (successors >= SUCCESSORS_A_MESSAGE) {
      memory.announceMessage();
      post(message());
      found = [];
      successors = 0;
    }
    simulator.expand(states.slice(from, from + chunk)).forEach((expansion, index) => {
      found.push({ place: from + index, expansion });
      successors += expansion.terminal.length;
    });
  }
  return found.length > 0 ? message() : undefined;
}

function failure(error: unknown): ToHost {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', name, message };
}
