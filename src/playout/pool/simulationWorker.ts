import { runBatches } from '../batchedPlayouts.js';
import { type GameCode, openCode, type WorkerSimulator } from './gameCode.js';
import type { ToHost, ToWorker } from './messages.js';
import { packExpansions } from './packedExpansions.js';
import { PoolMemory } from './poolMemory.js';
import type { HostPort } from './ports.js';

type Tell = (message: ToHost, transferred?: readonly ArrayBuffer[]) => void;

interface Participant {
  readonly simulator: WorkerSimulator;
  readonly thread: number;
}

/** What a worker does all its life: it answers the requests of the pool that it belongs to. */
export function serveSimulations(port: HostPort, open: (code: GameCode) => WorkerSimulator = openCode): void {
  const post: Tell = (message, transferred) => port.post(message, transferred);
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
    } else if (worker !== undefined) {
      const memory = new PoolMemory(message.shape, message.buffer);
      for (let turn = memory.awaitTurn(0); memory.task !== 'leave'; turn = memory.awaitTurn(turn)) {
        takePart(memory, worker, post);
      }
    }
  });
}

/** One worker's part of a turn. */
export function takePart(memory: PoolMemory, participant: Participant, post: Tell): void {
  const tell: Tell = (message, transferred) => {
    memory.announceMessage();
    post(message, transferred);
  };
  try {
    if (memory.task === 'expand') expand(memory, participant, tell);
    else play(memory, participant, tell);
  } catch (error) {
    tell(failure(error));
  }
  if (memory.finish()) post({ kind: 'done' });
}

function play(memory: PoolMemory, { simulator, thread }: Participant, tell: Tell): void {
  const { states: starts, playouts: request } = memory;
  const { roles } = memory.shape;
  const tally = runBatches(simulator.playouts, { starts, request, roles, take: () => memory.takeNext() });
  memory.writeTally(thread, tally);
  if (tally.moves !== undefined) tell({ kind: 'moves', thread, moves: tally.moves });
}

function expand(memory: PoolMemory, { simulator }: Participant, tell: Tell): void {
  const { states, chunk, shape } = memory;
  for (let from = memory.takeNext() * chunk; from < states.length; from = memory.takeNext() * chunk) {
    const packed = packExpansions(simulator.expand(states.slice(from, from + chunk)), shape);
    tell({ kind: 'expansions', from, packed }, [packed]);
  }
}

function failure(error: unknown): ToHost {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', name, message };
}
