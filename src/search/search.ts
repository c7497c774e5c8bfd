import type { Clock } from '../base/index.js';
import type { Game, GameParts, GoalStructure, Move, Simulator, StateSymmetries } from '../game/index.js';

/**
 * Thinks about what one role should do, for a whole match. It is asked in one thread and answers at any moment:
 * before it has thought at all `report` already has a legal move. The same setting, with the same calls and budgets
 * of nodes, gives the same reports.
 */
export interface Search<State = unknown> {
  /** Thinks on about the present state until a limit is reached or nothing is left to find out. */
  think(limit: SearchLimit): void;
  /** What it found so far about the present state. */
  report(): SearchReport;
  /**
   * Another state is the present one from now on, mostly one that follows: what is known of it is kept, the rest is
   * given back.
   */
  moveTo(state: State): void;
}

/** When to stop thinking: whichever comes first. */
export interface SearchLimit {
  /** Time of the setting's clock; it is kept to within 20 ms. */
  readonly deadline?: number;
  /**
   * States to value in this call, by playouts or by their end: the unit in which budgets are the same on every
   * machine.
   */
  readonly nodes?: number;
}

/** What a search is about, and with. */
export interface SearchSetting<State = unknown> {
  readonly game: Game<State>;
  readonly simulator: Simulator<State>;
  /** Whom it thinks for: index of a role. */
  readonly role: number;
  /** The state to begin with; not terminal, every role has a legal move. */
  readonly state: State;
  readonly clock: Clock;
  /**
   * When the first thinking is to end, by the clock: a share of the time until then may go into finding out what it
   * is about. Without it there is time enough.
   */
  readonly firstDeadline?: number | undefined;
  readonly seed: number;
  /** Most memory of the search, about. */
  readonly bytes: number;
  /**
   * What the rules tell about the way to the role's highest goal, where the engine can tell it; made when it is asked
   * for.
   */
  readonly goals?: () => GoalStructure<State>;
  /**
   * What simulates the columns, where the moves of the game are combinations of theirs; without it, the game of
   * columns itself does.
   */
  readonly columnSimulator?: Simulator<State>;
  /**
   * The parts that a game with one role, or that of its columns, falls into, where it does; looked for when it is
   * asked for.
   */
  readonly parts?: () => GameParts<State> | undefined;
  /**
   * The same rounds through the constraint solver, for the algorithms that ask for it. Fails with a reason where
   * there is no network.
   */
  readonly throughSolver?: (method: SolverMethod) => Simulator<State>;
  /** Whether in every state all players provably have the same goals. */
  readonly haveSameGoals?: boolean;
  /**
   * Looks for the symmetries of the game, for the algorithms that ask for them; undefined where they are not found
   * within so many milliseconds.
   */
  readonly symmetries?: (milliseconds: number) => StateSymmetries<State> | undefined;
  /** Where the simulator replaces states by images of them: the symmetries that do so. */
  readonly turning?: StateSymmetries<State>;
}

/** How the solutions of a round are found: by maintaining arc consistency, or by forward checking alone. */
export type SolverMethod = 'mac' | 'fc';

/** What a search has found. Values are goal points of the role, 0–100. */
export interface SearchReport {
  /** What it would do now. */
  readonly move: Move;
  /** Every legal move of the role, best first; only some where there are too many to be listed. */
  readonly moves: readonly MoveReport[];
  /** Expected value of the present state, or undefined where nothing is known yet. */
  readonly value: number | undefined;
  /** Whether the value is proved. */
  readonly isSolved: boolean;
  /** The joint moves that it expects, the first one from the present state. */
  readonly variation: readonly (readonly Move[])[];
  /** Work for the present state since `moveTo`. */
  readonly effort: SearchEffort;
  /** Of searches that keep a graph of states. */
  readonly memory?: GraphMemory;
}

export interface MoveReport {
  readonly move: Move;
  readonly value: number | undefined;
  /** How often it was tried. */
  readonly visits: number;
  readonly isSolved: boolean;
  /** With which probability it is played, where the search mixes moves. */
  readonly probability?: number;
}

export interface SearchEffort {
  readonly nodes: number;
  readonly playouts: number;
  /** States that were given all their successors. */
  readonly expansions: number;
  /** Milliseconds of the setting's clock spent in `think`. */
  readonly ms: number;
}

export interface GraphMemory {
  /** States that it knows, those of the states before included. */
  readonly states: number;
  /** Bytes that these take, with all that belongs to them. */
  readonly bytes: number;
  /** Expansions for the present state that had no room. */
  readonly refusals: number;
}
