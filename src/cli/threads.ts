import { InvalidArgumentError } from 'commander';
import { wholeNumber } from './options.js';

/** More are of no use: each of them has a game, and its share of the memory. */
const MOST_THREADS = 256;

/** More are only a little stronger (`bench/results/threads.md`). With MOST_THREADS here all cores but one would search. */
const MOST_BY_DEFAULT = 1;

/** The default search threads of `woodstock player`. One core is left for the manager and the rules. */
export const defaultThreads = (cores: number): number => Math.min(MOST_BY_DEFAULT, Math.max(1, cores - 1));

/** An option's value as a number of threads. */
export function threads(text: string): number {
  const number = wholeNumber(text);
  if (number < 1 || number > MOST_THREADS) throw new InvalidArgumentError(`It must be 1 to ${String(MOST_THREADS)}.`);
  return number;
}
