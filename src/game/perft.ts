import type { Game } from './game.js';
import { jointMoves, legalMovesOfAll } from './jointMoves.js';

/**
 * Number of sequences of `depth` joint moves from the initial state; terminal states are not left, and neither are those in which a role
 * has no legal move. Equal states at equal depths are counted once and remembered. Exact up to 2^53.
 *
 * The name is that of the performance test of chess programs, where such counts show mistakes in move generation.
 */
export function perft<State>(game: Game<State>, depth: number): number {
  const known = new Map<string, number>();
  const count = (state: State, left: number): number => {
    if (left === 0) return 1;
    if (game.isTerminal(state)) return 0;
    const moves = legalMovesOfAll(game, state);
    if (left === 1) return moves.reduce((product, { length }) => product * length, 1);
    const key = `${String(left)} ${game.names.facts(state).join(' ')}`;
    let sequences = known.get(key);
    if (sequences === undefined) {
      sequences = 0;
      for (const joint of jointMoves(moves)) sequences += count(game.next(state, joint), left - 1);
      known.set(key, sequences);
    }
    return sequences;
  };
  return count(game.initial(), depth);
}
