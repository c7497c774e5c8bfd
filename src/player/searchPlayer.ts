import type { Clock } from '../base/index.js';
import { isLegal, type Move, type Simulator, someLegalMoves } from '../game/index.js';
import { haveSameGoals, type Play } from '../pipeline.js';
import type { ValidRules } from '../rules/index.js';
import type { ChosenAlgorithm, Search, SearchLimit, SearchReport, SolverMethod } from '../search/index.js';
import { advance, goesOn } from './advance.js';
import type { JointMove, MatchStart, Player, Turn } from './player.js';
import { Pondering } from './pondering.js';
import { refusal } from './refusal.js';
import { objectMemory, searchMemory } from './searchMemory.js';
import { type Thoughts, thoughtsOf, withoutSearch } from './thoughts.js';

export interface SearchPlayerSetting {
  readonly chosen: ChosenAlgorithm;
  /** Makes rules ready to be played. Players of one process may share what it gives. */
  readonly open: (rules: ValidRules) => Play;
  /** Makes the constraint solver ready to solve its rounds, for the algorithms that ask for it; throws where there is no network. */
  readonly openSolver?: (play: Play) => (method: SolverMethod) => Simulator;
  readonly clock: Clock;
  /** Most memory of the search, about. */
  readonly bytes?: number;
  /** Most milliseconds before a deadline that are kept for the answer to arrive in. */
  readonly reserveMs?: number;
  /** How to wait; given, the player thinks on the others' time as well. */
  readonly pause?: (ms: number) => Promise<void>;
}

export const DEFAULT_SEARCH_PLAYER = {
  /** A gigabyte, on every machine; on Node `defaultSearchMemory` of `node/` knows what this one has. */
  bytes: 2 ** 30,
  /** How late searches may stop, by their contract. */
  reserveMs: 20,
};

/** At short clocks the reserve is at most this part of what is left. */
const RESERVED_SHARE = 0.1;

/** How long it ponders before others have their turn. */
const SLICE_MS = 20;

/** A match in play. */
interface Match extends MatchStart {
  readonly play: Play;
  /** The state as far as it was told. */
  state: unknown;
  /** Where the others had no choice, the next joint move and the state after it are known before they are told. */
  foreseen: { readonly joint: JointMove; readonly state: unknown } | undefined;
}

/**
 * A search behind the contract of players. It always answers with a legal move: the search's, or the first legal one where that fails, which it
 * tells as a fault. A move that is the only one is answered at once.
 */
export class SearchPlayer implements Player {
  readonly name: string;
  readonly #setting: typeof DEFAULT_SEARCH_PLAYER & SearchPlayerSetting;
  readonly #pondering: Pondering | undefined;
  #match: Match | undefined;
  /** Opened at the start, and again after it failed. */
  #search: Search | undefined;
  #openings = 0;
  #faults: string[] = [];
  #thoughts: Thoughts | undefined;

  constructor(setting: SearchPlayerSetting) {
    this.name = setting.chosen.text;
    this.#setting = { ...DEFAULT_SEARCH_PLAYER, ...setting };
    const { pause } = setting;
    this.#pondering = pause && new Pondering(() => pause(0));
  }

  start(start: MatchStart): Promise<void> {
    return settled(() => {
      this.#begin(start);
    });
  }

  play(turn: Turn): Promise<string> {
    return settled(() => this.#answer(turn));
  }

  stop(): Promise<void> {
    return settled(() => {
      this.#drop();
    });
  }

  thoughts(): Thoughts | undefined {
    return this.#thoughts;
  }

  #drop(): void {
    this.#pondering?.end();
    this.#match = undefined;
    this.#search = undefined;
    this.#thoughts = undefined;
    this.#faults = [];
    this.#openings = 0;
  }

  #begin(start: MatchStart): void {
    this.#drop();
    const reason = refusal(this.#setting.chosen, start.rules);
    if (reason !== undefined) throw new Error(reason);
    const play = this.#setting.open(start.rules);
    const match: Match = { ...start, play, state: play.game.initial(), foreseen: undefined };
    this.#match = match;
    for (const joint of start.played) this.#follow(match, joint);
    if (!goesOn(play.game, match.state)) return;
    this.#search = this.#openSearch(match);
    if (start.pace.kind === 'nodes') return;
    this.#attempt(match, (search) => {
      search.think({ deadline: this.#lastMoment(start.deadline) });
    });
    this.#ponder(match);
  }

  #answer({ joint, deadline }: Turn): string {
    this.#pondering?.end();
    const match = this.#match;
    if (match === undefined) throw new Error('no match was started');
    if (joint !== null) this.#follow(match, joint);
    const { play, state, role, pace } = match;
    // Of very many moves two are enough: the first is made where the search fails.
    const legal = someLegalMoves(play.game, state, { role, most: 2 });
    if (legal.length === 0) throw new Error('no legal move');
    const limit = pace.kind === 'nodes' ? { nodes: pace.nodes } : { deadline: this.#lastMoment(deadline) };
    const move = legal.length === 1 ? this.#forced(match, legal[0]!) : this.#chosen(match, legal[0]!, limit);
    this.#foresee(match, move);
    this.#ponder(match);
    return play.game.names.move(move);
  }

