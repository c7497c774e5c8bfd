import type { IntList } from '../../base/index.js';
import { LEAF, NONE, type SearchGraph, TURN } from '../graph/index.js';
import { BESIDE } from './layout.js';
import type { MacOptions } from './macOptions.js';
import type { Parents } from './parents.js';
import type { RoundBatch } from './roundBatch.js';
import { RoundList } from './roundList.js';
import type { Utilities } from './utilities.js';

/**
 * The list of open one-round problems, the one of the largest expected utility first (001 algorithm 3), or by level
 * (004). A round is dropped where what is proved makes it pointless: its upper bound, or that of a round on every way
 * to it, does not exceed θ, what is sure for us at the root; or someone on the way has something as good (003 section
 * 4.4). With nogoods (002 section 4), a move of ours on the way is enough whose upper confidence bound is below θ,
 * here the utility expected at the root: the round waits then until the others are done. Where a state stands for all
 * its images, so does a nogood.
 */
export class OpenRounds<State> {
  readonly #list = new RoundList();
  readonly #isListed: Int32Array;
  readonly #depths: Int32Array;
  /** By node, in the present batch: the edge of a way from the root, or that there is none. */
  readonly #ways: Int32Array;
  readonly #askedIn: Int32Array;
  #batch = 0;
  #root = NONE;
  readonly #hasChance: boolean;

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly utilities: Utilities<State>,
    private readonly parents: Parents<State>,
    private readonly options: Pick<MacOptions, 'order' | 'nogood'>,
  ) {
    this.#isListed = graph.intsBeside(BESIDE.IS_LISTED);
    this.#depths = graph.intsBeside(BESIDE.DEPTH);
    this.#ways = graph.intsBeside(BESIDE.WAY);
    this.#askedIn = graph.intsBeside(BESIDE.ASKED_IN);
    // What was folded can be solved again.
    graph.watchers.push({
      onFold: (node) => {
        if (graph.links[node]! > 0) this.#add(node);
      },
    });
    this.#hasChance = graph.roles > graph.players;
  }

  /** Lists the successors of a round that was just solved and sampled. */
  addSuccessors(node: number): void {
    const { edges, counts, children } = this.graph;
    for (let edge = edges[node]!; edge < edges[node]! + counts[node]!; edge++) {
      const child = children[edge]!;
      if (this.#isListed[child] === 0) this.#depths[child] = this.#depths[node]! + 1;
      this.#add(child);
    }
  }

  /** Lists all open rounds among these nodes, and no others. */
  renew(nodes: IntList): void {
    this.#list.clear();
    for (let index = 0; index < nodes.length; index++) this.#isListed[nodes.array[index]!] = 0;
    for (let index = 0; index < nodes.length; index++) this.#add(nodes.array[index]!);
  }

  /** Fills a batch with at most so many rounds, the best of the list. */
  fill(batch: RoundBatch<State>, root: number, most: number): void {
    this.#batch++;
    this.#root = root;
    while (batch.rounds.length < most) {
      const round = this.#list.takeFirst();
      if (round === NONE) return;
      // Some were forgotten since they were listed.
      if (this.graph.kinds[round] !== LEAF || this.#isListed[round] === 0) continue;
      this.#isListed[round] = 0;
      if (this.#isWorthSolving(round, root)) this.#take(batch, round, root);
    }
  }

  #add(node: number): void {
    if (this.graph.kinds[node] !== LEAF || this.utilities.isSolved(node) || this.#isListed[node] === 1) return;
    this.#isListed[node] = 1;
    const utility = this.utilities.expected[node >> 1]!;
    this.#list.add(node, this.options.order === 'level' ? utility / 2 - this.#depths[node]! : utility);
  }

  #take(batch: RoundBatch<State>, round: number, root: number): void {
    const { visits, edgeVisits } = this.graph;
    for (let node = round; node !== root;) {
      const edge = this.#ways[node]!;
      batch.edges.push(edge);
      edgeVisits[edge]!++;
      visits[node]!++;
      node = this.parents.owner(edge);
    }
    batch.add(round);
  }

  /** Looks for a way from the root on which nothing proved makes the node pointless. */
  #isWorthSolving(node: number, root: number): boolean {
    if (node === root) return true;
    if (this.#askedIn[node] === this.#batch) return this.#ways[node] !== NONE;
    this.#askedIn[node] = this.#batch;
    this.#ways[node] = NONE;
    const theta = this.#hasChance ? BELOW_ALL : this.utilities.lower[root >> 1]!;
    for (let edge = this.parents.lastEdge(node); edge !== NONE; edge = this.parents.edgeBefore(edge)) {
      const parent = this.parents.owner(edge);
      if (!this.#isOpenFrom(parent, node, theta) || !this.#isWorthSolving(parent, root)) continue;
      this.#ways[node] = edge;
      return true;
    }
    return false;
  }

  #isOpenFrom(parent: number, node: number, theta: number): boolean {
    const { utilities, graph } = this;
    if (graph.kinds[parent] !== TURN) return !utilities.isSolved(node);
    if (utilities.isAgainstUs(parent)) return utilities.isWithin(node, theta, utilities.upper[parent >> 1]!);
    const floor = Math.max(theta, utilities.lower[parent >> 1]!);
    return utilities.isWithin(node, floor, ABOVE_ALL) && !this.#isNogood(parent, node);
  }

  /** Whether UCB says that the utility of an arm of ours is below what is expected at the root. */
  #isNogood(parent: number, node: number): boolean {
    const { nogood } = this.options;
    const { expected, samples } = this.utilities;
    if (nogood === 0 || samples[node] === 0) return false;
    const { edges, counts, children } = this.graph;
    let all = 0;
    for (let edge = edges[parent]!; edge < edges[parent]! + counts[parent]!; edge++) all += samples[children[edge]!]!;
    const margin = nogood * Math.sqrt(Math.log(all + 1) / samples[node]!);
    return expected[node >> 1]! + margin < expected[this.#root >> 1]!;
  }
}

/** Outside all values. */
const [BELOW_ALL, ABOVE_ALL] = [-1, 2];
