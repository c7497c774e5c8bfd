import type { Arrival, MessageHandler, PlayRequest, Reply, Request, StartRequest } from '../../protocol/index.js';
import type { Witness } from '../team/member.js';
import { IdleThreads } from '../idleThreads.js';
import { defaultSearchMemory, memoryOfEach } from '../memory.js';
import { type ThreadOpener, threadOpener } from '../startThread.js';
import { DEFAULT_TEAM } from '../team/threadedPlayer.js';
import { GgpMatch, type MatchStatus } from './ggpMatch.js';
import { ggpRecord, type GgpRecord } from './ggpRecord.js';

export interface GgpPlayerSetting {
  /** As game managers call it. */
  readonly name: string;
  /** `NAME` or `NAME:key=value;…`. */
  readonly algorithm: string;
  readonly threads: number;
  /** Most memory of the search, about; without it what the machine has for searches. */
  readonly bytes?: number;
  /** Told of all that happens, for logs. */
  readonly witness: Witness;
  /** Of the next match. */
  readonly seed: () => number;
  /** Told of every match that is over. */
  readonly onRecord?: (record: GgpRecord) => void;
  readonly openThread?: ThreadOpener;
  readonly silenceMs?: number;
}

/** What `GET /status` shows. */
export interface GgpStatus {
  readonly name: string;
  readonly status: 'available' | 'busy';
  readonly algorithm: string;
  readonly threads: number;
  /** Most memory of the search, about. */
  readonly bytes: number;
  /** Matches that were started so far. */
  readonly matches: number;
  readonly match: MatchStatus | null;
}

/**
 * A player for game managers: one match at a time, any number of them one after the other. A match whose manager vanished makes room for the
 * next one after its clocks; until then it is still answered.
 */
export class GgpPlayer implements MessageHandler {
  readonly #setting: GgpPlayerSetting & { readonly silenceMs: number; readonly bytes: number };
  /** For the next match: its reserve is to know what is legal at once. */
  readonly #threads: IdleThreads;
  #match: GgpMatch | undefined;
  #matches = 0;

  constructor(setting: GgpPlayerSetting) {
    // One match at a time has all of it.
    const bytes = memoryOfEach(setting.bytes ?? defaultSearchMemory(), 1);
    this.#setting = { silenceMs: DEFAULT_TEAM.silenceMs, ...setting, bytes };
    this.#threads = new IdleThreads(setting.openThread ?? threadOpener());
  }

  async answer(request: Request, arrival: Arrival): Promise<Reply> {
    switch (request.kind) {
      case 'info':
        return { kind: 'info', name: this.#setting.name, status: this.#status };
      case 'ping':
        return { kind: 'word', word: this.#status };
      case 'preview':
        return { kind: 'word', word: this.#isBusy ? 'busy' : 'ready' };
      case 'start':
        return this.#start(request, arrival);
      case 'play':
        return this.#play(request, arrival);
      case 'stop':
        return this.#stop(request);
      case 'abort':
        await this.#drop(request.matchId, 'aborted');
        return { kind: 'word', word: 'aborted' };
    }
  }

  status(): GgpStatus {
    const { name, algorithm, threads, bytes } = this.#setting;
    const match = this.#match?.status() ?? null;
    return { name, status: this.#status, algorithm, threads, bytes, matches: this.#matches, match };
  }

  /** Ends the match, if there is one, and all threads. */
  async close(): Promise<void> {
    await this.#threads.close();
    await this.#end('dropped');
  }

  get #isBusy(): boolean {
    return this.#match?.isAlive ?? false;
  }

  get #status(): 'available' | 'busy' {
    return this.#isBusy ? 'busy' : 'available';
  }

  async #start(request: StartRequest, arrival: Arrival): Promise<Reply> {
    const { witness, seed, algorithm, threads, bytes, silenceMs } = this.#setting;
    const { matchId, role, startClock, playClock, rules } = request;
    if (this.#match !== undefined && this.#isBusy) {
      witness('busy', { match: this.#match.id, refused: matchId, peer: arrival.peer });
      return { kind: 'word', word: 'busy' };
    }
    // Nobody waits for threads to end.
    void this.#end('dropped');
    this.#matches++;
    witness('start', {
      ...{ match: matchId, role, startClock, playClock, peer: arrival.peer, bytes: rules.length },
    });
    const match: GgpMatch = new GgpMatch(request, arrival, {
      ...{ algorithm, threads, witness, ponders: true, bytes, start: this.#threads.start, seed: seed() },
      silenceMs: Math.max(silenceMs, 3000 * playClock),
      onVanished: () => void this.#vanish(match),
    });
    this.#match = match;
    await match.start(arrival);
    return { kind: 'word', word: 'ready' };
  }

  async #play({ matchId, news }: PlayRequest, arrival: Arrival): Promise<Reply> {
    const match = this.#matchOf(matchId);
    if (match !== undefined) return { kind: 'move', move: await match.play(news, arrival) };
    this.#setting.witness('unknown match', { match: matchId, asked: 'play', peer: arrival.peer });
    return { kind: 'move', move: 'nil' };
  }

  async #stop({ matchId, news }: PlayRequest): Promise<Reply> {
    this.#matchOf(matchId)?.end(news);
    await this.#drop(matchId, 'stopped');
    return { kind: 'word', word: 'done' };
  }

  /** Managers may change the case of letters. */
  #matchOf(id: string): GgpMatch | undefined {
    return this.#match?.id.toLowerCase() === id.toLowerCase() ? this.#match : undefined;
  }

  async #drop(id: string, closing: GgpRecord['closing']): Promise<void> {
    if (this.#matchOf(id) === undefined) this.#setting.witness('unknown match', { match: id, asked: closing });
    else await this.#end(closing);
  }

  async #vanish(match: GgpMatch): Promise<void> {
    if (this.#match === match) await this.#end('dropped');
  }

  async #end(closing: GgpRecord['closing']): Promise<void> {
    const match = this.#match;
    if (match === undefined) return;
    this.#match = undefined;
    const { name, witness, onRecord } = this.#setting;
    witness(closing, { match: match.id, rounds: match.rounds.length });
    onRecord?.(ggpRecord(name, closing, await match.played()));
    await match.close();
    if (!this.#isBusy) this.#threads.prepare();
  }
}
