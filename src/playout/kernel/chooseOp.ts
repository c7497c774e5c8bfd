import {
  block,
  branch,
  branchTable,
  call,
  drop,
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
import { advance, at, type KernelWriter, loopWhile, repeat, take, WORD } from './kernelWriter.js';

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
  { addOne, retire }: { readonly addOne: FunctionReference; readonly retire: FunctionReference },
): FunctionReference {
  const { module, vector, width, map } = writer;
  const sift = siftFunction(writer);
  const count = countFunction(writer);
  const draws = drawFunctions(writer);
  const selections = Array.from({ length: MOST_CHOICE_BITS }, (_, bits) => selectFunction(writer, bits + 1));
  const stripe = writer.stripe * vector.bytes;
  return module.define({ parameters: ['i32'], result: 'i32' }, (body) => {
    const pc = body.parameter('i32', 0);
    const [moves, offset, bits, list, legal, does, left] = body.localsOf('i32', 7) as Local<'i32'>[];
    const lanes = body.local(vector.type);
    const drawUnit = (unit: number): readonly Statement[] => [
      onBits(bits!, draws, (draw) =>
        set(lanes, call(vector.type, draw, bits!, i32.add(offset!, at(unit * vector.bytes)), at(unit * vector.bytes))),
      ),
      when(vector.anyTrue(lanes), [
        drop(call(vector.type, addOne, i32.add(offset!, at(map.stuck + unit * vector.bytes)), lanes)),
        perform(retire, i32.add(offset!, at(unit * vector.bytes)), lanes),
      ]),
    ];
    return [
      ...take(moves!, pc),
      set(list!, i32.shl(moves!, i32.const(2))),
      set(legal!, pc),
      set(does!, i32.add(pc, list!)),
      set(left!, moves!),
      when(i32.eqz(i32.ltU(moves!, i32.const(FEWEST_SIFTED))), [
        set(left!, call('i32', sift, pc, moves!)),
        set(legal!, i32.add(pc, i32.shl(list!, i32.const(1)))),
        set(does!, i32.add(legal!, list!)),
      ]),
      set(offset!, i32.const(0)),
      loopWhile(i32.ltU(offset!, i32.const(width.units * vector.bytes)), [
        set(bits!, call('i32', count, legal!, left!, offset!)),
        ...Array.from({ length: writer.stripe }, (_, unit) => drawUnit(unit)).flat(),
        onBits(bits!, selections, (select) => perform(select, legal!, does!, left!, offset!)),
        advance(offset!, stripe),
      ]),
      giveBack(i32.add(pc, i32.shl(list!, i32.const(2)))),
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
 * Writes the addresses of moves that are legal in some lane, and of where they are made, behind those of all; gives their number. The others
 * are made in no lane.
 */
function siftFunction<T extends 'v128' | 'i64'>({ module, vector, width }: KernelWriter<T>): FunctionReference {
  return module.define({ parameters: ['i32', 'i32'], result: 'i32' }, (body) => {
    const pc = body.parameter('i32', 0);
    const moves = body.parameter('i32', 1);
    const [list, left, legal, does, found] = body.localsOf('i32', 5) as Local<'i32'>[];
    const offsets = Array.from({ length: width.units }, (_, unit) => unit * vector.bytes);
    const anyLane = offsets.map((offset) => vector.load(legal!, offset)).reduce((a, b) => vector.or(a, b));
    return [
      set(list!, i32.shl(moves, i32.const(2))),
      set(found!, i32.add(pc, i32.shl(list!, i32.const(1)))),
      set(left!, moves),
      repeat(left!, [
        set(legal!, i32.load(pc)),
        set(does!, i32.load(i32.add(pc, list!))),
        i32.store(found!, legal!),
        i32.store(i32.add(found!, list!), does!),
        set(found!, i32.add(found!, i32.shl(vector.anyTrue(anyLane), i32.const(2)))),
        when(
          i32.sub(legal!, does!),
          offsets.map((offset) => vector.store(does!, vector.zero, offset)),
        ),
        advance(pc, WORD),
      ]),
      // `pc` is now behind the legal moves: the found ones began one list further.
      giveBack(i32.shrU(i32.sub(found!, i32.add(pc, list!)), i32.const(2))),
    ];
  });
}

/** Ranks of more bits are counted down one vector after the other: those of a whole stripe would not fit into the registers. */
const MOST_BITS_SIDE_BY_SIDE = 5;

/** Turns the ranks of one stripe into the moves of these ranks: counts down by one at each legal move. */
function selectFunction<T extends 'v128' | 'i64'>(
  { module, vector, map, stripe }: KernelWriter<T>,
  bits: number,
): FunctionReference {
  return module.define({ parameters: ['i32', 'i32', 'i32', 'i32'] }, (body) => {
    const [legal, does, moves, offset] = [0, 1, 2, 3].map((place) => body.parameter('i32', place));
    const [from, to, nextLegal, nextDoes, left] = body.localsOf('i32', 5);
    const sideBySide = bits <= MOST_BITS_SIDE_BY_SIDE ? stripe : 1;
    const units = Array.from({ length: sideBySide }, (_, unit) => ({
      rank: body.localsOf(vector.type, bits),
      borrow: body.local(vector.type),
      before: body.local(vector.type),
      at: unit * vector.bytes,
    }));
    const pass = (first: number): readonly Statement[] => [
      set(nextLegal!, legal!),
      set(nextDoes!, does!),
      set(left!, moves!),
      ...units.flatMap(({ rank, at: unit }) =>
        rank.map((plane, bit) => set(plane, vector.load(at(map.rank), bit * stripe * vector.bytes + first + unit))),
      ),
      repeat(left!, [
        set(from!, i32.add(i32.load(nextLegal!), offset!)),
        set(to!, i32.add(i32.load(nextDoes!), offset!)),
        ...units.flatMap(({ rank, borrow, before, at: unit }) => [
          set(borrow, vector.load(from!, first + unit)),
          ...rank.flatMap((plane) => [
            set(before, plane),
            set(plane, vector.xor(before, borrow)),
            set(borrow, vector.andnot(borrow, before)),
          ]),
          vector.store(to!, borrow, first + unit),
        ]),
        advance(nextLegal!, WORD),
        advance(nextDoes!, WORD),
      ]),
    ];
    const passes = Array.from({ length: stripe / sideBySide }, (_, index) => pass(index * sideBySide * vector.bytes));
    return passes.flat();
  });
}
