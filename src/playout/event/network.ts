import { TRUE } from '../../ground/index.js';
import { type Conjunctions, NO_HEAD } from './conjunctions.js';
import {
  ARMED,
  ARMED_END,
  type EventNetwork,
  FAN,
  FAN_END,
  GUARD_REFERENCE,
  GUARD_SIZE,
  GUARDS_END,
  HAS_GUARDS,
  INNER,
  IS_QUEUED,
  LEVEL,
  LEVEL_KIND,
  LEVEL_SIZE,
  LOOPS,
  NOWHERE,
  ONE,
  OUTPUT,
  OUTPUTS,
  PLAIN,
  QUEUE,
  QUEUE_END,
  WAS_TRUE,
  WORD,
} from './layout.js';
import { NO_OUTPUT, type Schedule } from './schedule.js';

/** What a literal is to its conjunction. */
export const IS_TRIGGER = 0;
export const IS_GUARD = 1;
/** Only in outputs of legal moves, one each: see {@link EventNetwork.conditions}. */
export const IS_CONDITION = 2;

/** For each literal of the conjunctions, in their order, what it is to its conjunction. */
export type Parts = Uint8Array;

/** How the network is to be laid out in memory. */
export interface Arrangement {
  readonly parts: Parts;
  /** Needed nodes of the conjunctions in the order of their records: what is used together should be close. */
  readonly order: Int32Array;
}

export function buildNetwork(conjunctions: Conjunctions, plan: Schedule, arrangement: Arrangement): EventNetwork {
  return new Builder(conjunctions, plan, arrangement).build();
}

class Builder {
  readonly #addresses: Int32Array;
  readonly #memory: Int32Array;

