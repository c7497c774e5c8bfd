import * as op from './instructionSet.js';

/** A stream as it stands in memory: its byte address and its words, slots and places as byte addresses. */
export interface PlacedStream {
  readonly at: number;
  readonly words: Int32Array;
}

/** `to` becomes what the shape says of the inputs; without one, a copy of the only input. */
export interface DecodedGate {
  readonly to: number;
  readonly shape: op.Shape | undefined;
  readonly isNegated: boolean;
  readonly inputs: readonly number[];
}

export type DecodedItem =
  { readonly kind: 'gates'; readonly at: number; readonly gates: readonly DecodedGate[] } | DecodedInstruction;

export interface DecodedInstruction {
  readonly kind: 'instruction';
  readonly opcode: number;
  /** The byte addresses of its operands and of what follows. */
  readonly at: number;
  readonly end: number;
  readonly operands: Int32Array;
  /** Slots. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

/** Every second of the operands from a place on, as many as there are pairs. */
const everySecond = (operands: Int32Array, first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => operands[first + 2 * index]!);

/** For instructions that are no gates: how many operands they have, and the slots that they read and write beside those of the kernel. */
const INSTRUCTIONS: Readonly<
  Record<
    number,
    (operands: Int32Array) => { readonly length: number; reads?: readonly number[]; writes?: readonly number[] }
  >
> = {
  [op.MARK]: (operands) => ({ length: 1, reads: [operands[0]!] }),
  [op.SKIP_UNLESS]: () => ({ length: 2 }),
  [op.TALLY]: (operands) => ({ length: 2 + 2 * operands[1]!, reads: everySecond(operands, 2, operands[1]!) }),
  [op.ASIDE]: (operands) => ({ length: 1 + 2 * operands[0]!, reads: everySecond(operands, 2, operands[0]!) }),
  [op.CHOOSE]: (operands) => ({
    length: 2 + 4 * operands[0]!,
    reads: everySecond(operands, 1, operands[0]!),
    writes: everySecond(operands, 2, operands[0]!),
  }),
  [op.STEP]: () => ({ length: 0 }),
  [op.CALL]: () => ({ length: 1 }),
};

/** What a stream of a ply says, which has no loops. */
export function decode({ at, words }: PlacedStream): readonly DecodedItem[] {
  const items: DecodedItem[] = [];
  let gates: DecodedGate[] | undefined;
  /** Where the stream may go on from elsewhere. */
  const places = new Set<number>();
  let pc = 0;
  const takeGates = (
    shape: op.Shape | undefined,
    { count, isNegated = false }: { count: number; isNegated?: boolean },
  ): void => {
    if (gates === undefined) items.push({ kind: 'gates', at: at + 4 * pc, gates: (gates = []) });
    const inputs = shape === undefined ? 1 : op.inputsOf(shape);
    for (let gate = 0; gate < count; gate++, pc += 1 + inputs) {
      gates.push({ to: words[pc]!, shape, isNegated, inputs: [...words.subarray(pc + 1, pc + 1 + inputs)] });
    }
  };
  for (;;) {
    if (places.has(at + 4 * pc)) gates = undefined;
    const opcode = words[pc++]!;
    if (opcode === op.END) return items;
    const shape = op.shapeOf(opcode);
    if (shape !== undefined) takeGates(shape, { count: words[pc++]! });
    else if (opcode === op.COPY || opcode === op.NOT) {
      takeGates(undefined, { count: words[pc++]!, isNegated: opcode === op.NOT });
    } else if (opcode === op.WIDE_ALL || opcode === op.WIDE_SOME) {
      const [count, ...counts] = words.subarray(pc, pc + 4) as unknown as readonly [number, number, number, number];
      pc += 4;
      takeGates(op.shapeWith(opcode === op.WIDE_ALL ? 'all' : 'some', counts), { count });
    } else {
      const describe = INSTRUCTIONS[opcode];
      if (describe === undefined) throw new Error(`opcode ${String(opcode)} is none of a ply without loops`);
      const { length, reads = [], writes = [] } = describe(words.subarray(pc));
      const operands = words.subarray(pc, pc + length);
      if (opcode === op.SKIP_UNLESS) places.add(operands[0]!);
      items.push({
        kind: 'instruction',
        opcode,
        at: at + 4 * pc,
        end: at + 4 * (pc + length),
        operands,
        reads,
        writes,
      });
      pc += length;
      gates = undefined;
    }
  }
}
