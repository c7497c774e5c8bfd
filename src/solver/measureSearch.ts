import type { Clock } from '../base/index.js';
import { macSearch } from './macSearch.js';
import type { Propagation } from './propagation.js';

export interface SearchSpeed {
  readonly nodes: number;
  readonly failures: number;
  readonly solutions: number;
  readonly ms: number;
}

export interface SearchMeasurement {
  readonly clock: Clock;
  /** How long to measure. */
  readonly milliseconds: number;
  /** To branch on first. */
  readonly variables?: readonly number[];
}

/** How fast solutions are searched: whole searches one after the other, the last cut off when time is over. */
export function measureSearch(propagation: Propagation, options: SearchMeasurement): SearchSpeed {
  const { clock, milliseconds } = options;
  const total = { nodes: 0, failures: 0, solutions: 0 };
  const start = clock();
  let ms: number;
  do {
    const budget = { clock, milliseconds: milliseconds - (clock() - start), bytes: Infinity };
    const search = macSearch(propagation, { ...options, budget });
    while (search.advance());
    total.nodes += search.nodes;
    total.failures += search.failures;
    total.solutions += search.solutions;
    ms = clock() - start;
  } while (ms < milliseconds);
  return { ...total, ms };
}
