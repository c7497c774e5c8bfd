import {
  type Expression,
  type FunctionReference,
  giveBack,
  i32,
  type Local,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { inputsOf, type Shape } from './instructionSet.js';
import { advance, at, type KernelWriter, repeat, take, WORD } from './kernelWriter.js';
import type { VectorType } from './vector.js';

/** Each op takes the address of its operands and gives the address after them. */
const OP = { parameters: ['i32'], result: 'i32' } as const;

/** A run of gates of one small shape, its inputs unrolled. */
export function shapeOp<T extends 'v128' | 'i64'>(writer: KernelWriter<T>, shape: Shape): FunctionReference {
  const { module, vector, width } = writer;
  const inputs = inputsOf(shape);
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const count = body.local('i32');
    const to = body.local('i32');
    const from = body.localsOf('i32', inputs);
    const units = Array.from({ length: width.units }, (_, unit) => unit * vector.bytes);
    return [
      ...take(count, pc),
      repeat(count, [
        set(to, i32.load(pc)),
        ...from.map((address, input) => set(address, i32.load(pc, (input + 1) * WORD))),
        ...units.map((offset) => {
          const loads = from.map((address) => vector.load(address, offset));
          return vector.store(to, combine(vector, shape, loads), offset);
        }),
        advance(pc, (inputs + 1) * WORD),
      ]),
      giveBack(pc),
    ];
  });
}

/** What a shape makes of its inputs. */
export function combine<T extends 'v128' | 'i64'>(
  vector: VectorType<T>,
  shape: Shape,
  inputs: readonly Expression<T>[],
): Expression<T> {
  const rest = [...inputs];
  const singles = rest.splice(0, shape.singles);
  const pairs = (count: number, join: (a: Expression<T>, b: Expression<T>) => Expression<T>): Expression<T>[] =>
    Array.from({ length: count }, () => rest.splice(0, 2) as [Expression<T>, Expression<T>]).map(([a, b]) =>
      join(a, b),
    );
  if (shape.kind === 'some') {
    const both = pairs(shape.pairs, (a, b) => vector.and(a, b));
    const onlyFirst = pairs(shape.halfPairs, (a, b) => vector.andnot(a, b));
    return [...singles, ...both, ...onlyFirst].reduce((left, right) => vector.or(left, right));
  }
  const negatives = rest.splice(0, shape.negatives);
  const either = pairs(shape.pairs, (a, b) => vector.or(a, b));
  const positives = [...singles, ...either];
  const positive = positives.length === 0 ? vector.ones : positives.reduce((left, right) => vector.and(left, right));
  return negatives.reduce((left, right) => vector.andnot(left, right), positive);
}

/** COPY and NOT. */
export function copyOp<T extends 'v128' | 'i64'>(writer: KernelWriter<T>, isNegated: boolean): FunctionReference {
  const { module, vector, width } = writer;
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const [count, to, from] = body.localsOf('i32', 3) as [Local<'i32'>, Local<'i32'>, Local<'i32'>];
    const copies = Array.from({ length: width.units }, (_, unit) => {
      const value = vector.load(from, unit * vector.bytes);
      return vector.store(to, isNegated ? vector.not(value) : value, unit * vector.bytes);
    });
    return [
      ...take(count, pc),
      repeat(count, [set(to, i32.load(pc)), set(from, i32.load(pc, WORD)), ...copies, advance(pc, 2 * WORD)]),
      giveBack(pc),
    ];
  });
}

/** Of shapes without an opcode: how one input, or one pair, changes the result, all units of which are in locals. */
interface WidePart<T extends 'v128' | 'i64'> {
  readonly inputs: 1 | 2;
  readonly add: (result: Local<T>, inputs: readonly Expression<T>[]) => Expression<T>;
}

/** WIDE_ALL and WIDE_SOME. */
export function wideOp<T extends 'v128' | 'i64'>(writer: KernelWriter<T>, kind: Shape['kind']): FunctionReference {
  const { module, vector, width } = writer;
  const parts: readonly WidePart<T>[] =
    kind === 'all'
      ? [
          { inputs: 1, add: (result, [a]) => vector.and(result, a!) },
          { inputs: 1, add: (result, [a]) => vector.andnot(result, a!) },
          { inputs: 2, add: (result, [a, b]) => vector.and(result, vector.or(a!, b!)) },
        ]
      : [
          { inputs: 1, add: (result, [a]) => vector.or(result, a!) },
          { inputs: 2, add: (result, [a, b]) => vector.or(result, vector.and(a!, b!)) },
          { inputs: 2, add: (result, [a, b]) => vector.or(result, vector.andnot(a!, b!)) },
        ];
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const [count, to, left] = body.localsOf('i32', 3) as [Local<'i32'>, Local<'i32'>, Local<'i32'>];
    const counts = body.localsOf('i32', parts.length);
    const from = body.localsOf('i32', 2);
    const results = body.localsOf(vector.type, width.units);
    const addPart = ({ inputs, add }: WidePart<T>): readonly Statement[] => [
      ...from.slice(0, inputs).flatMap((address) => take(address, pc)),
      ...results.map((result, unit) => {
        const loads = from.slice(0, inputs).map((address) => vector.load(address, unit * vector.bytes));
        return set(result, add(result, loads));
      }),
    ];
    return [
      ...take(count, pc),
      ...counts.flatMap((part) => take(part, pc)),
      repeat(count, [
        ...take(to, pc),
        ...results.map((result) => set(result, kind === 'all' ? vector.ones : vector.zero)),
        ...parts.flatMap((part, index) => [set(left, counts[index]!), repeat(left, addPart(part))]),
        ...results.map((result, unit) => vector.store(to, result, unit * vector.bytes)),
      ]),
      giveBack(pc),
    ];
  });
}

export function clearOp<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, width } = writer;
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const [count, to] = body.localsOf('i32', 2) as [Local<'i32'>, Local<'i32'>];
    const clears = Array.from({ length: width.units }, (_, unit) => vector.store(to, vector.zero, unit * vector.bytes));
    return [...take(count, pc), repeat(count, [...take(to, pc), ...clears]), giveBack(pc)];
  });
}

export function accumulateOp<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, width, map } = writer;
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const [count, to, from] = body.localsOf('i32', 3) as [Local<'i32'>, Local<'i32'>, Local<'i32'>];
    const [changed, before, more] = body.localsOf(vector.type, 3) as [Local<T>, Local<T>, Local<T>];
    const unit = (offset: number): readonly Statement[] => [
      set(before, vector.load(to, offset)),
      set(more, vector.andnot(vector.load(from, offset), before)),
      set(changed, vector.or(changed, more)),
      vector.store(to, vector.or(before, more), offset),
    ];
    return [
      ...take(count, pc),
      repeat(count, [
        ...take(to, pc),
        ...take(from, pc),
        ...Array.from({ length: width.units }, (_, index) => unit(index * vector.bytes)).flat(),
      ]),
      when(vector.anyTrue(changed), [i32.store(at(map.changed), i32.const(1))]),
      giveBack(pc),
    ];
  });
}

export function repeatOp<T extends 'v128' | 'i64'>({ module, map }: KernelWriter<T>): FunctionReference {
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    return [
      when(i32.load(at(map.changed)), [i32.store(at(map.changed), i32.const(0)), giveBack(i32.load(pc))]),
      giveBack(i32.add(pc, i32.const(WORD))),
    ];
  });
}
