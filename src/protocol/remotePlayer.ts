import type { JointMove, LastTurn, MatchStart, Player, Turn } from '../player/index.js';
import { type PlayerAddress, sendMessage } from './client.js';
import {
  abortMessage,
  playMessage,
  playSeenMessage,
  type Seen,
  startMessage,
  stopMessage,
  stopSeenMessage,
} from './printMessage.js';

export interface RemotePlayerSetting {
  /** As records and tables call it. */
  readonly name: string;
  readonly address: PlayerAddress;
  /** Begins the ids of its matches: letters, digits, points and the like. */
  readonly series: string;
}

/** How much longer than the clock GGP Base's server waits, for what the network takes. */
const GRACE_MS = 1000;

/** Some players (Sancho) take ten seconds to answer a stop. A start that comes before that loses part of its clock. */
const LEAST_STOP_MS = 15_000;

const ABORT_MS = 1000;

interface Match {
  readonly id: string;
  readonly role: number;
  readonly playMs: number;
  /** Whether the player is told what it saw, in the place of all moves. */
  readonly hides: boolean;
  /** Of GDL-II's messages. */
  turn: number;
}

/**
 * A player at the other end of the network, spoken to as GGP Base's server does; with rules that hide something, as the GGP server of Dresden does for
 * GDL-II. Clocks are whole seconds there, and a match begins at its beginning.
 */
export class RemotePlayer implements Player {
  readonly name: string;
  readonly graceMs = GRACE_MS;
  readonly #setting: RemotePlayerSetting;
  #match: Match | undefined;
  #matches = 0;

  constructor(setting: RemotePlayerSetting) {
    this.name = setting.name;
    this.#setting = setting;
  }

  async start({ rules, role, pace, played }: MatchStart): Promise<void> {
    if (pace.kind !== 'clocks') throw new Error('a player on the network needs clocks');
    if (played.length > 0) throw new Error('a player on the network cannot begin in the middle of a match');
    const { startMs, playMs } = pace;
    const id = `${this.#setting.series}.${String(++this.#matches)}`;
    this.#match = { id, role, playMs, hides: rules.information === 'partial', turn: 0 };
    const message = startMessage({
      matchId: id,
      role: rules.roles[role]!,
      sheet: rules.sheet,
      startClock: startMs / 1000,
      playClock: playMs / 1000,
    });
    const reply = await this.#send(message, startMs + GRACE_MS);
    if (reply.toLowerCase() === 'busy') throw new Error('busy with another match');
  }

  async play({ joint, percepts }: Turn): Promise<string> {
    const match = this.#match;
    if (match === undefined) throw new Error('no match was started');
    const { id, hides, playMs } = match;
    const message = hides ? playSeenMessage(id, seen(match, joint, percepts)) : playMessage(id, joint);
    return this.#send(message, playMs + GRACE_MS);
  }

  async stop(last?: LastTurn): Promise<void> {
    const match = this.#match;
    if (match === undefined) return;
    this.#match = undefined;
    const { id, hides, playMs } = match;
    if (last === undefined) {
      await this.#send(abortMessage(id), ABORT_MS);
      return;
    }
    const { joint, percepts } = last;
    const message = hides ? stopSeenMessage(id, seen(match, joint, percepts)) : stopMessage(id, joint);
    await this.#send(message, Math.max(playMs + GRACE_MS, LEAST_STOP_MS));
  }

  #send(message: string, timeoutMs: number): Promise<string> {
    const { address } = this.#setting;
    return sendMessage({ to: address, receiver: address.host, message, timeoutMs });
  }
}

/** What the next message tells; each is a turn of its own. */
function seen(match: Match, joint: JointMove | null, percepts: readonly string[] = []): Seen {
  const turn = match.turn++;
  return joint === null ? { turn, lastMove: null, percepts: null } : { turn, lastMove: joint[match.role]!, percepts };
}
