/**
 * Helpers of a search that are not threads: what they make is made in this one, but counts for clocks of their own. So many threads are measured on a machine that has no
 * cores free for them, by processor time; what it costs that threads share memory and caches is not seen.
 */
import type { Clock } from '../src/base/index.js';
import type { PlayoutRequest, PlayoutTally, Simulator } from '../src/game/index.js';
import type { Play } from '../src/pipeline.js';
import { ASKED, HelpedPlayouts, NO_PLACE, type PackedState, placesWith, PlayoutQueue } from '../src/playout/index.js';
import { processorTime } from './duel/processorTime.js';

/** Milliseconds until a thread is told what another one wrote. */
const LATENCY_MS = 0.005;
const CAPACITY = 512;
/** What a place says while helper 0 has its request. */
const TAKEN = 4;

/** Looks at the clock of the process, to find out how long one takes. */
const LOOKS = 20_000;

function lookMs(): number {
  let last = 0;
  for (let look = 0; look < LOOKS; look++) last = processorTime();
  const start = processorTime();
  for (let look = 0; look < LOOKS; look++) last = processorTime();
  return (last - start) / LOOKS;
}

/** The time of a thread that searches: what the process worked without what helpers did, and with what it waited for them. */
export class VirtualClock {
  #offMs = 0;
  readonly #lookMs = lookMs();

  /** A look at this clock takes long, and does not count. */
  readonly now: Clock = () => {
    this.#offMs -= this.#lookMs;
    return processorTime() + this.#offMs;
  };

  add(ms: number): void {
    this.#offMs += ms;
  }
}

/** A queue whose helpers have made by each instant what they would have. */
class VirtualQueue {
  readonly #queue: PlayoutQueue;
  /** When each helper is done with what it has. */
  readonly #freeAt: number[];
  readonly #askedAt: number[] = [];
  readonly #madeAt: number[] = [];

  constructor(
    private readonly simulator: Pick<Simulator<PackedState>, 'playouts'>,
    private readonly clock: VirtualClock,
    shape: { readonly helpers: number; readonly stateWords: number; readonly roles: number },
  ) {
    const { helpers, ...rest } = shape;
    this.#queue = PlayoutQueue.open({ ...rest, places: placesWith(helpers), capacity: CAPACITY });
    this.#freeAt = new Array<number>(helpers).fill(0);
  }

  ask(ticket: number, starts: readonly PackedState[], request: PlayoutRequest): number {
    this.#advance();
    const place = this.#queue.ask(ticket, starts, request);
    if (place === NO_PLACE) return NO_PLACE;
    this.#askedAt[place] = this.clock.now();
    this.#madeAt[place] = 0;
    return place;
  }

  status(place: number): number {
    this.#advance();
    return this.#madeAt[place]! > this.clock.now() ? TAKEN : this.#queue.status(place);
  }

  takeBack(place: number): boolean {
    this.#advance();
    return this.#queue.takeBack(place);
  }

  wait(place: number, _status: number, ms: number): void {
    const now = this.clock.now();
    this.clock.add(Math.max(0, Math.min(this.#madeAt[place]!, now + ms) - now));
  }

  fetch(place: number): PlayoutTally {
    return this.#queue.fetch(place);
  }

  free(place: number): void {
    this.#queue.free(place);
  }

  get #isAsked(): boolean {
    return this.#askedAt.some((_, place) => this.#queue.status(place) === ASKED);
  }

  /** Helpers take what they would have taken by now. */
  #advance(): void {
    const now = this.clock.now();
    for (;;) {
      const next = this.#freeAt.indexOf(Math.min(...this.#freeAt));
      if (this.#freeAt[next]! > now || !this.#isAsked) return;
      const start = processorTime();
      const place = this.#queue.take(next);
      const request = this.#queue.request(place);
      this.#queue.give(place, this.simulator.playouts(this.#queue.starts(place), request));
      const ms = processorTime() - start;
      this.clock.add(-ms);
      const begun = Math.max(this.#freeAt[next]!, this.#askedAt[place]! + LATENCY_MS);
      this.#madeAt[place] = this.#freeAt[next] = begun + ms + LATENCY_MS;
    }
  }
}

/** A game with so many virtual search threads, one of them real. */
export function withVirtualHelpers(play: Play, threads: number, clock: VirtualClock): Play {
  if (threads === 1) return play;
  const simulator = play.simulator as Simulator<PackedState>;
  const helpers = threads - 1;
  const stateWords = (play.game.initial() as PackedState).length;
  const queue = new VirtualQueue(simulator, clock, { helpers, stateWords, roles: play.game.roles.length });
  const background = new HelpedPlayouts({
    ...{ simulator, helpers, clock: clock.now },
    queue: queue as unknown as PlayoutQueue,
  });
  return { ...play, simulator: { ...simulator, background } };
}
