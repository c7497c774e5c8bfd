import type { Random } from '../../base/index.js';
import type { MoveThoughts, Thoughts } from '../../player/index.js';

const TWO_TO_32 = 2 ** 32;

/**
 * What several independent searches of one state found together: root parallelisation (Cazenave and Jouandeau 2007; Chaslot, Winands and van den
 * Herik 2008). Visits and values of the moves are summed; what one of them proved holds for all; mixed strategies are averaged by the nodes
 * behind them and drawn from once. Undefined where there is nothing to merge.
 */
export function mergeThoughts(all: readonly Thoughts[], random: Random): Thoughts | undefined {
  const [first, second] = all;
  if (first === undefined || second === undefined) return first;
  const effort = {
    nodes: sum(all, ({ effort: { nodes } }) => nodes),
    playouts: sum(all, ({ effort: { playouts } }) => playouts),
    expansions: sum(all, ({ effort: { expansions } }) => expansions),
    ms: Math.max(...all.map(({ effort: { ms } }) => ms)),
  };
  const faults = all.flatMap((each) => each.faults);
  const proved = all.filter(({ isSolved }) => isSolved).sort((a, b) => worth(b) - worth(a))[0];
  if (proved !== undefined) return { ...proved, effort, faults };
  const moves = mergedMoves(all);
  const best = moves[0]!;
  const move = best.probability === null ? best.move : drawn(moves, random);
  const variation = all.find((each) => each.move === move)?.variation ?? [];
  const value = weightedMean(all.map((each) => ({ value: each.value, weight: each.effort.nodes })));
  return { move, value, isSolved: false, moves, variation, effort, faults };
}

/** Of searches for a plan, the one with the best plan: what it is worth is certain, and the others know nothing of it. */
export function bestThoughts(all: readonly Thoughts[]): Thoughts | undefined {
  return all.toSorted((a, b) => worth(b) - worth(a))[0];
}

/** Best first: as one search orders them. */
function mergedMoves(all: readonly Thoughts[]): readonly MoveThoughts[] {
  const byMove = new Map<string, { found: MoveThoughts; nodes: number }[]>();
  for (const { moves, effort } of all) {
    for (const found of moves) {
      const same = byMove.get(found.move);
      if (same === undefined) byMove.set(found.move, [{ found, nodes: effort.nodes }]);
      else same.push({ found, nodes: effort.nodes });
    }
  }
  const merged = [...byMove.values()].map(merge);
  if (merged.some(({ probability }) => probability !== null))
    return merged.sort((a, b) => (b.probability ?? 0) - (a.probability ?? 0));
  const sure = merged.filter(({ isSolved }) => isSolved).sort((a, b) => worth(b) - worth(a))[0];
  const likely = merged.filter(({ isSolved }) => !isSolved).sort((a, b) => b.visits - a.visits)[0];
  const best = sure !== undefined && (likely === undefined || worth(sure) >= worth(likely)) ? sure : likely!;
  return [best, ...merged.filter((each) => each !== best).sort((a, b) => worth(b) - worth(a))];
}

function merge(same: readonly { found: MoveThoughts; nodes: number }[]): MoveThoughts {
  const { move } = same[0]!.found;
  const visits = sum(same, ({ found }) => found.visits);
  const proved = same.find(({ found }) => found.isSolved)?.found;
  if (proved !== undefined) return { ...proved, visits };
  const value = weightedMean(same.map(({ found }) => ({ value: found.value, weight: found.visits })));
  const shares = same.map(({ found, nodes }) => ({ value: found.probability, weight: nodes }));
  return { move, value, visits, isSolved: false, probability: weightedMean(shares) };
}

function drawn(moves: readonly MoveThoughts[], random: Random): string {
  const total = sum(moves, ({ probability }) => probability ?? 0);
  let left = (random.nextUint32() / TWO_TO_32) * total;
  for (const { move, probability } of moves) {
    left -= probability ?? 0;
    if (left < 0) return move;
  }
  return moves[0]!.move;
}

const worth = ({ value }: { readonly value: number | null }): number => value ?? -1;

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** Null where nothing is known; all count alike where nothing has a weight. */
function weightedMean(items: readonly { readonly value: number | null; readonly weight: number }[]): number | null {
  const known = items.filter(({ value }) => value !== null);
  if (known.length === 0) return null;
  const total = sum(known, ({ weight }) => weight);
  if (total === 0) return sum(known, ({ value }) => value!) / known.length;
  return sum(known, ({ value, weight }) => value! * weight) / total;
}
