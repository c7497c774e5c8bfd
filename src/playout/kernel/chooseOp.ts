import {
  block,
  branch,
  branchTable,
  call,
  type FunctionReference,
  giveBack,
  i32,
  type Local,
  perform,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { countFunction } from './countMoves.js';
import { drawFunctions } from './drawRank.js';
import { FEWEST_SIFTED, MOST_CHOICE_BITS } from './instructionSet.js';
import { advance, at, type KernelWriter, loopWhile, PAIR, repeat, take, WORD } from './kernelWriter.js';

/**
 * A uniform choice among the legal moves, in each lane:
 *
 * 1. moves that are legal in no lane are sifted out, where there are many;
 * 2. the legal moves are counted, by carry-save adders, into upright numbers (bit j of every lane's count is one vector);
 * 3. a rank below the count is drawn by rejection: as many random bits as the count less one has, again where they are too many;
 * 4. the rank is counted down along the moves: the one at which it would fall below zero is the choice.
 *
 * Step 4 takes two operations a move and bit, all in locals: fewer loads and stores than a tree of adders and its descent. Steps 2 to 4 take
 * one or two vectors of a slot at a time, a stripe.
 */
export function chooseOp<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  retire: FunctionReference,
): FunctionReference {
  const { module, vector, width, map } = writer;
  const sift = siftFunction(writer);
  const count = countFunction(writer);
  const draws = drawFunctions(writer);
  const selections = Array.from({ length: MOST_CHOICE_BITS }, (_, bits) => selectFunction(writer, bits + 1));
  const stripe = writer.stripe * vector.bytes;
  return module.define({ parameters: ['i32'], result: 'i32' }, (body) => {
    const pc = body.parameter('i32', 0);
    const [moves, offset, bits, end, list, left] = body.localsOf('i32', 6) as Local<'i32'>[];
    const lanes = body.local(vector.type);
    const retireStuck = (unit: number): readonly Statement[] => [
      set(lanes, vector.load(at(map.without), unit * vector.bytes)),
      when(vector.anyTrue(lanes), [perform(retire, i32.add(offset!, at(unit * vector.bytes)), lanes, at(map.stuck))]),
    ];
    return [
      ...take(moves!, pc),
      set(list!, pc),
      set(end!, i32.add(pc, i32.shl(moves!, i32.const(3)))),
      set(left!, moves!),
      when(i32.eqz(i32.ltU(moves!, i32.const(FEWEST_SIFTED))), [
        set(left!, call('i32', sift, pc, moves!)),
        set(list!, end!),
      ]),
      set(offset!, i32.const(0)),
      loopWhile(i32.ltU(offset!, i32.const(width.units * vector.bytes)), [
        set(bits!, call('i32', count, list!, left!, offset!)),
        onBits(bits!, draws, (draw) => perform(draw, bits!, offset!)),
        ...Array.from({ length: writer.stripe }, (_, unit) => retireStuck(unit)).flat(),
        onBits(bits!, selections, (select) => perform(select, list!, left!, offset!)),
        advance(offset!, stripe),
      ]),
      giveBack(i32.add(end!, i32.shl(moves!, i32.const(3)))),
    ];
  });
}

/** One of the alternatives, the first for 1 bit, the second for 2, the last for so many or more. */
function onBits(
  bits: Local<'i32'>,
  alternatives: readonly FunctionReference[],
  use: (alternative: FunctionReference) => Statement,
): Statement {
  return block((leave) => {
    const nest = (index: number, labels: readonly Parameters<typeof branch>[0][]): readonly Statement[] => {
      if (index < 0) return [branchTable(i32.sub(bits, i32.const(1)), [...labels].reverse())];
      return [block((here) => nest(index - 1, [...labels, here])), use(alternatives[index]!), branch(leave)];
    };
    return nest(alternatives.length - 1, []);
  });
}

/**
 * Writes the pairs of addresses of moves that are legal in some lane behind those of all; gives their number. The others are made in no
 * lane.
 */
