import {
  type Expression,
  type FunctionReference,
  type FunctionWriter,
  giveBack,
  i32,
  type Local,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { MOST_CHOICE_BITS } from './instructionSet.js';
import { advance, at, type KernelWriter, loopWhile } from './kernelWriter.js';

/** Ranks of so few bits are drawn in locals alone. */
const MOST_LOCAL_BITS = 7;

/** The count less one, bit by bit from the lowest on. */
export class LessOne<T extends 'v128' | 'i64'> {
  readonly need: Local<T>;
  readonly #borrow: Local<T>;
  readonly #before: Local<T>;

  constructor(
    private readonly writer: KernelWriter<T>,
    body: FunctionWriter,
  ) {
    [this.need, this.#borrow, this.#before] = body.localsOf(writer.vector.type, 3) as [Local<T>, Local<T>, Local<T>];
  }

  begin(): Statement {
    return set(this.#borrow, this.writer.vector.ones);
  }

  /** Only a count of zero leaves a borrow. */
  bit(count: Local<T>): readonly Statement[] {
    const { vector } = this.writer;
    return [
      set(this.#before, count),
      set(count, vector.xor(this.#before, this.#borrow)),
      set(this.#borrow, vector.andnot(this.#borrow, this.#before)),
    ];
  }

  /** Lanes with a move, of those in which a bit is set. */
  within(lanes: Expression<T>): Expression<T> {
    return this.writer.vector.andnot(lanes, this.#borrow);
  }

  /** Running lanes with a move need a rank; those without are noted. */
  findNeed(offset: Expression<'i32'>): readonly Statement[] {
    const { vector, map } = this.writer;
    return [
      set(this.need, vector.load(offset, map.running)),
      vector.store(at(map.without), vector.and(this.need, this.#borrow)),
      set(this.need, vector.andnot(this.need, this.#borrow)),
    ];
  }
}

/**
 * From a count (its number of bits, and the byte offset of the vector in slots): the count less one, which bits of it running lanes
 * with a move have (all up to the highest), these lanes, and running lanes without one. Gives the bits that are to be drawn: those that any lane
 * has, 1 at least. The rank is
 * zero until then.
 */
export function prepareDrawFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, map } = writer;
  return module.define({ parameters: ['i32', 'i32'], result: 'i32' }, (body) => {
    const bits = body.parameter('i32', 0);
    const offset = body.parameter('i32', 1);
    const [plane, last, drawn, first] = body.localsOf('i32', 4) as Local<'i32'>[] as [
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
    ];
    const [count, mask] = body.localsOf(vector.type, 2) as [Local<T>, Local<T>];
    const lessOne = new LessOne(writer, body);
    return [
      set(last, i32.mul(bits, i32.const(vector.bytes))),
      set(first, planesOf(offset)),
      lessOne.begin(),
      set(plane, i32.const(0)),
      loopWhile(i32.ltU(plane, last), [
        set(count, vector.load(i32.add(first, plane), map.count)),
        vector.store(i32.add(first, plane), vector.ones, map.rank),
        ...lessOne.bit(count),
        vector.store(plane, count, map.countLessOne),
        advance(plane, vector.bytes),
      ]),
      ...lessOne.findNeed(offset),
      vector.store(at(map.need), lessOne.need),
      set(mask, vector.zero),
      loopWhile(plane, [
        advance(plane, -vector.bytes),
        set(mask, vector.or(mask, lessOne.within(vector.load(plane, map.countLessOne)))),
        vector.store(plane, vector.and(mask, lessOne.need), map.mask),
        set(drawn, i32.add(drawn, vector.anyTrue(mask))),
      ]),
      when(i32.eqz(drawn), [giveBack(i32.const(1))]),
      giveBack(drawn),
    ];
  });
}

/** Where the planes of a vector's count and rank begin, from its byte offset in slots. */
export const planesOf = (offset: Expression<'i32'>): Expression<'i32'> => i32.mul(offset, i32.const(MOST_CHOICE_BITS));

/**
 * Functions that draw a rank, whose complement they leave in `map.rank`, for what was prepared. They take the bits that are to be drawn and the
 * byte offset of the vector. The first is for one bit, and so on; the last is for any number.
 */
export function drawFunctions<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): readonly FunctionReference[] {
  const few = Array.from({ length: MOST_LOCAL_BITS }, (_, bits) => drawFewFunction(writer, bits + 1));
  return [...few, drawManyFunction(writer)];
}

/** What is drawn, bit by bit from the lowest on: lanes that need a rank yet, and whether what was drawn is small enough. */
class Draw<T extends 'v128' | 'i64'> {
  readonly #isSmall: Local<T>;
  readonly #differs: Local<T>;
  readonly #bit: Local<T>;
  readonly #state: readonly Local<T>[];

  constructor(
    private readonly writer: KernelWriter<T>,
    body: FunctionWriter,
    readonly need: Local<T>,
  ) {
    const locals = body.localsOf(writer.vector.type, 3) as [Local<T>, Local<T>, Local<T>];
    [this.#isSmall, this.#differs, this.#bit] = locals;
    this.#state = body.localsOf(writer.vector.type, 4);
  }

  beginTry(): Statement {
    return set(this.#isSmall, this.writer.vector.ones);
  }

  /** A random bit within the mask is added to the rank, and compared with that of the count less one. */
  drawBit(rank: Local<T>, mask: Local<T>, lessOne: Local<T>): readonly Statement[] {
    const { vector } = this.writer;
    return [
      ...this.#next(),
      set(this.#bit, vector.and(this.#bit, mask)),
      set(rank, vector.or(rank, this.#bit)),
      set(this.#differs, vector.xor(this.#bit, lessOne)),
      set(this.#isSmall, vector.xor(this.#isSmall, vector.and(vector.xor(this.#isSmall, lessOne), this.#differs))),
    ];
  }

  /** Lanes whose rank was too large still need one. */
  endTry(): Statement {
    return set(this.need, this.writer.vector.andnot(this.need, this.#isSmall));
  }

  /** What was drawn there is dropped, and only there is drawn again. */
  keep(rank: Local<T>, mask: Local<T>): readonly Statement[] {
    const { vector } = this.writer;
    return [set(rank, vector.andnot(rank, this.need)), set(mask, vector.and(mask, this.need))];
  }

  loadState(): readonly Statement[] {
    const { vector, map } = this.writer;
    return this.#state.map((word, index) => set(word, vector.load(at(map.random), index * vector.bytes)));
  }

  storeState(): readonly Statement[] {
    const { vector, map } = this.writer;
    return this.#state.map((word, index) => vector.store(at(map.random), word, index * vector.bytes));
  }

  /** xoshiro128+ of Blackman and Vigna, one generator a 32-bit word of the vector. */
  #next(): readonly Statement[] {
    const { vector } = this.writer;
    const [a, b, c, d] = this.#state as readonly [Local<T>, Local<T>, Local<T>, Local<T>];
    const shifted = this.#differs;
    return [
      set(this.#bit, vector.add(a, d)),
      set(shifted, vector.shiftLeft(b, 9)),
      set(c, vector.xor(c, a)),
      set(d, vector.xor(d, b)),
      set(b, vector.xor(b, c)),
      set(a, vector.xor(a, d)),
      set(c, vector.xor(c, shifted)),
      set(d, vector.or(vector.shiftLeft(d, 11), vector.shiftRight(d, 21))),
    ];
  }
}

/** What lanes draw below, in locals; the masks are overwritten. */
export interface Bounds<T extends 'v128' | 'i64'> {
  readonly need: Local<T>;
  readonly lessOne: readonly Local<T>[];
  readonly masks: readonly Local<T>[];
}

/** Draws ranks, which are zero before, in locals. */
export function drawInLocals<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  body: FunctionWriter,
  { need, lessOne, masks }: Bounds<T>,
): { readonly draw: (bits: number, ranks: readonly Local<T>[]) => readonly Statement[] } {
  const draw = new Draw(writer, body, need);
  return {
    draw: (bits, ranks) => {
      const drawn = ranks.slice(0, bits);
      return [
        ...draw.loadState(),
        loopWhile(writer.vector.anyTrue(need), [
          draw.beginTry(),
          ...drawn.flatMap((rank, bit) => draw.drawBit(rank, masks[bit]!, lessOne[bit]!)),
          draw.endTry(),
          ...drawn.flatMap((rank, bit) => draw.keep(rank, masks[bit]!)),
        ]),
        ...draw.storeState(),
      ];
    },
  };
}

const DRAW = { parameters: ['i32', 'i32'] } as const;

function drawFewFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>, bits: number): FunctionReference {
  const { module, vector, map } = writer;
  return module.define(DRAW, (body) => {
    const offset = body.parameter('i32', 1);
    const need = body.local(vector.type);
    const planes = (): readonly Local<T>[] => body.localsOf(vector.type, bits);
    const [lessOne, masks, ranks] = [planes(), planes(), planes()];
    const loadAll = (into: readonly Local<T>[], from: number): readonly Statement[] =>
      into.map((plane, bit) => set(plane, vector.load(at(from), bit * vector.bytes)));
    return [
      set(need, vector.load(at(map.need))),
      ...loadAll(lessOne, map.countLessOne),
      ...loadAll(masks, map.mask),
      ...drawInLocals(writer, body, { need, lessOne, masks }).draw(bits, ranks),
      ...ranks.map((rank, bit) => vector.store(planesOf(offset), vector.not(rank), map.rank + bit * vector.bytes)),
    ];
  });
}

function drawManyFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, map } = writer;
  return module.define(DRAW, (body) => {
    const bits = body.parameter('i32', 0);
    const [plane, last, first] = body.localsOf('i32', 3) as [Local<'i32'>, Local<'i32'>, Local<'i32'>];
    const rankPlane = i32.add(first, plane);
    const [need, count, mask, rank] = body.localsOf(vector.type, 4) as [Local<T>, Local<T>, Local<T>, Local<T>];
    const draw = new Draw(writer, body, need);
    const ascending = (statements: readonly Statement[]): readonly Statement[] => [
      set(plane, i32.const(0)),
      loopWhile(i32.ltU(plane, last), [...statements, advance(plane, vector.bytes)]),
    ];
    return [
      set(last, i32.mul(bits, i32.const(vector.bytes))),
      set(first, planesOf(body.parameter('i32', 1))),
      set(need, vector.load(at(map.need))),
      ...ascending([vector.store(rankPlane, vector.zero, map.rank)]),
      ...draw.loadState(),
      loopWhile(vector.anyTrue(need), [
        draw.beginTry(),
        ...ascending([
          set(rank, vector.load(rankPlane, map.rank)),
          set(mask, vector.load(plane, map.mask)),
          set(count, vector.load(plane, map.countLessOne)),
          ...draw.drawBit(rank, mask, count),
          vector.store(rankPlane, rank, map.rank),
        ]),
        draw.endTry(),
        ...ascending([
          set(rank, vector.load(rankPlane, map.rank)),
          set(mask, vector.load(plane, map.mask)),
          ...draw.keep(rank, mask),
          vector.store(rankPlane, rank, map.rank),
          vector.store(plane, mask, map.mask),
        ]),
      ]),
      ...draw.storeState(),
      ...ascending([vector.store(rankPlane, vector.not(vector.load(rankPlane, map.rank)), map.rank)]),
    ];
  });
}
