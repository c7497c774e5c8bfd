import {
  type Expression,
  type FunctionReference,
  type FunctionWriter,
  giveBack,
  i32,
  type Local,
  set,
  type Statement,
} from '../wasm/index.js';
import { advance, at, type KernelWriter, loopWhile } from './kernelWriter.js';

/** Ranks of so few bits are drawn in locals alone. */
const MOST_LOCAL_BITS = 6;

/**
 * Functions that draw a rank below `map.count`, whose complement they leave in `map.rank`, in the running lanes of one vector, and give the running lanes whose count is zero. They
 * take the bits of the counts, the byte offset of the vector in slots, and the one in a stripe. The first is for counts of one bit, and so on; the
 * last is for any number.
 */
export function drawFunctions<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): readonly FunctionReference[] {
  const few = Array.from({ length: MOST_LOCAL_BITS }, (_, bits) => drawFewFunction(writer, bits + 1));
  return [...few, drawManyFunction(writer)];
}

const shapeOf = <T extends 'v128' | 'i64'>({ vector }: KernelWriter<T>) =>
  ({ parameters: ['i32', 'i32', 'i32'], result: vector.type }) as const;

function drawFewFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>, bits: number): FunctionReference {
  const { module, vector, map, stripe } = writer;
  return module.define(shapeOf(writer), (body) => {
    const slotOffset = body.parameter('i32', 1);
    const offset = body.parameter('i32', 2);
    const [need, borrow, isSmall, differs, stuck] = body.localsOf(vector.type, 5) as Local<T>[];
    const planes = () => body.localsOf(vector.type, bits);
    const [count, lessOne, mask, drawn, rank] = [planes(), planes(), planes(), planes(), planes()] as const;
    const random = randomState(writer, body);
    const plane = (bit: number): number => bit * stripe * vector.bytes;
    const each = (statements: (bit: number) => readonly Statement[]) => count.flatMap((_, bit) => statements(bit));
    return [
      set(borrow!, vector.ones),
      ...each((bit) => [
        set(count[bit]!, vector.load(offset, map.count + plane(bit))),
        set(lessOne[bit]!, vector.xor(count[bit]!, borrow!)),
        set(borrow!, vector.andnot(borrow!, count[bit]!)),
      ]),
      set(need!, vector.load(slotOffset, map.running)),
      set(stuck!, vector.and(need!, borrow!)),
      set(need!, vector.andnot(need!, borrow!)),
      ...each((bit) => {
        const high = bits - 1 - bit;
        const above = bit === 0 ? lessOne[high]! : vector.or(mask[high + 1]!, lessOne[high]!);
        return [set(mask[high]!, above)];
      }),
      ...random.load,
      loopWhile(vector.anyTrue(need!), [
        set(isSmall!, vector.ones),
        ...each((bit) => [
          ...random.next(drawn[bit]!),
          set(drawn[bit]!, vector.and(drawn[bit]!, mask[bit]!)),
          set(differs!, vector.xor(drawn[bit]!, lessOne[bit]!)),
          set(isSmall!, vector.xor(isSmall!, vector.and(vector.xor(isSmall!, lessOne[bit]!), differs!))),
        ]),
        set(isSmall!, vector.and(isSmall!, need!)),
        ...each((bit) => [set(rank[bit]!, vector.or(rank[bit]!, vector.and(drawn[bit]!, isSmall!)))]),
        set(need!, vector.andnot(need!, isSmall!)),
      ]),
      ...random.store,
      ...each((bit) => [vector.store(offset, vector.not(rank[bit]!), map.rank + plane(bit))]),
      giveBack(stuck!),
    ];
  });
}

function drawManyFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, map, stripe } = writer;
  const planeBytes = stripe * vector.bytes;
  return module.define(shapeOf(writer), (body) => {
    const [bits, slotOffset, first] = [0, 1, 2].map((place) => body.parameter('i32', place)) as [
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
    ];
    const [offset, last] = body.localsOf('i32', 2) as [Local<'i32'>, Local<'i32'>];
    const [need, borrow, plane, higher, isSmall, drawn, differs, stuck] = body.localsOf(vector.type, 8) as Local<T>[];
    const random = randomState(writer, body);
    const ascending = (statements: readonly Statement[]): readonly Statement[] => [
      set(offset, first),
      loopWhile(i32.ltU(offset, last), [...statements, advance(offset, planeBytes)]),
    ];
    return [
      set(last, i32.add(first, i32.mul(bits, i32.const(planeBytes)))),
      // 1. The count less one; only a count of zero leaves a borrow.
      set(borrow!, vector.ones),
      ...ascending([
        set(plane!, vector.load(offset, map.count)),
        vector.store(offset, vector.xor(plane!, borrow!), map.countLessOne),
        set(borrow!, vector.andnot(borrow!, plane!)),
        vector.store(offset, vector.ones, map.rank),
      ]),
      set(need!, vector.load(slotOffset, map.running)),
      set(stuck!, vector.and(need!, borrow!)),
      set(need!, vector.andnot(need!, borrow!)),
      // 2. The bits that it has: all up to its highest.
      set(offset, last),
      loopWhile(i32.ltU(first, offset), [
        advance(offset, -planeBytes),
        set(higher!, vector.or(higher!, vector.load(offset, map.countLessOne))),
        vector.store(offset, higher!, map.mask),
      ]),
      // 3. Draw, and keep what is not larger.
      ...random.load,
      loopWhile(vector.anyTrue(need!), [
        set(isSmall!, vector.ones),
        ...ascending([
          ...random.next(drawn!),
          set(drawn!, vector.and(drawn!, vector.load(offset, map.mask))),
          vector.store(offset, drawn!, map.drawn),
          set(plane!, vector.load(offset, map.countLessOne)),
          set(differs!, vector.xor(drawn!, plane!)),
          set(isSmall!, vector.xor(isSmall!, vector.and(vector.xor(isSmall!, plane!), differs!))),
        ]),
        set(isSmall!, vector.and(isSmall!, need!)),
        ...ascending([vector.store(offset, keep(writer, offset, isSmall!), map.rank)]),
        set(need!, vector.andnot(need!, isSmall!)),
      ]),
      ...random.store,
      giveBack(stuck!),
    ];
  });
}

const keep = <T extends 'v128' | 'i64'>(
  { vector, map }: KernelWriter<T>,
  offset: Local<'i32'>,
  lanes: Local<T>,
): Expression<T> => vector.andnot(vector.load(offset, map.rank), vector.and(vector.load(offset, map.drawn), lanes));

/** xoshiro128+ of Blackman and Vigna, one generator a 32-bit word of the vector. */
function randomState<T extends 'v128' | 'i64'>({ vector, map }: KernelWriter<T>, body: FunctionWriter) {
  const state = body.localsOf(vector.type, 4) as [Local<T>, Local<T>, Local<T>, Local<T>];
  const shifted = body.local(vector.type);
  const [a, b, c, d] = state;
  return {
    load: state.map((word, index) => set(word, vector.load(at(map.random), index * vector.bytes))),
    store: state.map((word, index) => vector.store(at(map.random), word, index * vector.bytes)),
    next: (into: Local<T>): readonly Statement[] => [
      set(into, vector.add(a, d)),
      set(shifted, vector.shiftLeft(b, 9)),
      set(c, vector.xor(c, a)),
      set(d, vector.xor(d, b)),
      set(b, vector.xor(b, c)),
      set(a, vector.xor(a, d)),
      set(c, vector.xor(c, shifted)),
      set(d, vector.or(vector.shiftLeft(d, 11), vector.shiftRight(d, 21))),
    ],
  };
}
