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
const LOOKS = 1e8;
const FEWEST_PLIES = 50;
const MOST_PLIES = 2000;
/** Seen for each node before anything is. */
const PRIOR_CHANGES = 0.02;
const PRIOR_TRUTHS = 0.25;
const SEED = 1;

export function observe(program: GroundProgram, layout: StateLayout, network: Network): Profile {
  const state = new EventState(program, layout, network);
  const plies = Math.round(Math.min(MOST_PLIES, Math.max(FEWEST_PLIES, LOOKS / network.addresses.length)));
  const random = seededRandom(SEED);
  const initial = layout.of(program.initial.map((atom) => atom - 1));
  const joint = new Int32Array(program.roles.length);
  state.become(initial);
  const watch = new Watch(state.memory, network.addresses);
  for (let ply = 1; ply < plies; ply++) {
    if (!state.isTerminal && state.draw(random, joint)) state.act(joint);
    else state.become(initial);
    watch.look(ply);
  }
  return watch.profile(plies);
}

/** Counts the changes of nodes. One that does not change costs a comparison. */
class Watch {
  readonly #isTrue: Uint8Array;
  readonly #changes: Int32Array;
  /** When it changed last, and how long it was true before. */
  readonly #since: Int32Array;
  readonly #trueFor: Int32Array;

  constructor(
    private readonly memory: Int32Array,
    private readonly addresses: Int32Array,
  ) {
    this.#isTrue = Uint8Array.from(addresses, (address) => memory[address]! & WAS_TRUE);
    this.#changes = new Int32Array(addresses.length);
    this.#since = new Int32Array(addresses.length);
    this.#trueFor = new Int32Array(addresses.length);
  }

  look(time: number): void {
    const { memory, addresses } = this;
    const isTrue = this.#isTrue;
    for (let node = 0; node < addresses.length; node++) {
      if ((memory[addresses[node]!]! & WAS_TRUE) !== isTrue[node]) this.#change(node, time);
    }
  }

  profile(end: number): Profile {
    this.#isTrue.forEach((isTrue, node) => (this.#trueFor[node]! += isTrue * (end - this.#since[node]!)));
    return {
      changes: Float64Array.from(this.#changes, (count) => (count + PRIOR_CHANGES) / end),
      truth: Float64Array.from(this.#trueFor, (time) => (time + PRIOR_TRUTHS) / (end + 2 * PRIOR_TRUTHS)),
    };
  }

  #change(node: number, time: number): void {
    this.#changes[node]!++;
    this.#trueFor[node]! += this.#isTrue[node]! * (time - this.#since[node]!);
    this.#since[node] = time;
    this.#isTrue[node]! ^= WAS_TRUE;
  }
}
