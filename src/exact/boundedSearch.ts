import { MAX, MEAN, MIN, type ValueGraph } from './valueGraph.js';

/** Bounds between which a value matters: outside of them it is all the same how far. */
export interface Window {
  readonly alpha: number;
  readonly beta: number;
}

export const OPEN_WINDOW: Window = { alpha: -Infinity, beta: Infinity };

/** A node on the path from the root, and how far its children have been visited. */
interface Frame {
  node: number;
  alpha: number;
  beta: number;
  /** The edge that is next, or on which the child is that is being visited. */
  edge: number;
  /** For means: the sums of the bounds of all children. */
  low: number;
  high: number;
  /** The bounds of the child that is being visited, as they are in the sums. */
  childLow: number;
  childHigh: number;
}

/**
 * Finds leaves that the value of the root depends on. A pass is an alpha-beta search (with the windows of Ballard's Star1 below
 * means) over the graph as far as it is known, depth first: it takes settled nodes for what they are, brings the bounds of all others
 * up to date on its way back, and collects the leaves it meets until it has enough for a batch. No node is entered twice in a pass; what
 * is left out so, a later pass finds. The bounds are the memory from pass to pass: what is settled is not visited again.
 *
 * B. W. Ballard: The *-Minimax Search Procedure for Trees Containing Chance Nodes, 1983.
 */
export class BoundedSearch {
  /** Nodes that were entered, over all passes. */
  visits = 0;
  /** The nodes of a cycle that the last pass met; undefined if it met none. */
  cycle: readonly number[] | undefined;
  readonly #leaves: number[] = [];
  readonly #path: Frame[] = [];
  #depth = 0;
  #most = 0;
  #hasWindows = true;
  /** Marks of the nodes that are on the path, and of those that are done with, in this pass. */
  #onPath = 0;
  #done = 0;

  constructor(
    private readonly graph: ValueGraph,
    private readonly root: number,
  ) {}

  /** Up to `most` leaves, each once. None where the root is decided, or where cycles keep it from that. */
  leaves(most: number, window: Window): readonly number[] {
    const found = this.#run(most, window, true);
    return found.length > 0 || this.isDecided(window) ? found : this.#run(most, OPEN_WINDOW, false);
  }

  /** Whether the value of the root is known as far as it matters. */
  isDecided({ alpha, beta }: Window): boolean {
    const { graph, root } = this;
    return graph.isSettled(root) || graph.upper[root]! <= alpha || graph.lower[root]! >= beta;
  }

  /** Without windows a node is left out only if its parent's bounds alone say that it does not matter: then no leaf is missed. */
  #run(most: number, { alpha, beta }: Window, hasWindows: boolean): readonly number[] {
    this.#done += 2;
    this.#onPath = this.#done - 1;
    this.#leaves.length = 0;
    this.#most = most;
    this.#hasWindows = hasWindows;
    this.cycle = undefined;
    if (!this.isDecided({ alpha, beta })) this.#enter(this.root, alpha, beta);
    while (this.#depth > 0) this.#goOn(this.#path[this.#depth - 1]!);
    return this.#leaves;
  }

  #enter(node: number, alpha: number, beta: number): void {
    const { graph } = this;
    const mark = graph.mark[node]!;
    if (mark === this.#onPath) this.cycle ??= this.#pathFrom(node);
    if (mark >= this.#onPath) return;
    graph.mark[node] = this.#done;
    if (graph.isLeaf(node)) {
      this.#leaves.push(node);
      return;
    }
    this.visits++;
    graph.update(node);
    if (graph.isSettled(node) || graph.upper[node]! <= alpha || graph.lower[node]! >= beta) return;
    graph.mark[node] = this.#onPath;
    this.#push(node, alpha, beta);
  }

  #push(node: number, alpha: number, beta: number): void {
    const { graph } = this;
    if (this.#depth === this.#path.length) {
      this.#path.push({ node, alpha, beta, edge: 0, low: 0, high: 0, childLow: 0, childHigh: 0 });
    }
    const frame = this.#path[this.#depth++]!;
    frame.node = node;
    frame.alpha = alpha;
    frame.beta = beta;
    frame.edge = graph.first[node]!;
    frame.low = 0;
    frame.high = 0;
    if (graph.kind[node] !== MEAN) return;
    const edges = graph.edges.array;
    for (let at = frame.edge; at < graph.last[node]!; at++) {
      frame.low += graph.lower[edges[at]!]!;
      frame.high += graph.upper[edges[at]!]!;
    }
  }

  /** Visits children until one of them is entered; then, or when there are no more, it is another frame's turn. */
  #goOn(frame: Frame): void {
    const { graph } = this;
    const edges = graph.edges.array;
    const last = graph.last[frame.node]!;
    const depth = this.#depth;
    while (frame.edge < last && this.#leaves.length < this.#most) {
      const child = edges[frame.edge++]!;
      if (!graph.isSettled(child)) this.#visit(frame, child);
      if (this.#depth !== depth) return;
    }
    this.#leave(frame.node);
  }

  /** Enters a child if its value can matter. */
  #visit(frame: Frame, child: number): void {
    const { graph } = this;
    const low = graph.lower[child]!;
    const high = graph.upper[child]!;
    const kind = graph.kind[frame.node]!;
    let { alpha, beta } = frame;
    if (kind === MAX) alpha = Math.max(alpha, graph.lower[frame.node]!);
    else if (kind === MIN) beta = Math.min(beta, graph.upper[frame.node]!);
    else {
      const children = graph.last[frame.node]! - graph.first[frame.node]!;
      alpha = children * alpha - (frame.high - high);
      beta = children * beta - (frame.low - low);
    }
    if (high <= alpha || low >= beta) return;
    frame.childLow = low;
    frame.childHigh = high;
    if (this.#hasWindows) this.#enter(child, alpha, beta);
    else this.#enter(child, -Infinity, Infinity);
  }

  #leave(node: number): void {
    const { graph } = this;
    graph.update(node);
    graph.mark[node] = this.#done;
    if (--this.#depth === 0) return;
    const parent = this.#path[this.#depth - 1]!;
    const kind = graph.kind[parent.node]!;
    if (kind === MEAN) {
      parent.low += graph.lower[node]! - parent.childLow;
      parent.high += graph.upper[node]! - parent.childHigh;
    } else if (kind === MAX) graph.tighten(parent.node, graph.lower[node]!, Infinity);
    else graph.tighten(parent.node, -Infinity, graph.upper[node]!);
  }

  #pathFrom(node: number): readonly number[] {
    const path = this.#path.slice(0, this.#depth).map((frame) => frame.node);
    return path.slice(path.indexOf(node));
  }
}
