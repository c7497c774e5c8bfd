/**
 * What kernels execute. A stream is a list of 32-bit words: an opcode, its operands, the next opcode, and so on until {@link END}. `@x` is
 * the byte address of a slot: `units` vectors side by side, one bit a lane. A gate run begins with its number of gates.
 *
 * | opcode        | operands                                        | effect, in every lane                                         |
 * | ------------- | ----------------------------------------------- | ------------------------------------------------------------- |
 * | END           |                                                 | leaves the stream                                             |
 * | COPY, NOT     | count, (@to, @from)…                            | to = from, or its complement                                  |
 * | a {@link Shape} | count, (@to, its inputs)…                     | to = what the shape says of the inputs                        |
 * | WIDE_ALL      | count, singles, negatives, pairs, (@to, inputs)… | the same for any shape of that kind                          |
 * | WIDE_SOME     | count, singles, pairs, halfPairs, (@to, inputs)… | the same for any shape of that kind                          |
 * | CLEAR         | count, @to…                                     | to = 0                                                        |
 * | ACCUMULATE    | count, (@to, @from)…                            | to = to or from; notes whether anything changed               |
 * | REPEAT        | address                                         | goes on at the address if something changed since the last one |
 * | MARK          | @terminal                                       | running lanes that are terminal finish, those too old are cut |
 * | SKIP_UNLESS   | address, 0 or 1                                 | goes on at the address unless a lane finished just now (0), or one of these has another finished state aside (1) |
 * | TALLY         | 0 or 1, count, (@outcome, @counter)…            | counts outcomes of the lanes that finished just now (0), or of those with a state aside (1), which is then gone: by start, lane or vector |
 * | ASIDE         | count, (@to, @from)…                            | keeps the states of lanes that finished just now              |
 * | CHOOSE        | n, n × (@legal, @does), 1 + 2 n words for its own use | one legal move, drawn uniformly; running lanes without one are stuck |
 * | STEP          |                                                 | counts one ply                                                |
 * | CALL          | address                                         | executes the stream at the address, then goes on              |
 * | REFILL        | phase, words, @block…, count, (@to, @start)…    | lanes that wait begin a playout, as long as their pool has any; where starts are in a queue, that of the phase, their words are put into the blocks first |
 * | TRANSPOSE     | count, @block…                                  | of 32 slots from each block on, bit i of word j of a square becomes bit j of word i |
 */
export const END = 0;
export const COPY = 1;
export const NOT = 2;
export const WIDE_ALL = 3;
export const WIDE_SOME = 4;
export const CLEAR = 5;
export const ACCUMULATE = 6;
export const REPEAT = 7;
export const MARK = 8;
export const SKIP_UNLESS = 9;
export const TALLY = 10;
export const ASIDE = 11;
export const CHOOSE = 12;
export const STEP = 13;
export const REFILL = 14;
export const CALL = 15;
export const TRANSPOSE = 16;
const FIRST_SHAPE = 17;

/** Of SKIP_UNLESS and TALLY. */
export const FINISHED = 0;
export const KEPT_ASIDE = 1;

/**
 * What a gate does with its inputs, which come in this order. `all`: every one of `singles` holds, none of `negatives`, and of each of `pairs`
 * (two inputs) at least one. `some`: one of `singles` holds, or both inputs of one of `pairs`, or the first and not the second of one of
 * `halfPairs`. A pair saves the gate that it would be by itself.
 */
export type Shape =
  | { readonly kind: 'all'; readonly singles: number; readonly negatives: number; readonly pairs: number }
  | { readonly kind: 'some'; readonly singles: number; readonly pairs: number; readonly halfPairs: number };

const all = (singles: number, negatives: number, pairs: number): Shape => ({ kind: 'all', singles, negatives, pairs });
const some = (singles: number, pairs: number, halfPairs: number): Shape => ({
  kind: 'some',
  singles,
  pairs,
  halfPairs,
});

/** The numbers of a shape, in the order of the inputs that they count. */
export const countsOf = (shape: Shape): readonly [number, number, number] =>
  shape.kind === 'all' ? [shape.singles, shape.negatives, shape.pairs] : [shape.singles, shape.pairs, shape.halfPairs];

/** The shape of that kind with those numbers. */
export const shapeWith = (kind: Shape['kind'], [a, b, c]: readonly [number, number, number]): Shape =>
  kind === 'all' ? all(a, b, c) : some(a, b, c);

export const inputsOf = (shape: Shape): number =>
  shape.kind === 'all'
    ? shape.singles + shape.negatives + 2 * shape.pairs
    : shape.singles + 2 * (shape.pairs + shape.halfPairs);

/** Shapes that have an opcode of their own: the frequent ones, by a count over many games. */
export const SHAPES: readonly Shape[] = [
  ...[all(2, 0, 0), all(1, 1, 0), all(3, 0, 0), all(2, 1, 0), all(1, 2, 0), all(4, 0, 0), all(3, 1, 0), all(2, 2, 0)],
  ...[all(1, 3, 0), all(1, 0, 1), all(2, 0, 1), all(3, 0, 1), all(0, 1, 1), all(1, 1, 1), all(0, 0, 2)],
  ...[some(2, 0, 0), some(3, 0, 0), some(4, 0, 0), some(1, 1, 0), some(1, 0, 1), some(0, 2, 0), some(0, 1, 1)],
  ...[some(0, 0, 2), some(2, 1, 0), some(2, 0, 1), some(3, 0, 1), some(1, 2, 0), some(0, 3, 0), some(0, 4, 0)],
];

const keyOf = (shape: Shape): string => `${shape.kind} ${countsOf(shape).join(' ')}`;
const opcodes = new Map(SHAPES.map((shape, index) => [keyOf(shape), FIRST_SHAPE + index]));

/** The opcode of a shape, or undefined where it has none of its own. */
export const shapeOpcode = (shape: Shape): number | undefined => opcodes.get(keyOf(shape));

export const OPCODES = FIRST_SHAPE + SHAPES.length;

/** The shape that an opcode stands for. */
export const shapeOf = (opcode: number): Shape | undefined => SHAPES[opcode - FIRST_SHAPE];

/** The slot in which kernels keep the lanes that are in the middle of a playout; streams may read it. */
export const RUNNING = 2;

/** Where there are fewer moves, those that are legal in no lane are not worth the search. */
export const FEWEST_SIFTED = 24;
/** A role chooses among fewer than 2 to this many moves. */
export const MOST_CHOICE_BITS = 18;
/** A lane counts up to 2 to this many outcomes in one call. */
export const COUNTER_BITS = 20;
/** The plies of a playout are counted modulo 2 to this many at most. */
export const MOST_STAMP_BITS = 16;
