import { IntList } from '../../base/index.js';
import { ACCUMULATE, CLEAR, NOT, REPEAT, shapeWith } from '../kernel/instructionSet.js';
import { countUses } from './countUses.js';
import { type Edge, FALSE, type GateNetwork, isComplemented, nodeOf, TRUE } from './gateNetwork.js';
import { PlannedGates } from './plannedGates.js';
import { schedule } from './schedule.js';

/**
 * A value that a slot holds: a node of the network as it is stored, or one made beside it (ids from `network.nodes` on). The constants are
 * values too: node 0 as it is, and {@link StreamPlan.falsehood}.
 */
export type Value = number;

/** A word of an instruction. */
export type Operand =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'read' | 'write' | 'update'; readonly value: Value }
  | { readonly kind: 'slot'; readonly slot: number }
  | { readonly kind: 'label'; readonly label: PlanLabel }
  /** The address of the stream that counts what is kept aside. */
  | { readonly kind: 'flush' };

/** A place in a stream, to go on at. */
export type PlanLabel = symbol;

export type PlanItem =
  | { readonly kind: 'gates'; readonly nodes: Int32Array }
  | { readonly kind: 'instruction'; readonly opcode: number; readonly operands: readonly Operand[] }
  | { readonly kind: 'place'; readonly label: PlanLabel }
  | { readonly kind: 'loopBegin' | 'loopEnd' };

export const number = (value: number): Operand => ({ kind: 'number', number: value });
export const read = (value: Value): Operand => ({ kind: 'read', value });
export const write = (value: Value): Operand => ({ kind: 'write', value });
const update = (value: Value): Operand => ({ kind: 'update', value });
export const slot = (index: number): Operand => ({ kind: 'slot', slot: index });
export const label = (place: PlanLabel): Operand => ({ kind: 'label', label: place });

/** A value that shall stand in the home slot of an input at the end. */
export interface Commit {
  readonly input: number;
  readonly value: Value;
}

/**
 * What a stream consists of, before values have slots. Gates whose operands, as they are stored, are all complemented are stored
 * complemented themselves: they are a plain `or`, and no gate needs more than its operands. A gate of two operands that only one other uses
 * becomes a pair of that one, where its shape allows.
 */
export class StreamPlan {
  readonly items: PlanItem[] = [];
  readonly commits: Commit[] = [];
  readonly gates: PlannedGates;
  /** 1 where a node is stored complemented. */
  readonly #isInverted: Uint8Array;
  /** How many of the gates, loops and roots that are planned for use each node. */
  readonly #uses: Int32Array;
  readonly falsehood: Value;
  #values: number;
  readonly #isDone: Uint8Array;
  readonly #loopOf: Int32Array;
  /** By value, its complement. */
  readonly #complements = new Map<Value, Value>();

  /** Everything that will be computed is below the roots. */
  constructor(
    readonly network: GateNetwork,
    roots: Iterable<Edge>,
    /** Whether a value shall be used as soon as possible; else gates of a shape stand together. */
    private readonly isDepthFirst = false,
  ) {
    const { nodes, loops, inputs } = network;
    this.gates = new PlannedGates(nodes);
    this.#isInverted = new Uint8Array(nodes);
    this.#isDone = new Uint8Array(nodes).fill(1, 0, inputs + 1);
    this.#loopOf = new Int32Array(nodes).fill(-1);
    loops.forEach(({ variables }, index) => {
      for (const variable of variables) this.#loopOf[variable] = index;
    });
    this.#uses = countUses(network, roots);
    this.falsehood = nodes;
    this.#values = nodes + 1;
    this.#complements.set(0, this.falsehood);
  }

  /** Number of values. */
  get values(): number {
    return this.#values;
  }

  /** Whether the edge is the complement of what is stored. */
  #isNegative(edge: Edge): boolean {
    return isComplemented(edge) !== (this.#isInverted[nodeOf(edge)] === 1);
  }

  /** Plans whatever these edges need and is not yet there. */
  compute(edges: Iterable<Edge>): void {
    const gates = new IntList();
    for (const edge of edges) this.#visit(nodeOf(edge), gates);
    this.#plan(gates);
  }

  /** The value of an edge that was computed; where its complement is stored, plans to make it. */
  valueOf(edge: Edge): Value {
    if (edge === TRUE) return 0;
    if (edge === FALSE) return this.falsehood;
    const node = nodeOf(edge);
    if (!this.#isNegative(edge)) return node;
    let value = this.#complements.get(node);
    if (value === undefined) {
      this.#complements.set(node, (value = this.#values++));
      this.instruct(NOT, [number(1), write(value), read(node)]);
    }
    return value;
  }

  instruct(opcode: number, operands: readonly Operand[]): void {
    this.items.push({ kind: 'instruction', opcode, operands });
  }

  place(here: PlanLabel): void {
    this.items.push({ kind: 'place', label: here });
  }

  /** A value of nobody's: somewhere to write what is not read. */
  scratch(): Value {
    return this.#values++;
  }

  /** The edge, which was computed, becomes the input's next value. */
  commit(input: number, edge: Edge): void {
    if (edge !== 2 * input) this.commits.push({ input, value: this.valueOf(edge) });
  }

  /** Plans the gates, and empties the list. */
  #plan(gates: IntList): void {
    if (gates.length === 0) return;
    const made = gates.array.subarray(0, gates.length);
    const nodes = this.isDepthFirst ? made.slice() : schedule(this.gates, made);
    this.items.push({ kind: 'gates', nodes });
    gates.length = 0;
  }

