import { type FunctionReference, giveBack, i32, type Local, set, type Statement, when } from '../wasm/index.js';
import { advance, at, type KernelWriter, loopWhile, PAIR, repeat } from './kernelWriter.js';

/** Bits of a count that stand in locals; the higher ones are in memory, where carries are few. */
const LOCAL_BITS = 3;

/** What is counted of one vector of the stripe. */
interface Sum<T extends 'v128' | 'i64'> {
  readonly at: number;
  readonly ones: Local<T>;
  readonly twos: Local<T>;
  readonly fours: Local<T>;
  readonly carry: Local<T>;
}

/**
 * Counts the legal moves of a stripe into `map.count`: bit j of the vector u of the stripe at (j × stripe + u) vectors. Takes the list of
 * addresses, its length and the byte offset of the stripe; gives the number of bits of the largest count of all lanes, 1 at least.
 */
export function countFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, map, stripe } = writer;
  const planeBytes = stripe * vector.bytes;
  return module.define({ parameters: ['i32', 'i32', 'i32'], result: 'i32' }, (body) => {
    const [legal, moves, offset] = [0, 1, 2].map((place) => body.parameter('i32', place)) as [
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
    ];
    const [left, rest, address, bits] = body.localsOf('i32', 4) as [
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
    ];
    const [half, before, a, b, twoA, twoB, fourA, fourB] = body.localsOf(vector.type, 8) as Local<T>[];
    const sums: readonly Sum<T>[] = Array.from({ length: stripe }, (_, unit) => {
      const [ones, twos, fours, carry] = body.localsOf(vector.type, 4) as [Local<T>, Local<T>, Local<T>, Local<T>];
      return { at: unit * vector.bytes, ones, twos, fours, carry };
    });
    const from = body.localsOf('i32', 8);
    /** Full adder: adds two vectors to the sum and leaves the carry. */
    const addTwo = (sum: Local<T>, [x, y]: readonly [Local<T>, Local<T>], carry: Local<T>): readonly Statement[] => [
      set(half!, vector.xor(sum, x)),
      set(carry, vector.or(vector.and(sum, x), vector.and(half!, y))),
      set(sum, vector.xor(half!, y)),
    ];
    const addEight = ({ at: unit, ones, twos, fours, carry }: Sum<T>): readonly Statement[] => {
      const quad = (first: number, into: Local<T>): readonly Statement[] =>
        [twoA!, twoB!]
          .flatMap((two, pair) => [
            set(a!, vector.load(from[first + 2 * pair]!, unit)),
            set(b!, vector.load(from[first + 2 * pair + 1]!, unit)),
            ...addTwo(ones, [a!, b!], two),
          ])
          .concat(addTwo(twos, [twoA!, twoB!], into));
      return [
        ...quad(0, fourA!),
        ...quad(4, fourB!),
        ...addTwo(fours, [fourA!, fourB!], carry),
        ...ripple(unit, carry),
      ];
    };
    const ripple = (unit: number, carry: Local<T>): readonly Statement[] => [
      set(address, at(map.count + LOCAL_BITS * planeBytes + unit)),
      loopWhile(vector.anyTrue(carry), [
        set(before!, vector.load(address)),
        vector.store(address, vector.xor(before!, carry)),
        set(carry, vector.and(before!, carry)),
        advance(address, planeBytes),
      ]),
    ];
    const addOne = ({ at: unit, ones, twos, fours, carry }: Sum<T>): readonly Statement[] => [
      set(carry, vector.load(address, unit)),
      ...[ones, twos, fours].flatMap((sum) => [
        set(before!, sum),
        set(sum, vector.xor(before!, carry)),
        set(carry, vector.and(before!, carry)),
      ]),
    ];
    return [
      // 1. Planes that the count of so many moves can have, at least those of locals.
      set(bits, bitLength(moves)),
      set(address, at(map.count + LOCAL_BITS * planeBytes)),
      loopWhile(i32.ltU(address, i32.add(at(map.count), i32.mul(bits, i32.const(planeBytes)))), [
        vector.store(address, vector.zero),
        advance(address, vector.bytes),
      ]),
      // 2. Eight at a time, then the rest.
      set(left, i32.shrU(moves, i32.const(3))),
      set(rest, i32.and(moves, i32.const(7))),
      repeat(left, [
        ...from.map((pointer, index) => set(pointer, i32.add(i32.load(legal, index * PAIR), offset))),
        ...sums.flatMap(addEight),
        advance(legal, 8 * PAIR),
      ]),
      repeat(rest, [
        set(address, i32.add(i32.load(legal), offset)),
        ...sums.flatMap(addOne),
        ...sums.flatMap(({ at: unit, carry }) => ripple(unit, carry)),
        advance(legal, PAIR),
      ]),
      ...sums.flatMap(({ at: unit, ones, twos, fours }) =>
        [ones, twos, fours].map((plane, bit) => vector.store(at(map.count), plane, bit * planeBytes + unit)),
      ),
      // 3. The bits of the largest count.
      set(address, i32.add(at(map.count - planeBytes), i32.mul(bits, i32.const(planeBytes)))),
      loopWhile(i32.ltU(i32.const(1), bits), [
        ...sums.map(({ at: unit }) => when(vector.anyTrue(vector.load(address, unit)), [giveBack(bits)])),
        advance(address, -planeBytes),
        set(bits, i32.sub(bits, i32.const(1))),
      ]),
      giveBack(i32.const(1)),
    ];
  });
}

/** Bits that it takes to write the number. */
const bitLength = (value: Local<'i32'>) => i32.sub(i32.const(32), i32.clz(value));
