import { finishHash, IntList, mixHash } from '../../base/index.js';

/** `2 * node`, plus 1 where it is complemented. */
export type Edge = number;

export const TRUE: Edge = 0;
export const FALSE: Edge = 1;

export const not = (edge: Edge): Edge => edge ^ 1;
export const nodeOf = (edge: Edge): number => edge >>> 1;
export const isComplemented = (edge: Edge): boolean => (edge & 1) === 1;

/** A recursive component: the least fixpoint of `variables[i] = variables[i] or bodies[i]`, from all false. */
export interface GateLoop {
  readonly variables: readonly number[];
  readonly bodies: readonly Edge[];
}

/**
 * A network of gates over signed edges. Node 0 is the constant true; then come the inputs; then gates and variables of loops, operands
 * before those that use them (but for the bodies of loops). A gate is the conjunction of its operands, which are sorted edges; `or` is a
 * complemented gate over complemented operands. Equal gates are one.
 *
 * Operands of node n are `operands[start[n] … start[n + 1])`; inputs and variables have none.
 */
export class GateNetwork {
  readonly #start = new IntList();
  readonly #operands = new IntList();
  /** Of gates, by node; the table holds nodes at their hash, or behind it. */
  readonly #hashes = new IntList();
  #table = new Int32Array(1024);
  #gates = 0;
  readonly #loops: GateLoop[] = [];
  /** For each node the one-hot group of which it is a member, or says `none of` some members; or -1. */
  readonly #groupOf = new IntList();
  /** By input, 1 while it is looked for. */
  readonly #isMarked: Uint8Array;
  readonly #groups: (readonly number[])[] = [];

  constructor(
    readonly inputs: number,
    /** Called for each new gate: work that may be too much. */
    private readonly onGate?: () => void,
  ) {
    this.#isMarked = new Uint8Array(inputs + 1);
    for (let node = 0; node <= inputs + 1; node++) this.#start.push(0);
    for (let node = 0; node <= inputs; node++) {
      this.#hashes.push(0);
      this.#groupOf.push(-1);
    }
  }

  get nodes(): number {
    return this.#start.length - 1;
  }

  /** The one-hot groups: lists of inputs. */
  get groups(): readonly (readonly number[])[] {
    return this.#groups;
  }

  get loops(): readonly GateLoop[] {
    return this.#loops;
  }

  /** The arrays as they are now. */
  get start(): Int32Array {
    return this.#start.array.subarray(0, this.#start.length);
  }

  get operands(): Int32Array {
    return this.#operands.array.subarray(0, this.#operands.length);
  }

  /** Declares that exactly one of these inputs is true, wherever it matters. Gates made before do not profit. */
  declareOneHot(inputs: readonly number[]): void {
    for (const input of inputs) this.#groupOf.array[input] = this.#groups.length;
    this.#groups.push(inputs);
  }

  and(edges: readonly Edge[]): Edge {
    const operands = this.#normal(edges);
    if (operands === undefined) return FALSE;
    if (operands.length === 0) return TRUE;
    return operands.length === 1 ? operands[0]! : 2 * this.#intern(operands);
  }

  or(edges: readonly Edge[]): Edge {
    return not(this.and(edges.map(not)));
  }

  /** A variable of a loop that is still to be closed. */
  variable(): number {
    this.#start.push(this.#operands.length);
    this.#hashes.push(0);
    this.#groupOf.push(-1);
    return this.nodes - 1;
  }

  close(loop: GateLoop): void {
    this.#loops.push(loop);
  }

  /** Whether the edge is a gate, uncomplemented. */
  isConjunction(edge: Edge): boolean {
    return !isComplemented(edge) && this.isGate(nodeOf(edge));
  }

  isGate(node: number): boolean {
    return this.#start.array[node + 1]! > this.#start.array[node]!;
  }

  /** The one-hot group that a member, or a gate that says `none of` some members, is about. */
  groupOf(node: number): number | undefined {
    const group = this.#groupOf.array[node]!;
    return group < 0 ? undefined : group;
  }

  operandsOf(node: number): Int32Array {
    return this.#operands.array.subarray(this.#start.array[node], this.#start.array[node + 1]);
  }

