import {
  type Expression,
  type FunctionReference,
  type FunctionWriter,
  i32,
  type Local,
  set,
  type Statement,
} from '../wasm/index.js';
import { advance, at, type KernelWriter, loopWhile } from './kernelWriter.js';

/** Ranks of so few bits are drawn in locals alone. */
const MOST_LOCAL_BITS = 6;

/**
 * Functions that draw a rank below `map.count`, whose complement they leave in `map.rank`, in the running lanes of one stripe; running lanes
 * whose count is zero are left in `map.without`. They take the bits of the counts and the byte offset of the stripe in slots. The first is
 * for counts of one bit, and so on; the last is for any number.
 *
 * Each vector of the stripe has a generator of its own, so that one need not wait for the other; they draw again together.
 */
export function drawFunctions<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): readonly FunctionReference[] {
  const few = Array.from({ length: MOST_LOCAL_BITS }, (_, bits) => drawFewFunction(writer, bits + 1));
  return [...few, drawManyFunction(writer)];
}

const DRAW = { parameters: ['i32', 'i32'] } as const;

/** What is drawn for one vector: lanes that need a rank yet, and whether what was drawn is small enough. */
class Draw<T extends 'v128' | 'i64'> {
  readonly need: Local<T>;
  readonly #borrow: Local<T>;
  readonly #isSmall: Local<T>;
  readonly #differs: Local<T>;
  readonly #state: readonly Local<T>[];
  readonly #shifted: Local<T>;

  constructor(
    private readonly writer: KernelWriter<T>,
    body: FunctionWriter,
    /** The vector's place in the stripe. */
    readonly unit: number,
  ) {
    const locals = (): Local<T> => body.local(writer.vector.type);
    [this.need, this.#borrow, this.#isSmall, this.#differs, this.#shifted] = [
      locals(),
      locals(),
      locals(),
      locals(),
      locals(),
    ];
    this.#state = body.localsOf(writer.vector.type, 4);
  }

  get offset(): number {
    return this.unit * this.writer.vector.bytes;
  }

