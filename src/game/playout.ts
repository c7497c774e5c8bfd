import type { Random } from '../base/index.js';
import type { Game, Move } from './game.js';
import { inTime } from './inTime.js';
import { randomJointMove } from './legalMoves.js';

/** A line of play: one state more than there are joint moves. */
export interface Line<State> {
  readonly states: readonly State[];
  readonly joints: readonly (readonly Move[])[];
}

export interface PlayoutOptions<State = unknown> {
  /** Most joint moves to make; the public games end within a few hundred. */
  readonly plies: number;
  /** Where play begins, if not in the initial state. */
  readonly from?: State;
  /** Asked after each joint move, and within one where the game can be interrupted: whether to stop there. */
  readonly isTimeUp?: (() => boolean) | undefined;
}

export const DEFAULT_PLAYOUT: PlayoutOptions<never> = { plies: 1000 };

/**
 * Plays uniformly random legal moves until a terminal state, one in which a role has no legal move, the most plies are reached, or time is up.
 */
export function playout<State>(
  game: Game<State>,
  random: Random,
  { plies, from = game.initial(), isTimeUp }: PlayoutOptions<State> = DEFAULT_PLAYOUT,
): Line<State> {
  let state = from;
  const states = [state];
  const joints: (readonly Move[])[] = [];
  while (joints.length < plies) {
    const before = state;
    const ply = inTime(game, isTimeUp, () => plyFrom(game, before, random));
    if (ply === undefined) break;
    state = ply.next;
    joints.push(ply.joint);
    states.push(state);
    if (isTimeUp?.() === true) break;
  }
  return { states, joints };
}

interface Ply<State> {
  readonly joint: readonly Move[];
  readonly next: State;
}

/** Undefined where play ends. */
function plyFrom<State>(game: Game<State>, state: State, random: Random): Ply<State> | undefined {
  const joint = game.isTerminal(state) ? undefined : randomJointMove(game, state, random);
  return joint && { joint, next: game.next(state, joint) };
}
