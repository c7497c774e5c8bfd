import {
  branchIf,
  call,
  drop,
  type Expression,
  type FunctionReference,
  type FunctionWriter,
  giveBack,
  i32,
  i64,
  type Local,
  loop,
  perform,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { COUNTER_BITS } from './instructionSet.js';
import {
  advance,
  at,
  forUnits,
  forUnitsUnrolled,
  type KernelWriter,
  loopWhile,
  repeat,
  take,
  WORD,
} from './kernelWriter.js';
import { QUEUE, slotBytes } from './memoryMap.js';

const OP = { parameters: ['i32'], result: 'i32' } as const;

type I32 = Expression<'i32'>;

/** Goes through lanes of a vector one by one, by way of memory, where single bits can be had. */
class LaneLoop<T extends 'v128' | 'i64'> {
  readonly #word: Local<'i32'>;
  readonly #rest: Local<'i32'>;
  readonly #firstLane: Local<'i32'>;

  constructor(
    private readonly writer: KernelWriter<T>,
    body: FunctionWriter,
  ) {
    [this.#word, this.#rest, this.#firstLane] = body.localsOf('i32', 3) as [Local<'i32'>, Local<'i32'>, Local<'i32'>];
  }

  /** The body for each of the lanes of the unit at a byte offset. */
  run(unit: I32, lanes: Expression<T>, body: (lane: I32) => readonly Statement[]): readonly Statement[] {
    const { vector, width, map } = this.writer;
    const [word, rest, firstLane] = [this.#word, this.#rest, this.#firstLane];
    const last = at(map.scratch + width.unitWords * WORD);
    return [
      vector.store(at(map.scratch), lanes),
      set(word, at(map.scratch)),
      set(firstLane, i32.shl(unit, i32.const(3))),
      loopWhile(i32.ltU(word, last), [
        set(rest, i32.load(word)),
        loopWhile(rest, [
          ...body(i32.add(firstLane, i32.ctz(rest))),
          set(rest, i32.and(rest, i32.sub(rest, i32.const(1)))),
        ]),
        advance(word, WORD),
        advance(firstLane, 32),
      ]),
    ];
  }

  /** In the body: the lane is not among {@link lanesLeft}. */
  get dropLane(): Statement {
    const [word, rest] = [this.#word, this.#rest];
    return i32.store(word, i32.xor(i32.load(word), i32.and(rest, i32.sub(i32.const(0), rest))));
  }

  get lanesLeft(): Expression<T> {
    return this.writer.vector.load(at(this.writer.map.scratch));
  }
}

/**
 * Adds one, in each lane of the second argument, to the counter at the address; gives the lanes whose counter overflowed. Counters stand
 * upright, a slot a bit, and a carry seldom goes far.
 */
function addOneFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, width } = writer;
  return module.define({ parameters: ['i32', vector.type], result: vector.type }, (body) => {
    const counter = body.parameter('i32', 0);
    const carry = body.parameter(vector.type, 1);
    const before = body.local(vector.type);
    const left = body.local('i32');
    return [
      set(left, i32.const(COUNTER_BITS)),
      loop((again) => [
        when(i32.eqz(vector.anyTrue(carry)), [giveBack(vector.zero)]),
        set(before, vector.load(counter)),
        vector.store(counter, vector.xor(before, carry)),
        set(carry, vector.and(before, carry)),
        advance(counter, slotBytes(width)),
        set(left, i32.sub(left, i32.const(1))),
        branchIf(left, again),
      ]),
      giveBack(carry),
    ];
  });
}

/** Ends the playouts of lanes of the unit at a byte offset: they no longer run. */
const retire = <T extends 'v128' | 'i64'>(
  { vector, map }: KernelWriter<T>,
  unit: Expression<'i32'>,
  lanes: Expression<T>,
): Statement => vector.store(unit, vector.andnot(vector.load(unit, map.running), lanes), map.running);

/**
 * Counts one for lanes (second argument) of the unit at a byte offset (first) at the counter at an address (third): in
 * each lane, or, where lanes are shared, for the start that the table at the fourth has for the lane.
 */
export function countFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, map } = writer;
  const addOne = addOneFunction(writer);
  return module.define({ parameters: ['i32', vector.type, 'i32', 'i32'] }, (body) => {
    const unit = body.parameter('i32', 0);
    const lanes = body.parameter(vector.type, 1);
    const counter = body.parameter('i32', 2);
    const startOf = body.parameter('i32', 3);
    const each = new LaneLoop(writer, body);
    const byte = body.local('i32');
    return [
      when(
        i32.load(at(map.isShared)),
        each.run(unit, lanes, (lane) => [
          set(byte, i32.add(counter, i32.load(i32.add(startOf, i32.shl(lane, i32.const(2)))))),
          // The lowest byte of four: it never overflows.
          i32.store(byte, i32.add(i32.load(byte), i32.const(1))),
        ]),
        [drop(call(vector.type, addOne, i32.add(unit, counter), lanes))],
      ),
    ];
  });
}

