import type { Assignment, Order, ThreadNews } from '../thread/messages.js';
import { sharedClock } from '../sharedClock.js';
import type { MatchPort, ThreadStarter } from '../startThread.js';

/** Told of all that happens in a match, for logs: the event in a few words, and what there is to say about it. */
export type Witness = (event: string, details: Readonly<Record<string, unknown>>) => void;

export interface MemberSetting {
  /** As logs call it. */
  readonly name: string;
  readonly assignment: Assignment;
  readonly start: ThreadStarter;
  readonly onNews: (news: ThreadNews) => void;
  readonly witness: Witness;
  /** A thread that is silent for longer, though it has something to tell, hangs. */
  readonly silenceMs: number;
}

/** A thread that died so often is not started again. */
const MOST_DEATHS = 6;
/** One that died so often before it was ready tries the engine that needs no grounding. */
const DEATHS_IN_OPENING = 2;

/** A thread of a team: started again where it dies or hangs, and told again what it has to do. */
export class Member {
  #port: MatchPort | undefined;
  #assignment: Assignment;
  #deaths = 0;
  #isReady = false;
  #isOut = false;
  /** What it has to do, by kind of order: told again to one that takes the place of a dead one. */
  readonly #orders = new Map<Order['kind'], Order>();
  /** Since when it was told what has to be answered, and has said nothing. */
  #owesSince: number | undefined;

  constructor(private readonly setting: MemberSetting) {
    this.#assignment = setting.assignment;
    this.#begin();
  }

  /** Whether its game is open. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether nothing more is to be expected of it in this match. */
  get isOut(): boolean {
    return this.#isOut;
  }

  send(order: Order): void {
    if (this.#isOut) return;
    if (order.kind === 'think' || order.kind === 'follow') this.#orders.set(order.kind, order);
    else if (order.kind === 'rest') this.#orders.delete('think');
    // What comes before it is ready it is told then.
    if (this.#isReady) this.#post(order);
  }

  /** Ends a thread that hangs, and starts another. */
  lookAfter(): void {
    if (!this.#isReady || this.#owesSince === undefined) return;
    if (sharedClock() - this.#owesSince > this.setting.silenceMs) this.#replace('it hangs');
  }

  /** Nothing more is asked of it: its thread is free for another match. */
  async close(): Promise<void> {
    this.#isOut = true;
    const port = this.#port;
    this.#port = undefined;
    await port?.release();
  }

  #begin(): void {
    const port = this.setting.start(this.#assignment);
    this.#port = port;
    this.#isReady = false;
    this.#owesSince = undefined;
    port.onMessage((message) => {
      if (this.#port === port) this.#hear(message as ThreadNews);
    });
    port.onDeath((cause) => {
      if (this.#port === port) this.#replace(cause.message);
    });
  }

  #hear(news: ThreadNews): void {
    const { name, witness, onNews } = this.setting;
    if (news.kind === 'ready') {
      this.#isReady = true;
      const { engine, reason, ms } = news;
      witness('thread ready', { thread: name, engine, reason, ms: Math.round(ms) });
      for (const order of this.#orders.values()) this.#post(order);
    } else if (news.kind === 'unplayable') {
      // Its end is no death: another one would give up as well.
      void this.close();
      witness('thread gives up', { thread: name, reason: news.reason });
    } else this.#owesSince = undefined;
    onNews(news);
  }

  #post(order: Order): void {
    if (owesNews(order)) this.#owesSince ??= sharedClock();
    this.#port?.post(order);
  }

  #replace(reason: string): void {
    const { name, witness } = this.setting;
    const port = this.#port;
    this.#port = undefined;
    void port?.terminate();
    this.#deaths++;
    const { engine } = this.#assignment;
    if (!this.#isReady && engine === 'compiled' && this.#deaths >= DEATHS_IN_OPENING)
      this.#assignment = { ...this.#assignment, engine: 'reference' };
    this.#isReady = false;
    this.#isOut = this.#deaths > MOST_DEATHS;
    witness('thread died', { thread: name, reason, deaths: this.#deaths, isStartedAgain: !this.#isOut });
    if (!this.#isOut) this.#begin();
  }
}

/** Whether it must say something soon: not where it was given nodes and no moment. */
const owesNews = (order: Order): boolean =>
  order.kind === 'follow' || (order.kind === 'think' && 'until' in order.limit);