function siftFunction<T extends 'v128' | 'i64'>({ module, vector, width }: KernelWriter<T>): FunctionReference {
  return module.define({ parameters: ['i32', 'i32'], result: 'i32' }, (body) => {
    const pc = body.parameter('i32', 0);
    const moves = body.parameter('i32', 1);
    const [left, legal, does, found] = body.localsOf('i32', 4) as Local<'i32'>[];
    const offsets = Array.from({ length: width.units }, (_, unit) => unit * vector.bytes);
    const anyLane = offsets.map((offset) => vector.load(legal!, offset)).reduce((a, b) => vector.or(a, b));
    return [
      set(found!, i32.add(pc, i32.shl(moves, i32.const(3)))),
      set(left!, moves),
      repeat(left!, [
        set(legal!, i32.load(pc)),
        set(does!, i32.load(pc, WORD)),
        i32.store(found!, legal!),
        i32.store(found!, does!, WORD),
        set(found!, i32.add(found!, i32.shl(vector.anyTrue(anyLane), i32.const(3)))),
        when(
          i32.sub(legal!, does!),
          offsets.map((offset) => vector.store(does!, vector.zero, offset)),
        ),
        advance(pc, PAIR),
      ]),
      // `pc` is now behind the pairs of all, where the found ones began.
      giveBack(i32.shrU(i32.sub(found!, pc), i32.const(3))),
    ];
  });
}

/** Ranks of more bits are counted down one vector after the other: those of a whole stripe would not fit into the registers. */
const MOST_BITS_SIDE_BY_SIDE = 5;

/** Moves that a loop takes at a time. */
const UNROLLED = 2;

/**
 * Turns the ranks of one stripe into the moves of these ranks: counts down by one at each legal move. The planes are those of the rank's
 * complement, so that what is left to borrow is a plain conjunction.
 */
function selectFunction<T extends 'v128' | 'i64'>(
  { module, vector, map, stripe }: KernelWriter<T>,
  bits: number,
): FunctionReference {
  return module.define({ parameters: ['i32', 'i32', 'i32'] }, (body) => {
    const [list, moves, offset] = [0, 1, 2].map((place) => body.parameter('i32', place));
    const [from, to, next, left] = body.localsOf('i32', 4);
    const sideBySide = bits <= MOST_BITS_SIDE_BY_SIDE ? stripe : 1;
    const units = Array.from({ length: sideBySide }, (_, unit) => ({
      planes: body.localsOf(vector.type, bits),
      borrow: body.local(vector.type),
      before: body.local(vector.type),
      at: unit * vector.bytes,
    }));
    const move = (first: number, pair: number): readonly Statement[] => [
      set(from!, i32.add(i32.load(next!, pair * PAIR), offset!)),
      set(to!, i32.add(i32.load(next!, pair * PAIR + WORD), offset!)),
      ...units.flatMap(({ planes, borrow, before, at: unit }) => [
        set(borrow, vector.load(from!, first + unit)),
        ...planes.flatMap((plane) => [
          set(before, plane),
          set(plane, vector.xor(before, borrow)),
          set(borrow, vector.and(borrow, before)),
        ]),
        vector.store(to!, borrow, first + unit),
      ]),
    ];
    const pass = (first: number): readonly Statement[] => [
      set(next!, list!),
      ...units.flatMap(({ planes, at: unit }) =>
        planes.map((plane, bit) => set(plane, vector.load(at(map.rank), bit * stripe * vector.bytes + first + unit))),
      ),
      set(left!, i32.shrU(moves!, i32.const(Math.log2(UNROLLED)))),
      repeat(left!, [
        ...Array.from({ length: UNROLLED }, (_, pair) => move(first, pair)).flat(),
        advance(next!, UNROLLED * PAIR),
      ]),
      set(left!, i32.and(moves!, i32.const(UNROLLED - 1))),
      repeat(left!, [...move(first, 0), advance(next!, PAIR)]),
    ];
    const passes = Array.from({ length: stripe / sideBySide }, (_, index) => pass(index * sideBySide * vector.bytes));
    return passes.flat();
  });
}
