import type { Network } from '../network.js';

/** The network of one round of a game, and what its variables mean. Fluents and moves are counted from 0, as in the ground program. */
export interface RoundNetwork {
  readonly network: Network;
  /** Boolean. */
  readonly terminal: number;
  /** Boolean: that the game was not over before this round, or is not before the next; -1 where that is taken for granted. */
  readonly isDefined: number;
  readonly isDefinedNext: number;
  /** For each role the variable of its goal points, whose values are named by them; -1 for `random`. */
  readonly scores: readonly number[];
  /** What the rules say about goals, in terminal states and others: none, one or several may hold for a role. */
  readonly goals: readonly RoundGoal[];
  /** For each role the variable of its move; that of `random` is stochastic. */
  readonly actions: readonly number[];
  /** For each role the index of the move (counted over all roles) that value 0 of its action stands for; the others follow. */
  readonly firstMoves: readonly number[];
  /** Fluent f holds iff `variable[f]` takes `value[f]`. */
  readonly fluents: FluentMap;
  /** The same for the state that follows. */
  readonly next: FluentMap;
}

/** The role has these points where the variable is as claimed; -1 stands for no variable, where claim 0 always holds and claim 1 never. */
export interface RoundGoal {
  readonly role: number;
  readonly points: number;
  readonly variable: number;
  readonly claim: number;
}

/** How fluents are variables. */
export interface FluentMap {
  /** For each fluent. */
  readonly variable: Int32Array;
  readonly value: Int32Array;
  /** The variables, each once, and the value of each where none of its fluents holds; -1 where one always does. */
  readonly variables: Int32Array;
  readonly absent: Int32Array;
}