  begin(): Statement {
    return set(this.#borrow, this.writer.vector.ones);
  }

  /** A bit of the count less one, from the lowest on; only a count of zero leaves a borrow. */
  lessOne(count: Local<T>, into: Local<T>): readonly Statement[] {
    const { vector } = this.writer;
    return [set(into, vector.xor(count, this.#borrow)), set(this.#borrow, vector.andnot(this.#borrow, count))];
  }

  /** Running lanes with a move need a rank; those without are noted. */
  findNeed(stripe: Local<'i32'>): readonly Statement[] {
    const { vector, map } = this.writer;
    return [
      set(this.need, vector.load(stripe, map.running + this.offset)),
      vector.store(at(map.without), vector.and(this.need, this.#borrow), this.offset),
      set(this.need, vector.andnot(this.need, this.#borrow)),
    ];
  }

  beginTry(): Statement {
    return set(this.#isSmall, this.writer.vector.ones);
  }

  /** A random bit within the mask, from the lowest on, compared with that of the count less one. */
  drawBit(into: Local<T>, mask: Local<T>, lessOne: Local<T>): readonly Statement[] {
    const { vector } = this.writer;
    return [
      ...this.#next(into),
      set(into, vector.and(into, mask)),
      set(this.#differs, vector.xor(into, lessOne)),
      set(this.#isSmall, vector.xor(this.#isSmall, vector.and(vector.xor(this.#isSmall, lessOne), this.#differs))),
    ];
  }

  /** Lanes whose rank is found, in `into`. */
  accept(into: Local<T>): readonly Statement[] {
    const { vector } = this.writer;
    return [set(into, vector.and(this.#isSmall, this.need)), set(this.need, vector.andnot(this.need, into))];
  }

  loadState(): readonly Statement[] {
    const { vector, map, stripe } = this.writer;
    return this.#state.map((word, index) =>
      set(word, vector.load(at(map.random), (index * stripe + this.unit) * vector.bytes)),
    );
  }

  storeState(): readonly Statement[] {
    const { vector, map, stripe } = this.writer;
    return this.#state.map((word, index) =>
      vector.store(at(map.random), word, (index * stripe + this.unit) * vector.bytes),
    );
  }

  /** xoshiro128+ of Blackman and Vigna, one generator a 32-bit word of the vector. */
  #next(into: Local<T>): readonly Statement[] {
    const { vector } = this.writer;
    const [a, b, c, d] = this.#state as readonly [Local<T>, Local<T>, Local<T>, Local<T>];
    return [
      set(into, vector.add(a, d)),
      set(this.#shifted, vector.shiftLeft(b, 9)),
      set(c, vector.xor(c, a)),
      set(d, vector.xor(d, b)),
      set(b, vector.xor(b, c)),
      set(a, vector.xor(a, d)),
      set(c, vector.xor(c, this.#shifted)),
      set(d, vector.or(vector.shiftLeft(d, 11), vector.shiftRight(d, 21))),
    ];
  }
}

function drawFewFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>, bits: number): FunctionReference {
  const { module, vector, map, stripe } = writer;
  return module.define(DRAW, (body) => {
    const stripeOffset = body.parameter('i32', 1);
    const taken = body.local(vector.type);
    const draws = Array.from({ length: stripe }, (_, unit) => {
      const planes = (): readonly Local<T>[] => body.localsOf(vector.type, bits);
      const draw = new Draw(writer, body, unit);
      return { draw, count: planes(), lessOne: planes(), mask: planes(), drawn: planes(), rank: planes() };
    });
    const each = Array.from({ length: bits }, (_, bit) => bit);
    const plane = (bit: number, { offset }: Draw<T>): number => bit * stripe * vector.bytes + offset;
    return [
      ...draws.flatMap(({ draw, count, lessOne, mask }) => [
        draw.begin(),
        ...each.flatMap((bit) => [
          set(count[bit]!, vector.load(at(map.count), plane(bit, draw))),
          ...draw.lessOne(count[bit]!, lessOne[bit]!),
        ]),
        ...draw.findNeed(stripeOffset),
        ...each
          .toReversed()
          .map((bit) => set(mask[bit]!, bit === bits - 1 ? lessOne[bit]! : vector.or(mask[bit + 1]!, lessOne[bit]!))),
        ...draw.loadState(),
      ]),
      loopWhile(
        vector.anyTrue(
          draws.map(({ draw }) => draw.need).reduce<Expression<T>>((a, b) => vector.or(a, b), vector.zero),
        ),
        [
          ...draws.map(({ draw }) => draw.beginTry()),
          ...each.flatMap((bit) =>
            draws.flatMap(({ draw, drawn, mask, lessOne }) => draw.drawBit(drawn[bit]!, mask[bit]!, lessOne[bit]!)),
          ),
          ...draws.flatMap(({ draw, drawn, rank }) => [
            ...draw.accept(taken),
            ...each.map((bit) => set(rank[bit]!, vector.or(rank[bit]!, vector.and(drawn[bit]!, taken)))),
          ]),
        ],
      ),
      ...draws.flatMap(({ draw, rank }) => [
        ...draw.storeState(),
        ...each.map((bit) => vector.store(at(map.rank), vector.not(rank[bit]!), plane(bit, draw))),
      ]),
    ];
  });
}

function drawManyFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, map, stripe } = writer;
  const planeBytes = stripe * vector.bytes;
  return module.define(DRAW, (body) => {
    const bits = body.parameter('i32', 0);
    const stripeOffset = body.parameter('i32', 1);
    const [offset, last] = body.localsOf('i32', 2) as [Local<'i32'>, Local<'i32'>];
    const [plane, mask, drawn, higher] = body.localsOf(vector.type, 4) as [Local<T>, Local<T>, Local<T>, Local<T>];
    const draws = Array.from({ length: stripe }, (_, unit) => new Draw(writer, body, unit));
    const ascending = (draw: Draw<T>, statements: readonly Statement[]): readonly Statement[] => [
      set(offset, at(draw.offset)),
      loopWhile(i32.ltU(offset, last), [...statements, advance(offset, planeBytes)]),
    ];
    return [
      set(last, i32.mul(bits, i32.const(planeBytes))),
      ...draws.flatMap((draw) => [
        // 1. The count less one.
        draw.begin(),
        ...ascending(draw, [
          set(plane, vector.load(offset, map.count)),
          ...draw.lessOne(plane, mask),
          vector.store(offset, mask, map.countLessOne),
          vector.store(offset, vector.ones, map.rank),
        ]),
        ...draw.findNeed(stripeOffset),
        // 2. The bits that it has: all up to its highest.
        set(higher, vector.zero),
        set(offset, i32.add(last, at(draw.offset))),
        loopWhile(i32.ltU(at(draw.offset), offset), [
          advance(offset, -planeBytes),
          set(higher, vector.or(higher, vector.load(offset, map.countLessOne))),
          vector.store(offset, higher, map.mask),
        ]),
        ...draw.loadState(),
      ]),
      // 3. Draw, and keep what is not larger.
      loopWhile(
        vector.anyTrue(draws.map(({ need }) => need).reduce<Expression<T>>((a, b) => vector.or(a, b), vector.zero)),
        [
          ...draws.flatMap((draw) => [
            draw.beginTry(),
            ...ascending(draw, [
              set(mask, vector.load(offset, map.mask)),
              set(plane, vector.load(offset, map.countLessOne)),
              ...draw.drawBit(drawn, mask, plane),
              vector.store(offset, drawn, map.drawn),
            ]),
            ...draw.accept(higher),
            ...ascending(draw, [
              set(drawn, vector.and(vector.load(offset, map.drawn), higher)),
              vector.store(offset, vector.andnot(vector.load(offset, map.rank), drawn), map.rank),
            ]),
          ]),
        ],
      ),
      ...draws.flatMap((draw) => draw.storeState()),
    ];
  });
}