/** Ends the playouts of lanes (second argument) of the unit at a byte offset (first), and counts them at the counter at an address (third). */
export function retireFunction<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  count: FunctionReference,
): FunctionReference {
  const { module, vector, map } = writer;
  return module.define({ parameters: ['i32', vector.type, 'i32'] }, (body) => {
    const unit = body.parameter('i32', 0);
    const lanes = body.parameter(vector.type, 1);
    const counter = body.parameter('i32', 2);
    return [retire(writer, unit, lanes), perform(count, unit, lanes, counter, at(map.poolOfLane))];
  });
}

export function markOp<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  retireAndCount: FunctionReference,
): FunctionReference {
  const { module, vector, width, map } = writer;
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const [terminal, unit, bit, born, stamp] = body.localsOf('i32', 5) as Local<'i32'>[];
    const lanes = body.local(vector.type);
    const notOld = body.local(vector.type);
    const hasEpoch = i32.eqz(i32.ltU(i32.load(at(map.now)), i32.load(at(map.nextEpoch))));
    return [
      ...take(terminal!, pc),
      ...forUnitsUnrolled(width, unit!, [
        set(lanes, vector.and(vector.load(i32.add(terminal!, unit!)), vector.load(unit!, map.running))),
        vector.store(unit!, lanes, map.finished),
        retire(writer, unit!, lanes),
      ]),
      // 1. Once an epoch: has any lane gone through the whole of the last one without a refill?
      when(hasEpoch, [
        i32.store(at(map.nextEpoch), i32.add(i32.load(at(map.nextEpoch)), i32.load(at(map.epoch)))),
        i32.store(at(map.hasOldLanes), i32.const(0)),
        ...forUnits(width, unit!, [
          set(lanes, vector.andnot(vector.load(unit!, map.running), vector.load(unit!, map.fresh))),
          when(vector.anyTrue(lanes), [i32.store(at(map.hasOldLanes), i32.const(1))]),
          vector.store(unit!, vector.zero, map.fresh),
        ]),
      ]),
      // 2. Only then can a playout reach its last ply in this one: its stamp is that of `maxPlies` plies ago.
      when(i32.load(at(map.hasOldLanes)), [
        ...forUnits(width, unit!, [
          set(notOld, vector.not(vector.load(unit!, map.running))),
          set(born!, i32.sub(i32.load(at(map.now)), i32.load(at(map.maxPlies)))),
          set(bit!, i32.load(at(map.stampBits))),
          set(stamp!, i32.add(unit!, at(map.stamps))),
          repeat(bit!, [
            when(
              i32.and(born!, i32.const(1)),
              [set(notOld, vector.or(notOld, vector.not(vector.load(stamp!))))],
              [set(notOld, vector.or(notOld, vector.load(stamp!)))],
            ),
            set(born!, i32.shrU(born!, i32.const(1))),
            advance(stamp!, slotBytes(width)),
          ]),
          set(lanes, vector.not(notOld)),
          when(vector.anyTrue(lanes), [perform(retireAndCount, unit!, lanes, at(map.capped))]),
        ]),
      ]),
      giveBack(pc),
    ];
  });
}

