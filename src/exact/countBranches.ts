import type { Unfolding } from './unfolding.js';

/** Sets of places that are looked at; beyond that branches are not counted. */
const MOST_SETS = 200_000;
/** Counting goes down one call a round. */
const MOST_ROUNDS = 1000;

/**
 * The number of winning branches: of different sequences of the own side's moves, one a round, such as are made in some course of play that
 * ends in a terminal state of at least so many points. Undefined where there are too many sets of places to look at.
 */
export function countBranches({ places, root }: Unfolding, points: number): bigint | undefined {
  const known = new Map<string, bigint>();
  /** Branches from any of the places on: places that the same moves lead to are looked at together. */
  const count = (set: readonly number[], round: number): bigint | undefined => {
    const key = set.join();
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MOST_SETS || round >= MOST_ROUNDS) return undefined;
    const isWin = set.some((place) => places[place]!.isTerminal && places[place]!.worth! >= points);
    let total = isWin ? 1n : 0n;
    for (const next of followingSets(set)) {
      const rest = count(next, round + 1);
      if (rest === undefined) return undefined;
      total += rest;
    }
    known.set(key, total);
    return total;
  };
  const followingSets = (set: readonly number[]): readonly (readonly number[])[] => {
    const byMove = new Map<string, Set<number>>();
    for (const { key, answers } of set.flatMap((place) => places[place]!.choices)) {
      const reached = byMove.get(key) ?? new Set();
      byMove.set(key, reached);
      for (const place of answers.flat()) reached.add(place);
    }
    return [...byMove.values()].map((reached) => [...reached].sort((a, b) => a - b));
  };
  return count([root], 0);
}
