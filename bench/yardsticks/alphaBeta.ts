/**
 * Alpha-beta to a fixed depth, as plain as can be. It looks first at the moves with the greatest gain, then at the one
 * that was good enough in another position of the same ply (killer move); there are no tables. Where the depth is used
 * up, moves with a gain are still tried (quiescence): the mover may take one of them or leave things as they are,
 * unless he must capture. The same position and depth always give the same move.
 */
import type { BoardMove, Position } from './position.js';

/** Of a won game, less a point for each move that it takes. */
const WON = 1_000_000;

export function bestMove<M extends BoardMove>(position: Position<M>, depth: number): M {
  return new AlphaBeta<M>().best(position, depth);
}

interface Window {
  readonly depth: number;
  /** Moves from the root. */
  readonly ply: number;
  readonly low: number;
  readonly high: number;
}

class AlphaBeta<M extends BoardMove> {
  /** By ply. */
  readonly #killers: (M | undefined)[] = [];

  best(position: Position<M>, depth: number): M {
    const isFirst = position.turn === 0;
    let best: M | undefined;
    let [low, high] = [-Infinity, Infinity];
    for (const move of this.#ordered(position.moves, 0)) {
      const value = this.#value(position.after(move), { depth: depth - 1, ply: 1, low, high });
      if (best !== undefined && (isFirst ? value <= low : value >= high)) continue;
      best = move;
      if (isFirst) low = value;
      else high = value;
    }
    if (best === undefined) throw new Error('a game that is over has no best move');
    return best;
  }

  /** The value for the first role, exact if it is between `low` and `high`; else a bound on that side. */
  #value(position: Position<M>, { depth, ply, low, high }: Window): number {
    const { outcome, turn } = position;
    if (outcome !== undefined) return Math.sign(outcome - 50) * (WON - ply);
    const isFirst = turn === 0;
    let best = isFirst ? -Infinity : Infinity;
    const isQuiescent = depth <= 0;
    if (isQuiescent && !position.mustCapture) {
      best = position.value();
      if (isFirst ? best >= high : best <= low) return best;
    }
    const moves = isQuiescent ? position.moves.filter(({ gain }) => gain > 0) : position.moves;
    for (const move of this.#ordered(moves, ply)) {
      const window = isFirst ? { low: Math.max(low, best), high } : { low, high: Math.min(high, best) };
      const value = this.#value(position.after(move), { depth: depth - 1, ply: ply + 1, ...window });
      best = isFirst ? Math.max(best, value) : Math.min(best, value);
      if (isFirst ? best < high : best > low) continue;
      if (move.gain === 0) this.#killers[ply] = move;
      break;
    }
    return best;
  }

  /** The greatest gain first, then the killer; other moves stay in their order. */
  #ordered(moves: readonly M[], ply: number): readonly M[] {
    const killer = this.#killers[ply];
    const rank = ({ gain, from, to }: M): number =>
      gain > 0 ? gain : from === killer?.from && to === killer.to ? KILLER_RANK : 0;
    return moves.some((move) => rank(move) > 0) ? moves.toSorted((a, b) => rank(b) - rank(a)) : moves;
  }
}

/** Below every gain. */
const KILLER_RANK = 0.5;
