import { type FunctionReference, i32, type Local, set, type Statement, when } from '../wasm/index.js';
import { advance, type KernelWriter, loopWhile, PAIR, repeat } from './kernelWriter.js';

/** Bits of a count that stand in locals; the higher ones are in memory, where carries are few. */
export const LOCAL_BITS = 6;
/** Moves that are added at a time, and the bits of their number less one: carry-save adders take those in. */
const TOGETHER = 8;
const ADDER_BITS = 3;

/**
 * Adds the legal moves of a vector to what is counted from an address on, the lowest bit first. Takes the list of addresses, its length, the byte
 * offset of the vector and that address.
 */
export function countFunction<T extends 'v128' | 'i64'>({ module, vector }: KernelWriter<T>): FunctionReference {
  return module.define({ parameters: ['i32', 'i32', 'i32', 'i32'] }, (body) => {
    const [legal, moves, offset, count] = [0, 1, 2, 3].map((place) => body.parameter('i32', place)) as [
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
    ];
    const [left, address] = body.localsOf('i32', 2) as [Local<'i32'>, Local<'i32'>];
    const [half, before, a, b, carry] = body.localsOf(vector.type, 5) as Local<T>[];
    const sums = body.localsOf(vector.type, LOCAL_BITS);
    /** One for each carry that is waiting for another of its weight. */
    const waiting = body.localsOf(vector.type, ADDER_BITS - 1);
    /** Full adder: adds two vectors to the sum and leaves the carry. */
    const addTwo = (sum: Local<T>, [x, y]: readonly [Local<T>, Local<T>], into: Local<T>): readonly Statement[] => [
      set(half!, vector.xor(sum, x)),
      set(before!, sum),
      set(sum, vector.xor(half!, y)),
      set(into, vector.or(vector.and(before!, x), vector.and(half!, y))),
    ];
    const loadMove = (into: Local<T>, move: number): Statement =>
      set(into, vector.load(i32.add(i32.load(legal, move * PAIR), offset)));
    /** Adds `2 ** (level + 1)` moves from `first` on to the sums up to a level, and leaves the carry. */
    const addMoves = (level: number, first: number, into: Local<T>): readonly Statement[] => {
      const next = 2 ** level;
      if (level === 0) return [loadMove(a!, first), loadMove(b!, first + 1), ...addTwo(sums[0]!, [a!, b!], into)];
      return [
        ...addMoves(level - 1, first, waiting[level - 1]!),
        ...addMoves(level - 1, first + next, carry!),
        ...addTwo(sums[level]!, [waiting[level - 1]!, carry!], into),
      ];
    };
    /** Half adders for what is carried to the sums from a level on, then to memory. */
    const ripple = (from: number): readonly Statement[] => [
      ...sums
        .slice(from)
        .flatMap((sum) => [
          set(before!, sum),
          set(sum, vector.xor(before!, carry!)),
          set(carry!, vector.and(before!, carry!)),
        ]),
      when(vector.anyTrue(carry!), [
        set(address, i32.add(count, i32.const(LOCAL_BITS * vector.bytes))),
        loopWhile(vector.anyTrue(carry!), [
          set(before!, vector.load(address)),
          vector.store(address, vector.xor(before!, carry!)),
          set(carry!, vector.and(before!, carry!)),
          advance(address, vector.bytes),
        ]),
      ]),
    ];
    return [
      ...sums.map((plane, bit) => set(plane, vector.load(count, bit * vector.bytes))),
      set(left, i32.shrU(moves, i32.const(ADDER_BITS))),
      repeat(left, [...addMoves(ADDER_BITS - 1, 0, carry!), ...ripple(ADDER_BITS), advance(legal, TOGETHER * PAIR)]),
      set(left, i32.and(moves, i32.const(TOGETHER - 1))),
      repeat(left, [loadMove(carry!, 0), ...ripple(0), advance(legal, PAIR)]),
      ...sums.map((plane, bit) => vector.store(count, plane, bit * vector.bytes)),
    ];
  });
}
