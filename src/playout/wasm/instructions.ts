import {
  expression,
  type Expression,
  signedLeb,
  statement,
  type Statement,
  unsignedLeb,
  type ValueType,
} from './code.js';

/** The instructions that our kernels use, by the names of the WebAssembly specification. */

type I32 = Expression<'i32'>;
type I64 = Expression<'i64'>;
type V128 = Expression<'v128'>;

const SIMD = 0xfd;
/** Of loads and stores: no alignment is promised, which costs nothing where the address is aligned. */
const UNALIGNED = 0;

const unary =
  <A extends ValueType, T extends ValueType>(type: T, ...opcode: readonly number[]) =>
  (value: Expression<A>): Expression<T> =>
    expression(type, value.code, opcode);
const binary =
  <A extends ValueType, T extends ValueType>(type: T, ...opcode: readonly number[]) =>
  (left: Expression<A>, right: Expression<A>): Expression<T> =>
    expression(type, left.code, right.code, opcode);
const simd = (opcode: number): readonly number[] => [SIMD, ...unsignedLeb(opcode)];
const loading =
  <T extends ValueType>(type: T, ...opcode: readonly number[]) =>
  (address: I32, offset = 0): Expression<T> =>
    expression(type, address.code, opcode, UNALIGNED, unsignedLeb(offset));
const storing =
  <T extends ValueType>(...opcode: readonly number[]) =>
  (address: I32, value: Expression<T>, offset = 0): Statement =>
    statement(address.code, value.code, opcode, UNALIGNED, unsignedLeb(offset));
const shift =
  (opcode: number) =>
  (value: V128, by: I32): V128 =>
    expression('v128', value.code, by.code, simd(opcode));

export const i32 = {
  const: (value: number): I32 => expression('i32', 0x41, signedLeb(BigInt(value | 0))),
  load: loading('i32', 0x28),
  store: storing<'i32'>(0x36),
  eqz: unary<'i32', 'i32'>('i32', 0x45),
  clz: unary<'i32', 'i32'>('i32', 0x67),
  ctz: unary<'i32', 'i32'>('i32', 0x68),
  popcount: unary<'i32', 'i32'>('i32', 0x69),
  eq: binary<'i32', 'i32'>('i32', 0x46),
  ltS: binary<'i32', 'i32'>('i32', 0x48),
  ltU: binary<'i32', 'i32'>('i32', 0x49),
  add: binary<'i32', 'i32'>('i32', 0x6a),
  sub: binary<'i32', 'i32'>('i32', 0x6b),
  mul: binary<'i32', 'i32'>('i32', 0x6c),
  remU: binary<'i32', 'i32'>('i32', 0x70),
  and: binary<'i32', 'i32'>('i32', 0x71),
  or: binary<'i32', 'i32'>('i32', 0x72),
  xor: binary<'i32', 'i32'>('i32', 0x73),
  shl: binary<'i32', 'i32'>('i32', 0x74),
  shrU: binary<'i32', 'i32'>('i32', 0x76),
  wrap: unary<'i64', 'i32'>('i32', 0xa7),
};

export const i64 = {
  const: (value: bigint): I64 => expression('i64', 0x42, signedLeb(BigInt.asIntN(64, value))),
  load: loading('i64', 0x29),
  store: storing<'i64'>(0x37),
  eqz: unary<'i64', 'i32'>('i32', 0x50),
  add: binary<'i64', 'i64'>('i64', 0x7c),
  sub: binary<'i64', 'i64'>('i64', 0x7d),
  mul: binary<'i64', 'i64'>('i64', 0x7e),
  and: binary<'i64', 'i64'>('i64', 0x83),
  or: binary<'i64', 'i64'>('i64', 0x84),
  xor: binary<'i64', 'i64'>('i64', 0x85),
  shl: binary<'i64', 'i64'>('i64', 0x86),
  shrU: binary<'i64', 'i64'>('i64', 0x88),
  popcount: unary<'i64', 'i64'>('i64', 0x7b),
  extendU: unary<'i32', 'i64'>('i64', 0xad),
};

export const v128 = {
  load: loading('v128', ...simd(0x00)),
  store: storing<'v128'>(...simd(0x0b)),
  const: (word: number): V128 => {
    const bytes = [word, word >>> 8, word >>> 16, word >>> 24].map((byte) => byte & 0xff);
    return expression('v128', simd(0x0c), bytes, bytes, bytes, bytes);
  },
  not: unary<'v128', 'v128'>('v128', ...simd(0x4d)),
  and: binary<'v128', 'v128'>('v128', ...simd(0x4e)),
  /** `left and not right` */
  andnot: binary<'v128', 'v128'>('v128', ...simd(0x4f)),
  or: binary<'v128', 'v128'>('v128', ...simd(0x50)),
  xor: binary<'v128', 'v128'>('v128', ...simd(0x51)),
  anyTrue: unary<'v128', 'i32'>('i32', ...simd(0x53)),
};

export const i64x2 = {
  extractLane: (value: V128, lane: number): I64 => expression('i64', value.code, simd(0x1d), lane),
};

export const i32x4 = {
  shl: shift(0xab),
  shrU: shift(0xad),
  add: binary<'v128', 'v128'>('v128', ...simd(0xae)),
};
