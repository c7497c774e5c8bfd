import { MatchThread, openAssignment, type Opening, type ThreadHost } from './matchThread.js';
import type { Assignment, Order } from './messages.js';

/** What a thread that plays matches runs on. */
export interface ServiceHost extends ThreadHost, Opening {
  /** Lets go of all that the last match has left; gives how many bytes the thread has then. */
  cleanUp(): Promise<number>;
}

/** What a thread does all its life: one match after the other. It is told an assignment first, then orders, the last of which is to leave the match. */
export class MatchService {
  #match: MatchThread | undefined;
  #isIdle = true;

  constructor(private readonly host: ServiceHost) {}

  receive(message: Assignment | Order): void {
    if (this.#isIdle) this.#begin(message as Assignment);
    else if ((message as Order).kind === 'leave') void this.#leave();
    else this.#match?.obey(message as Order);
  }

  #begin(assignment: Assignment): void {
    this.#isIdle = false;
    const { host } = this;
    const start = host.clock();
    const game = openAssignment(assignment, host);
    if (!game.ok) return host.post({ kind: 'unplayable', reason: game.error });
    const { play, refusal } = game.value;
    const { engine, reason } = play;
    this.#match = new MatchThread(game.value, host);
    host.post({ kind: 'ready', engine, reason: refusal ?? reason, ms: host.clock() - start, roles: play.game.roles });
  }

  async #leave(): Promise<void> {
    // In a function of its own: nothing here holds the match any more when memory is freed.
    await this.#drop();
    const bytes = await this.host.cleanUp();
    this.#isIdle = true;
    this.host.post({ kind: 'idle', bytes });
  }

  async #drop(): Promise<void> {
    await this.#match?.leave();
    this.#match = undefined;
  }
}
