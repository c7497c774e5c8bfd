import { InvalidArgumentError } from 'commander';
import { wholeNumber } from './options.js';

/** More are of no use: each of them has a game, and its share of the memory. */
const MOST_THREADS = 256;

/** An option's value as a number of threads. */
export function threads(text: string): number {
  const number = wholeNumber(text);
  if (number < 1 || number > MOST_THREADS) throw new InvalidArgumentError(`It must be 1 to ${String(MOST_THREADS)}.`);
  return number;
}
