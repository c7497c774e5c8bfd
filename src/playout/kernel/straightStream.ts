import {
  call,
  drop,
  type FunctionReference,
  type FunctionWriter,
  i32,
  type Local,
  perform,
  type Statement,
  when,
} from '../wasm/index.js';
import * as op from './instructionSet.js';
import { at, forUnits, type KernelWriter, WORD } from './kernelWriter.js';
import { type MoveSlots, StraightChoice } from './straightChoice.js';
import { StraightGates } from './straightGates.js';
import { decode, type DecodedInstruction, type DecodedItem, type PlacedStream } from './streamDecoder.js';

/** Streams that are to become straight-line code, and the byte address from which on slots are of no interest when one is over. */
export interface StraightStreams {
  readonly streams: readonly PlacedStream[];
  readonly temporaries: number;
}

/** What such code calls. */
export interface Callees {
  readonly functions: ReadonlyMap<number, FunctionReference>;
  readonly retire: FunctionReference;
  /** The interpreter. */
  readonly run: FunctionReference;
}

/** Choices among more moves are left to the interpreter's function. */
const MOST_STRAIGHT_MOVES = 40;

/** Gates or an instruction, with the address where it begins. */
type Part = { readonly at: number } & (
  | { readonly kind: 'gates'; readonly gates: StraightGates }
  | { readonly kind: 'instruction'; readonly instruction: DecodedInstruction }
);

/** Gates that are written down together: compilers of WebAssembly are at a loss where very many values are at hand at once. */
const GATES_TOGETHER = 64;

/** A function that does what the interpreter would with a stream. */
export function straightFunction<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  stream: PlacedStream,
  { temporaries, callees }: { readonly temporaries: number; readonly callees: Callees },
): FunctionReference {
  // Backwards, since what is wanted of gates is what is read behind them.
  const wanted = new Set<number>();
  const parts = decode(stream)
    .flatMap(inChunks)
    .toReversed()
    .map((item): Part => {
      if (item.kind === 'gates') {
        const gates = new StraightGates(item.gates, (slot) => slot < temporaries || wanted.has(slot));
        for (const slot of gates.writes) wanted.delete(slot);
        for (const slot of gates.reads) wanted.add(slot);
        return { kind: 'gates', at: item.at, gates };
      }
      for (const slot of item.writes) wanted.delete(slot);
      for (const slot of item.reads) wanted.add(slot);
      return { kind: 'instruction', at: item.at - WORD, instruction: item };
    });
  parts.reverse();
  return writer.module.define({ parameters: [] }, (body) => new StreamWriter(writer, body, callees).write(parts));
}

function inChunks(item: DecodedItem): readonly DecodedItem[] {
  if (item.kind !== 'gates') return [item];
  const { at, gates } = item;
  return Array.from({ length: Math.ceil(gates.length / GATES_TOGETHER) }, (_, index) => ({
    ...{ kind: 'gates', at },
    gates: gates.slice(index * GATES_TOGETHER, (index + 1) * GATES_TOGETHER),
  }));
}

class StreamWriter<T extends 'v128' | 'i64'> {
  readonly #offset: Local<'i32'>;

  constructor(
    private readonly writer: KernelWriter<T>,
    private readonly body: FunctionWriter,
    private readonly callees: Callees,
  ) {
    this.#offset = body.local('i32');
  }

  write(parts: readonly Part[]): readonly Statement[] {
    const statements: Statement[] = [];
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index]!;
      if (part.kind === 'gates') {
        statements.push(...this.#forUnits(part.gates.write(this.writer, this.body, this.#offset)));
      } else if (part.instruction.opcode === op.SKIP_UNLESS) {
        const { at: pc, end, operands } = part.instruction;
        const skipped = parts.slice(index + 1).filter((each) => each.at < operands[0]!);
        const isMet = i32.eq(call('i32', this.#functionOf(op.SKIP_UNLESS), at(pc)), at(end));
        statements.push(when(isMet, this.write(skipped)));
        index += skipped.length;
      } else statements.push(...this.#instruction(part.instruction));
    }
    return statements;
  }

  #forUnits(statements: readonly Statement[]): readonly Statement[] {
    return forUnits(this.writer.width, this.#offset, statements);
  }

  #functionOf(opcode: number): FunctionReference {
    return this.callees.functions.get(opcode)!;
  }

  #instruction({ opcode, at: pc, operands, reads, writes }: DecodedInstruction): readonly Statement[] {
    if (opcode === op.CALL) return [perform(this.callees.run, at(operands[0]!))];
    if (opcode === op.CHOOSE && reads.length > 1 && reads.length <= MOST_STRAIGHT_MOVES) {
      const moves = reads.map((legal, index): MoveSlots => ({ legal, does: writes[index]! }));
      const choice = new StraightChoice(this.writer, { body: this.body, offset: this.#offset });
      return this.#forUnits(choice.write(moves, this.callees.retire));
    }
    return [drop(call('i32', this.#functionOf(opcode), at(pc)))];
  }
}
