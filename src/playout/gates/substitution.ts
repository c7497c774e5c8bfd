import { type Edge, FALSE, type GateNetwork, nodeOf, not, TRUE } from './gateNetwork.js';

/** Where gates are made anew, and what is known there: edges that are true. */
export interface SubstitutionTarget {
  readonly network: GateNetwork;
  readonly isTrue: ReadonlySet<Edge>;
}

/**
 * Some outputs of a network of gates, made anew in another one with other edges in place of the inputs: once for a base, then again and again with a few
 * inputs changed, where only what depends on these is made.
 */
export class Substitution {
  /** The gates that the outputs need, operands first. */
  readonly #cone: readonly number[];
  readonly #start: Int32Array;
  readonly #operands: Int32Array;
  /** By node of the source: its edge in the target, with the base. */
  readonly #base: Int32Array;
  /** By node of the source: the gates of the cone that use it. */
  readonly #users = new Map<number, number[]>();
  #work = 0;

  constructor(
    source: GateNetwork,
    outputs: readonly Edge[],
    private readonly target: SubstitutionTarget,
    inputEdge: (input: number) => Edge,
  ) {
    this.#start = source.start;
    this.#operands = source.operands;
    this.#cone = coneOf(source, outputs);
    this.#base = new Int32Array(source.nodes);
    for (let node = 1; node <= source.inputs; node++) this.#base[node] = inputEdge(node);
    for (const node of this.#cone) {
      this.#base[node] = this.#gate(node, (operand) => this.#base[operand]!);
      for (let at = this.#start[node]!; at < this.#start[node + 1]!; at++) {
        const operand = nodeOf(this.#operands[at]!);
        const users = this.#users.get(operand);
        if (users === undefined) this.#users.set(operand, [node]);
        else users.push(node);
      }
    }
  }

  /** Operands of all gates that were made anew, however often. */
  get work(): number {
    return this.#work;
  }

  /** The edge of an output of the source with the base. */
  edgeOf(output: Edge): Edge {
    return this.#base[nodeOf(output)]! ^ (output & 1);
  }

  /** The same with some inputs changed: what differs from the base, by node of the source. */
  changed(inputs: ReadonlyMap<number, Edge>): ReadonlyMap<number, Edge> {
    const edges = new Map<number, Edge>();
    for (const [input, edge] of inputs) if (edge !== this.#base[input]) edges.set(input, edge);
    const edgeOf = (node: number): Edge => edges.get(node) ?? this.#base[node]!;
    for (const node of this.#above([...edges.keys()])) {
      const edge = this.#gate(node, edgeOf);
      if (edge !== this.#base[node]) edges.set(node, edge);
    }
    return edges;
  }

  /** The gates that depend on some of these nodes, operands first. */
  #above(nodes: readonly number[]): readonly number[] {
    const found = new Set<number>();
    const stack = [...nodes];
    while (stack.length > 0) {
      for (const user of this.#users.get(stack.pop()!) ?? []) {
        if (found.has(user)) continue;
        found.add(user);
        stack.push(user);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  #gate(node: number, edgeOf: (operand: number) => Edge): Edge {
    const edges: Edge[] = [];
    this.#work += this.#start[node + 1]! - this.#start[node]!;
    for (let at = this.#start[node]!; at < this.#start[node + 1]!; at++) {
      const edge = edgeOf(nodeOf(this.#operands[at]!)) ^ (this.#operands[at]! & 1);
      if (edge === FALSE) return FALSE;
      if (edge !== TRUE) edges.push(edge);
    }
    const { network, isTrue } = this.target;
    const made = network.and(edges);
    if (isTrue.has(made)) return TRUE;
    return isTrue.has(not(made)) ? FALSE : made;
  }
}

/** The gates below some edges, operands first. Variables of loops have no operands, and count as gates without any. */
export function coneOf(network: GateNetwork, edges: readonly Edge[]): readonly number[] {
  const { start, operands, inputs } = network;
  const isNeeded = new Set<number>();
  const stack = edges.map(nodeOf);
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (node <= inputs || isNeeded.has(node)) continue;
    isNeeded.add(node);
    for (let at = start[node]!; at < start[node + 1]!; at++) stack.push(nodeOf(operands[at]!));
  }
  return [...isNeeded].sort((a, b) => a - b);
}
