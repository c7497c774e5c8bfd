import type { Clock } from '../../base/index.js';
import type { BackgroundPlayouts, Simulator } from '../../game/index.js';
import { type PackedState, StateLayout } from '../packedState.js';
import type { GameCode } from './gameCode.js';
import { depthWith, HelpedPlayouts, placesWith } from './helpedPlayouts.js';
import type { ToWorker } from './messages.js';
import { PlayoutQueue } from './playoutQueue.js';
import type { WorkerPort } from './ports.js';

export interface HelperSetting {
  readonly simulator: Simulator<PackedState>;
  readonly code: GameCode;
  /** How many. */
  readonly helpers: number;
  /** Starts the worker of one. */
  readonly start: () => WorkerPort;
  readonly clock: Clock;
}

/** States of a request for which there is room; larger ones are made by the thread that asks. */
const CAPACITY = 512;
/** A helper that died so often is not started again. */
const MOST_DEATHS = 3;

/**
 * The simulator with helpers that make playouts in its background, to the last bit as it does. They are started when they are first asked for something; until they are
 * ready, and where they die, everything is made by the thread that asks.
 */
export function withHelpers(setting: HelperSetting): Simulator<PackedState> {
  const { simulator, helpers } = setting;
  const depth = depthWith(helpers);
  let playouts: BackgroundPlayouts<PackedState> | undefined;
  const opened = (): BackgroundPlayouts<PackedState> => (playouts ??= openHelpers(setting));
  const background: BackgroundPlayouts<PackedState> = {
    depth,
    begin: (starts, request, isTimeUp) => opened().begin(starts, request, isTimeUp),
    finish: (ticket) => opened().finish(ticket),
  };
  return { ...simulator, background };
}

function openHelpers({ simulator, code, helpers, start, clock }: HelperSetting): HelpedPlayouts {
  const { fluents, roles } = code.program;
  const { length: stateWords } = new StateLayout(fluents);
  const queue = PlayoutQueue.open({ places: placesWith(helpers), capacity: CAPACITY, stateWords, roles: roles.length });
  const startHelper = (thread: number, deaths: number): void => {
    const port = start();
    const post = (message: ToWorker): void => port.post(message);
    // They expand nothing.
    post({ kind: 'open', code: { ...code, rounds: new Map() }, thread });
    post({ kind: 'help', queue: queue.memory });
    port.onDeath(() => {
      queue.bury(thread);
      if (deaths + 1 < MOST_DEATHS) startHelper(thread, deaths + 1);
    });
  };
  for (let thread = 0; thread < helpers; thread++) startHelper(thread, 0);
  return new HelpedPlayouts({ simulator, queue, helpers, clock });
}
