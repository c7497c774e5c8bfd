import { type Expression, i32, i32x4, i64, i64x2, type Statement, v128 } from '../wasm/index.js';

/** The operations of one vector of lanes, so that one text gives the SIMD kernel and the one of 64-bit words. */
export interface VectorType<T extends 'v128' | 'i64'> {
  readonly type: T;
  readonly bytes: number;
  load(address: Expression<'i32'>, offset?: number): Expression<T>;
  store(address: Expression<'i32'>, value: Expression<T>, offset?: number): Statement;
  readonly zero: Expression<T>;
  readonly ones: Expression<T>;
  /** The same in each 32-bit word. */
  splat(word: number): Expression<T>;
  not(value: Expression<T>): Expression<T>;
  and(left: Expression<T>, right: Expression<T>): Expression<T>;
  /** `left and not right` */
  andnot(left: Expression<T>, right: Expression<T>): Expression<T>;
  or(left: Expression<T>, right: Expression<T>): Expression<T>;
  xor(left: Expression<T>, right: Expression<T>): Expression<T>;
  anyTrue(value: Expression<T>): Expression<'i32'>;
  /** Its argument is written out more than once: give a local. */
  popcount(value: Expression<T>): Expression<'i32'>;
  /** On each 32-bit word. */
  shiftLeft(value: Expression<T>, by: number): Expression<T>;
  shiftRight(value: Expression<T>, by: number): Expression<T>;
  add(left: Expression<T>, right: Expression<T>): Expression<T>;
}

export const SIMD_VECTOR: VectorType<'v128'> = {
  type: 'v128',
  bytes: 16,
  load: v128.load,
  store: v128.store,
  zero: v128.const(0),
  ones: v128.const(-1),
  splat: v128.const,
  not: v128.not,
  and: v128.and,
  andnot: v128.andnot,
  or: v128.or,
  xor: v128.xor,
  anyTrue: v128.anyTrue,
  popcount: (value) =>
    i32.wrap(i64.add(i64.popcount(i64x2.extractLane(value, 0)), i64.popcount(i64x2.extractLane(value, 1)))),
  shiftLeft: (value, by) => i32x4.shl(value, i32.const(by)),
  shiftRight: (value, by) => i32x4.shrU(value, i32.const(by)),
  add: i32x4.add,
};

/** The same 32-bit constant in both halves. */
const both = (word: bigint): Expression<'i64'> => i64.const(((word & 0xffffffffn) << 32n) | (word & 0xffffffffn));
const TOP = both(0x80000000n);
const REST = both(0x7fffffffn);

export const WORD_VECTOR: VectorType<'i64'> = {
  type: 'i64',
  bytes: 8,
  load: i64.load,
  store: i64.store,
  zero: i64.const(0n),
  ones: i64.const(-1n),
  splat: (word) => both(BigInt(word)),
  not: (value) => i64.xor(value, i64.const(-1n)),
  and: i64.and,
  andnot: (left, right) => i64.and(left, i64.xor(right, i64.const(-1n))),
  or: i64.or,
  xor: i64.xor,
  anyTrue: (value) => i32.eqz(i64.eqz(value)),
  popcount: (value) => i32.wrap(i64.popcount(value)),
  shiftLeft: (value, by) => i64.and(i64.shl(value, i64.const(BigInt(by))), both(0xffffffffn << BigInt(by))),
  shiftRight: (value, by) => i64.and(i64.shrU(value, i64.const(BigInt(by))), both(0xffffffffn >> BigInt(by))),
  // The top bits are added without their carry, which would run into the other half.
  add: (left, right) => i64.xor(i64.add(i64.and(left, REST), i64.and(right, REST)), i64.and(i64.xor(left, right), TOP)),
};
