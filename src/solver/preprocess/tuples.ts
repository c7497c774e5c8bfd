import { STAR, type TableConstraint } from '../../network/index.js';
import type { Draft } from './draft.js';

/** The tuples of a table, one array each, without those that take a value that is gone, and each once. */
export function liveTuples(draft: Draft, { scope, tuples }: TableConstraint): readonly (readonly number[])[] {
  const arity = scope.length;
  const live: number[][] = [];
  for (let start = 0; start < tuples.length; start += arity) {
    const tuple = tuples.slice(start, start + arity);
    if (tuple.every((value, i) => value === STAR || draft.has(scope[i]!, value))) live.push(tuple);
  }
  return distinct(live);
}

export function distinct(tuples: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return [...new Map(tuples.map((tuple) => [tuple.join(), tuple])).values()];
}

export const hasStar = (tuple: readonly number[]): boolean => tuple.includes(STAR);
