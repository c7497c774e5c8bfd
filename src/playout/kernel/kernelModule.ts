import {
  block,
  branch,
  branchTable,
  call,
  type FunctionReference,
  i32,
  type Local,
  loop,
  ModuleWriter,
  perform,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { chooseOp } from './chooseOp.js';
import { accumulateOp, clearOp, copyOp, repeatOp, shapeOp, wideOp } from './gateOps.js';
import * as op from './instructionSet.js';
import { advance, at, forUnits, type KernelWriter, repeat, take, WORD } from './kernelWriter.js';
import { asideOp, countFunction, markOp, refillOp, retireFunction, skipUnlessOp, stepOp, tallyOp } from './laneOps.js';
import { memoryMap, type Width } from './memoryMap.js';
import { type Callees, straightFunction, type StraightStreams } from './straightStream.js';
import { transposeOp } from './transposeOp.js';
import { SIMD_VECTOR, type VectorType, WORD_VECTOR } from './vector.js';

/**
 * The bytes of the kernel of a width. Exports `run(stream)` and `play(table, others)`. Without streams it is the same
 * for every game: an interpreter; those that are given become straight-line code beside it.
 */
export function kernelBytes(width: Width, straight?: StraightStreams): Uint8Array<ArrayBuffer> {
  return width.unitWords === 4 ? write(width, SIMD_VECTOR, straight) : write(width, WORD_VECTOR, straight);
}

function write<T extends 'v128' | 'i64'>(
  width: Width,
  vector: VectorType<T>,
  straight: StraightStreams | undefined,
): Uint8Array<ArrayBuffer> {
  const module = new ModuleWriter();
  const writer: KernelWriter<T> = { module, vector, width, map: memoryMap(width) };
  const count = countFunction(writer);
  const retire = retireFunction(writer, count);
  const functions = opFunctions(writer, { count, retire });
  const interpreter = runFunction(writer, functions);
  const run =
    straight === undefined
      ? interpreter
      : runStraightFunction(writer, straight, { functions, retire, run: interpreter });
  module.export(run, 'run');
  playFunction(writer, run);
  return module.bytes();
}

/** Executes a stream by its own function, if it has one. */
function runStraightFunction<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  { streams, temporaries }: StraightStreams,
  callees: Callees,
): FunctionReference {
  const own = streams.map((stream) => ({
    address: stream.at,
    callee: straightFunction(writer, stream, { temporaries, callees }),
  }));
  return writer.module.define({ parameters: ['i32'] }, (body) => {
    const stream = body.parameter('i32', 0);
    return [
      own.reduce(
        (otherwise, { address, callee }) => when(i32.eq(stream, at(address)), [perform(callee)], [otherwise]),
        perform(callees.run, stream),
      ),
    ];
  });
}

/** For each opcode the function that executes it. */
function opFunctions<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  { count, retire }: Readonly<Record<'count' | 'retire', FunctionReference>>,
): ReadonlyMap<number, FunctionReference> {
  const transpose = transposeOp(writer);
  return new Map<number, FunctionReference>([
    [op.COPY, copyOp(writer, false)],
    [op.NOT, copyOp(writer, true)],
    [op.WIDE_ALL, wideOp(writer, 'all')],
    [op.WIDE_SOME, wideOp(writer, 'some')],
    [op.CLEAR, clearOp(writer)],
    [op.ACCUMULATE, accumulateOp(writer)],
    [op.REPEAT, repeatOp(writer)],
    [op.MARK, markOp(writer, retire)],
    [op.SKIP_UNLESS, skipUnlessOp(writer)],
    [op.TALLY, tallyOp(writer, count)],
    [op.ASIDE, asideOp(writer)],
    [op.CHOOSE, chooseOp(writer, retire)],
    [op.STEP, stepOp(writer)],
    [op.REFILL, refillOp(writer, transpose)],
    [op.TRANSPOSE, transpose],
    ...op.SHAPES.map((shape) => [op.shapeOpcode(shape)!, shapeOp(writer, shape)] as const),
  ]);
}

/** Executes a stream from its address to its end. */
function runFunction<T extends 'v128' | 'i64'>(
  { module }: KernelWriter<T>,
  functions: ReadonlyMap<number, FunctionReference>,
): FunctionReference {
  return module.define({ parameters: ['i32'] }, (body) => {
    const pc = body.parameter('i32', 0);
    const opcode = body.local('i32');
    const callStream = [perform({ index: body.index, result: undefined }, i32.load(pc)), advance(pc, WORD)];
    return [
      block((leave) => [
        loop((next) => [...take(opcode, pc), ...arms({ functions, callStream, pc, opcode, next, leave })]),
      ]),
    ];
  });
}

interface Arms {
  readonly functions: ReadonlyMap<number, FunctionReference>;
  readonly callStream: readonly Statement[];
  readonly pc: Local<'i32'>;
  readonly opcode: Local<'i32'>;
  readonly next: Parameters<typeof branch>[0];
  readonly leave: Parameters<typeof branch>[0];
}

/** One block an opcode, each inside the next, so that the table of branches finds them all. */
function arms({ functions, callStream, pc, opcode, next, leave }: Arms): readonly Statement[] {
  const nest = (labels: readonly Arms['next'][]): readonly Statement[] => {
    const at = labels.length;
    if (at === op.OPCODES) {
      return [
        branchTable(
          opcode,
          Array.from({ length: op.OPCODES }, (_, code) => labels[op.OPCODES - 1 - code]!),
        ),
      ];
    }
    const code = op.OPCODES - 1 - at;
    const callee = functions.get(code);
    const inner = block((here) => nest([...labels, here]));
    if (code === op.CALL) return [inner, ...callStream, branch(next)];
    return [inner, ...(callee === undefined ? [branch(leave)] : [set(pc, call('i32', callee, pc)), branch(next)])];
  };
  return nest([]);
}

/**
 * Playouts until no lane has any to go. The table lists streams: one that refills lanes, then so many others, those of
 * a period.
 */
function playFunction<T extends 'v128' | 'i64'>(
  { module, vector, width, map }: KernelWriter<T>,
  run: FunctionReference,
): void {
  module.define({ parameters: ['i32', 'i32'], exportAs: 'play' }, (body) => {
    const table = body.parameter('i32', 0);
    const others = body.parameter('i32', 1);
    const [at, left, unit] = body.localsOf('i32', 3) as [Local<'i32'>, Local<'i32'>, Local<'i32'>];
    const lanes = body.local(vector.type);
    return [
      loop((again) => [
        perform(run, i32.load(table)),
        set(lanes, vector.zero),
        ...forUnits(width, unit, [set(lanes, vector.or(lanes, vector.load(unit, map.active)))]),
        when(vector.anyTrue(lanes), [
          set(at, table),
          set(left, others),
          repeat(left, [advance(at, WORD), perform(run, i32.load(at))]),
          branch(again),
        ]),
      ]),
    ];
  });
}
