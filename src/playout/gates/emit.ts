import { countsOf, END, inputsOf, type Shape, shapeOpcode, WIDE_ALL, WIDE_SOME } from '../kernel/instructionSet.js';
import { IntList } from '../../base/index.js';
import type { SlotAssignment } from './slots.js';
import type { Operand, PlanItem, PlanLabel, StreamPlan } from './streamPlan.js';

/** A stream with slots as numbers. */
export interface Stream {
  readonly words: Int32Array;
  /** Where words are slots. */
  readonly slots: Int32Array;
  /** Where words are places in this stream, counted in words. */
  readonly places: Int32Array;
  /** Where words are the address of the stream that counts what is kept aside. */
  readonly flushes: Int32Array;
  /** Gates, for those who want to know. */
  readonly gates: number;
  /** Operands of gates. */
  readonly inputs: number;
}

/** Writes a plan down as the words that kernels execute, gates of a shape in runs. */
export function emit(plan: StreamPlan, assignment: SlotAssignment): Stream {
  const emitter = new Emitter(plan, assignment);
  for (const item of [...plan.items, ...assignment.copies]) emitter.item(item);
  return emitter.finish();
}

class Emitter {
  readonly #words = new IntList();
  readonly #slots = new IntList();
  readonly #places = new IntList();
  readonly #flushes = new IntList();
  readonly #labels = new Map<PlanLabel, number>();
  readonly #forward: { readonly at: number; readonly label: PlanLabel }[] = [];
  #gates = 0;
  #inputs = 0;

  constructor(
    private readonly plan: StreamPlan,
    private readonly assignment: SlotAssignment,
  ) {}

  item(item: PlanItem): void {
    if (item.kind === 'gates') this.#gateRuns(item.nodes);
    else if (item.kind === 'place') this.#labels.set(item.label, this.#words.length);
    else if (item.kind === 'instruction') {
      this.#words.push(item.opcode);
      for (const operand of item.operands) this.#operand(operand);
    }
  }

  finish(): Stream {
    this.#words.push(END);
    for (const { at, label } of this.#forward) this.#words.array[at] = this.#labels.get(label)!;
    return {
      words: this.#words.toArray(),
      slots: this.#slots.toArray(),
      places: this.#places.toArray(),
      flushes: this.#flushes.toArray(),
      gates: this.#gates,
      inputs: this.#inputs,
    };
  }

  #operand(operand: Operand): void {
    if (operand.kind === 'number') this.#words.push(operand.number);
    else if (operand.kind === 'slot') this.#slot(operand.slot);
    else if (operand.kind === 'label') {
      this.#places.push(this.#words.length);
      this.#forward.push({ at: this.#words.length, label: operand.label });
      this.#words.push(0);
    } else if (operand.kind === 'flush') {
      this.#flushes.push(this.#words.length);
      this.#words.push(0);
    } else this.#slot(this.assignment.slotOf[operand.value]!);
  }

  #slot(index: number): void {
    this.#slots.push(this.#words.length);
    this.#words.push(index);
  }

  #gateRuns(nodes: Int32Array): void {
    const { gates } = this.plan;
    let from = 0;
    while (from < nodes.length) {
      const shape = gates.shapeOf(nodes[from]!);
      let to = from + 1;
      while (to < nodes.length && gates.shapeIndexOf(nodes[to]!) === gates.shapeIndexOf(nodes[from]!)) to++;
      this.#header(shape, to - from);
      for (let index = from; index < to; index++) this.#gate(nodes[index]!);
      this.#inputs += (to - from) * inputsOf(shape);
      from = to;
    }
    this.#gates += nodes.length;
  }

  #header(shape: Shape, count: number): void {
    const opcode = shapeOpcode(shape);
    const wide = shape.kind === 'all' ? WIDE_ALL : WIDE_SOME;
    const words = opcode === undefined ? [wide, count, ...countsOf(shape)] : [opcode, count];
    for (const word of words) this.#words.push(word);
  }

  /** The slot to write, then those of the inputs. */
  #gate(node: number): void {
    const { slotOf } = this.assignment;
    this.#slot(slotOf[node]!);
    for (const input of this.plan.gates.inputsOf(node)) this.#slot(slotOf[input]!);
  }
}