export function skipUnlessOp<T extends 'v128' | 'i64'>({
  module,
  vector,
  width,
  map,
}: KernelWriter<T>): FunctionReference {
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const unit = body.local('i32');
    const lanes = body.local(vector.type);
    return [
      ...forUnitsUnrolled(width, unit, [
        set(lanes, vector.load(unit, map.finished)),
        when(i32.load(pc, WORD), [set(lanes, vector.and(lanes, vector.load(unit, map.kept)))]),
        when(vector.anyTrue(lanes), [giveBack(i32.add(pc, i32.const(2 * WORD)))]),
      ]),
      giveBack(i32.load(pc)),
    ];
  });
}

export function tallyOp<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  countLanes: FunctionReference,
): FunctionReference {
  const { module, vector, width, map } = writer;
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const [isAside, mask, startOf, count, outcome, counter, unit] = body.localsOf('i32', 7) as Local<'i32'>[];
    const lanes = body.local(vector.type);
    const counted = vector.and(vector.load(i32.add(outcome!, unit!)), vector.load(i32.add(mask!, unit!)));
    const total = i32.add(counter!, unit!);
    const byLane = forUnits(width, unit!, [
      set(lanes, counted),
      when(vector.anyTrue(lanes), [perform(countLanes, unit!, lanes, counter!, startOf!)]),
    ]);
    const byVector = forUnitsUnrolled(width, unit!, [
      set(lanes, counted),
      i32.store(total, i32.add(i32.load(total), vector.popcount(lanes))),
    ]);
    return [
      ...take(isAside!, pc),
      ...take(count!, pc),
      set(mask!, at(map.finished)),
      set(startOf!, at(map.poolOfLane)),
      when(isAside!, [set(mask!, at(map.kept)), set(startOf!, at(map.asideOfLane))]),
      repeat(count!, [
        ...take(outcome!, pc),
        ...take(counter!, pc),
        when(i32.load(at(map.isByLane)), byLane, byVector),
      ]),
      when(isAside!, forUnits(width, unit!, [vector.store(unit!, vector.zero, map.kept)])),
      giveBack(pc),
    ];
  });
}

/** `b` where the mask is set, else `a`. */
const choose = <T extends 'v128' | 'i64'>(
  { vector }: KernelWriter<T>,
  mask: Expression<T>,
  { a, b }: { readonly a: Local<T>; readonly b: Expression<T> },
): Expression<T> => vector.xor(a, vector.and(vector.xor(a, b), mask));

/** Walks over (@to, @from) pairs from `pc` on and takes `from` in the lanes of the mask, in one unit. */
function moveLanes<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  locals: Readonly<Record<'pairs' | 'count' | 'to' | 'unit', Local<'i32'>>> &
    Readonly<Record<'mask' | 'old', Local<T>>>,
) {
  const { vector } = writer;
  const { pairs, count, to, unit, mask, old } = locals;
  const from: I32 = i32.add(i32.load(pairs, WORD), unit);
  return repeat(count, [
    set(to, i32.add(i32.load(pairs), unit)),
    set(old, vector.load(to)),
    vector.store(to, choose(writer, mask, { a: old, b: vector.load(from) })),
    advance(pairs, 2 * WORD),
  ]);
}

