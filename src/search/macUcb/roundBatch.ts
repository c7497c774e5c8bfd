import { IntList } from '../../base/index.js';
import type { SearchGraph } from '../graph/index.js';

/** The open rounds that are solved together, each with the edges by which it is reached from the root. */
export class RoundBatch<State> {
  /** Nodes of the rounds. */
  readonly rounds = new IntList();
  /** The edges of all ways, one way after the other … */
  readonly edges = new IntList(256);
  /** … and by round the end of its own. */
  readonly ends = new IntList();

  constructor(private readonly graph: SearchGraph<State>) {}

  clear(): void {
    this.rounds.length = 0;
    this.edges.length = 0;
    this.ends.length = 0;
  }

  /** A round is reached by the edges that were pushed last. */
  add(node: number): void {
    this.rounds.push(node);
    this.ends.push(this.edges.length);
  }

  /** Calls for every node on the way of a round, root and round included. */
  forEachNode(root: number, index: number, visit: (node: number) => void): void {
    visit(root);
    const from = index === 0 ? 0 : this.ends.array[index - 1]!;
    for (let at = from; at < this.ends.array[index]!; at++) visit(this.graph.children[this.edges.array[at]!]!);
  }
}
