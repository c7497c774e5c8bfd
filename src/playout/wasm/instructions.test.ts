import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { webAssembly } from '../kernel/webAssembly.js';
import {
  type Expression,
  i32,
  i32x4,
  i64,
  i64x2,
  ModuleWriter,
  type Statement,
  v128,
  type ValueType,
} from './index.js';

const disassembler = await wabt();

/** An instruction on values at fixed places of memory: what the disassembler calls it, and what it should give, as bits of its type. */
interface Case {
  readonly mnemonic: string;
  readonly operands: readonly ValueType[];
  readonly result: ValueType;
  readonly write: (a: Expression<never>, b: Expression<never>) => Expression<ValueType>;
  readonly model: (a: bigint, b: bigint) => bigint;
}

const LEFT = 0;
const RIGHT = 16;
const RESULT = 32;
const BITS = { i32: 32, i64: 64, v128: 128 };

const load = (type: ValueType, address: number): Expression<ValueType> =>
  ({ i32: i32.load, i64: i64.load, v128: v128.load })[type](i32.const(address));

function store(value: Expression<ValueType>): Statement {
  if (value.type === 'i32') return i32.store(i32.const(RESULT), value as Expression<'i32'>);
  if (value.type === 'i64') return i64.store(i32.const(RESULT), value as Expression<'i64'>);
  return v128.store(i32.const(RESULT), value as Expression<'v128'>);
}

const wrapped = (type: ValueType, value: bigint): bigint => BigInt.asUintN(BITS[type], value);

/** A case whose operands and result have the types of the builder. */
function on<A extends ValueType, T extends ValueType>(
  types: readonly A[],
  result: T,
  spec: {
    readonly mnemonic: string;
    readonly write: (a: Expression<A>, b: Expression<A>) => Expression<T>;
    readonly model: (a: bigint, b: bigint) => bigint;
  },
): Case {
  return { operands: types, result, ...spec };
}

const I32 = ['i32', 'i32'] as const;
const I64 = ['i64', 'i64'] as const;
const V128 = ['v128', 'v128'] as const;

/** The operation on each 32-bit word. */
const onWords =
  (operation: (a: bigint, b: bigint) => bigint) =>
  (a: bigint, b: bigint): bigint =>
    [0n, 32n, 64n, 96n].reduce((sum, at) => sum | (wrapped('i32', operation(word(a, at), word(b, at))) << at), 0n);
const word = (value: bigint, at: bigint): bigint => (value >> at) & 0xffffffffn;
const isTrue = (claim: boolean): bigint => (claim ? 1n : 0n);
const ones = (value: bigint): bigint => BigInt(value.toString(2).replaceAll('0', '').length);