  #forced({ play }: Match, move: Move): Move {
    this.#thoughts = withoutSearch(play.game.names.move(move), this.#takeFaults());
    return move;
  }

  #chosen(match: Match, first: Move, limit: SearchLimit): Move {
    const { role, state } = match;
    const { game } = match.play;
    const report = this.#think(match, limit);
    if (report !== undefined && isLegal(game, state, { role, move: report.move })) {
      this.#thoughts = thoughtsOf(match.play.game, report, this.#takeFaults());
      return report.move;
    }
    if (report !== undefined) this.#faults.push(`the search chose a move that is not legal: ${String(report.move)}`);
    this.#thoughts = withoutSearch(game.names.move(first), this.#takeFaults());
    return first;
  }

  /** What is found until the limit; where the search fails, what it had found by then, and undefined if it cannot even tell that. */
  #think(match: Match, limit: SearchLimit): SearchReport | undefined {
    const search = this.#attempt(match, (opened) => opened);
    if (search === undefined) return undefined;
    this.#attempt(match, () => {
      search.think(limit);
    });
    try {
      return search.report();
    } catch (cause) {
      this.#failed(cause);
      return undefined;
    }
  }

  /** Works with the search; where that fails it is a fault, and another search is opened next time. */
  #attempt<T>(match: Match, work: (search: Search) => T): T | undefined {
    try {
      this.#search ??= this.#openSearch(match);
      return work(this.#search);
    } catch (cause) {
      this.#failed(cause);
      return undefined;
    }
  }

  #failed(cause: unknown): void {
    this.#faults.push(`the search failed: ${cause instanceof Error ? cause.message : String(cause)}`);
    this.#search = undefined;
  }

  #openSearch({ play, role, state, seed, pace, deadline }: Match): Search {
    const { chosen, clock, bytes, openSolver } = this.#setting;
    const { game, simulator, columnSimulator, goalsOf, parts } = play;
    return chosen.algorithm.open(
      {
        ...{ game, simulator, role, state, clock, bytes: searchMemory(play, bytes) },
        firstDeadline: pace.kind === 'nodes' ? undefined : this.#lastMoment(deadline),
        // After a failure other random numbers lead elsewhere.
        seed: seed + this.#openings++,
        ...(goalsOf === undefined ? {} : { goals: () => goalsOf(role) }),
        ...(parts === undefined ? {} : { parts }),
        ...(columnSimulator === undefined ? {} : { columnSimulator }),
        haveSameGoals: haveSameGoals(play),
        symmetries: (milliseconds) => play.symmetries?.({ clock, milliseconds, bytes: objectMemory(bytes) }),
        ...(openSolver === undefined ? {} : { throughSolver: (method: SolverMethod) => openSolver(play)(method) }),
      },
      chosen.options,
    );
  }

  /** Goes on to the state after a joint move. What makes no sense is a fault, and changes nothing. */
  #follow(match: Match, joint: JointMove): void {
    const { foreseen } = match;
    match.foreseen = undefined;
    if (foreseen !== undefined && isEqual(foreseen.joint, joint)) {
      match.state = foreseen.state;
      return;
    }
    const next = advance(match.play.game, match.state, joint);
    if (!next.ok) {
      this.#faults.push(`the moves told make no sense: ${next.error}`);
      return;
    }
    match.state = next.value;
    this.#turnTo(match, next.value);
  }

  #turnTo(match: Match, state: unknown): void {
    if (this.#search !== undefined && goesOn(match.play.game, state)) {
      this.#attempt(match, (search) => {
        search.moveTo(state);
      });
    }
  }

  /** Where it ponders and the others have no choice, what follows its move is known already. */
  #foresee(match: Match, move: Move): void {
    if (this.#pondering === undefined || this.#search === undefined) return;
    const { game } = match.play;
    const moves = game.roles.map((_, role) => (role === match.role ? [move] : game.legalMoves(match.state, role)));
    if (moves.some(({ length }) => length !== 1)) return;
    const joint = moves.map(([only]) => only!);
    const state = game.next(match.state, joint);
    if (!goesOn(game, state)) return;
    match.foreseen = { joint: joint.map((each) => game.names.move(each)), state };
    this.#turnTo(match, state);
  }

  #ponder(match: Match): void {
    if (match.pace.kind === 'nodes') return;
    this.#pondering?.begin(() => {
      if (this.#search === undefined) return false;
      const nodes = this.#attempt(match, (search) => {
        const before = search.report().effort.nodes;
        search.think({ deadline: this.#setting.clock() + SLICE_MS });
        return search.report().effort.nodes - before;
      });
      return nodes !== undefined && nodes > 0;
    });
  }

  #lastMoment(deadline: number): number {
    const left = deadline - this.#setting.clock();
    return deadline - Math.min(this.#setting.reserveMs, RESERVED_SHARE * Math.max(0, left));
  }

  #takeFaults(): readonly string[] {
    const faults = this.#faults;
    this.#faults = [];
    return faults;
  }
}

const isEqual = (left: JointMove, right: JointMove): boolean =>
  left.length === right.length && left.every((move, role) => move === right[role]);

/** Work done at once, as a promise. */
const settled = <T>(work: () => T): Promise<T> =>
  new Promise((resolve) => {
    resolve(work());
  });
