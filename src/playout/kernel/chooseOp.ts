import {
  block,
  branch,
  branchTable,
  call,
  type Expression,
  type FunctionReference,
  giveBack,
  i32,
  type Local,
  perform,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { countFunction, LOCAL_BITS } from './countMoves.js';
import { drawFunctions, planesOf, prepareDrawFunction } from './drawRank.js';
import { FEWEST_SIFTED, MOST_CHOICE_BITS } from './instructionSet.js';
import { CountDown } from './countDown.js';
import { advance, at, forUnits, type KernelWriter, loopWhile, PAIR, repeat, take, WORD } from './kernelWriter.js';

/**
 * A uniform choice among the legal moves, in each lane:
 *
 * 1. moves that are legal in no lane are sifted out, where there are many and it pays;
 * 2. the legal moves are counted, by carry-save adders, into upright numbers (bit j of every lane's count is one vector);
 * 3. a rank below the count is drawn by rejection: as many random bits as the count less one has, again where they are too many;
 * 4. the rank is counted down along the moves: the one at which it would fall below zero is the choice.
 *
 * Step 4 takes about one operation a move and bit, all in locals: fewer loads and stores than a tree of adders and its descent.
 */
export function chooseOp<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  retire: FunctionReference,
): FunctionReference {
  const { module, vector, width, map } = writer;
  const sift = siftFunction(writer);
  const count = countFunction(writer);
  const prepareDraw = prepareDrawFunction(writer);
  const draws = drawFunctions(writer);
  const selections = Array.from({ length: MOST_CHOICE_BITS }, (_, bits) => selectFunction(writer, bits + 1));
  return module.define({ parameters: ['i32'], result: 'i32' }, (body) => {
    const pc = body.parameter('i32', 0);
    const [moves, offset, bits, drawn, most, end] = body.localsOf('i32', 6) as Local<'i32'>[];
    const [list, left, from, some, rest, plane] = body.localsOf('i32', 6) as Local<'i32'>[];
    const lanes = body.local(vector.type);
    /** Some moves after the other, since those stay in the nearest cache while all vectors take them. */
    const inPortions = (statements: readonly Statement[]): readonly Statement[] => [
      set(from!, list!),
      set(rest!, left!),
      loopWhile(rest!, [
        set(some!, i32.const(PORTION)),
        when(i32.ltU(rest!, some!), [set(some!, rest!)]),
        ...forUnits(width, offset!, statements),
        set(from!, i32.add(from!, i32.shl(some!, i32.const(3)))),
        set(rest!, i32.sub(rest!, some!)),
      ]),
    ];
    return [
      ...take(moves!, pc),
      set(end!, i32.add(pc, i32.shl(moves!, i32.const(3)))),
      set(list!, pc),
      set(left!, moves!),
      // 1. The moves to choose from.
      when(i32.eqz(i32.ltU(moves!, i32.const(FEWEST_SIFTED))), [
        when(
          i32.load(end!),
          [i32.store(end!, i32.sub(i32.load(end!), i32.const(1)))],
          [
            set(left!, call('i32', sift, pc, moves!)),
            set(list!, i32.add(end!, i32.const(WORD))),
            when(i32.ltU(i32.sub(moves!, i32.shrU(moves!, i32.const(3))), left!), [
              i32.store(end!, i32.const(UNSIFTED)),
            ]),
          ],
        ),
      ]),
      // 2. Their numbers, from zero.
      set(bits!, i32.sub(i32.const(32), i32.clz(left!))),
      when(i32.ltU(bits!, i32.const(LOCAL_BITS)), [set(bits!, i32.const(LOCAL_BITS))]),
      ...forUnits(width, offset!, [
        set(plane!, planesOf(offset!)),
        set(some!, bits!),
        repeat(some!, [vector.store(plane!, vector.zero, map.count), advance(plane!, vector.bytes)]),
      ]),
      ...inPortions([perform(count, from!, some!, offset!, i32.add(planesOf(offset!), at(map.count)))]),
      // 3. The ranks.
      set(most!, i32.const(1)),
      ...forUnits(width, offset!, [
        set(drawn!, call('i32', prepareDraw, bits!, offset!)),
        when(i32.ltU(most!, drawn!), [set(most!, drawn!)]),
        onBits(drawn!, draws, (draw) => perform(draw, drawn!, offset!)),
        set(lanes, vector.load(at(map.without))),
        when(vector.anyTrue(lanes), [perform(retire, offset!, lanes, at(map.stuck))]),
      ]),
      // 4. The moves of these ranks.
      ...inPortions([onBits(most!, selections, (select) => perform(select, from!, some!, offset!))]),
      giveBack(i32.add(i32.add(end!, i32.const(WORD)), i32.shl(moves!, i32.const(3)))),
    ];
  });
}

