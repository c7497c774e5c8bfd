import type { Clock } from '../base/index.js';
import type { JointMove, LastTurn, Pace, Player, Thoughts } from '../player/index.js';
import type { ValidRules } from '../rules/index.js';
import { type MatchChance, matchChance } from './chance.js';
import type { Judge } from './judge.js';
import type { MatchError } from './record.js';

export interface TableSetting {
  readonly rules: ValidRules;
  /** Who plays each role; null for `random`, whose moves are drawn. */
  readonly players: readonly (Player | null)[];
  /** Which of a series' players has the role; -1 for `random`. A player has the same seed in every role. */
  readonly seats: readonly number[];
  readonly pace: Pace;
  readonly seed: number;
  /** The players' clock as well. */
  readonly clock: Clock;
  /** How much later than the clock an answer may come. */
  readonly graceMs: number;
}

/** What happened in a round; arrays in role order. */
export interface Round {
  /** From 1. */
  readonly number: number;
  readonly joint: JointMove;
  /** How long the answers took; null for `random`. */
  readonly ms: readonly (number | null)[];
  readonly thoughts: readonly (Thoughts | null)[];
  readonly errors: readonly MatchError[];
  /** What each role saw. */
  readonly percepts: readonly (readonly string[])[];
}

/** An answer as the judge takes it. */
export interface Answer {
  readonly move: string;
  readonly ms: number | null;
  readonly thoughts: Thoughts | null;
  readonly errors: readonly MatchError[];
}

/** The players around a match: asks them, watches the clock, and puts legal moves in the place of others. */
export class Table {
  readonly #chance: MatchChance;
  /** So many rounds the players know of. */
  #told = 0;
  /** What each role saw in the last round. */
  #percepts: readonly (readonly string[])[] = [];

  constructor(
    private readonly setting: TableSetting,
    private readonly judge: Judge,
  ) {
    this.#chance = matchChance(setting.seed, setting.players.length);
  }

  /** Starts the players where the judge is now: a match, or one again that went back. */
  async start(): Promise<readonly MatchError[]> {
    const { rules, pace } = this.setting;
    const { played } = this.judge;
    this.#told = played.length;
    const ms = pace.kind === 'clocks' ? pace.startMs : Infinity;
    return this.#tellAll(ms, (player, role, deadline) => {
      const seed = this.#chance.players[this.setting.seats[role]!]!;
      return player.start({ rules, role, pace, deadline, seed, played });
    });
  }

  async stop(): Promise<readonly MatchError[]> {
    const isOver = this.judge.ending !== undefined;
    return this.#tellAll(Infinity, (player, role) => player.stop(isOver ? this.#lastTurn(role) : undefined));
  }

  /** Asks every role, and makes the joint move. */
  async round(): Promise<Round> {
    const said = await this.#askAll((player, role) => this.#ask(player, role));
    return this.make(said.map((answer, role) => this.#judged(role, answer)));
  }

  /** Makes the joint move of all roles' answers. */
  make(answers: readonly Answer[]): Round {
    const { judge } = this;
    const joint = answers.map(({ move }) => move);
    const percepts = judge.make(joint);
    this.#percepts = percepts;
    return {
      number: judge.played.length,
      joint,
      percepts,
      ms: answers.map(({ ms }) => ms),
      thoughts: answers.map(({ thoughts }) => thoughts),
      errors: answers.flatMap(({ errors }) => errors),
    };
  }

  /** The move of a role in the present round. */
  async answer(role: number): Promise<Answer> {
    const player = this.setting.players[role] ?? null;
    return this.#judged(role, player === null ? null : await this.#ask(player, role));
  }

  async #ask(player: Player, role: number): Promise<Said> {
    const { pace } = this.setting;
    const clockMs = pace.kind === 'clocks' ? pace.playMs : Infinity;
    const last = this.#lastTurn(role);
    const said = await this.#timed(player, clockMs, (deadline) => player.play({ ...last, deadline }));
    return { ...said, thoughts: (said.value === undefined ? undefined : player.thoughts?.()) ?? null };
  }

  /** What is to be told to a role before it answers. */
  #lastTurn(role: number): LastTurn {
    const { played } = this.judge;
    if (played.length <= this.#told) return { joint: null };
    const joint = played.at(-1)!;
    return this.setting.rules.information === 'partial' ? { joint, percepts: this.#percepts[role]! } : { joint };
  }

  /** What counts; null is said by `random`. */
  #judged(role: number, said: Said | null): Answer {
    const { judge } = this;
    if (said === null)
      return { move: judge.randomMove(role, this.#chance.chance), ms: null, thoughts: null, errors: [] };
    const { thoughts } = said;
    const move = said.value === undefined ? undefined : judge.legalMove(role, said.value);
    const problem = said.problem ?? (move === undefined ? illegal(said.value!) : undefined);
    const faults = (thoughts?.faults ?? []).map((details) => ({ kind: 'fault', details }) as const);
    const errors = [...(problem === undefined ? [] : [problem]), ...faults];
    return {
      move: problem === undefined ? move! : judge.randomMove(role, this.#chance.replacement),
      ms: said.ms,
      thoughts,
      errors: errors.map((error) => this.#placed(error, role, judge.played.length + 1)),
    };
  }

  /** Says the same to every player; what goes wrong. */
  async #tellAll(
    clockMs: number,
    tell: (player: Player, role: number, deadline: number) => Promise<void>,
  ): Promise<readonly MatchError[]> {
    const told = await this.#askAll((player, role) =>
      this.#timed(player, clockMs, (deadline) => tell(player, role, deadline)),
    );
    return told.flatMap((answer, role) =>
      answer?.problem === undefined ? [] : [this.#placed(answer.problem, role, this.judge.played.length)],
    );
  }

  /** Players on a network all at once, then those that may share our thread, one after the other. Null for `random`. */
  async #askAll<T>(ask: (player: Player, role: number) => Promise<T>): Promise<readonly (T | null)[]> {
    const { players } = this.setting;
    const answers: (T | null)[] = await Promise.all(
      players.map(async (player, role) => (player?.graceMs === undefined ? null : ask(player, role))),
    );
    for (const [role, player] of players.entries())
      if (player !== null && player.graceMs === undefined) answers[role] = await ask(player, role);
    return answers;
  }

  async #timed<T>(player: Player, clockMs: number, ask: (deadline: number) => Promise<T>): Promise<Timed<T>> {
    const { clock } = this.setting;
    const graceMs = player.graceMs ?? this.setting.graceMs;
    const start = clock();
    try {
      const value = await ask(start + clockMs);
      const ms = clock() - start;
      return ms > clockMs + graceMs ? { value, ms, problem: late(ms, clockMs) } : { value, ms, problem: undefined };
    } catch (cause) {
      const details = cause instanceof Error ? cause.message : String(cause);
      const ms = clock() - start;
      return { value: undefined, ms, problem: { kind: ms < clockMs ? 'failed' : 'late', details } };
    }
  }

  #placed({ kind, details }: Problem, role: number, round: number): MatchError {
    return { kind, round, role, details };
  }
}

type Problem = Pick<MatchError, 'kind' | 'details'>;

interface Timed<T> {
  /** Undefined where there was no answer. */
  readonly value: T | undefined;
  readonly ms: number;
  readonly problem: Problem | undefined;
}

interface Said extends Timed<string> {
  readonly thoughts: Thoughts | null;
}

const illegal = (said: string): Problem => ({ kind: 'illegal', details: said });

const late = (ms: number, clockMs: number): Problem => ({
  kind: 'late',
  details: `${String(Math.round(ms))} ms at a clock of ${String(clockMs)} ms`,
});
