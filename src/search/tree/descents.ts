import type { SearchGraph } from '../graph/index.js';
import type { Sampler } from './sampler.js';
import { DEEPEST } from './treeOptions.js';

/** The descents of a batch, until their values are carried up. Nodes and edges of all lie one after the other; `ends` says where each stops. */
export class Descents<State> {
  readonly nodes: Int32Array;
  readonly edges: Int32Array;
  readonly ends: Int32Array;
  /** For each descent, where the sampler has its values, or NONE where it ended in what is solved. */
  readonly sources: Int32Array;
  /** At each node of a path, what each player's value was taken to be while it was not known: at place × players + player. */
  readonly expected: Float64Array;
  count = 0;

  constructor(
    mostLeaves: number,
    readonly sampler: Sampler<State>,
    private readonly graph: SearchGraph<State>,
  ) {
    this.nodes = new Int32Array((mostLeaves + 1) * DEEPEST);
    this.edges = new Int32Array((mostLeaves + 1) * DEEPEST);
    this.expected = new Float64Array((mostLeaves + 1) * DEEPEST * graph.players);
    this.ends = new Int32Array(mostLeaves + 1);
    this.sources = new Int32Array(mostLeaves + 1);
  }

  /** A visit of a node, at a place of a path, counts as that share of what the others came to until its own value is known. */
  expect(at: number, node: number, share: number): void {
    const { players, sums, visits } = this.graph;
    const each = visits[node] === 0 ? 0 : share / visits[node]!;
    for (let player = 0; player < players; player++) {
      const expected = each * sums[node * players + player]!;
      this.expected[at * players + player] = expected;
      sums[node * players + player]! += expected;
    }
  }

  /** Where the path of a descent begins. */
  from(descent: number): number {
    return descent === 0 ? 0 : this.ends[descent - 1]!;
  }

  /** The last node of a descent. */
  leaf(descent: number): number {
    return this.nodes[this.ends[descent]! - 1]!;
  }
}
