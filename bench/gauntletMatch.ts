/** One match of a player process, whose manager this is: the others move at random, the reference engine judges. */
import { type Random, seededRandom } from '../src/base/index.js';
import { Judge } from '../src/match/index.js';
import { playMessage, playSeenMessage, startMessage, stopMessage, stopSeenMessage } from '../src/protocol/index.js';
import type { Game } from '../src/game/index.js';
import type { ValidRules } from '../src/rules/index.js';
import type { PlayerProcess } from './gauntletPlayer.js';

export interface MatchPlan {
  readonly id: string;
  readonly rules: ValidRules;
  readonly game: Game;
  readonly role: number;
  /** Seconds. */
  readonly startClock: number;
  readonly playClock: number;
  readonly turns: number;
  readonly seed: number;
}

export interface MatchOutcome {
  readonly readyMs: number;
  /** Of each answer. */
  readonly ms: readonly number[];
  /** Of each turn: whether there was but one move. */
  readonly isForced: readonly boolean[];
  readonly problems: readonly string[];
}

/** How much longer than the clock is waited for an answer, to see how late it is. */
const GRACE_MS = 4000;

export async function playOne(player: PlayerProcess, plan: MatchPlan): Promise<MatchOutcome> {
  const { id, rules, role, startClock, playClock, turns } = plan;
  const judge = new Judge(plan.game);
  const random = seededRandom(plan.seed);
  const problems: string[] = [];
  const ms: number[] = [];
  const isForced: boolean[] = [];
  const ask = async (message: string, clock: number): Promise<string | undefined> => {
    try {
      const answer = await player.ask(message, 1000 * clock + GRACE_MS);
      if (answer.ms > 1000 * clock) problems.push(`late: ${String(Math.round(answer.ms))} ms`);
      ms.push(answer.ms);
      return answer.reply;
    } catch (cause) {
      problems.push(`no answer: ${cause instanceof Error ? cause.message : String(cause)}`);
      ms.push(1000 * clock + GRACE_MS);
      return undefined;
    }
  };
  const roleName = rules.roles[role]!;
  const ready = await ask(
    startMessage({ matchId: id, role: roleName, sheet: rules.sheet, startClock, playClock }),
    startClock,
  );
  if (ready !== 'ready') problems.push(`start was answered ${ready ?? 'nothing'}`);
  const readyMs = ms.pop()!;
  const told = new Telling(rules, role, id);
  for (let turn = 0; turn < turns && judge.ending === undefined; turn++) {
    isForced.push(judge.legalMoves(role).length === 1);
    const reply = await ask(told.message('play'), playClock);
    const joint = judge.roles.map((_, each) =>
      each === role ? accepted(judge, { role, reply, turn, problems, random }) : drawn(random, judge.legalMoves(each)),
    );
    told.made(joint, judge.make(joint)[role]!);
  }
  await ask(told.message('stop'), playClock);
  ms.pop();
  return { readyMs, ms, isForced, problems };
}

interface Said {
  readonly role: number;
  readonly reply: string | undefined;
  readonly turn: number;
  readonly problems: string[];
  readonly random: Random;
}

/** The move of the player, or a random one where it is not legal. */
function accepted(judge: Judge, { role, reply, turn, problems, random }: Said): string {
  const move = reply === undefined ? undefined : judge.legalMove(role, reply);
  if (move !== undefined) return move;
  if (reply !== undefined) problems.push(`illegal in turn ${String(turn + 1)}: ${reply.slice(0, 60)}`);
  return drawn(random, judge.legalMoves(role));
}

const drawn = (random: Random, from: readonly string[]): string => from[random.below(from.length)]!;

/** What the player is told: all moves, or in GDL-II what it saw. */
class Telling {
  #turn = 0;
  #joint: readonly string[] | null = null;
  #percepts: readonly string[] = [];

  constructor(
    private readonly rules: ValidRules,
    private readonly role: number,
    private readonly id: string,
  ) {}

  made(joint: readonly string[], percepts: readonly string[]): void {
    this.#joint = joint;
    this.#percepts = percepts;
    this.#turn++;
  }

  message(kind: 'play' | 'stop'): string {
    if (this.rules.information !== 'partial')
      return kind === 'play' ? playMessage(this.id, this.#joint) : stopMessage(this.id, this.#joint);
    const isFirst = this.#joint === null;
    const lastMove = this.#joint?.[this.role] ?? null;
    const seen = { turn: this.#turn, lastMove, percepts: isFirst ? null : this.#percepts };
    return kind === 'play' ? playSeenMessage(this.id, seen) : stopSeenMessage(this.id, seen);
  }
}
