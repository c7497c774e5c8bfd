import type { Clock } from '../../base/index.js';
import type { BackgroundPlayouts, PlayoutRequest, PlayoutTally, Simulator } from '../../game/index.js';
import type { PackedState } from '../packedState.js';
import { ASKED, FAILED, MADE, NO_PLACE, type PlayoutQueue } from './playoutQueue.js';

/**
 * A helper is waited for, though there is something else to make, where it has had a request for that share of the time that one takes. Where it was asked for longer ago than that, others
 * were made before it, and it is not known when it was begun.
 */
const NEARLY_MADE = { from: 0.5, to: 1.5 };
/** A helper is waited for so many times as long as a request takes … */
const PATIENCE = 4;
/** … or so many milliseconds, where that is more: a busy machine may hold up a thread for so long. */
const PATIENCE_MS = 5;

interface Asked {
  readonly starts: readonly PackedState[];
  readonly request: PlayoutRequest;
  readonly isTimeUp: (() => boolean) | undefined;
  /** Of the queue; {@link NO_PLACE} where it is not in it, or not any more. */
  place: number;
  tally: PlayoutTally | undefined;
  /** When it was asked for, by the clock. */
  readonly at: number;
}

export interface HelpedSetting {
  readonly simulator: Pick<Simulator<PackedState>, 'playouts'>;
  /** Its helpers come and go: what none of them has taken is made by the thread that asked. */
  readonly queue: PlayoutQueue;
  /** How many. */
  readonly helpers: number;
  readonly clock: Clock;
}

/** Large requests worth having under way with so many helpers: one for each thread. */
export const depthWith = (helpers: number): number => helpers + 1;

/** Requests for which there is room beside those: parts of the batches of a search. Others are made by the thread that asks. */
const PARTS = 16;

/** Places of the queue. Helpers that hang keep one each. */
export const placesWith = (helpers: number): number => depthWith(helpers) + PARTS + helpers;

/**
 * Playouts that helpers make, taking them from a queue, and the thread that asks for them as well: where it would have to wait long it makes the latest
 * request meanwhile, which helpers would come to last. A helper that does not answer is not waited for: its request is made again.
 */
export class HelpedPlayouts implements BackgroundPlayouts<PackedState> {
  readonly depth: number;
  readonly #asked = new Map<number, Asked>();
  /** Places whose requests nobody is interested in any more. */
  readonly #abandoned = new Set<number>();
  #tickets = 0;
  /** Milliseconds that a request takes, about: a long one is forgotten by and by. */
  #ms = 0;

  constructor(private readonly setting: HelpedSetting) {
    this.depth = depthWith(setting.helpers);
  }

  begin(starts: readonly PackedState[], request: PlayoutRequest, isTimeUp?: () => boolean): number {
    const ticket = this.#tickets++;
    this.#recover();
    const place = this.setting.queue.ask(ticket, starts, request);
    this.#asked.set(ticket, { starts, request, isTimeUp, place, tally: undefined, at: this.setting.clock() });
    return ticket;
  }

  finish(ticket: number): PlayoutTally {
    const asked = this.#asked.get(ticket)!;
    this.#asked.delete(ticket);
    const { queue } = this.setting;
    while (asked.tally === undefined && asked.place !== NO_PLACE) {
      const status = queue.status(asked.place);
      if (status === MADE) return queue.fetch(asked.place);
      if (status === FAILED) queue.free(asked.place);
      else if (status !== ASKED) {
        this.#await(asked, status);
        continue;
      } else if (!queue.takeBack(asked.place)) continue;
      asked.place = NO_PLACE;
    }
    return asked.tally ?? this.#make(asked);
  }

  /** A helper has the request: meanwhile something else is made, or nothing. */
  #await(asked: Asked, status: number): void {
    const { queue, clock } = this.setting;
    const had = (clock() - asked.at) / this.#ms;
    const isNearlyMade = had >= NEARLY_MADE.from && had < NEARLY_MADE.to;
    const other = isNearlyMade ? undefined : this.#takeBackLatest();
    if (other !== undefined) {
      other.place = NO_PLACE;
      other.tally = this.#make(other);
      return;
    }
    queue.wait(asked.place, status, Math.max(PATIENCE_MS, PATIENCE * this.#ms));
    this.#observe(clock() - asked.at);
    if (queue.status(asked.place) !== status) return;
    this.#abandoned.add(asked.place);
    asked.place = NO_PLACE;
  }

  #make({ starts, request, isTimeUp }: Asked): PlayoutTally {
    const { simulator, clock } = this.setting;
    const start = clock();
    const tally = simulator.playouts(starts, request, isTimeUp);
    this.#observe(clock() - start);
    return tally;
  }

  #takeBackLatest(): Asked | undefined {
    const { queue } = this.setting;
    return [...this.#asked.values()].reverse().find(({ place }) => place !== NO_PLACE && queue.takeBack(place));
  }

  #observe(ms: number): void {
    this.#ms = Math.max(ms, this.#ms / 2);
  }

  /** Frees places of requests that nobody will fetch: those that were not waited for, and those of a search that failed. */
  #recover(): void {
    const { queue } = this.setting;
    for (const [ticket, { place }] of this.#asked) {
      if (this.#asked.size < depthWith(this.setting.helpers) + PARTS) break;
      this.#asked.delete(ticket);
      if (place !== NO_PLACE && !queue.takeBack(place)) this.#abandoned.add(place);
    }
    for (const place of this.#abandoned) {
      const status = queue.status(place);
      if (status !== MADE && status !== FAILED) continue;
      queue.free(place);
      this.#abandoned.delete(place);
    }
  }
}
