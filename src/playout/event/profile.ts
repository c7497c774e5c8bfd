import { seededRandom } from '../../base/index.js';
import type { GroundProgram } from '../../ground/index.js';
import type { StateLayout } from '../packedState.js';
import { EventState } from './eventState.js';
import { WAS_TRUE } from './layout.js';
import type { Network } from './network.js';

/** How the nodes of the conjunctions behave in random playouts. */
export interface Profile {
  /** How often the node changes, a ply. */
  readonly changes: Float64Array;
  /** In how many of the states it holds: above 0 and below 1, since any of them might. */
  readonly truth: Float64Array;
}

/** Nodes looked at, over all plies: enough for a good guess, little beside grounding. */
const LOOKS = 2e7;
const FEWEST_PLIES = 50;
const MOST_PLIES = 2000;
/** Seen for each node before anything is. */
const PRIOR_CHANGES = 0.02;
const PRIOR_TRUTHS = 0.25;
const SEED = 1;

export function observe(program: GroundProgram, layout: StateLayout, network: Network): Profile {
  const state = new EventState(program, layout, network);
  const { memory } = state;
  const { addresses } = network;
  const plies = Math.round(Math.min(MOST_PLIES, Math.max(FEWEST_PLIES, LOOKS / addresses.length)));
  const changes = new Float64Array(addresses.length).fill(PRIOR_CHANGES);
  const truth = new Float64Array(addresses.length).fill(PRIOR_TRUTHS);
  const random = seededRandom(SEED);
  const initial = layout.of(program.initial.map((atom) => atom - 1));
  const joint = new Int32Array(program.roles.length);
  state.become(initial);
  const before = new Uint8Array(addresses.length);
  for (let ply = 0; ply < plies; ply++) {
    if (!state.isTerminal && state.draw(random, joint)) state.act(joint);
    else state.become(initial);
    for (let node = 0; node < addresses.length; node++) {
      const isTrue = memory[addresses[node]!]! & WAS_TRUE;
      truth[node]! += isTrue;
      changes[node]! += isTrue ^ before[node]!;
      before[node] = isTrue;
    }
  }
  return {
    changes: changes.map((count) => count / plies),
    truth: truth.map((count) => count / (plies + 2 * PRIOR_TRUTHS)),
  };
}