  /** Sorted, without repeats and constants, one-hot groups used; undefined where the conjunction is false. */
  #normal(edges: readonly Edge[]): readonly Edge[] | undefined {
    const sorted = edges.length < 2 ? edges : [...edges].sort((a, b) => a - b);
    const kept: Edge[] = [];
    let hasGroups = false;
    for (const edge of sorted) {
      if (edge === TRUE || edge === kept.at(-1)) continue;
      if (edge === FALSE || (kept.length > 0 && edge === not(kept.at(-1)!))) return undefined;
      kept.push(edge);
      const node = nodeOf(edge);
      if (node <= this.inputs && this.#groupOf.array[node]! >= 0) hasGroups = true;
    }
    return hasGroups ? this.#useGroups(kept) : kept;
  }

  /** One true input of a group rules the others out; many false ones say that one of the rest is true. */
  #useGroups(edges: readonly Edge[]): readonly Edge[] | undefined {
    const ofGroup = new Map<number, Edge[]>();
    const kept: Edge[] = [];
    for (const edge of edges) {
      const node = nodeOf(edge);
      const group = node <= this.inputs ? this.#groupOf.array[node]! : -1;
      if (group < 0) kept.push(edge);
      else if (ofGroup.has(group)) ofGroup.get(group)!.push(edge);
      else ofGroup.set(group, [edge]);
    }
    for (const [group, members] of ofGroup) {
      const reduced = this.#ofOneGroup(this.#groups[group]!, members);
      if (reduced === undefined) return undefined;
      kept.push(...reduced);
    }
    return kept.sort((a, b) => a - b);
  }

  #ofOneGroup(group: readonly number[], edges: readonly Edge[]): readonly Edge[] | undefined {
    const positive = edges.filter((edge) => !isComplemented(edge));
    if (positive.length > 1) return undefined;
    if (positive.length === 1) return positive;
    if (edges.length === group.length) return undefined;
    if (2 * edges.length <= group.length) return edges;
    for (const edge of edges) this.#isMarked[nodeOf(edge)] = 1;
    const others = group.filter((input) => this.#isMarked[input] === 0);
    for (const edge of edges) this.#isMarked[nodeOf(edge)] = 0;
    return [this.or(others.map((input) => 2 * input))];
  }

  /** The group of which the operands, all complemented, are members; or -1. */
  #groupOfAll(operands: readonly Edge[]): number {
    const group = this.#groupOf.array[nodeOf(operands[0]!)]!;
    if (group < 0) return -1;
    const isOfGroup = (edge: Edge): boolean =>
      isComplemented(edge) && nodeOf(edge) <= this.inputs && this.#groupOf.array[nodeOf(edge)] === group;
    return operands.every(isOfGroup) ? group : -1;
  }

  #intern(operands: readonly Edge[]): number {
    if (this.#gates * 2 >= this.#table.length) this.#grow();
    const mask = this.#table.length - 1;
    const hash = hashOf(operands);
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const node = this.#table[at]!;
      if (node === 0) {
        this.onGate?.();
        this.#hashes.push(hash);
        this.#groupOf.push(this.#groupOfAll(operands));
        this.#table[at] = this.nodes;
        this.#gates++;
        for (const edge of operands) this.#operands.push(edge);
        this.#start.push(this.#operands.length);
        return this.nodes - 1;
      }
      if (this.#hashes.array[node] === hash && this.#hasOperands(node, operands)) return node;
    }
  }

  #hasOperands(node: number, operands: readonly Edge[]): boolean {
    const from = this.#start.array[node]!;
    if (this.#start.array[node + 1]! - from !== operands.length) return false;
    return operands.every((edge, index) => this.#operands.array[from + index]! === edge);
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Int32Array(old.length * 2);
    const mask = this.#table.length - 1;
    for (const node of old) {
      if (node === 0) continue;
      let at = this.#hashes.array[node]! & mask;
      while (this.#table[at] !== 0) at = (at + 1) & mask;
      this.#table[at] = node;
    }
  }
}

function hashOf(operands: readonly number[]): number {
  let hash = operands.length;
  for (const edge of operands) hash = mixHash(hash, edge);
  return finishHash(hash);
}
