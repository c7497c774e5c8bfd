import { countUses } from './countUses.js';
import { type Edge, GateNetwork, isComplemented, nodeOf, not } from './gateNetwork.js';

/** A network with other gates for the same functions. */
export interface Restructured {
  readonly network: GateNetwork;
  /** The new edge of an old one that the outputs need. */
  readonly edgeOf: (edge: Edge) => Edge;
}

/**
 * Rebuilds what the outputs need: a conjunction that only one other uses becomes part of it, and what several operands say of one one-hot
 * group is said once where that takes fewer operands. Each such operand is a set of allowed members (`none of S`, `some of S`); so is their
 * conjunction, and the smaller side of a set suffices.
 */
export function restructure(network: GateNetwork, outputs: readonly Edge[]): Restructured {
  return new Restructurer(network, outputs).run();
}

/** What operands say of one group. */
interface GroupClaim {
  /** The member of the group is among these; undefined where nothing says so. */
  some: Set<number> | undefined;
  readonly none: Set<number>;
  readonly operands: Edge[];
  /** Operands of gates, about, if they stay as they are. */
  cost: number;
}

class Restructurer {
  readonly #old: GateNetwork;
  readonly #new: GateNetwork;
  readonly #edges: Int32Array;
  readonly #uses: Int32Array;
  readonly #loopOf = new Map<number, number>();

  constructor(old: GateNetwork, outputs: readonly Edge[]) {
    this.#old = old;
    this.#new = new GateNetwork(old.inputs);
    for (const group of old.groups) this.#new.declareOneHot(group);
    this.#edges = new Int32Array(old.nodes).fill(-1);
    for (let node = 0; node <= old.inputs; node++) this.#edges[node] = 2 * node;
    old.loops.forEach(({ variables }, index) => {
      for (const variable of variables) this.#loopOf.set(variable, index);
    });
    this.#uses = countUses(old, outputs);
  }

  run(): Restructured {
    const { nodes, inputs, loops } = this.#old;
    for (let node = inputs + 1; node < nodes; node++) {
      if (this.#uses[node] === 0) continue;
      this.#edges[node] = this.#loopOf.has(node) ? 2 * this.#new.variable() : this.#rebuild(node);
    }
    for (const { variables, bodies } of loops) {
      if (variables.every((variable) => this.#uses[variable] === 0)) continue;
      this.#new.close({
        variables: variables.map((variable) => nodeOf(this.#edges[variable]!)),
        bodies: bodies.map((body) => this.#edgeOf(body)),
      });
    }
    return { network: this.#new, edgeOf: (edge) => this.#edgeOf(edge) };
  }

  #edgeOf(edge: Edge): Edge {
    return this.#edges[nodeOf(edge)]! ^ (edge & 1);
  }

  #rebuild(node: number): Edge {
    const kept: Edge[] = [];
    const claims = new Map<number, GroupClaim>();
    for (const edge of this.#old.operandsOf(node)) {
      const operand = this.#edgeOf(edge);
      const isOnlyHere = this.#uses[nodeOf(edge)] === 1 && this.#new.isConjunction(operand);
      const parts = isOnlyHere && !isComplemented(edge) ? this.#new.operandsOf(nodeOf(operand)).slice() : [operand];
      for (const part of parts) {
        if (!this.#claim(claims, part, this.#uses[nodeOf(edge)]!)) kept.push(part);
      }
    }
    for (const [group, claim] of claims) kept.push(...this.#settled(this.#old.groups[group]!, claim));
    return this.#new.and(kept);
  }

  /** Notes what an operand says of a one-hot group, if it is of that kind. */
  #claim(claims: Map<number, GroupClaim>, operand: Edge, uses: number): boolean {
    const node = nodeOf(operand);
    const group = this.#new.groupOf(node);
    if (group === undefined) return false;
    let claim = claims.get(group);
    if (claim === undefined) claims.set(group, (claim = { some: undefined, none: new Set(), operands: [], cost: 0 }));
    const isMember = node <= this.#new.inputs;
    const members = isMember ? [node] : [...this.#new.operandsOf(node)].map(nodeOf);
    // A gate of a group is `none of S`, a member `some of {m}`.
    if (isMember === isComplemented(operand)) for (const member of members) claim.none.add(member);
    else claim.some = claim.some === undefined ? new Set(members) : new Set(members.filter((m) => claim.some!.has(m)));
    claim.operands.push(operand);
    claim.cost += isMember ? 1 : 1 + members.length / uses;
    return true;
  }

  #settled(group: readonly number[], { some, none, operands, cost }: GroupClaim): readonly Edge[] {
    if (operands.length === 1) return operands;
    const members = some === undefined ? [...none] : [...some].filter((member) => !none.has(member));
    if (Math.min(members.length, group.length - members.length) + 1 >= cost) return operands;
    const edges = members.map((member) => 2 * member);
    return [some === undefined ? this.#new.and(edges.map(not)) : this.#new.or(edges)];
  }
}
