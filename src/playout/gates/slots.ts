import { CHOOSE, COPY } from '../kernel/instructionSet.js';
import { number, type Operand, type PlanItem, slot, type StreamPlan, type Value } from './streamPlan.js';

/** Slots that are given before a stream is planned. */
export interface FixedSlots {
  /** All false, and all true. */
  readonly zeros: number;
  readonly ones: number;
  /** For each input node its home, or -1 where it has none. */
  readonly homes: Int32Array;
  /** The first slot that the stream may use as it likes. */
  readonly firstFree: number;
}

export interface SlotAssignment {
  readonly slotOf: Int32Array;
  /** One more than the last slot used. */
  readonly end: number;
  /** Instructions that bring home what could not be made there. */
  readonly copies: readonly PlanItem[];
}

/** Gives each value a slot, which is free for another one after its last use. */
export function assignSlots(plan: StreamPlan, fixed: FixedSlots): SlotAssignment {
  return new SlotAssigner(plan, fixed).assign();
}

const NEVER = -1;
const UNASSIGNED = -1;

class SlotAssigner {
  readonly #slotOf: Int32Array;
  /** By value: the position of its last use. A gate and an instruction are one position each. */
  readonly #lastUse: Int32Array;
  readonly #free: number[] = [];
  #end: number;
  /** By value, the input whose next value it is. */
  readonly #homeward = new Map<Value, number>();

  constructor(
    private readonly plan: StreamPlan,
    private readonly fixed: FixedSlots,
  ) {
    this.#slotOf = new Int32Array(plan.values).fill(UNASSIGNED);
    this.#lastUse = new Int32Array(plan.values).fill(NEVER);
    this.#end = fixed.firstFree;
    this.#slotOf[0] = fixed.ones;
    this.#slotOf[plan.falsehood] = fixed.zeros;
    fixed.homes.forEach((home, input) => {
      if (home >= 0) this.#slotOf[input] = home;
    });
    for (const { input, value } of plan.commits) if (!this.#homeward.has(value)) this.#homeward.set(value, input);
  }

  assign(): SlotAssignment {
    this.#findLastUses();
    let position = 0;
    for (const item of this.plan.items) {
      if (item.kind === 'gates') for (const node of item.nodes) this.#assignGate(node, position++);
      else if (item.kind === 'instruction') this.#assignInstruction(item, position++);
    }
    const copies = this.#copies();
    return { slotOf: this.#slotOf, end: this.#end, copies };
  }

  #findLastUses(): void {
    const { plan } = this;
    const madeAt = new Int32Array(plan.values).fill(NEVER);
    /** Values from before the loop that is being read, used in it: they live until it ends. */
    let usedInLoop: Value[] | undefined;
    let loopBegin = 0;
    let position = 0;
    const use = (value: Value): void => {
      this.#lastUse[value] = position;
      if (usedInLoop !== undefined && madeAt[value]! < loopBegin) usedInLoop.push(value);
    };
    for (const item of plan.items) {
      if (item.kind === 'loopBegin') {
        usedInLoop = [];
        loopBegin = position;
      } else if (item.kind === 'loopEnd') {
        for (const value of usedInLoop!) this.#lastUse[value] = position;
        usedInLoop = undefined;
      } else if (item.kind === 'gates') {
        for (const node of item.nodes) {
          for (const input of plan.gates.inputsOf(node)) use(input);
          madeAt[node] = position++;
        }
      } else if (item.kind === 'instruction') {
        for (const operand of item.operands) {
          if (operand.kind === 'read' || operand.kind === 'update') use(operand.value);
          else if (operand.kind === 'write') madeAt[operand.value] = position;
        }
        position++;
      }
    }
    for (const { value } of plan.commits) this.#lastUse[value] = position;
  }

  #assignGate(node: number, position: number): void {
    for (const input of this.plan.gates.inputsOf(node)) this.#release(input, position);
    this.#take(node, position);
  }

  #assignInstruction({ opcode, operands }: PlanItem & { readonly kind: 'instruction' }, position: number): void {
    if (opcode === CHOOSE) this.#reuseLegal(operands, position);
    // What is read here is free only afterwards: instructions write before they have read everything.
    for (const operand of operands) if (operand.kind === 'write') this.#take(operand.value, position - 1);
    for (const operand of operands) {
      if (operand.kind === 'read' || operand.kind === 'update') this.#release(operand.value, position);
      // Nobody reads it.
      else if (operand.kind === 'write' && this.#lastUse[operand.value] === NEVER) this.#drop(operand.value);
    }
  }

  /** A move may be written over its own legality, which the kernel reads just before. */
  #reuseLegal(operands: readonly Operand[], position: number): void {
    const pairs = operands.slice(1).flatMap((legal, at) => {
      const does = operands[at + 2];
      return legal.kind === 'read' && does?.kind === 'write' ? [{ legal: legal.value, does: does.value }] : [];
    });
    const count = new Map<Value, number>();
    for (const { legal } of pairs) count.set(legal, (count.get(legal) ?? 0) + 1);
    for (const { legal, does } of pairs) {
      if (count.get(legal) !== 1 || !this.#isFreedAt(legal, position)) continue;
      this.#slotOf[does] = this.#slotOf[legal]!;
      this.#lastUse[legal] = NEVER;
    }
  }

  #isFreedAt(value: Value, position: number): boolean {
    return this.#lastUse[value] === position && !this.#isFixed(value);
  }

  #isFixed(value: Value): boolean {
    return this.#slotOf[value]! < this.fixed.firstFree;
  }

  #release(value: Value, position: number): void {
    if (!this.#isFreedAt(value, position)) return;
    this.#drop(value);
    this.#lastUse[value] = NEVER;
  }

  #drop(value: Value): void {
    if (!this.#isFixed(value)) this.#free.push(this.#slotOf[value]!);
  }

  #take(value: Value, position: number): void {
    if (this.#slotOf[value] !== UNASSIGNED) return;
    const input = this.#homeward.get(value);
    // Where nobody reads the old value any more, the new one is made at its home.
    const isHome = input !== undefined && this.#lastUse[input]! <= position && this.fixed.homes[input]! >= 0;
    this.#slotOf[value] = isHome ? this.fixed.homes[input]! : (this.#free.pop() ?? this.#end++);
  }

  /** All old values are read before any new one is written. */
  #copies(): readonly PlanItem[] {
    const { homes, firstFree } = this.fixed;
    const pending = this.plan.commits
      .map(({ input, value }) => ({ to: homes[input]!, from: this.#slotOf[value]! }))
      .filter(({ to, from }) => to !== from);
    const atHome = new Set(homes);
    const saved: { to: number; from: number }[] = [];
    const moved = pending.map(({ to, from }) => {
      if (from >= firstFree || !atHome.has(from)) return { to, from };
      const temporary = this.#free.pop() ?? this.#end++;
      saved.push({ to: temporary, from });
      return { to, from: temporary };
    });
    return [saved, moved].filter((copies) => copies.length > 0).map(copyItem);
  }
}

const copyItem = (copies: readonly { readonly to: number; readonly from: number }[]): PlanItem => ({
  kind: 'instruction',
  opcode: COPY,
  operands: [number(copies.length), ...copies.flatMap(({ to, from }) => [slot(to), slot(from)])],
});
