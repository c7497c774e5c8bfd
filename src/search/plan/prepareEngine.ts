import type { SearchSetting } from '../search.js';

/** Sizes of requests, in what an engine makes side by side, for each of which it has code of its own; that of the largest is always there. */
const SIZES = [1, 2, 4];

/**
 * Has the engine compile all that a search for a plan will ask of it, and run it once, since platforms translate code when it is first run: else the first thoughts would take
 * that much longer than they may. Tells nothing of what comes of it.
 */
export function prepareEngine<State>({ simulator, state }: Pick<SearchSetting<State>, 'simulator' | 'state'>): void {
  const { lanes = 1 } = simulator;
  if (simulator.prepare === undefined) return;
  for (const size of SIZES) {
    simulator.prepare({}, size * lanes);
    simulator.playouts([state], { playouts: size * lanes, seed: 1, maxPlies: 1 });
  }
  const [root] = simulator.expand([state]);
  // More successors than fit side by side.
  const copies = 1 + Math.floor(lanes / Math.max(1, root!.successors.length));
  simulator.expand(Array.from({ length: copies }, () => state));
}
