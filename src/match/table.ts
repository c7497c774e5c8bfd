import type { Clock } from '../base/index.js';
import type { JointMove, Pace, Player, Thoughts } from '../player/index.js';
import type { ValidRules } from '../rules/index.js';
import { drawn, type MatchChance, matchChance } from './chance.js';
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
    return this.#withEach(ms, (player, role, deadline) => {
      const seed = this.#chance.players[this.setting.seats[role]!]!;
      return player.start({ rules, role, pace, deadline, seed, played });
    });
  }

  async stop(): Promise<readonly MatchError[]> {
    return this.#withEach(Infinity, (player) => player.stop());
  }

  /** Asks every role, and makes the joint move. */
  async round(): Promise<Round> {
    const answers: Answer[] = [];
    for (const role of this.judge.roles.keys()) answers.push(await this.answer(role));
    return this.make(answers);
  }

  /** Makes the joint move of all roles' answers. */
  make(answers: readonly Answer[]): Round {
    const { judge } = this;
    const joint = answers.map(({ move }) => move);
    const percepts = judge.make(joint);
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
    const legal = this.judge.legalMoves(role);
    if (player === null) return { move: drawn(this.#chance.chance, legal), ms: null, thoughts: null, errors: [] };
    const { pace } = this.setting;
    const { played } = this.judge;
    const joint = played.length > this.#told ? played.at(-1)! : null;
    const clockMs = pace.kind === 'clocks' ? pace.playMs : Infinity;
    const said = await this.#timed(clockMs, (deadline) => player.play({ joint, deadline }));
    const thoughts = (said.value === undefined ? undefined : player.thoughts?.()) ?? null;
    const move = said.value === undefined ? undefined : this.judge.legalMove(role, said.value);
    const problem = said.problem ?? (move === undefined ? illegal(said.value!) : undefined);
    const faults = (thoughts?.faults ?? []).map((details) => ({ kind: 'fault', details }) as const);
    const errors = [...(problem === undefined ? [] : [problem]), ...faults];
    return {
      move: problem === undefined ? move! : drawn(this.#chance.replacement, legal),
      ms: said.ms,
      thoughts,
      errors: errors.map((error) => this.#placed(error, role, this.judge.played.length + 1)),
    };
  }

  /** The same with every player; what goes wrong. */
  async #withEach(
    clockMs: number,
    ask: (player: Player, role: number, deadline: number) => Promise<void>,
  ): Promise<readonly MatchError[]> {
    const errors: MatchError[] = [];
    for (const [role, player] of this.setting.players.entries()) {
      if (player === null) continue;
      const { problem } = await this.#timed(clockMs, (deadline) => ask(player, role, deadline));
      if (problem !== undefined) errors.push(this.#placed(problem, role, this.judge.played.length));
    }
    return errors;
  }

  async #timed<T>(clockMs: number, ask: (deadline: number) => Promise<T>): Promise<Timed<T>> {
    const { clock } = this.setting;
    const start = clock();
    try {
      const value = await ask(start + clockMs);
      const ms = clock() - start;
      return ms > clockMs + this.setting.graceMs
        ? { value, ms, problem: late(ms, clockMs) }
        : { value, ms, problem: undefined };
    } catch (cause) {
      const details = cause instanceof Error ? cause.message : String(cause);
      return { value: undefined, ms: clock() - start, problem: { kind: 'failed', details } };
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

const illegal = (said: string): Problem => ({ kind: 'illegal', details: said });

const late = (ms: number, clockMs: number): Problem => ({
  kind: 'late',
  details: `${String(Math.round(ms))} ms at a clock of ${String(clockMs)} ms`,
});