export function asideOp<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, width, map } = writer;
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const [pairs, count, to, unit] = body.localsOf('i32', 4) as [
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
    ];
    const [mask, old] = body.localsOf(vector.type, 2) as [Local<T>, Local<T>];
    const each = new LaneLoop(writer, body);
    const keepStart = each.run(unit, mask, (lane) => [
      set(to, i32.shl(lane, i32.const(2))),
      i32.store(to, i32.load(to, map.poolOfLane), map.asideOfLane),
    ]);
    return [
      ...forUnits(width, unit, [
        set(mask, vector.load(unit, map.finished)),
        when(vector.anyTrue(mask), [
          when(i32.load(at(map.isShared)), keepStart),
          vector.store(unit, vector.or(vector.load(unit, map.kept), mask), map.kept),
          set(count, i32.load(pc)),
          set(pairs, i32.add(pc, i32.const(WORD))),
          moveLanes(writer, { pairs, count, to, unit, mask, old }),
        ]),
      ]),
      giveBack(i32.add(i32.add(pc, i32.const(WORD)), i32.mul(i32.load(pc), i32.const(2 * WORD)))),
    ];
  });
}

/**
 * Takes a playout from the pool of the vector at a byte offset for each waiting lane; where there are too few, the first lanes go without and
 * are no longer active. Gives the lanes that got one.
 */
function drawTogetherFunction<T extends 'v128' | 'i64'>({ module, vector, map }: KernelWriter<T>): FunctionReference {
  return module.define({ parameters: ['i32', vector.type], result: vector.type }, (body) => {
    const unit = body.parameter('i32', 0);
    const lanes = body.parameter(vector.type, 1);
    const [pool, missing, word] = body.localsOf('i32', 3) as [Local<'i32'>, Local<'i32'>, Local<'i32'>];
    const bits = body.local('i64');
    const unitBits = Math.log2(vector.bytes);
    return [
      set(pool, i32.load(i32.shl(i32.shrU(unit, i32.const(unitBits)), i32.const(2)), map.poolOfVector)),
      set(missing, i32.sub(vector.popcount(lanes), i32.load(pool))),
      when(i32.ltS(missing, i32.const(1)), [i32.store(pool, i32.sub(i32.const(0), missing)), giveBack(lanes)]),
      i32.store(pool, i32.const(0)),
      // Through memory, where single bits can be had: the lanes that running ones will not be.
      vector.store(at(map.count), lanes),
      set(word, at(map.count)),
      loopWhile(missing, [
        set(bits, i64.load(word)),
        when(
          i64.eqz(bits),
          [advance(word, 8)],
          [i64.store(word, i64.and(bits, i64.sub(bits, i64.const(1n)))), set(missing, i32.sub(missing, i32.const(1)))],
        ),
      ]),
      set(lanes, vector.load(at(map.count))),
      vector.store(unit, vector.or(lanes, vector.load(unit, map.running)), map.active),
      giveBack(lanes),
    ];
  });
}

/**
 * The same where every lane of the vector has a pool of its own: lanes whose pool is empty go without.
 */
function drawByLaneFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, map } = writer;
  return module.define({ parameters: ['i32', vector.type], result: vector.type }, (body) => {
    const unit = body.parameter('i32', 0);
    const lanes = body.parameter(vector.type, 1);
    const [pool, playouts] = body.localsOf('i32', 2) as [Local<'i32'>, Local<'i32'>];
    const each = new LaneLoop(writer, body);
    return [
      ...each.run(unit, lanes, (lane) => [
        set(pool, i32.load(i32.shl(lane, i32.const(2)), map.poolOfLane)),
        set(playouts, i32.load(pool)),
        when(playouts, [i32.store(pool, i32.sub(playouts, i32.const(1)))], [each.dropLane]),
      ]),
      set(lanes, each.lanesLeft),
      vector.store(unit, vector.or(lanes, vector.load(unit, map.running)), map.active),
      giveBack(lanes),
    ];
  });
}

/**
 * For the waiting lanes of the unit at a byte offset, as long as the queue at an address has any start: puts its words
 * into the blocks that the operands at an address list. Gives the lanes that got one.
 */
