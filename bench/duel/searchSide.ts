/** A search as a side of a duel: what it needs besides the budget is made before the first match. */
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../src/base/index.js';
import type { Simulator } from '../../src/game/index.js';
import type { Play } from '../../src/pipeline.js';
import type { ChosenAlgorithm, Search, SearchLimit, SearchSetting, SolverMethod } from '../../src/search/index.js';
import type { Build } from './build.js';
import type { Seat, Side } from './match.js';

/** What a search may use for a move. */
export interface Pace {
  readonly ms: number;
  /** For the first move that it chooses in a match. */
  readonly startMs: number;
  /** In place of time. */
  readonly nodes: number | undefined;
}

export interface SearchSideSetting {
  readonly build: Build;
  readonly play: Play;
  readonly chosen: ChosenAlgorithm;
  readonly label: string;
  readonly pace: Pace;
  readonly clock: Clock;
  /** Most memory of a search. */
  readonly bytes: number;
  /** Budget of what is made once for a game. */
  readonly stage: { readonly clock: Clock; readonly milliseconds: number; readonly bytes: number };
}

/**
 * Each search thinks so long before the first match, so that what is compiled when it is first needed does not count.
 */
const REHEARSAL_MS = 1400;

export class SearchSide implements Side {
  readonly label: string;
  readonly game: Play['game'];
  readonly spent = { nodes: 0, ms: 0 };
  readonly #shared: Omit<SearchSetting, 'role' | 'state' | 'seed'>;

  constructor(readonly setting: SearchSideSetting) {
    const { build, play, clock, bytes, stage, label } = setting;
    this.label = label;
    this.game = play.game;
    const { game, simulator } = play;
    const symmetries = once(() => play.symmetries?.(stage));
    const rounds = once(() => roundsOf(build, play, stage));
    const throughSolver = (method: SolverMethod): Simulator => rounds()(method);
    const hasSameGoals = build.pipeline.haveSameGoals?.(play) ?? false;
    this.#shared = { game, simulator, clock, bytes, symmetries, throughSolver, haveSameGoals: hasSameGoals };
  }

  sit(role: number, seed: number): Seat {
    return new SearchSeat(this, role, seed);
  }

  open(role: number, state: unknown, seed: number, firstDeadline?: number): Search {
    const { chosen, play } = this.setting;
    const { goalsOf } = play;
    const goals = goalsOf === undefined ? {} : { goals: () => goalsOf(role) };
    return chosen.algorithm.open({ ...this.#shared, ...goals, role, state, seed, firstDeadline }, chosen.options);
  }

  async rehearse(): Promise<void> {
    const { clock } = this.setting;
    const role = this.game.roles.findIndex((name) => name !== 'random');
    const search = this.open(role, this.game.initial(), 1);
    // Helpers are started by the first thought, and warm up in the second.
    search.think({ deadline: clock() + REHEARSAL_MS / 2 });
    await setTimeout(REHEARSAL_MS / 2);
    search.think({ deadline: clock() + REHEARSAL_MS / 2 });
  }
}

class SearchSeat implements Seat {
  #state: unknown;
  #search: Search | undefined;
  /** Time that was spent on following the match since it last chose: it is taken from the next thinking. */
  #owedMs = 0;

  constructor(
    private readonly side: SearchSide,
    private readonly role: number,
    private readonly seed: number,
  ) {
    this.#state = side.game.initial();
  }

  choose(): string {
    const { game, spent, setting } = this.side;
    const { clock, pace } = setting;
    const start = clock();
    const isFirst = this.#search === undefined;
    const deadline = start + (isFirst ? pace.startMs : pace.ms) - this.#owedMs;
    const limit: SearchLimit = pace.nodes === undefined ? { deadline } : { nodes: pace.nodes };
    this.#search ??= this.side.open(this.role, this.#state, this.seed, limit.deadline);
    this.#search.think(limit);
    const { move, effort } = this.#search.report();
    spent.ms += clock() - start + this.#owedMs;
    spent.nodes += effort.nodes;
    this.#owedMs = 0;
    return game.names.move(move);
  }

  follow(joint: readonly string[]): void {
    const { game, label, setting } = this.side;
    const moves = joint.map((text) => {
      const move = game.names.findMove(text);
      if (move === undefined) throw new Error(`${label} does not know the move ${text}`);
      return move;
    });
    this.#state = game.next(this.#state, moves);
    if (this.#search === undefined || game.isTerminal(this.#state)) return;
    const start = setting.clock();
    this.#search.moveTo(this.#state);
    this.#owedMs += setting.clock() - start;
  }

  facts(): readonly string[] {
    return this.side.game.names.facts(this.#state);
  }
}

function roundsOf({ pipeline }: Build, play: Play, stage: SearchSideSetting['stage']) {
  const rounds = pipeline.openSolverRounds?.(play, stage);
  if (rounds?.ok === true) return rounds.value;
  throw new Error(`there is no constraint network: ${rounds?.error ?? 'this version makes none'}`);
}

/** Makes a thing when it is first asked for, and keeps it. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
