import {
  ARMED,
  ARMED_END,
  ARMED_GUARD,
  ARMED_OWNER,
  type EventNetwork,
  FAN,
  FAN_END,
  GUARD_PLACE,
  GUARD_REFERENCE,
  GUARD_SIZE,
  GUARDS_END,
  HAS_GUARDS,
  IS_ARMED,
  IS_QUEUED,
  LEVEL,
  LEVEL_KIND,
  LEVEL_SIZE,
  LOOPS,
  NOWHERE,
  ONE,
  OUTPUTS,
  QUEUE,
  QUEUE_END,
  WAS_TRUE,
} from './layout.js';
import { settleModuleBytes } from './settleModule.js';
import { webAssembly } from '../kernel/webAssembly.js';
import { Loops } from './loops.js';

/** Keeps a network up to date, in its memory. */
export class Propagation {
  readonly memory: Int32Array;
  readonly #loops: Loops;
  readonly #wasm: any;

  /** Nothing is settled yet. */
  constructor(network: any) {
    let { memory, addresses }: EventNetwork = network;
    const m = new webAssembly!.Memory({ initial: Math.ceil(memory.length / 16384) });
    const { exports } = new webAssembly!.Instance(new webAssembly!.Module(settleModuleBytes()), { env: { memory: m } });
    this.#wasm = (exports as any).settle;
    this.memory = new Int32Array(m.buffer, 0, memory.length); this.memory.set(memory); network.memory = memory = this.memory;
    this.#loops = new Loops(this);
    this.flip(addresses[0]!);
    for (const node of addresses) {
      if (node === NOWHERE) continue;
      const isOutput = memory[memory[node + LEVEL]! + LEVEL_KIND] === OUTPUTS;
      if (memory[node]! < IS_QUEUED || isOutput) this.enqueue(node);
    }
  }

  /** Whether a node that is never queued holds, or its negation. */
  holds(reference: number): boolean {
    return this.memory[reference >> 1]! < ONE === ((reference & 1) === 0);
  }

  /** Changes an input or an atom of a loop. */
  flip(node: number): void {
    this.memory[node]! ^= ONE;
    this.enqueue(node);
  }

  enqueue(node: number): void {
    const { memory } = this;
    if ((memory[node]! & IS_QUEUED) !== 0) return;
    memory[node]! |= IS_QUEUED;
    const end = memory[node + LEVEL]! + QUEUE_END;
    memory[memory[end]!++] = node;
  }

  /** Where the queue of the level starts. */
  queueOf(level: number): number {
    return this.memory[LEVEL_SIZE * level + QUEUE]!;
  }

  /**
   * Brings the nodes of these levels up to date. Returns how many nodes of the last level changed: if that is one of outputs, they are the
   * first ones of its queue, until a node is put there.
   */
  settle(first: number, last: number): number {
    if (this.#wasm) {
      let level = LEVEL_SIZE * first;
      for (;;) {
        const changed = this.#wasm(level, LEVEL_SIZE * last);
        if (changed >= 0) return changed;
        level = -1 - changed;
        const begin = this.memory[level + QUEUE]!;
        const end = this.memory[level + QUEUE_END]!;
        this.memory[level + QUEUE_END] = begin;
        this.#loops.settle(begin, end);
        level += LEVEL_SIZE;
      }
    }
    const { memory } = this;
    let changed = 0;
    for (let level = LEVEL_SIZE * first; level <= LEVEL_SIZE * last; level += LEVEL_SIZE) {
      const begin = memory[level + QUEUE]!;
      const end = memory[level + QUEUE_END]!;
      changed = 0;
      if (begin === end) continue;
      memory[level + QUEUE_END] = begin;
      const kind = memory[level + LEVEL_KIND]!;
      if (kind === LOOPS) this.#loops.settle(begin, end);
      else if (kind === OUTPUTS) changed = this.#settleOutputs(begin, end);
      else this.#settlePlain(begin, end);
    }
    return changed;
  }