  /** Adds the gates below a node, operands first, without recursion; a loop is planned whole when its first variable is met. */
  #visit(root: number, gates: IntList): void {
    const stack = [root];
    const pushUndone = (operand: number): void => {
      if (this.#isDone[operand] === 0) stack.push(operand);
    };
    while (stack.length > 0) {
      const node = stack.at(-1)!;
      if (this.#isDone[node] === 1) {
        stack.pop();
        continue;
      }
      if (this.#loopOf[node]! >= 0) {
        this.#plan(gates);
        this.#planLoop(this.#loopOf[node]!);
        continue;
      }
      const before = stack.length;
      for (const operand of this.network.operandsOf(node)) {
        const child = nodeOf(operand);
        if (this.#mayBePair(child)) for (const edge of this.network.operandsOf(child)) pushUndone(nodeOf(edge));
        else pushUndone(child);
      }
      if (stack.length > before) continue;
      stack.pop();
      this.#planGate(node, gates);
    }
  }

  /** A gate of two operands that nothing else uses may be evaluated as part of the one that does. */
  #mayBePair(node: number): boolean {
    const { start } = this.network;
    return this.#uses[node] === 1 && this.#isDone[node] === 0 && start[node + 1]! - start[node]! === 2;
  }

  /** Plans a gate, all of whose operands are there but for pairs. */
  #planGate(node: number, gates: IntList): void {
    const parts: GateParts = { singles: [], negatives: [], either: [], both: [], onlyFirst: [] };
    const pairs: number[] = [];
    for (const edge of this.network.operandsOf(node)) {
      if (!this.#mayBePair(nodeOf(edge))) (this.#isNegative(edge) ? parts.negatives : parts.singles).push(nodeOf(edge));
      else if (this.#addPair(edge, parts)) pairs.push(nodeOf(edge));
    }
    const isSome = parts.singles.length === 0 && parts.either.length === 0;
    if (!isSome) {
      // Its pairs that are false together cannot be part of it.
      for (const pair of pairs) {
        this.#planGate(pair, gates);
        parts.negatives.push(pair);
      }
    }
    const { singles, negatives, either, both, onlyFirst } = parts;
    this.#isDone[node] = 1;
    this.#isInverted[node] = isSome ? 1 : 0;
    gates.push(node);
    if (isSome) {
      const shape = shapeWith('some', [negatives.length, both.length / 2, onlyFirst.length / 2]);
      this.gates.add(node, shape, [...negatives, ...both, ...onlyFirst]);
    } else {
      const shape = shapeWith('all', [singles.length, negatives.length, either.length / 2]);
      this.gates.add(node, shape, [...singles, ...negatives, ...either]);
    }
  }

  /** Adds a gate of two operands to the parts of the one that uses it; says whether it is one of the pairs that are false together. */
  #addPair(edge: Edge, { singles, negatives, either, both, onlyFirst }: GateParts): boolean {
    const operands = [...this.network.operandsOf(nodeOf(edge))];
    const positive = operands.filter((operand) => !this.#isNegative(operand)).map(nodeOf);
    const negative = operands.filter((operand) => this.#isNegative(operand)).map(nodeOf);
    if (!isComplemented(edge)) {
      singles.push(...positive);
      negatives.push(...negative);
      return false;
    }
    if (positive.length === 0) either.push(...negative);
    else (positive.length === 2 ? both : onlyFirst).push(...positive, ...negative);
    return positive.length > 0;
  }

  /** From false, adds what the bodies say until nothing changes; what they need from outside comes first. */
  #planLoop(index: number): void {
    const { variables, bodies } = this.network.loops[index]!;
    for (const variable of variables) this.#isDone[variable] = 1;
    const inner = this.#innerNodes(index);
    const { start, operands } = this.network;
    const outside: Edge[] = [];
    for (const node of inner) {
      for (let at = start[node]!; at < start[node + 1]!; at++) {
        if (!inner.has(nodeOf(operands[at]!))) outside.push(operands[at]!);
      }
    }
    for (const body of bodies) if (!inner.has(nodeOf(body))) outside.push(body);
    this.compute(outside);
    this.instruct(CLEAR, [number(variables.length), ...variables.map(write)]);
    const again = Symbol('place');
    this.items.push({ kind: 'loopBegin' });
    this.place(again);
    this.compute(bodies);
    const values = bodies.map((body) => this.valueOf(body));
    const pairs = variables.flatMap((variable, at) => [update(variable), read(values[at]!)]);
    this.instruct(ACCUMULATE, [number(variables.length), ...pairs]);
    this.instruct(REPEAT, [label(again)]);
    this.items.push({ kind: 'loopEnd' });
  }

  /** The gates below the bodies of a loop that depend on its variables. */
  #innerNodes(index: number): ReadonlySet<number> {
    const { start, operands, loops } = this.network;
    const known = new Map<number, boolean>();
    for (const variable of loops[index]!.variables) known.set(variable, true);
    const inner = new Set<number>();
    const stack = loops[index]!.bodies.map(nodeOf);
    while (stack.length > 0) {
      const node = stack.at(-1)!;
      if (known.has(node)) {
        stack.pop();
        continue;
      }
      const children = [...operands.subarray(start[node], start[node + 1])].map(nodeOf);
      const unknown = this.#isDone[node] === 1 ? [] : children.filter((child) => !known.has(child));
      stack.push(...unknown);
      if (unknown.length > 0) continue;
      const isInner = this.#isDone[node] === 0 && children.some((child) => known.get(child) === true);
      known.set(node, isInner);
      if (isInner) inner.add(node);
    }
    return inner;
  }
}

/** The inputs of a gate that is being planned, by what it does with them. */
interface GateParts {
  readonly singles: number[];
  readonly negatives: number[];
  /** Pairs, one after the other: one of the two, the two, the first without the second. */
  readonly either: number[];
  readonly both: number[];
  readonly onlyFirst: number[];
}