function drawSharedFunction<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, width, map } = writer;
  return module.define({ parameters: ['i32', vector.type, 'i32', 'i32'], result: vector.type }, (body) => {
    const unit = body.parameter('i32', 0);
    const lanes = body.parameter(vector.type, 1);
    const queue = body.parameter('i32', 2);
    const operands = body.parameter('i32', 3);
    const [start, from, to, word, block] = body.localsOf('i32', 5) as Local<'i32'>[];
    const each = new LaneLoop(writer, body);
    const of = (part: number): number => part * WORD;
    const takeStart = (lane: I32): readonly Statement[] => [
      set(start!, i32.load(queue, of(QUEUE.NEXT))),
      i32.store(i32.shl(lane, i32.const(2)), start!, map.poolOfLane),
      i32.store(at(map.left), i32.sub(i32.load(at(map.left)), i32.const(1))),
      set(word!, i32.load(operands)),
      set(from!, i32.add(i32.load(at(map.states)), i32.mul(start!, i32.shl(word!, i32.const(2))))),
      // Row by row of a block there are 32 lanes; in a row, a word each.
      set(
        to!,
        i32.add(
          i32.mul(i32.and(lane, i32.const(31)), i32.const(slotBytes(width))),
          i32.shl(i32.shrU(lane, i32.const(5)), i32.const(2)),
        ),
      ),
      set(block!, operands),
      repeat(word!, [
        advance(block!, WORD),
        i32.store(i32.add(i32.load(block!), to!), i32.load(from!)),
        advance(from!, WORD),
      ]),
      set(start!, i32.add(start!, i32.const(1))),
      when(i32.eq(start!, i32.load(queue, of(QUEUE.END))), [
        set(start!, i32.load(queue, of(QUEUE.FIRST))),
        i32.store(queue, i32.sub(i32.load(queue, of(QUEUE.ROUNDS)), i32.const(1)), of(QUEUE.ROUNDS)),
      ]),
      i32.store(queue, start!, of(QUEUE.NEXT)),
    ];
    return [
      ...each.run(unit, lanes, (lane) => [when(i32.load(queue, of(QUEUE.ROUNDS)), takeStart(lane), [each.dropLane])]),
      set(lanes, each.lanesLeft),
      giveBack(lanes),
    ];
  });
}

/**
 * Where lanes are shared: 1 where it is time to begin playouts from the queue at an address. Where none are left, those
 * that wait do so no more.
 */
function isWorthFunction<T extends 'v128' | 'i64'>({ module, vector, width, map }: KernelWriter<T>): FunctionReference {
  return module.define({ parameters: ['i32'], result: 'i32' }, (body) => {
    const queue = body.parameter('i32', 0);
    const [unit, waiting] = body.localsOf('i32', 2) as [Local<'i32'>, Local<'i32'>];
    const running = body.local(vector.type);
    return [
      when(i32.eqz(i32.load(at(map.left))), [
        ...forUnitsUnrolled(width, unit, [vector.store(unit, vector.load(unit, map.running), map.active)]),
        giveBack(i32.const(0)),
      ]),
      when(i32.eqz(i32.load(queue, QUEUE.ROUNDS * WORD)), [giveBack(i32.const(0))]),
      ...forUnitsUnrolled(width, unit, [
        set(running, vector.or(running, vector.load(unit, map.running))),
        set(
          waiting,
          i32.add(
            waiting,
            vector.popcount(vector.andnot(vector.load(unit, map.active), vector.load(unit, map.running))),
          ),
        ),
      ]),
      when(i32.eqz(vector.anyTrue(running)), [giveBack(i32.const(1))]),
      giveBack(i32.eqz(i32.ltU(waiting, i32.load(at(map.fewestToRefill))))),
    ];
  });
}

/**
 * Lanes that wait are looked for vector by vector; then the variables of all vectors are loaded together, since nearly always each has such
 * lanes.
 */
