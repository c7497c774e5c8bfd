import type { Network } from '../network/index.js';
import { macSearch } from '../solver/index.js';
import { type Findings, givenUp, type SearchMeans } from './networkFindings.js';
import { count, plural } from './style.js';

/** Enumerates the solutions of a network's constraints; stochastic variables are variables like the others here. */
export function findSolutions(
  network: Network,
  wanted: 'first' | 'all',
  { options, budget, tell }: SearchMeans,
): Findings {
  const mac = macSearch(network, { budget });
  tell(() => `${plural(mac.solutions, 'solution')}, ${count(mac.nodes)} nodes`);
  const most = wanted === 'first' ? 1 : Infinity;
  const shown = Math.min(most, options.count ? 0 : options.limit);
  const solutions: ArrayLike<number>[] = [];
  while (solutions.length < shown) {
    const solution = mac.next();
    if (solution === null) break;
    solutions.push(solution);
  }
  while (mac.solutions < most && mac.advance());
  const isCut = mac.state === 'stopped';
  mac.close();
  const { solutions: found, nodes, failures } = mac;
  const satisfiable = found > 0 ? true : isCut ? null : false;
  const problem = isCut ? givenUp(options, `${plural(found, 'solution')} found so far`) : undefined;
  return { satisfiable, found, isComplete: !isCut, solutions, policies: [], nodes, failures, problem };
}
