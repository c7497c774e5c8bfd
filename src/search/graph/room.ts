import { NODE } from './layout.js';
import type { SearchGraph } from './searchGraph.js';

/** Share of the memory in use from which on room is made, and down to which. */
const CROWDED = 15 / 16;
const ROOMY = 7 / 8;
/**
 * A node with fewer visits since it was last looked at is folded: of the first time around. Most that are expanded
 * have not many more.
 */
const FIRST_THRESHOLD = 32;
/**
 * A time around that frees less than this share of the nodes calls for a higher threshold; one that frees more than
 * that for a lower one.
 */
const [TOO_LITTLE, MUCH] = [1 / 16, 1 / 4];

/**
 * Makes room in a graph, a little at a time. Nodes that nothing leads to any more are forgotten first, such as all
 * that play has left behind. If that is not enough, a hand goes round all nodes (the clock algorithm, Corbató 1968)
 * and folds those that were hardly visited since it came by last; what they alone lead to is forgotten with them.
 * States that lead to one another in circles are found in this way too.
 */
export class Room<State> {
  #hand: number;
  #threshold = FIRST_THRESHOLD;
  #isClearing = false;
  /** Nodes that were forgotten since the hand set out. */
  #dropped = 0;

  constructor(private readonly graph: SearchGraph<State>) {
    this.#hand = graph.records.stride;
  }

  /** Whether memory is scarce: nothing may be under way when it is made. */
  get isScarce(): boolean {
    const { graph } = this;
    if (graph.isFull || this.#fullness > CROWDED) this.#isClearing = true;
    else if (this.#fullness < ROOMY) this.#isClearing = false;
    return this.#isClearing;
  }

  /** Whether some nodes are waiting to be forgotten. */
  get hasDoomed(): boolean {
    return this.graph.doomed.length > 0;
  }

  /**
   * Makes the node of a state the root. What play has left behind is forgotten at once where else there is no room
   * for it.
   */
  moveTo(state: State): void {
    const { graph } = this;
    if (graph.moveTo(state)) return;
    graph.leaveRoot();
    this.clear(Infinity);
    graph.moveTo(state);
  }

  /** Works so many steps: a step is a node that is looked at, or an edge that is cut. */
  make(steps: number): void {
    let left = this.clear(steps);
    while (left > 0 && this.isScarce) {
      left -= this.#lookAtOne();
      left = this.clear(left);
      if (this.#fullness < ROOMY) this.graph.isFull = false;
    }
  }

  /** Forgets what nothing leads to; gives how many of so many steps are left. */
  clear(steps: number): number {
    const { graph } = this;
    let left = steps;
    for (let node = graph.doomed.pop(); node !== undefined; node = graph.doomed.pop()) {
      if (graph.links[node]! > 0 || !graph.records.isUsed(node)) continue;
      left -= 1 + graph.counts[node]!;
      graph.drop(node);
      this.#dropped++;
      if (left <= 0) break;
    }
    return left;
  }

  get #fullness(): number {
    const { records, edgeBlocks, ofArms, hasSeveral } = this.graph;
    return Math.max(records.fullness, edgeBlocks.fullness, hasSeveral ? ofArms.blocks.fullness : 0);
  }

  /** The hand goes on to the next node. Gives the steps that took. */
  #lookAtOne(): number {
    const { graph } = this;
    const { records, visits, counts } = graph;
    if (this.#hand >= records.top) this.#comeRound();
    const node = this.#hand;
    this.#hand += records.stride;
    const count = counts[node]!;
    if (count === 0 || node === graph.root) return 1;
    const seen = records.ints[node + NODE.SEEN]!;
    if (visits[node]! - seen >= this.#threshold) {
      records.ints[node + NODE.SEEN] = visits[node]!;
      return 1;
    }
    graph.fold(node);
    return count;
  }

  #comeRound(): void {
    const { records } = this.graph;
    if (this.#dropped < TOO_LITTLE * records.capacity) this.#threshold *= 2;
    else if (this.#dropped > MUCH * records.capacity) this.#threshold = Math.max(1, this.#threshold / 2);
    this.#dropped = 0;
    this.#hand = records.stride;
  }
}
