import type { ValidRules } from '../rules/index.js';
import type { Thoughts } from './thoughts.js';

/** What each role did in a round: KIF terms in role order. */
export type JointMove = readonly string[];

/**
 * Plays one role in one match after the other: `start`, then `play` once a round, then `stop`. A `start` ends the match before it, should its
 * `stop` have been lost. Moments are those of the clock that the player was made with.
 */
export interface Player {
  /** As records and tables call it. */
  readonly name: string;
  /** A match begins. Resolves when the player is ready, by the deadline; rejects where it cannot play this game. */
  start(match: MatchStart): Promise<void>;
  /** Its move in the present round, as a KIF term, by the deadline. */
  play(turn: Turn): Promise<string>;
  /** The match is over; without a last turn it was broken off. */
  stop(last?: LastTurn): Promise<void>;
  /** What it thought when it answered last, where it tells. */
  thoughts?(): Thoughts | undefined;
  /**
   * Of a player at the other end of a network: how much later than the clock its answer may come, in milliseconds. Such players share no thread with
   * us, and are asked at the same time.
   */
  readonly graceMs?: number;
}

export interface MatchStart {
  readonly rules: ValidRules;
  /** Index of the role that it plays. */
  readonly role: number;
  readonly pace: Pace;
  /** When the start clock ends; Infinity where there is none. */
  readonly deadline: number;
  /** Of all that the player draws at random. */
  readonly seed: number;
  /** What was played before; mostly nothing. */
  readonly played: readonly JointMove[];
}

/** How much a player may think. */
export type Pace =
  | { readonly kind: 'clocks'; readonly startMs: number; readonly playMs: number }
  | { readonly kind: 'nodes'; readonly nodes: number };

/** What was done since `start` or the last `play`. */
export interface LastTurn {
  /** Null where nothing was done. */
  readonly joint: JointMove | null;
  /** What the role saw of it (`sees`), as sorted KIF terms, where the rules hide something and something was done. */
  readonly percepts?: readonly string[];
}

export interface Turn extends LastTurn {
  /** When the play clock ends; Infinity where there is none. */
  readonly deadline: number;
}