  #settlePlain(begin: number, end: number): void {
    const { memory } = this;
    for (let i = begin; i < end; i++) {
      const node = memory[i]!;
      // 1. Does the node hold?
      let word = memory[node]! & ~IS_QUEUED;
      let isTrue = word < ONE ? WAS_TRUE : 0;
      if ((word & HAS_GUARDS) !== 0) {
        isTrue = this.#evaluate(node, word);
        word = memory[node]!;
      }
      if ((word & WAS_TRUE) === isTrue) {
        memory[node] = word;
        continue;
      }
      memory[node] = word ^ WAS_TRUE;
      // 2. Tell the conjunctions of which it is a trigger. There is no branch on the sign, since none could foresee it.
      const fanEnd = memory[node + FAN_END]!;
      for (let at = node + FAN; at < fanEnd; at++) {
        const reference = memory[at]!;
        const target = reference >> 1;
        const isUnsatisfied = (reference ^ isTrue ^ 1) & 1;
        const before = memory[target]!;
        const after = before - ONE + isUnsatisfied * (2 * ONE);
        // The lesser one is below IS_QUEUED: all triggers are satisfied now or were before, and it is not queued.
        if (before - ONE + isUnsatisfied * ONE < IS_QUEUED) {
          memory[target] = after | IS_QUEUED;
          const queueEnd = memory[target + LEVEL]! + QUEUE_END;
          memory[memory[queueEnd]!++] = target;
        } else memory[target] = after;
      }
      // 3. Tell the armed ones of which it is a guard.
      const armedEnd = memory[node + ARMED_END]!;
      for (let at = memory[node + ARMED]!; at < armedEnd; at += GUARD_SIZE) {
        const target = memory[at + ARMED_OWNER]!;
        if ((memory[target]! & IS_QUEUED) !== 0) continue;
        memory[target]! |= IS_QUEUED;
        const queueEnd = memory[target + LEVEL]! + QUEUE_END;
        memory[memory[queueEnd]!++] = target;
      }
    }
  }

  /** Puts those that changed at the front of the queue. */
  #settleOutputs(begin: number, end: number): number {
    const { memory } = this;
    let changed = 0;
    for (let i = begin; i < end; i++) {
      const node = memory[i]!;
      let word = memory[node]! & ~IS_QUEUED;
      let isTrue = word < ONE ? WAS_TRUE : 0;
      if ((word & HAS_GUARDS) !== 0) {
        isTrue = this.#evaluate(node, word);
        word = memory[node]!;
      }
      memory[begin + changed] = node;
      changed += (word ^ isTrue) & WAS_TRUE;
      memory[node] = (word & ~WAS_TRUE) | isTrue;
    }
    return changed;
  }

  /** Whether a conjunction with guards holds, as a flag; arms or disarms it. */
  #evaluate(node: number, word: number): number {
    const { memory } = this;
    memory[node] = word;
    const from = memory[node + FAN_END]!;
    const to = memory[node + GUARDS_END]!;
    if (word >= ONE) {
      if ((word & IS_ARMED) !== 0) this.#disarm(node, from, to);
      return 0;
    }
    if ((word & IS_ARMED) === 0) this.#arm(node, from, to);
    for (let at = from; at < to; at += GUARD_SIZE) {
      const reference = memory[at + GUARD_REFERENCE]!;
      if (((memory[reference >> 1]! ^ reference) & WAS_TRUE) === 0) return 0;
    }
    return WAS_TRUE;
  }

  #arm(node: number, from: number, to: number): void {
    const { memory } = this;
    memory[node]! |= IS_ARMED;
    for (let at = from; at < to; at += GUARD_SIZE) {
      const listEnd = (memory[at + GUARD_REFERENCE]! >> 1) + ARMED_END;
      const place = memory[listEnd]!;
      memory[listEnd] = place + GUARD_SIZE;
      memory[place + ARMED_GUARD] = at;
      memory[place + ARMED_OWNER] = node;
      memory[at + GUARD_PLACE] = place;
    }
  }

  #disarm(node: number, from: number, to: number): void {
    const { memory } = this;
    memory[node]! ^= IS_ARMED;
    for (let at = from; at < to; at += GUARD_SIZE) {
      const listEnd = (memory[at + GUARD_REFERENCE]! >> 1) + ARMED_END;
      const last = memory[listEnd]! - GUARD_SIZE;
      memory[listEnd] = last;
      // The last of the list takes the place that becomes free.
      const place = memory[at + GUARD_PLACE]!;
      const moved = memory[last + ARMED_GUARD]!;
      memory[place + ARMED_GUARD] = moved;
      memory[place + ARMED_OWNER] = memory[last + ARMED_OWNER]!;
      memory[moved + GUARD_PLACE] = place;
    }
  }
}
