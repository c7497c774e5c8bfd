import { IntList } from '../../base/index.js';
import { END, NONE, type SearchGraph } from '../graph/index.js';
import { BESIDE } from './layout.js';

/** No edge has this place. */
const NO_EDGE = 0;

/** Which edges lead to a node that is no end: what was found out goes up all of them. */
export class Parents<State> {
  /** By node: the last edge that was found to lead to it, or NO_EDGE. */
  readonly #last: Int32Array;
  /** By edge: the edge before it that leads to the same node … */
  readonly #before: Int32Array;
  /** … and the node that it leaves. */
  readonly #owners: Int32Array;

  constructor(private readonly graph: SearchGraph<State>) {
    this.#last = graph.intsBeside(BESIDE.LAST_EDGE);
    this.#before = new Int32Array(graph.children.length);
    this.#owners = new Int32Array(graph.children.length);
    graph.watchers.push({ onFold: (node) => this.#leave(node) });
  }

  /** Enters the edges of a node that was just expanded. */
  enter(node: number): void {
    const { kinds, edges, counts, children } = this.graph;
    const first = edges[node]!;
    for (let edge = first; edge < first + counts[node]!; edge++) {
      const child = children[edge]!;
      if (kinds[child] === END) continue;
      this.#before[edge] = this.#last[child]!;
      this.#last[child] = edge;
      this.#owners[edge] = node;
    }
  }

  /** The last edge that leads to the node, or NONE. */
  lastEdge(node: number): number {
    return orNone(this.#last[node]!);
  }

  /** The edge that leads to the same node and was entered before, or NONE. */
  edgeBefore(edge: number): number {
    return orNone(this.#before[edge]!);
  }

  owner(edge: number): number {
    return this.#owners[edge]!;
  }

  /** The edges of a node lead nowhere any more. */
  #leave(node: number): void {
    const { kinds, edges, counts, children } = this.graph;
    const first = edges[node]!;
    for (let edge = first; edge < first + counts[node]!; edge++) {
      const child = children[edge]!;
      if (kinds[child] === END) continue;
      if (this.#last[child] === edge) {
        this.#last[child] = this.#before[edge]!;
        continue;
      }
      let after = this.#last[child]!;
      while (this.#before[after] !== edge) after = this.#before[after]!;
      this.#before[after] = this.#before[edge]!;
    }
  }
}

const orNone = (edge: number): number => (edge === NO_EDGE ? NONE : edge);

/** The nodes that a root reaches, parents mostly before children. */
export function reachedFrom<State>({ records, edges, counts, children }: SearchGraph<State>, root: number): IntList {
  const found = new IntList();
  const { stride, top } = records;
  const isFound = new Uint8Array(top / stride);
  isFound[root / stride] = 1;
  found.push(root);
  for (let index = 0; index < found.length; index++) {
    const node = found.array[index]!;
    for (let edge = edges[node]!; edge < edges[node]! + counts[node]!; edge++) {
      const child = children[edge]!;
      if (isFound[child / stride] === 1) continue;
      isFound[child / stride] = 1;
      found.push(child);
    }
  }
  return found;
}
