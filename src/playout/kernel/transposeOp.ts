import { type FunctionReference, giveBack, i32, type Local, set, type Statement } from '../wasm/index.js';
import { advance, type KernelWriter, repeat, take } from './kernelWriter.js';
import { slotBytes } from './memoryMap.js';

/** Rows and columns of a square: the bits of a word. */
const SIDE = 32;

/**
 * Turns 32 lanes, a word each, into the slots of 32 bits: word w of slot i is lane 32 w + i before, and bit i of 32 lanes afterwards. Swaps the
 * off-diagonal quarters of ever smaller squares (Warren, Hacker's Delight, 7-3), in as many squares at once as a vector has words.
 */
export function transposeOp<T extends 'v128' | 'i64'>(writer: KernelWriter<T>): FunctionReference {
  const { module, vector, width } = writer;
  const row = slotBytes(width);
  return module.define({ parameters: ['i32'], result: 'i32' }, (body) => {
    const pc = body.parameter('i32', 0);
    const [count, block, units, group, pair, at] = body.localsOf('i32', 6) as [
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
      Local<'i32'>,
    ];
    const [low, high, swapped] = body.localsOf(vector.type, 3) as [Local<T>, Local<T>, Local<T>];
    /** Swaps the quarters of squares of `2 × size` rows. */
    const stage = (size: number): readonly Statement[] => {
      const mask = vector.splat(lowHalves(size));
      const swap = [
        set(low, vector.load(at)),
        set(high, vector.load(at, size * row)),
        set(swapped, vector.and(vector.xor(vector.shiftRight(low, size), high), mask)),
        vector.store(at, vector.xor(low, vector.shiftLeft(swapped, size))),
        vector.store(at, vector.xor(high, swapped), size * row),
        advance(at, row),
      ];
      return [
        set(at, block),
        set(group, i32.const(SIDE / (2 * size))),
        repeat(group, [set(pair, i32.const(size)), repeat(pair, swap), advance(at, size * row)]),
      ];
    };
    return [
      ...take(count, pc),
      repeat(count, [
        ...take(block, pc),
        set(units, i32.const(width.units)),
        repeat(units, [...[16, 8, 4, 2, 1].flatMap(stage), advance(block, vector.bytes)]),
      ]),
      giveBack(pc),
    ];
  });
}

/** Of each `2 × size` bits of a word, the lower half. */
function lowHalves(size: number): number {
  let mask = 0;
  for (let bit = 0; bit < SIDE; bit++) if ((bit & size) === 0) mask |= 1 << bit;
  return mask;
}