const CASES: Readonly<Record<string, Readonly<Record<string, Case | 'elsewhere'>>>> = {
  i32: {
    const: on(I32, 'i32', { mnemonic: 'i32.const', write: () => i32.const(-129), model: () => -129n }),
    load: on(I32, 'i32', {
      mnemonic: 'i32.load offset=4',
      write: () => i32.load(i32.const(12), 4),
      model: (_, b) => b,
    }),
    store: 'elsewhere',
    eqz: on(I32, 'i32', { mnemonic: 'i32.eqz', write: i32.eqz, model: (a) => isTrue(a === 0n) }),
    clz: on(I32, 'i32', {
      mnemonic: 'i32.clz',
      write: i32.clz,
      model: (a) => BigInt(32 - (a === 0n ? 0 : a.toString(2).length)),
    }),
    ctz: on(I32, 'i32', {
      mnemonic: 'i32.ctz',
      write: i32.ctz,
      model: (a) => (a === 0n ? 32n : BigInt((a & -a).toString(2).length - 1)),
    }),
    popcount: on(I32, 'i32', { mnemonic: 'i32.popcnt', write: i32.popcount, model: ones }),
    eq: on(I32, 'i32', { mnemonic: 'i32.eq', write: i32.eq, model: (a, b) => isTrue(a === b) }),
    ltS: on(I32, 'i32', {
      mnemonic: 'i32.lt_s',
      write: i32.ltS,
      model: (a, b) => isTrue(BigInt.asIntN(32, a) < BigInt.asIntN(32, b)),
    }),
    ltU: on(I32, 'i32', { mnemonic: 'i32.lt_u', write: i32.ltU, model: (a, b) => isTrue(a < b) }),
    add: on(I32, 'i32', { mnemonic: 'i32.add', write: i32.add, model: (a, b) => a + b }),
    sub: on(I32, 'i32', { mnemonic: 'i32.sub', write: i32.sub, model: (a, b) => a - b }),
    mul: on(I32, 'i32', { mnemonic: 'i32.mul', write: i32.mul, model: (a, b) => a * b }),
    remU: on(I32, 'i32', {
      mnemonic: 'i32.rem_u',
      write: (a, b) => i32.remU(a, i32.or(b, i32.const(1))),
      model: (a, b) => a % (b | 1n),
    }),
    and: on(I32, 'i32', { mnemonic: 'i32.and', write: i32.and, model: (a, b) => a & b }),
    or: on(I32, 'i32', { mnemonic: 'i32.or', write: i32.or, model: (a, b) => a | b }),
    xor: on(I32, 'i32', { mnemonic: 'i32.xor', write: i32.xor, model: (a, b) => a ^ b }),
    shl: on(I32, 'i32', { mnemonic: 'i32.shl', write: i32.shl, model: (a, b) => a << (b & 31n) }),
    shrU: on(I32, 'i32', { mnemonic: 'i32.shr_u', write: i32.shrU, model: (a, b) => a >> (b & 31n) }),
    wrap: on(['i64'], 'i32', { mnemonic: 'i32.wrap_i64', write: i32.wrap, model: (a) => a }),
  },
  i64: {
    const: on(I64, 'i64', { mnemonic: 'i64.const', write: () => i64.const(-(2n ** 62n)), model: () => -(2n ** 62n) }),
    load: on(I64, 'i64', { mnemonic: 'i64.load offset=8', write: () => i64.load(i32.const(8), 8), model: (_, b) => b }),
    store: 'elsewhere',
    eqz: on(['i64'], 'i32', { mnemonic: 'i64.eqz', write: i64.eqz, model: (a) => isTrue(a === 0n) }),
    add: on(I64, 'i64', { mnemonic: 'i64.add', write: i64.add, model: (a, b) => a + b }),
    sub: on(I64, 'i64', { mnemonic: 'i64.sub', write: i64.sub, model: (a, b) => a - b }),
    mul: on(I64, 'i64', { mnemonic: 'i64.mul', write: i64.mul, model: (a, b) => a * b }),
    and: on(I64, 'i64', { mnemonic: 'i64.and', write: i64.and, model: (a, b) => a & b }),
    or: on(I64, 'i64', { mnemonic: 'i64.or', write: i64.or, model: (a, b) => a | b }),
    xor: on(I64, 'i64', { mnemonic: 'i64.xor', write: i64.xor, model: (a, b) => a ^ b }),
    shl: on(I64, 'i64', { mnemonic: 'i64.shl', write: i64.shl, model: (a, b) => a << (b & 63n) }),
    shrU: on(I64, 'i64', { mnemonic: 'i64.shr_u', write: i64.shrU, model: (a, b) => a >> (b & 63n) }),
    popcount: on(['i64'], 'i64', { mnemonic: 'i64.popcnt', write: i64.popcount, model: ones }),
    extendU: on(['i32'], 'i64', { mnemonic: 'i64.extend_i32_u', write: i64.extendU, model: (a) => a }),
  },
  v128: {
    load: on(V128, 'v128', {
      mnemonic: 'v128.load offset=13',
      write: () => v128.load(i32.const(3), 13),
      model: (_, b) => b,
    }),
    store: 'elsewhere',
    const: on(V128, 'v128', {
      mnemonic: 'v128.const',
      write: () => v128.const(0xfedcba98),
      model: onWords(() => 0xfedcba98n),
    }),
    not: on(['v128'], 'v128', { mnemonic: 'v128.not', write: v128.not, model: (a) => ~a }),
    and: on(V128, 'v128', { mnemonic: 'v128.and', write: v128.and, model: (a, b) => a & b }),
    andnot: on(V128, 'v128', { mnemonic: 'v128.andnot', write: v128.andnot, model: (a, b) => a & ~b }),
    or: on(V128, 'v128', { mnemonic: 'v128.or', write: v128.or, model: (a, b) => a | b }),
    xor: on(V128, 'v128', { mnemonic: 'v128.xor', write: v128.xor, model: (a, b) => a ^ b }),
    anyTrue: on(['v128'], 'i32', { mnemonic: 'v128.any_true', write: v128.anyTrue, model: (a) => isTrue(a !== 0n) }),
  },
  i64x2: {
    extractLane: on(['v128'], 'i64', {
      mnemonic: 'i64x2.extract_lane 1',
      write: (a) => i64x2.extractLane(a, 1),
      model: (a) => a >> 64n,
    }),
  },
  i32x4: {
    shl: on(['v128'], 'v128', {
      mnemonic: 'i32x4.shl',
      write: (a) => i32x4.shl(a, i32.const(9)),
      model: onWords((a) => a << 9n),
    }),
    shrU: on(['v128'], 'v128', {
      mnemonic: 'i32x4.shr_u',
      write: (a) => i32x4.shrU(a, i32.const(21)),
      model: onWords((a) => a >> 21n),
    }),
    add: on(V128, 'v128', { mnemonic: 'i32x4.add', write: i32x4.add, model: onWords((a, b) => a + b) }),
  },
};

