import type { MoveTally } from '../../game/index.js';
import type { GameCode } from './gameCode.js';
import type { QueueMemory } from './playoutQueue.js';
import type { MemoryShape } from './poolMemory.js';

/** To a worker. */
export type ToWorker =
  /** The first message. The worker is the thread of that number, and says `ready` when it can play. */
  | { readonly kind: 'open'; readonly code: GameCode; readonly thread: number }
  /** From now on requests are made in this memory, until it says that the worker should look here again. */
  | { readonly kind: 'memory'; readonly shape: MemoryShape; readonly buffer: SharedArrayBuffer }
  /** From now on it helps with the requests of a queue, and hears nothing more. */
  | { readonly kind: 'help'; readonly queue: QueueMemory };

/** From a worker. All but the first belong to the request that is being answered. */
export type ToHost =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string }
  /** The moves of the worker's playouts: their number is not known beforehand, so there is no place for them in the shared memory. */
  | { readonly kind: 'moves'; readonly thread: number; readonly moves: MoveTally }
  /** As `packExpansions` makes them. */
  | { readonly kind: 'expansions'; readonly packed: ArrayBuffer }
  /** By the last worker that has nothing more to do, unless it has something else to say. */
  | { readonly kind: 'done' };
