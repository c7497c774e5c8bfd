import type { Sampler } from './sampler.js';
import { DEEPEST } from './treeOptions.js';

/** The descents of a batch, until their values are carried up. Nodes and edges of all lie one after the other; `ends` says where each stops. */
export class Descents<State> {
  readonly nodes: Int32Array;
  readonly edges: Int32Array;
  readonly ends: Int32Array;
  /** For each descent, where the sampler has its values, or NONE where it ended in what is solved. */
  readonly sources: Int32Array;
  count = 0;

  constructor(
    mostLeaves: number,
    readonly sampler: Sampler<State>,
  ) {
    this.nodes = new Int32Array((mostLeaves + 1) * DEEPEST);
    this.edges = new Int32Array((mostLeaves + 1) * DEEPEST);
    this.ends = new Int32Array(mostLeaves + 1);
    this.sources = new Int32Array(mostLeaves + 1);
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