export function refillOp<T extends 'v128' | 'i64'>(
  writer: KernelWriter<T>,
  transpose: FunctionReference,
): FunctionReference {
  const { module, vector, width, map } = writer;
  const drawTogether = drawTogetherFunction(writer);
  const drawByLane = drawByLaneFunction(writer);
  const drawShared = drawSharedFunction(writer);
  const isWorthIt = isWorthFunction(writer);
  const units = Array.from({ length: width.units }, (_, unit) => unit * width.unitWords * WORD);
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const [queue, words, count, to, from, unit] = body.localsOf('i32', 6) as Local<'i32'>[];
    const [bit, now, stamp] = body.localsOf('i32', 3) as [Local<'i32'>, Local<'i32'>, Local<'i32'>];
    const [mask, old, some] = body.localsOf(vector.type, 3) as [Local<T>, Local<T>, Local<T>];
    const masks = body.localsOf(vector.type, width.units);
    const add = (slot: number): Statement => vector.store(unit!, vector.or(vector.load(unit!, slot), mask), slot);
    const findLanes = [
      set(mask, vector.andnot(vector.load(unit!, map.active), vector.load(unit!, map.running))),
      when(vector.anyTrue(mask), [
        when(
          i32.load(at(map.isShared)),
          [set(mask, call(vector.type, drawShared, unit!, mask, queue!, words!))],
          [
            when(
              i32.load(at(map.isByLane)),
              [set(mask, call(vector.type, drawByLane, unit!, mask))],
              [set(mask, call(vector.type, drawTogether, unit!, mask))],
            ),
          ],
        ),
        add(map.running),
        add(map.fresh),
        set(some, vector.or(some, mask)),
      ]),
      vector.store(unit!, mask, map.rank),
    ];
    const stampAs = (isSet: boolean): readonly Statement[] =>
      units.map((offset, index) => {
        const before = vector.load(stamp, offset);
        return vector.store(
          stamp,
          isSet ? vector.or(before, masks[index]!) : vector.andnot(before, masks[index]!),
          offset,
        );
      });
    const end = i32.add(pc, i32.mul(count!, i32.const(2 * WORD)));
    return [
      set(queue!, i32.add(i32.mul(i32.load(pc), i32.const(QUEUE.WORDS * WORD)), at(map.pools))),
      advance(pc, WORD),
      set(words!, pc),
      set(pc, i32.add(i32.add(pc, i32.const(WORD)), i32.mul(i32.load(pc), i32.const(WORD)))),
      ...take(count!, pc),
      when(i32.load(at(map.isShared)), [when(i32.eqz(call('i32', isWorthIt, queue!)), [giveBack(end)])]),
      ...forUnits(width, unit!, findLanes),
      when(i32.eqz(vector.anyTrue(some)), [giveBack(end)]),
      when(i32.load(at(map.isShared)), [drop(call('i32', transpose, words!))]),
      ...masks.map((each, index) => set(each, vector.load(at(map.rank), units[index]))),
      set(now, i32.load(at(map.now))),
      set(bit, i32.load(at(map.stampBits))),
      set(stamp, at(map.stamps)),
      repeat(bit, [
        when(i32.and(now, i32.const(1)), stampAs(true), stampAs(false)),
        set(now, i32.shrU(now, i32.const(1))),
        advance(stamp, slotBytes(width)),
      ]),
      repeat(count!, [
        ...take(to!, pc),
        ...take(from!, pc),
        ...units.flatMap((offset, index) => [
          set(old, vector.load(to!, offset)),
          vector.store(to!, choose(writer, masks[index]!, { a: old, b: vector.load(from!, offset) }), offset),
        ]),
      ]),
      giveBack(pc),
    ];
  });
}

export function stepOp<T extends 'v128' | 'i64'>({ module, vector, width, map }: KernelWriter<T>): FunctionReference {
  return module.define(OP, (body) => {
    const pc = body.parameter('i32', 0);
    const unit = body.local('i32');
    const plies = body.local('i32');
    const lanes = body.local(vector.type);
    return [
      ...forUnitsUnrolled(width, unit, [
        set(lanes, vector.load(unit, map.running)),
        set(plies, i32.add(plies, vector.popcount(lanes))),
      ]),
      i64.store(at(map.plies), i64.add(i64.load(at(map.plies)), i64.extendU(plies))),
      i32.store(at(map.now), i32.add(i32.load(at(map.now)), i32.const(1))),
      giveBack(pc),
    ];
  });
}
