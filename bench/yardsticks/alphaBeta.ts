/**
 * Alpha-beta to a fixed depth, as plain as can be: no tables, moves with the greatest gain first. Where the depth is used up, moves with a gain are
 * still tried (quiescence): the mover may take one of them or leave things as they are, unless he has no other moves. The same
 * position and depth always give the same move: the first of the best in the order of the position.
 */
import type { BoardMove, Position } from './position.js';

/** Of a won game, less a point for each move that it takes. */
const WON = 1_000_000;

export function bestMove<M extends BoardMove>(position: Position<M>, depth: number): M {
  const sign = position.turn === 0 ? 1 : -1;
  let best: M | undefined;
  let bestValue = -Infinity;
  for (const move of ordered(position.moves)) {
    const next = position.after(move);
    // The window is that of the mover: only what is better than the best so far matters.
    const bounds = sign > 0 ? ([bestValue, Infinity] as const) : ([-Infinity, -bestValue] as const);
    const value = sign * valueOf(next, { depth: depth - 1, ply: 1, low: bounds[0], high: bounds[1] });
    if (value > bestValue) [best, bestValue] = [move, value];
  }
  if (best === undefined) throw new Error('a game that is over has no best move');
  return best;
}

interface Window {
  readonly depth: number;
  /** Moves from the root. */
  readonly ply: number;
  readonly low: number;
  readonly high: number;
}

/** The value for the first role, exact if it is between `low` and `high`; else a bound on that side. */
function valueOf<M extends BoardMove>(position: Position<M>, { depth, ply, low, high }: Window): number {
  const { outcome, turn } = position;
  if (outcome !== undefined) return Math.sign(outcome - 50) * (WON - ply);
  const isQuiescent = depth <= 0;
  let { moves } = position;
  const isFirst = turn === 0;
  let best = isFirst ? -Infinity : Infinity;
  if (isQuiescent) {
    const loud = moves.filter(({ gain }) => gain > 0);
    if (loud.length < moves.length || loud.length === 0) {
      best = position.value();
      if (loud.length === 0 || (isFirst ? best >= high : best <= low)) return best;
    }
    moves = loud;
  }
  for (const move of ordered(moves)) {
    const window = isFirst ? { low: Math.max(low, best), high } : { low, high: Math.min(high, best) };
    const value = valueOf(position.after(move), { depth: depth - 1, ply: ply + 1, ...window });
    best = isFirst ? Math.max(best, value) : Math.min(best, value);
    if (isFirst ? best >= high : best <= low) return best;
  }
  return best;
}

/** The greatest gain first; moves of the same gain stay in their order. */
const ordered = <M extends BoardMove>(moves: readonly M[]): readonly M[] =>
  moves.some(({ gain }) => gain > 0) ? moves.toSorted((a, b) => b.gain - a.gain) : moves;