/** Values in which bits of every word matter; each type takes its lowest bits. */
const VALUES = [
  0n,
  1n,
  0x20n,
  0x7fffffffn,
  0x80000000n,
  0xffffffffn,
  0x8000000000000000n,
  0x0123456789abcdeffedcba9876543210n,
  0xffffffff00000000ffffffff80000001n,
  2n ** 128n - 1n,
];

describe('every instruction', () => {
  it('has a case here', () => {
    const names = (of: Record<string, object>): unknown =>
      Object.fromEntries(Object.entries(of).map(([type, instructions]) => [type, Object.keys(instructions).sort()]));
    expect(names(CASES)).toEqual(names({ i32, i64, v128, i64x2, i32x4 }));
  });

  const cases = Object.values(CASES)
    .flatMap((instructions) => Object.values(instructions))
    .filter((each) => each !== 'elsewhere');

  it.each(cases)('$mnemonic', ({ mnemonic, operands, result, write, model }) => {
    const operand = (index: number): Expression<never> =>
      load(operands[index] ?? operands[0]!, [LEFT, RIGHT][index]!) as Expression<never>;
    const module = new ModuleWriter();
    module.define({ parameters: [], exportAs: 'run' }, () => [store(write(operand(0), operand(1)))]);
    const text = disassembler.readWasm(module.bytes(), { simd: true }).toText({});
    expect(text).toMatch(new RegExp(`${mnemonic.replaceAll('.', '\\.')}\\s`));
    const { run, memory } = instantiate(module.bytes());
    for (const a of VALUES) {
      for (const b of VALUES) {
        writeBits(memory, LEFT, a);
        writeBits(memory, RIGHT, b);
        run();
        const given = [a, b].map((value, index) => wrapped(operands[index] ?? operands[0]!, value)) as [bigint, bigint];
        expect(wrapped(result, readBits(memory, RESULT))).toBe(wrapped(result, model(...given)));
      }
    }
  });

  it('stores no more than the bits of its type, at its offset', () => {
    const module = new ModuleWriter();
    module.define({ parameters: [], exportAs: 'run' }, () => [
      i32.store(i32.const(64), i32.const(-2), 4),
      i64.store(i32.const(64), i64.const(-3n), 16),
      v128.store(i32.const(64), v128.const(-4), 32),
    ]);
    const { run, memory } = instantiate(module.bytes());
    run();
    expect([...memory.subarray(16, 30)]).toEqual([0, -2, 0, 0, -3, -1, 0, 0, -4, -4, -4, -4, 0, 0]);
  });
});

function instantiate(bytes: Uint8Array<ArrayBuffer>): { readonly run: () => void; readonly memory: Int32Array } {
  const memory = new webAssembly!.Memory({ initial: 1 });
  const { exports } = new webAssembly!.Instance(new webAssembly!.Module(bytes), { env: { memory } });
  return { run: (exports as { run: () => void }).run, memory: new Int32Array(memory.buffer) };
}

function writeBits(memory: Int32Array, address: number, value: bigint): void {
  for (let index = 0; index < 4; index++) memory[address / 4 + index] = Number(word(value, BigInt(32 * index)));
}

function readBits(memory: Int32Array, address: number): bigint {
  return [0, 1, 2, 3].reduce((sum, at) => sum | (BigInt(memory[address / 4 + at]! >>> 0) << BigInt(32 * at)), 0n);
}
