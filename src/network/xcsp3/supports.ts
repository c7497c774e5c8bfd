import { STAR } from '../network.js';

/** The tuples of a table as XCSP3 has them: in lexicographic order, stars first, each once. Gives where each begins in the flat list. */
export function sortedTuples(tuples: readonly number[], arity: number): Iterable<number> {
  const compare = (left: number, right: number): number => {
    for (let at = 0; at < arity; at++) {
      const difference = tuples[left + at]! - tuples[right + at]!;
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const starts = Array.from({ length: tuples.length / arity }, (_, index) => index * arity);
  if (starts.every((start, index) => index === 0 || compare(start - arity, start) < 0)) return starts;
  starts.sort(compare);
  return starts.filter((start, index) => index === 0 || compare(starts[index - 1]!, start) !== 0);
}

/** The values of a unary table, which XCSP3 writes without parentheses: `0 3..5`. A star is every value. */
export function unarySupports(values: readonly number[], size: number): string {
  const listed = new Set(values);
  const isIn = (value: number): boolean => listed.has(value) || listed.has(STAR);
  const runs: string[] = [];
  for (let from = 0; from < size; from++) {
    if (!isIn(from)) continue;
    let to = from;
    while (to + 1 < size && isIn(to + 1)) to++;
    runs.push(interval(from, to));
    from = to;
  }
  return runs.join(' ');
}

/** Consecutive integers. */
export function interval(from: number, to: number): string {
  if (from === to) return String(from);
  return to === from + 1 ? `${String(from)} ${String(to)}` : `${String(from)}..${String(to)}`;
}
