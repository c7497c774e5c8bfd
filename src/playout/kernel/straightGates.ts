import { type Expression, type FunctionWriter, type Local, set, type Statement } from '../wasm/index.js';
import { combine } from './gateOps.js';
import type { KernelWriter } from './kernelWriter.js';
import type { DecodedGate } from './streamDecoder.js';

/** What a slot held before the gates (no inputs, and the slot), or what a gate makes. */
interface Value {
  readonly slot: number;
  readonly gate: DecodedGate | undefined;
  readonly inputs: readonly Value[];
  uses: number;
}

/**
 * Gates one after the other as straight-line code for one vector: what one gate makes for others stays in locals, and only what is wanted later
 * is stored. They are written down depth first, so that a value is soon used.
 */
export class StraightGates {
  readonly #before = new Map<number, Value>();
  readonly #roots: readonly (readonly [number, Value])[];
  /** For each slot: how often what it held before is still to be read. */
  readonly #readsLeft = new Map<number, number>();

  constructor(gates: readonly DecodedGate[], isWanted: (slot: number) => boolean) {
    const current = new Map<number, Value>();
    for (const gate of gates) {
      const inputs = gate.inputs.map((slot) => current.get(slot) ?? this.#valueBefore(slot));
      const isCopy = gate.shape === undefined && !gate.isNegated;
      current.delete(gate.to);
      current.set(gate.to, isCopy ? inputs[0]! : { slot: gate.to, gate, inputs, uses: 0 });
    }
    this.#roots = [...current].filter(([slot, value]) => isWanted(slot) && value !== this.#before.get(slot));
    for (const [, value] of this.#roots) this.#use(value);
  }

  /** Slots that are written, and those whose former values are read. */
  get writes(): readonly number[] {
    return this.#roots.map(([slot]) => slot);
  }

  get reads(): readonly number[] {
    return [...this.#readsLeft.keys()];
  }

  #valueBefore(slot: number): Value {
    let value = this.#before.get(slot);
    if (value === undefined) this.#before.set(slot, (value = { slot, gate: undefined, inputs: [], uses: 0 }));
    return value;
  }

  #use(value: Value): void {
    if (value.gate === undefined) this.#readsLeft.set(value.slot, (this.#readsLeft.get(value.slot) ?? 0) + 1);
    else if (value.uses++ === 0) for (const input of value.inputs) this.#use(input);
  }

  /** The statements, for the vector at a byte offset in slots. */
  write<T extends 'v128' | 'i64'>(
    { vector }: KernelWriter<T>,
    body: FunctionWriter,
    offset: Local<'i32'>,
  ): readonly Statement[] {
    const statements: Statement[] = [];
    const locals = new Map<Value, Local<T>>();
    const keep = (value: Expression<T>): Local<T> => {
      const local = body.local(vector.type);
      statements.push(set(local, value));
      return local;
    };
    const valueOf = (value: Value): Expression<T> => {
      const { slot, gate, inputs, uses } = value;
      if (gate === undefined) {
        this.#readsLeft.set(slot, this.#readsLeft.get(slot)! - 1);
        return vector.load(offset, slot);
      }
      const known = locals.get(value);
      if (known !== undefined) return known;
      const operands = inputs.map(valueOf);
      const made = gate.shape === undefined ? vector.not(operands[0]!) : combine(vector, gate.shape, operands);
      if (uses === 1) return made;
      const local = keep(made);
      locals.set(value, local);
      return local;
    };
    const later: Statement[] = [];
    for (const [slot, root] of this.#roots) {
      const value = valueOf(root);
      // What the slot holds may be read yet.
      if (this.#readsLeft.get(slot) ?? 0) later.push(vector.store(offset, keep(value), slot));
      else statements.push(vector.store(offset, value, slot));
    }
    return [...statements, ...later];
  }
}
