import type { Random } from '../base/index.js';
import { isChance } from './chance.js';
import type { Game } from './game.js';
import { countLegalMoves } from './legalMoves.js';
import { playout } from './playout.js';

/** Whether the players move one at a time. */
export type Timing = 'turn-based' | 'simultaneous';

export interface ObserveOptions {
  readonly random: Random;
  /** Random playouts to look at. */
  readonly playouts: number;
  /** Most plies of each. */
  readonly plies: number;
}

/**
 * `simultaneous` if random playouts meet a non-terminal state in which two roles other than `random` have more than one legal move.
 * That is proved by its witness; `turn-based` only says that none was met.
 */
export function observeTiming<State>(game: Game<State>, { random, playouts, plies }: ObserveOptions): Timing {
  const players = [...game.roles.keys()].filter((role) => !isChance(game.roles[role]!));
  const isChoiceOfSeveral = (state: State): boolean =>
    !game.isTerminal(state) && players.filter((role) => countLegalMoves(game, state, role) > 1).length > 1;
  for (let i = 0; i < playouts; i++) {
    if (playout(game, random, { plies }).states.some(isChoiceOfSeveral)) return 'simultaneous';
  }
  return 'turn-based';
}
