import {
  block,
  branchIf,
  type Expression,
  i32,
  type Local,
  loop,
  type ModuleWriter,
  set,
  type Statement,
} from '../wasm/index.js';
import type { MemoryMap, Width } from './memoryMap.js';
import type { VectorType } from './vector.js';

/** What the parts of a kernel are written with. */
export interface KernelWriter<T extends 'v128' | 'i64'> {
  readonly module: ModuleWriter;
  readonly vector: VectorType<T>;
  readonly width: Width;
  readonly map: MemoryMap;
}

/** Bytes of a word of a stream. */
export const WORD = 4;

/** Bytes of a move in a list: the addresses where it is legal, and where it is made. */
export const PAIR = 2 * WORD;

export const at = (address: number): Expression<'i32'> => i32.const(address);

export const advance = (local: Local<'i32'>, bytes: number): Statement => set(local, i32.add(local, i32.const(bytes)));

/** Takes the next word of the stream. */
export const take = (into: Local<'i32'>, pc: Local<'i32'>): readonly Statement[] => [
  set(into, i32.load(pc)),
  advance(pc, WORD),
];

/** Runs the body as long as the condition holds. */
export function loopWhile(condition: Expression<'i32'>, body: readonly Statement[]): Statement {
  return block((leave) => [
    branchIf(i32.eqz(condition), leave),
    loop((again) => [...body, branchIf(condition, again)]),
  ]);
}

/** Runs the body `count` times, which may be never; counts down to 0. */
export function repeat(count: Local<'i32'>, body: readonly Statement[]): Statement {
  return loopWhile(count, [...body, set(count, i32.sub(count, i32.const(1)))]);
}

/** The body for each vector of a slot, its byte offset in `offset`, written out: for what runs in every ply. */
export function forUnitsUnrolled(width: Width, offset: Local<'i32'>, body: readonly Statement[]): readonly Statement[] {
  const offsets = Array.from({ length: width.units }, (_, unit) => unit * width.unitWords * 4);
  return offsets.flatMap((bytes) => [set(offset, i32.const(bytes)), ...body]);
}

/** Runs the body once a vector of a slot, its byte offset in `offset`. */
export function forUnits(width: Width, offset: Local<'i32'>, body: readonly Statement[]): readonly Statement[] {
  const vectorBytes = width.unitWords * 4;
  const end = i32.const(width.units * vectorBytes);
  return [
    set(offset, i32.const(0)),
    loop((again) => [...body, advance(offset, vectorBytes), branchIf(i32.ltU(offset, end), again)]),
  ];
}
