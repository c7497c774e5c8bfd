import type { Clock } from '../../base/index.js';
import type { LastTurn, MatchStart, Player, Thoughts, Turn } from '../../player/index.js';
import { sharedClock } from '../sharedClock.js';
import type { Tale } from '../thread/messages.js';
import { LOCAL_MARGIN, Margin } from './margin.js';
import type { Witness } from './member.js';
import { threadStarter, type ThreadStarter } from '../startThread.js';
import { Team, type TeamAnswer, type TeamLimit } from './team.js';

export interface ThreadedPlayerSetting {
  /** `NAME` or `NAME:key=value;…`. */
  readonly algorithm: string;
  /** That search, in one tree. */
  readonly threads: number;
  readonly clock: Clock;
  readonly ponders?: boolean;
  /** Memory of the search, about. */
  readonly bytes?: number;
  readonly witness?: Witness;
  readonly start?: ThreadStarter;
}

export const DEFAULT_TEAM = {
  ponders: false,
  /** A gigabyte: several of these players may live at once; who knows how many divides `defaultSearchMemory`. */
  bytes: 2 ** 30,
  witness: (): void => undefined,
  /** Several times as long as any slice of a search takes in the slowest game; a thread that hangs costs a few moves. */
  silenceMs: 10_000,
};

/** A team of threads behind the contract of players. The thread that asks is never kept from its work. */
export class ThreadedPlayer implements Player {
  readonly name: string;
  readonly #margin = new Margin(LOCAL_MARGIN);
  readonly #setting: Required<ThreadedPlayerSetting>;
  #team: Team | undefined;
  #match: MatchStart | undefined;
  #answer: TeamAnswer | undefined;
  #faults: string[] = [];
  #turns = 0;

  constructor(setting: ThreadedPlayerSetting) {
    this.#setting = { ...DEFAULT_TEAM, start: threadStarter(), ...setting };
    const { algorithm, threads } = this.#setting;
    this.name = `${algorithm} on ${String(threads)} ${threads === 1 ? 'thread' : 'threads'}`;
  }

  async start(match: MatchStart): Promise<void> {
    await this.stop();
    const { rules, role, seed, played, pace, deadline } = match;
    const { name, text } = rules.sheet.source;
    const { silenceMs } = DEFAULT_TEAM;
    const witness: Witness = (event, details) => {
      if (event === 'thread died') this.#faults.push(`${event}: ${String(details['reason'])}`);
      this.#setting.witness(event, details);
    };
    const team = new Team(
      { ...this.#setting, witness, silenceMs },
      { sheet: { name, content: text }, role: rules.roles[role]!, seed, played },
    );
    this.#match = match;
    this.#team = team;
    await team.start(pace.kind === 'nodes' ? pace : this.#by(deadline));
    if (team.unplayable !== undefined) throw new Error(team.unplayable);
  }

  async play(turn: Turn): Promise<string> {
    if (this.#team === undefined || this.#match === undefined) throw new Error('no match was started');
    const { pace } = this.#match;
    this.#answer = await this.#team.answer(this.#tale(turn), pace.kind === 'nodes' ? pace : this.#by(turn.deadline));
    return this.#answer.move;
  }

  async stop(): Promise<void> {
    const team = this.#team;
    this.#team = undefined;
    this.#match = undefined;
    this.#answer = undefined;
    this.#faults = [];
    this.#turns = 0;
    await team?.close();
  }

  thoughts(): Thoughts | undefined {
    if (this.#answer === undefined) return undefined;
    const { thoughts, faults } = this.#answer;
    const all = [...thoughts.faults, ...faults, ...this.#faults];
    this.#faults = [];
    return { ...thoughts, faults: all };
  }

  /** Where the rules hide something, the role knows what it saw and no more. */
  #tale({ joint, percepts }: LastTurn): Tale | undefined {
    if (joint === null) return undefined;
    if (percepts === undefined) return { kind: 'moves', joint };
    return { kind: 'percepts', turn: ++this.#turns, lastMove: joint[this.#match!.role]!, percepts };
  }

  #by(deadline: number): TeamLimit {
    const now = this.#setting.clock();
    const left = Math.max(0, deadline - now);
    const end = sharedClock() + left;
    return { by: end - this.#margin.of(left), latest: end - this.#margin.leastOf(left) };
  }
}
