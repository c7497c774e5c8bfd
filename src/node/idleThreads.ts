import type { WorkerPort } from '../playout/index.js';
import { sharedClock } from './sharedClock.js';
import type { MatchPort, ThreadOpener, ThreadStarter } from './startThread.js';
import { Question } from './team/question.js';
import type { Order, ThreadNews } from './thread/messages.js';

/** So long a thread has to come to rest after its match; whoever ends a match waits for that. */
const LEAVING_MS = 500;
/** As many as a match needs: a reserve, a search, a stopgap. */
const MOST_IDLE = 3;
/** A thread that still has more memory after its match, garbage collected, is ended: a fresh one has 10 to 20 MB. */
const MOST_BYTES = 2 ** 27;

/**
 * Threads that wait for a match. One is open before anybody needs it: to start a thread and read its program takes a quarter of a second of the processor,
 * which a start clock of one second does not have. And those of a match that is over are used again, for each one that is started and
 * compiles a game costs the process memory that it never gives back (`bench/results/player-memory.md`). Those that hang, die or have grown are ended.
 */
export class IdleThreads {
  readonly #idle: WorkerPort[] = [];
  /** Each waits for a thread to come to rest. */
  readonly #leaving = new Set<Question>();
  #isClosed = false;

  constructor(
    private readonly open: ThreadOpener,
    private readonly leavingMs = LEAVING_MS,
  ) {
    this.prepare();
  }

  /** Gives an assignment to one that waits, or else to a fresh one: those that are still busy with another match are not waited for, but ended. */
  readonly start: ThreadStarter = (assignment) => {
    for (const question of this.#leaving) question.give();
    const port = this.#idle.pop() ?? this.open();
    port.post(assignment);
    return { ...port, release: () => this.#release(port) } satisfies MatchPort;
  };

  /** Opens one where none waits. That is work for a time when nobody waits. */
  prepare(): void {
    if (!this.#isClosed && this.#idle.length === 0) this.#keep(this.open());
  }

  /** Ends those that wait, and keeps no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#idle.splice(0).map((port) => port.terminate()));
  }

  async #release(port: WorkerPort): Promise<void> {
    const isAtRest = !this.#isClosed && (await this.#leave(port));
    if (isAtRest && !this.#isClosed && this.#idle.length < MOST_IDLE) this.#keep(port);
    else await port.terminate();
  }

  /** Tells a thread that its match is over; gives whether it came to rest in time, and is as good as a fresh one. */
  async #leave(port: WorkerPort): Promise<boolean> {
    let isAtRest = false;
    const question: Question = new Question(sharedClock() + this.leavingMs, () => isAtRest);
    this.#leaving.add(question);
    port.onMessage((message) => {
      const news = message as ThreadNews;
      if (news.kind !== 'idle') return;
      isAtRest = news.bytes <= MOST_BYTES;
      question.give();
    });
    port.onDeath(() => question.give());
    port.post({ kind: 'leave' } satisfies Order);
    await question.given;
    this.#leaving.delete(question);
    return isAtRest;
  }

  #keep(port: WorkerPort): void {
    this.#idle.push(port);
    port.onDeath(() => {
      const place = this.#idle.indexOf(port);
      if (place >= 0) this.#idle.splice(place, 1);
    });
  }
}