/** Moves that are taken together, in every vector. */
const PORTION = 256;

/** Where seven in eight moves are legal in some lane, so many choices follow unsifted. */
const UNSIFTED = 31;

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
 * Writes the pairs of addresses of moves that are legal in some lane behind those of all and a word; gives their number. The others are made
 * in no lane.
 */
function siftFunction<T extends 'v128' | 'i64'>({ module, vector, width }: KernelWriter<T>): FunctionReference {
  return module.define({ parameters: ['i32', 'i32'], result: 'i32' }, (body) => {
    const pc = body.parameter('i32', 0);
    const moves = body.parameter('i32', 1);
    const [left, legal, does, found] = body.localsOf('i32', 4) as Local<'i32'>[];
    const offsets = Array.from({ length: width.units }, (_, unit) => unit * vector.bytes);
    const anyLane = offsets.map((offset) => vector.load(legal!, offset)).reduce((a, b) => vector.or(a, b));
    return [
      set(found!, i32.add(i32.add(pc, i32.shl(moves, i32.const(3))), i32.const(WORD))),
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
      // `pc` is now behind the pairs of all.
      giveBack(i32.shrU(i32.sub(i32.sub(found!, pc), i32.const(WORD)), i32.const(3))),
    ];
  });
}

/**
 * Turns the ranks of one vector into the moves of these ranks: counts down by the legal moves, and leaves what is left. The planes are those of
 * the rank's complement, so that what is left to borrow is a plain conjunction. Two moves are taken at a time; an odd one comes last.
 */
function selectFunction<T extends 'v128' | 'i64'>(
  { module, vector, map }: KernelWriter<T>,
  bits: number,
): FunctionReference {
  return module.define({ parameters: ['i32', 'i32', 'i32'] }, (body) => {
    const [next, moves, offset] = [0, 1, 2].map((place) => body.parameter('i32', place));
    const [left, rank] = body.localsOf('i32', 2) as [Local<'i32'>, Local<'i32'>];
    const planes = body.localsOf(vector.type, bits);
    const countDown = new CountDown(vector, body, planes);
    const load = (pair: number): Expression<T> => vector.load(i32.add(i32.load(next!, pair * PAIR), offset!));
    const store = (pair: number, does: Expression<T>): Statement =>
      vector.store(i32.add(i32.load(next!, pair * PAIR + WORD), offset!), does);
    return [
      set(rank, i32.add(planesOf(offset!), at(map.rank))),
      ...planes.map((plane, bit) => set(plane, vector.load(rank, bit * vector.bytes))),
      set(left, i32.shrU(moves!, i32.const(1))),
      repeat(left, [
        ...countDown.two([load(0), load(1)], [(does) => store(0, does), (does) => store(1, does)]),
        advance(next!, 2 * PAIR),
      ]),
      when(
        i32.and(moves!, i32.const(1)),
        countDown.one(load(0), (does) => store(0, does)),
      ),
      ...planes.map((plane, bit) => vector.store(rank, plane, bit * vector.bytes)),
    ];
  });
}
