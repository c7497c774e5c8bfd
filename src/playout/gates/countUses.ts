import { type Edge, type GateNetwork, nodeOf } from './gateNetwork.js';

/**
 * How many gates, loops and roots use each node; 0 where none of the roots needs it. All variables of a loop are needed if one is, and what
 * a loop uses has two uses at least: its values are wanted in every turn.
 */
export function countUses(network: GateNetwork, roots: Iterable<Edge>): Int32Array {
  const { start, operands, loops } = network;
  const loopOf = new Map<number, number>();
  loops.forEach(({ variables }, index) => {
    for (const variable of variables) loopOf.set(variable, index);
  });
  const uses = new Int32Array(network.nodes);
  const stack: number[] = [];
  const use = (node: number): void => {
    if (uses[node]!++ === 0) stack.push(node);
  };
  // What a root names is wanted for itself, not only by a gate.
  for (const edge of roots) {
    use(nodeOf(edge));
    use(nodeOf(edge));
  }
  while (stack.length > 0) {
    const node = stack.pop()!;
    for (let at = start[node]!; at < start[node + 1]!; at++) use(nodeOf(operands[at]!));
    const loop = loopOf.get(node);
    if (loop === undefined) continue;
    for (const variable of loops[loop]!.variables) if (uses[variable] === 0) use(variable);
    for (const body of loops[loop]!.bodies) if (uses[nodeOf(body)] === 0) use(nodeOf(body));
  }
  for (const { bodies } of loops) for (const body of bodies) if (uses[nodeOf(body)]! > 0) uses[nodeOf(body)]!++;
  return uses;
}
