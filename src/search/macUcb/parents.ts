import { IntList } from '../../base/index.js';
import { NONE, type SearchGraph } from '../graph/index.js';

/** Which edges lead to a node: what was found out goes up all of them. */
export class Parents<State> {
  /** By node: the last edge that was found to lead to it. */
  readonly #last: Int32Array;
  /** By edge: the edge before it that leads to the same node … */
  readonly #before: Int32Array;
  /** … and the node that it leaves. */
  readonly #owners: Int32Array;

  constructor(private readonly graph: SearchGraph<State>) {
    this.#last = new Int32Array(graph.capacity).fill(NONE);
    this.#before = new Int32Array(graph.children.length);
    this.#owners = new Int32Array(graph.children.length);
  }

  /** Enters the edges of a node that was just expanded. */
  enter(node: number): void {
    const { edges, counts, children } = this.graph;
    const first = edges[node]!;
    for (let edge = first; edge < first + counts[node]!; edge++) {
      const child = children[edge]!;
      this.#before[edge] = this.#last[child]!;
      this.#last[child] = edge;
      this.#owners[edge] = node;
    }
  }

  /** The last edge that leads to the node, or NONE. */
  lastEdge(node: number): number {
    return this.#last[node]!;
  }

  /** The edge that leads to the same node and was entered before, or NONE. */
  edgeBefore(edge: number): number {
    return this.#before[edge]!;
  }

  owner(edge: number): number {
    return this.#owners[edge]!;
  }

  /** Enters the edges of these nodes and no others: the graph was pruned. */
  renew(nodes: IntList): void {
    this.#last.fill(NONE);
    for (let index = 0; index < nodes.length; index++) this.enter(nodes.array[index]!);
  }
}

/** The nodes that a root reaches, parents mostly before children. */
export function reachedFrom<State>({ capacity, edges, counts, children }: SearchGraph<State>, root: number): IntList {
  const found = new IntList();
  const isFound = new Uint8Array(capacity);
  isFound[root] = 1;
  found.push(root);
  for (let index = 0; index < found.length; index++) {
    const node = found.array[index]!;
    for (let edge = edges[node]!; edge < edges[node]! + counts[node]!; edge++) {
      const child = children[edge]!;
      if (isFound[child] === 1) continue;
      isFound[child] = 1;
      found.push(child);
    }
  }
  return found;
}
