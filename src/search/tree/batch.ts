import { IntList } from '../../base/index.js';
import { NONE, type SearchGraph } from '../graph/index.js';
import type { Sampler } from './sampler.js';

/**
 * The descents of a batch as a tree: all that go the same way are one entry until they part. An entry is a node with
 * so many visits; entries come after the one that they were handed their visits by, so that values are carried up
 * from the last to the first.
 */
export class Batch<State> {
  count = 0;
  /** Entries at which visits end. */
  readonly leaves = new IntList();
  /** By entry: the node … */
  nodes = new Int32Array(256);
  /** … the entry before it, or NONE; the edge taken there, as it is numbered at its node … */
  parents = new Int32Array(256);
  edges = new Int32Array(256);
  depths = new Int32Array(256);
  /** … visits, and those of them that end here … */
  visits = new Int32Array(256);
  own = new Int32Array(256);
  /** … with the sampler's source for what these are worth, or NONE where that is proved … */
  sources = new Int32Array(256);
  /** … and whether something was proved at the node or below it. */
  isChanged = new Uint8Array(256);
  /** … or whether proof numbers changed there. */
  hasNewNumbers = new Uint8Array(256);
  /** At entry × players + player: the sum of the values of its visits … */
  sums: Float64Array;
  /** … and what that was taken to be while it was not known. */
  expected: Float64Array;

  constructor(
    readonly sampler: Sampler<State>,
    private readonly graph: SearchGraph<State>,
  ) {
    this.sums = new Float64Array(256 * graph.players);
    this.expected = new Float64Array(256 * graph.players);
  }

  clear(): void {
    this.count = 0;
    this.leaves.length = 0;
    this.sampler.clear();
  }

  /** An entry for a node to which an entry's edge hands so many visits; the first one has none before it. */
  add(node: number, parent: number, edge: number, visits: number): number {
    if (this.count === this.nodes.length) this.#grow();
    const entry = this.count++;
    const { players } = this.graph;
    this.nodes[entry] = node;
    this.parents[entry] = parent;
    this.edges[entry] = edge;
    this.depths[entry] = parent === NONE ? 0 : this.depths[parent]! + 1;
    this.visits[entry] = visits;
    this.own[entry] = 0;
    this.sources[entry] = NONE;
    this.isChanged[entry] = 0;
    this.hasNewNumbers[entry] = 0;
    for (let at = entry * players; at < (entry + 1) * players; at++) {
      this.sums[at] = 0;
      this.expected[at] = 0;
    }
    return entry;
  }

  /** So many visits of an entry end there. */
  end(entry: number, visits: number): void {
    if (this.own[entry] === 0) this.leaves.push(entry);
    this.own[entry]! += visits;
  }

  /**
   * The visits of an entry count as that share of what the others of its node came to until their own value is known.
   */
  expect(entry: number, share: number): void {
    const { players, sums, visits } = this.graph;
    const node = this.nodes[entry]!;
    const each = visits[node] === 0 ? 0 : (share * this.visits[entry]!) / visits[node]!;
    for (let player = 0; player < players; player++) {
      const expected = each * sums[(node >> 1) + player]!;
      this.expected[entry * players + player] = expected;
      sums[(node >> 1) + player]! += expected;
    }
  }

  /** The visits of an entry are not made after all: so many of them count for nothing. */
  forgo(entry: number, visits: number): void {
    const { players, sums } = this.graph;
    const share = visits / this.visits[entry]!;
    this.visits[entry]! -= visits;
    const node = this.nodes[entry]!;
    this.graph.visits[node]! -= visits;
    for (let player = 0; player < players; player++) {
      const forgone = share * this.expected[entry * players + player]!;
      this.expected[entry * players + player]! -= forgone;
      sums[(node >> 1) + player]! -= forgone;
    }
  }

  #grow(): void {
    const length = 2 * this.nodes.length;
    const longer = (ints: Int32Array): Int32Array<ArrayBuffer> => {
      const copy = new Int32Array(length);
      copy.set(ints);
      return copy;
    };
    this.nodes = longer(this.nodes);
    this.parents = longer(this.parents);
    this.edges = longer(this.edges);
    this.depths = longer(this.depths);
    this.visits = longer(this.visits);
    this.own = longer(this.own);
    this.sources = longer(this.sources);
    const isChanged = new Uint8Array(length);
    isChanged.set(this.isChanged);
    this.isChanged = isChanged;
    const hasNewNumbers = new Uint8Array(length);
    hasNewNumbers.set(this.hasNewNumbers);
    this.hasNewNumbers = hasNewNumbers;
    const { players } = this.graph;
    const [sums, expected] = [new Float64Array(length * players), new Float64Array(length * players)];
    sums.set(this.sums);
    expected.set(this.expected);
    this.sums = sums;
    this.expected = expected;
  }
}
