import { TRUE } from '../../ground/index.js';
import { type Conjunctions, NO_HEAD } from './conjunctions.js';
import {
  ARMED,
  ARMED_END,
  FAN,
  FAN_END,
  GUARD_REFERENCE,
  GUARD_SIZE,
  GUARDS_END,
  HAS_GUARDS,
  HEADER_SIZE,
  INNER,
  IS_QUEUED,
  LAST_LEVEL,
  LEGAL_LEVEL,
  LEVEL,
  LEVEL_KIND,
  LEVEL_SIZE,
  LOOPS,
  NEXT_LEVEL,
  NOWHERE,
  ONE,
  OUTPUTS,
  PENDING,
  PLAIN,
  QUEUE,
  QUEUE_END,
  SUSPECTS,
  TERMINAL,
  WAS_TRUE,
  WORD,
} from './layout.js';
import { NO_OUTPUT, type Schedule } from './schedule.js';

/** What a literal is to its conjunction. */
export const IS_TRIGGER = 0;
export const IS_GUARD = 1;
/** Only in outputs of legal moves, one each: see {@link Network.conditions}. */
export const IS_CONDITION = 2;

/** For each literal of the conjunctions, in their order, what it is to its conjunction. */
export type Parts = Uint8Array;

/** How a network is to be laid out. */
export interface Arrangement {
  readonly parts: Parts;
  /** Needed nodes of the conjunctions in the order of their records: what is used often should be close together. */
  readonly order: Int32Array;
}

/**
 * The levels and nodes of a memory, which is complete but for what depends on roles. All conjunctions count as false, even those that
 * should not: these are to be queued first.
 */
export interface Network {
  readonly memory: Int32Array;
  /** Of each node of the conjunctions, or {@link NOWHERE}. */
  readonly addresses: Int32Array;
  /** For each move its node of the legal level, or {@link NOWHERE} where it is never legal. */
  readonly legal: Int32Array;
  /** For each move a reference to what must hold for it to be legal, whatever its node says. */
  readonly conditions: Int32Array;
  /** For each fluent its node of the next level, or {@link NOWHERE} where the fluent is not needed. */
  readonly next: Int32Array;
  /** References, as of {@link TERMINAL}, in the order of the program's goals. */
  readonly goals: Int32Array;
}

export function buildNetwork(conjunctions: Conjunctions, plan: Schedule, arrangement: Arrangement): Network {
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
    let loopNodes = 0;
    this.#forEachLiteral((literal, node, part) => {
      if (part === IS_TRIGGER) (this.#isInner(literal, node) ? guards : fans)[literal >> 1]!++;
      else if (part === IS_GUARD) {
        guards[node]! += GUARD_SIZE;
        lists[literal >> 1]! += GUARD_SIZE;
      }
    });
    this.#forEachNode((node) => {
      if (this.#headOf(node) === NO_HEAD) return;
      loopNodes++;
      if (this.#isAtom(node)) loopNodes += guards[node]!++;
      else fans[node]!++;
    });
    // 2. Where all that is.
    let end = HEADER_SIZE + plan.levelSizes.length * LEVEL_SIZE;
    this.#forEachNode((node) => {
      this.#addresses[node] = end;
      end += FAN + fans[node]! + guards[node]!;
    });
    const armed = end;
    for (const size of lists) end += size;
    const queues = end;
    for (const size of plan.levelSizes) end += size;
    this.#memory = new Int32Array(end + 2 * loopNodes);
    this.#memory[PENDING] = end;
    this.#memory[SUSPECTS] = end + loopNodes;
    this.#writeRecords(fans, lists, armed);
    this.#writeLevels(queues);
  }

  build(): Network {
    const { plan } = this;
    this.#writeEdges();
    this.#markUnused();
    this.#memory[TERMINAL] = this.#reference(plan.terminal);
    this.#memory[this.#addresses[TRUE >> 1]! + WORD] = WAS_TRUE;
    return {
      memory: this.#memory,
      addresses: this.#addresses,
      legal: plan.legal.map((output) => this.#silence(output)),
      conditions: plan.legal.map((output) => this.#conditionOf(output)),
      next: plan.next.map((output) => this.#silence(output)),
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

  #levelAddress(level: number): number {
    return HEADER_SIZE + LEVEL_SIZE * level;
  }

  #writeLevels(queues: number): void {
    const memory = this.#memory;
    const { levelSizes, isLoop, legalLevel, nextLevel } = this.plan;
    let queue = queues;
    levelSizes.forEach((size, level) => {
      const isOutput = level === legalLevel || level === nextLevel;
      const address = this.#levelAddress(level);
      memory[address + QUEUE] = queue;
      memory[address + QUEUE_END] = queue;
      memory[address + LEVEL_KIND] = isOutput ? OUTPUTS : isLoop[level] === 1 ? LOOPS : PLAIN;
      queue += size;
    });
    memory[LEGAL_LEVEL] = this.#levelAddress(legalLevel);
    memory[NEXT_LEVEL] = this.#levelAddress(nextLevel);
    memory[LAST_LEVEL] = this.#levelAddress(levelSizes.length - 1);
  }

  /** Writes records without edges: `FAN_END` and `GUARDS_END` are where these start. */
  #writeRecords(fans: Int32Array, lists: Int32Array, armed: number): void {
    const memory = this.#memory;
    let list = armed;
    this.#forEachNode((node) => {
      const address = this.#addresses[node]!;
      const isInput = node < this.conjunctions.inputs;
      memory[address + WORD] = isInput || this.#isAtom(node) ? ONE : 0;
      memory[address + LEVEL] = isInput ? NOWHERE : this.#levelAddress(this.plan.levelOf[node]!);
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

  /** The node of an output of the legal or next level; what it tells at first is that the move is not legal, the fluent will not hold. */
  #silence(output: number): number {
    if (output === NO_OUTPUT) return NOWHERE;
    const address = this.#addresses[output >> 1]!;
    if ((output & 1) === 1) this.#memory[address + WORD]! |= WAS_TRUE;
    return address;
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
