import { type Clock, fail, ok, type Result } from '../../base/index.js';
import { isLegal, jointMoves, type Move } from '../../game/index.js';
import { haveSameGoals, openSolverRounds, type Play } from '../../pipeline.js';
import {
  advance,
  goesOn,
  type JointMove,
  objectMemory,
  searchMemory,
  type Thoughts,
  thoughtsOf,
} from '../../player/index.js';
import type { ChosenAlgorithm, Search, SearchLimit, SolverMethod } from '../../search/index.js';

export interface ThinkerSetting {
  readonly play: Play;
  readonly chosen: ChosenAlgorithm;
  readonly role: number;
  readonly seed: number;
  readonly clock: Clock;
  readonly bytes: number;
  /** Of building the network, for the algorithms that solve it. */
  readonly stage: { readonly milliseconds: number; readonly bytes: number };
}

/** Joint moves that are tried to see whether the match is over. */
const MOST_FORESEEN = 64;

/** Of the moves of a state no more are told, best first. */
const MOST_TOLD = 1024;

/** A place in the match. */
interface Position {
  readonly played: readonly JointMove[];
  readonly state: unknown;
}

/** A search that follows a match by its rounds, wherever that goes, and is opened again where it fails. */
export class Thinker {
  readonly #setting: ThinkerSetting;
  readonly #initial: Position;
  /** What was told. */
  #told: Position;
  /** What the search is about: what was told, or what is foreseen. */
  #thought: Position;
  #search: Search | undefined;
  /** Of the last thinking; long ago before the first one, none where it has another limit. */
  #deadline: number | undefined = -Infinity;
  #openings = 0;
  #faults: string[] = [];

  constructor(setting: ThinkerSetting) {
    this.#setting = setting;
    this.#initial = { played: [], state: setting.play.game.initial() };
    this.#told = this.#initial;
    this.#thought = this.#initial;
  }

  /** Goes to the state after these rounds; fails where they are not legal, and stays. */
  goTo(played: readonly JointMove[]): Result<void, string> {
    const { game } = this.#setting.play;
    const known = [this.#thought, this.#told].find((position) => isPrefix(position.played, played)) ?? this.#initial;
    let { state } = known;
    for (const joint of played.slice(known.played.length)) {
      const next = advance(game, state, joint);
      if (!next.ok) return fail(next.error);
      state = next.value;
    }
    this.#told = { played, state };
    this.#turnTo(this.#told);
    return ok(undefined);
  }

  /** The role makes that move: where the others have no choice, what follows is thought about from now on. */
  foresee(text: string): void {
    const { play, role } = this.#setting;
    const { game } = play;
    const { state, played } = this.#told;
    const own = game.names.findMove(text);
    if (own === undefined || !goesOn(game, state)) return;
    const moves = game.roles.map((_, each) => (each === role ? [own] : game.legalMoves(state, each)));
    if (moves.some(({ length }) => length !== 1)) return;
    const joint: readonly Move[] = moves.map(([only]) => only!);
    const next = game.next(state, joint);
    if (!goesOn(game, next)) return;
    this.#turnTo({ played: [...played, joint.map((move) => game.names.move(move))], state: next });
  }

  /** Whether the match is over after that move of the role, whatever the others do, as far as that is seen at once. */
  isLast(text: string): boolean {
    const { play, role } = this.#setting;
    const { game } = play;
    const { state } = this.#told;
    const own = game.names.findMove(text);
    if (own === undefined || !goesOn(game, state)) return false;
    const moves = game.roles.map((_, each) => (each === role ? [own] : game.legalMoves(state, each)));
    if (moves.reduce((product, { length }) => product * length, 1) > MOST_FORESEEN) return false;
    return [...jointMoves(moves)].every((joint) => game.isTerminal(game.next(state, joint)));
  }

  /** Whether there is something to think about. */
  get hasQuestion(): boolean {
    return goesOn(this.#setting.play.game, this.#thought.state);
  }

  /** Thinks on; gives how many nodes that took, none where nothing is left to think about. */
  think(limit: SearchLimit): number {
    if (!this.hasQuestion) return 0;
    this.#deadline = limit.deadline;
    const nodes = this.#attempt((search) => {
      const before = search.report().effort.nodes;
      search.think(limit);
      return search.report().effort.nodes - before;
    });
    return nodes ?? 0;
  }

  /** What it found about what was told; null where it cannot say anything. */
  thoughts(): Thoughts | null {
    const { role, play } = this.#setting;
    const { game } = play;
    if (this.#thought !== this.#told || !goesOn(game, this.#told.state)) return null;
    const thoughts = this.#attempt((search) => {
      const report = search.report();
      const { moves, move } = report;
      // Nobody else can look it up in a list.
      if (game.combinations !== undefined && !isLegal(game, this.#told.state, { role, move }))
        throw new Error(`it chose ${game.names.move(move)}, which is not legal`);
      const told = moves.length > MOST_TOLD ? { ...report, moves: moves.slice(0, MOST_TOLD) } : report;
      return thoughtsOf(game, told, this.#faults);
    });
    return thoughts ?? null;
  }

  /** What went wrong since this was asked last. */
  takeFaults(): readonly string[] {
    const faults = this.#faults;
    this.#faults = [];
    return faults;
  }

  #turnTo(position: Position): void {
    const before = this.#thought;
    this.#thought = position;
    if (before.state === position.state || isEqual(before.played, position.played)) return;
    if (this.#search === undefined || !goesOn(this.#setting.play.game, position.state)) return;
    this.#attempt((search) => {
      search.moveTo(position.state);
    });
  }

  #attempt<T>(work: (search: Search) => T): T | undefined {
    try {
      this.#search ??= this.#openSearch();
      return work(this.#search);
    } catch (cause) {
      this.#faults.push(`the search failed: ${cause instanceof Error ? cause.message : String(cause)}`);
      this.#search = undefined;
      return undefined;
    }
  }

  #openSearch(): Search {
    const { play, chosen, role, seed, clock, bytes, stage } = this.#setting;
    const { game, simulator, columnSimulator, goalsOf, parts } = play;
    const { state } = this.#thought;
    return chosen.algorithm.open(
      {
        ...{ game, simulator, role, state, clock, bytes: searchMemory(play, bytes), firstDeadline: this.#deadline },
        // After a failure other random numbers lead elsewhere.
        seed: seed + this.#openings++,
        ...(goalsOf === undefined ? {} : { goals: () => goalsOf(role) }),
        ...(parts === undefined ? {} : { parts }),
        ...(columnSimulator === undefined ? {} : { columnSimulator }),
        haveSameGoals: haveSameGoals(play),
        symmetries: (milliseconds) => play.symmetries?.({ clock, milliseconds, bytes: objectMemory(bytes) }),
        throughSolver: (method: SolverMethod) => {
          const rounds = openSolverRounds(play, { clock, ...stage });
          if (!rounds.ok) throw new Error(rounds.error);
          return rounds.value(method);
        },
      },
      chosen.options,
    );
  }
}

const isEqual = (left: readonly JointMove[], right: readonly JointMove[]): boolean =>
  left.length === right.length && isPrefix(left, right);

const isPrefix = (start: readonly JointMove[], whole: readonly JointMove[]): boolean =>
  start.length <= whole.length &&
  start.every((joint, round) => joint.length === whole[round]!.length && joint.every((m, r) => m === whole[round]![r]));
