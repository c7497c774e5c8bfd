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
interface GroupClaims {
  readonly operands: Edge[];
  /** Whether one of them is a gate; members alone are settled when the conjunction is made. */
  hasGates: boolean;
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
    const claims = new Map<number, GroupClaims>();
    for (const edge of this.#old.operandsOf(node)) {
      const operand = this.#edgeOf(edge);
      const uses = this.#uses[nodeOf(edge)]!;
      const isPart = uses === 1 && !isComplemented(edge) && this.#new.isConjunction(operand);
      const parts = isPart ? this.#new.operandsOf(nodeOf(operand)).slice() : [operand];
      for (const part of parts) if (!this.#claim(claims, part, uses)) kept.push(part);
    }
    for (const [group, claim] of claims) {
      for (const edge of claim.hasGates ? this.#settled(group, claim) : claim.operands) kept.push(edge);
    }
    return this.#new.and(kept);
  }

  /** Notes an operand that says something of a one-hot group, if it does. */
  #claim(claims: Map<number, GroupClaims>, operand: Edge, uses: number): boolean {
    const node = nodeOf(operand);
    const group = this.#new.groupOf(node);
    if (group === undefined) return false;
    let claim = claims.get(group);
    if (claim === undefined) claims.set(group, (claim = { operands: [], hasGates: false, cost: 0 }));
    const isGate = node > this.#new.inputs;
    claim.operands.push(operand);
    claim.hasGates ||= isGate;
    claim.cost += isGate ? 1 + this.#new.operandsOf(node).length / uses : 1;
    return true;
  }

  /** A gate of a group is `none of S`, a member `some of {m}`: together they allow a set of members, said once if that is cheaper. */
  #settled(index: number, { operands, cost }: GroupClaims): readonly Edge[] {
    if (operands.length === 1) return operands;
    const group = this.#old.groups[index]!;
    const none = new Set<number>();
    let some: readonly number[] | undefined;
    for (const operand of operands) {
      const node = nodeOf(operand);
      const isMember = node <= this.#new.inputs;
      const members = isMember ? [node] : Array.from(this.#new.operandsOf(node), nodeOf);
      if (isMember === isComplemented(operand)) for (const member of members) none.add(member);
      else some = some === undefined ? members : intersection(some, members);
    }
    const allowed = some?.filter((member) => !none.has(member)) ?? [...none];
    if (Math.min(allowed.length, group.length - allowed.length) + 1 >= cost) return operands;
    const edges = allowed.map((member) => 2 * member);
    return [some === undefined ? this.#new.and(edges.map(not)) : this.#new.or(edges)];
  }
}

function intersection(left: readonly number[], right: readonly number[]): readonly number[] {
  const wanted = new Set(right);
  return left.filter((member) => wanted.has(member));
}
