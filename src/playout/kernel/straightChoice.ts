import {
  block,
  branch,
  type Expression,
  type FunctionReference,
  type FunctionWriter,
  type Local,
  perform,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { CountDown, type StoreMove } from './countDown.js';
import { drawInLocals, LessOne } from './drawRank.js';
import { at, type KernelWriter } from './kernelWriter.js';

/** The slots of a move. */
export interface MoveSlots {
  readonly legal: number;
  readonly does: number;
}

/** The same choice as `chooseOp`'s, for one vector and moves that are known: everything is in locals. */
export class StraightChoice<T extends 'v128' | 'i64'> {
  readonly #body: FunctionWriter;
  readonly #offset: Local<'i32'>;

  constructor(
    private readonly writer: KernelWriter<T>,
    { body, offset }: { readonly body: FunctionWriter; readonly offset: Local<'i32'> },
  ) {
    this.#body = body;
    this.#offset = offset;
  }

  write(moves: readonly MoveSlots[], retire: FunctionReference): readonly Statement[] {
    const { vector, map } = this.writer;
    const body = this.#body;
    const statements: Statement[] = [];
    const counts = this.#count(moves, statements);
    const inAnyLane = body.localsOf(vector.type, counts.length);
    const masks = body.localsOf(vector.type, counts.length);
    const bits = 32 - Math.clz32(moves.length - 1);
    const ranks = body.localsOf(vector.type, bits);
    const lessOne = new LessOne(this.writer, body);
    const { need } = lessOne;
    const { draw } = drawInLocals(this.writer, body, { need, lessOne: counts, masks });
    const lanes = body.local(vector.type);
    return [
      ...statements,
      lessOne.begin(),
      ...counts.flatMap((count) => lessOne.bit(count)),
      ...lessOne.findNeed(this.#offset),
      ...inAnyLane
        .map((mask, bit) => {
          const own = lessOne.within(counts[bit]!);
          return set(mask, bit === masks.length - 1 ? own : vector.or(inAnyLane[bit + 1]!, own));
        })
        .toReversed(),
      ...masks.map((mask, bit) => set(mask, vector.and(inAnyLane[bit]!, need))),
      ...ranks.map((rank) => set(rank, vector.zero)),
      block((leave) => [
        ...ranks
          .map((_, bit) => when(vector.anyTrue(inAnyLane[bit]!), [...draw(bit + 1, ranks), branch(leave)]))
          .slice(1)
          .toReversed(),
        ...draw(1, ranks),
      ]),
      set(lanes, vector.load(at(map.without))),
      when(vector.anyTrue(lanes), [perform(retire, this.#offset, lanes, at(map.stuck))]),
      ...this.#select(moves, ranks),
    ];
  }

  /** Carry-save adders: of three bits of a weight, one stays and one goes to the next weight. */
  #count(moves: readonly MoveSlots[], statements: Statement[]): readonly Local<T>[] {
    const { vector } = this.writer;
    const keep = (value: Expression<T>): Local<T> => {
      const local = this.#body.local(vector.type);
      statements.push(set(local, value));
      return local;
    };
    const planes: Local<T>[][] = [];
    const add = (bit: Local<T>, weight: number): void => {
      const plane = (planes[weight] ??= []);
      plane.push(bit);
      if (plane.length < 3) return;
      const [a, b, c] = plane.splice(0) as [Local<T>, Local<T>, Local<T>];
      const half = keep(vector.xor(a, b));
      plane.push(keep(vector.xor(half, c)));
      add(keep(vector.or(vector.and(a, b), vector.and(half, c))), weight + 1);
    };
    for (const { legal } of moves) add(keep(vector.load(this.#offset, legal)), 0);
    for (let weight = 0; weight < planes.length; weight++) {
      const plane = planes[weight]!;
      if (plane.length < 2) continue;
      const [a, b] = plane.splice(0) as [Local<T>, Local<T>];
      plane.push(keep(vector.xor(a, b)));
      // The last carry of all moves can only be zero where there are no more bits to their number.
      if (2 ** (weight + 1) <= moves.length) add(keep(vector.and(a, b)), weight + 1);
    }
    return planes.map(([sum]) => sum!);
  }

  /** Counts the rank down along the moves, by its complement. */
  #select(moves: readonly MoveSlots[], ranks: readonly Local<T>[]): readonly Statement[] {
    const { vector } = this.writer;
    const countDown = new CountDown(vector, this.#body, ranks);
    const load = ({ legal }: MoveSlots): Expression<T> => vector.load(this.#offset, legal);
    const storeAt =
      ({ does }: MoveSlots): StoreMove<T> =>
      (made) =>
        vector.store(this.#offset, made, does);
    const pairs = Array.from(
      { length: moves.length >>> 1 },
      (_, pair) => [moves[2 * pair]!, moves[2 * pair + 1]!] as const,
    );
    const odd = moves.slice(2 * pairs.length);
    return [
      ...ranks.map((rank) => set(rank, vector.not(rank))),
      ...pairs.flatMap(([a, b]) => countDown.two([load(a), load(b)], [storeAt(a), storeAt(b)])),
      ...odd.flatMap((move) => countDown.one(load(move), storeAt(move))),
    ];
  }
}
