/** A directed graph in compressed rows: the successors of node n are `targets[start[n] … start[n + 1])`. */
export interface Graph {
  readonly start: Int32Array;
  readonly targets: Int32Array;
}

/** The strongly connected components of a graph. Successors come first: an edge never leads to a component with a larger number. */
export interface Components {
  readonly count: number;
  /** Component of each node. */
  readonly of: Int32Array;
}

/** Tarjan's algorithm (1972) with its recursion on an explicit stack, so that depth is bounded by memory only. */
export function stronglyConnectedComponents({ start, targets }: Graph): Components {
  const nodes = start.length - 1;
  const of = new Int32Array(nodes).fill(-1);
  const index = new Int32Array(nodes);
  const low = new Int32Array(nodes);
  const edge = new Int32Array(nodes);
  const open = new Int32Array(nodes);
  const path = new Int32Array(nodes);
  let opened = 0;
  let clock = 0;
  let count = 0;
  for (let root = 0; root < nodes; root++) {
    if (index[root] !== 0) continue;
    let depth = 0;
    path[depth++] = root;
    while (depth > 0) {
      const node = path[depth - 1]!;
      // 1. On arrival: number the node.
      if (index[node] === 0) {
        index[node] = low[node] = ++clock;
        edge[node] = start[node]!;
        open[opened++] = node;
      }
      // 2. Go down to the next successor that was never seen; note those that are still open.
      let descended = false;
      while (!descended && edge[node]! < start[node + 1]!) {
        const target = targets[edge[node]!++]!;
        if (index[target] === 0) {
          path[depth++] = target;
          descended = true;
        } else if (of[target] === -1) low[node] = Math.min(low[node]!, index[target]!);
      }
      if (descended) continue;
      // 3. On leaving: close the component if this node is its root, and tell the node above.
      depth--;
      if (low[node] === index[node]) {
        let member: number;
        do {
          member = open[--opened]!;
          of[member] = count;
        } while (member !== node);
        count++;
      }
      if (depth > 0) {
        const above = path[depth - 1]!;
        low[above] = Math.min(low[above]!, low[node]!);
      }
    }
  }
  return { count, of };
}