  constructor(
    private readonly conjunctions: Conjunctions,
    private readonly plan: Schedule,
    private readonly arrangement: Arrangement,
  ) {
    const { nodes } = conjunctions;
    this.#addresses = new Int32Array(nodes).fill(NOWHERE);
    // 1. What room each node needs for its fan, for its guards (or inner rules), and for the list of guards on it.
    const fans = new Int32Array(nodes);
    const guards = new Int32Array(nodes);
    const lists = new Int32Array(nodes);
    this.#forEachLiteral((literal, node, part) => {
      if (part === IS_TRIGGER) (this.#isInner(literal, node) ? guards : fans)[literal >> 1]!++;
      else if (part === IS_GUARD) {
        guards[node]! += GUARD_SIZE;
        lists[literal >> 1]! += GUARD_SIZE;
      }
    });
    this.#forEachNode((node) => {
      if (this.#isAtom(node)) guards[node]! += INNER;
      else if (this.#headOf(node) !== NO_HEAD) fans[node]!++;
    });
    // 2. Where all that is.
    let end = plan.levelSizes.length * LEVEL_SIZE;
    this.#forEachNode((node) => {
      this.#addresses[node] = end;
      end += FAN + fans[node]! + guards[node]!;
    });
    const armed = end;
    for (const size of lists) end += size;
    const queues = end;
    for (const size of plan.levelSizes) end += size;
    this.#memory = new Int32Array(end);
    this.#writeRecords(fans, lists, armed);
    this.#writeLevels(queues);
  }

  build(): EventNetwork {
    const { plan } = this;
    this.#writeEdges();
    this.#markUnused();
    this.#writeOutputs();
    return {
      memory: this.#memory,
      addresses: this.#addresses,
      levels: plan.levelSizes.length,
      legalLevel: plan.legalLevel,
      nextLevel: plan.nextLevel,
      conditions: plan.legal.map((output) => this.#conditionOf(output)),
      nextNodes: plan.next.map((output) => (output === NO_OUTPUT ? NOWHERE : this.#addresses[output >> 1]!)),
      terminal: this.#reference(plan.terminal),
      goals: plan.goals.map((goal) => this.#reference(goal)),
    };
  }

  #reference(literal: number): number {
    return 2 * this.#addresses[literal >> 1]! + (literal & 1);
  }

  #headOf(node: number): number {
    return node < this.conjunctions.inputs ? NO_HEAD : this.conjunctions.headOf(node);
  }

  /** Whether the node is an atom of a loop. */
  #isAtom(node: number): boolean {
    return this.#headOf(node) === node;
  }

  /** Whether the conjunction is a rule of a loop and the literal an atom of the same loop: all else that it depends on is earlier. */
  #isInner(literal: number, node: number): boolean {
    return this.plan.levelOf[literal >> 1]! > this.plan.levelOf[node]!;
  }

  #forEachNode(visit: (node: number) => void): void {
    this.arrangement.order.forEach(visit);
  }

  #forEachLiteral(visit: (literal: number, node: number, part: number) => void): void {
    const { array } = this.conjunctions.literals;
    const { parts, order } = this.arrangement;
    for (const node of order) {
      if (node < this.conjunctions.inputs) continue;
      const end = this.conjunctions.startOf(node + 1);
      for (let i = this.conjunctions.startOf(node); i < end; i++) visit(array[i]!, node, parts[i]!);
    }
  }

  #writeLevels(queues: number): void {
    const { levelSizes, isLoop, legalLevel, nextLevel } = this.plan;
    let queue = queues;
    levelSizes.forEach((size, level) => {
      const isOutput = level === legalLevel || level === nextLevel;
      this.#memory[LEVEL_SIZE * level + QUEUE] = queue;
      this.#memory[LEVEL_SIZE * level + QUEUE_END] = queue;
      this.#memory[LEVEL_SIZE * level + LEVEL_KIND] = isOutput ? OUTPUTS : isLoop[level] === 1 ? LOOPS : PLAIN;
      queue += size;
    });
  }

  /** Writes records without edges: `FAN_END` and `GUARDS_END` are where these start. */
  #writeRecords(fans: Int32Array, lists: Int32Array, armed: number): void {
    const memory = this.#memory;
    let list = armed;
    this.#forEachNode((node) => {
      const address = this.#addresses[node]!;
      const isInput = node < this.conjunctions.inputs;
      memory[address + WORD] = isInput || this.#isAtom(node) ? ONE : 0;
      memory[address + LEVEL] = LEVEL_SIZE * this.plan.levelOf[node]!;
      memory[address + FAN_END] = address + FAN;
      memory[address + GUARDS_END] = address + FAN + fans[node]! + (this.#isAtom(node) ? INNER : 0);
      if (lists[node] !== 0) {
        memory[address + ARMED] = list;
        memory[address + ARMED_END] = list;
        list += lists[node]!;
      }
    });
  }

  #writeEdges(): void {
    const memory = this.#memory;
    const append = (address: number, end: number, value: number): void => {
      memory[memory[address + end]!++] = value;
    };
    this.#forEachLiteral((literal, node, part) => {
      const from = this.#addresses[literal >> 1]!;
      const to = this.#addresses[node]!;
      if (part === IS_GUARD) {
        memory[to + WORD]! |= HAS_GUARDS;
        memory[memory[to + GUARDS_END]! + GUARD_REFERENCE] = this.#reference(literal);
        memory[to + GUARDS_END]! += GUARD_SIZE;
      } else if (part === IS_TRIGGER) {
        if ((literal & 1) === 0) memory[to + WORD]! += ONE;
        if (this.#isInner(literal, node)) append(from, GUARDS_END, to);
        else append(from, FAN_END, 2 * to + (literal & 1));
      }
    });
    this.#forEachNode((node) => {
      const head = this.#headOf(node);
      if (head !== NO_HEAD && head !== node) append(this.#addresses[node]!, FAN_END, this.#addresses[head]!);
    });
  }

  /** What nothing depends on is never to be queued. */
  #markUnused(): void {
    const { levelOf, legalLevel, nextLevel } = this.plan;
    const { nodes, inputs } = this.conjunctions;
    const isUsed = new Uint8Array(nodes).fill(1, 0, inputs);
    this.#forEachLiteral((literal) => (isUsed[literal >> 1] = 1));
    this.#forEachNode((node) => {
      const isOutput = levelOf[node] === legalLevel || levelOf[node] === nextLevel;
      if (isUsed[node] === 1 || isOutput || this.#headOf(node) !== NO_HEAD) return;
      this.#memory[this.#addresses[node]! + WORD]! |= IS_QUEUED;
    });
  }

  /** As the network is built, no move is legal and no fluent holds, and that is what all outputs say. */
  #writeOutputs(): void {
    const write = (output: number, of: number): void => {
      if (output === NO_OUTPUT) return;
      const address = this.#addresses[output >> 1]!;
      this.#memory[address + OUTPUT] = of;
      if ((output & 1) === 1) this.#memory[address + WORD]! |= WAS_TRUE;
    };
    this.plan.legal.forEach(write);
    this.plan.next.forEach((output, i) => write(output, i + 1));
  }

  #conditionOf(output: number): number {
    if (output !== NO_OUTPUT) {
      const end = this.conjunctions.startOf((output >> 1) + 1);
      for (let i = this.conjunctions.startOf(output >> 1); i < end; i++) {
        if (this.arrangement.parts[i] === IS_CONDITION) return this.#reference(this.conjunctions.literals.array[i]!);
      }
    }
    return this.#reference(TRUE);
  }
}
