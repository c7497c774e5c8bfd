import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { webAssembly } from '../kernel/webAssembly.js';
import { type Label, signedLeb, unsignedLeb } from './code.js';
import {
  block,
  branch,
  branchIf,
  branchTable,
  call,
  drop,
  giveBack,
  i32,
  i64,
  loop,
  ModuleWriter,
  perform,
  set,
  v128,
  when,
} from './index.js';

const disassembler = await wabt();

describe('LEB128', () => {
  it.each([
    [0, [0]],
    [127, [0x7f]],
    [128, [0x80, 1]],
    [16_383, [0xff, 0x7f]],
    [16_384, [0x80, 0x80, 1]],
    [624_485, [0xe5, 0x8e, 0x26]],
    [2 ** 32 - 1, [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('unsigned %d', (value, bytes) => {
    expect(unsignedLeb(value)).toEqual(bytes);
  });

  it.each([
    [0n, [0]],
    [63n, [0x3f]],
    [64n, [0xc0, 0]],
    [-1n, [0x7f]],
    [-64n, [0x40]],
    [-65n, [0xbf, 0x7f]],
    [-123_456n, [0xc0, 0xbb, 0x78]],
    [2n ** 31n - 1n, [0xff, 0xff, 0xff, 0xff, 7]],
    [-(2n ** 31n), [0x80, 0x80, 0x80, 0x80, 0x78]],
    [-(2n ** 63n), [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f]],
  ])('signed %d', (value, bytes) => {
    expect(signedLeb(value)).toEqual(bytes);
  });

  it('is undone by adding up seven bits a byte', () => {
    const sum = (bytes: readonly number[]): bigint =>
      bytes.reduce((total, byte, index) => total | (BigInt(byte & 0x7f) << BigInt(7 * index)), 0n);
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 - 1 }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (whole, any) => {
        expect(sum(unsignedLeb(whole))).toBe(BigInt(whole));
        const bytes = signedLeb(any);
        expect(BigInt.asIntN(7 * bytes.length, sum(bytes))).toBe(any);
      }),
    );
  });
});

describe('a module', () => {
  it('disassembles to what was written', () => {
    const module = new ModuleWriter();
    const twice = module.define({ parameters: ['i32'], result: 'i32' }, (body) => {
      const value = body.parameter('i32', 0);
      return [giveBack(i32.add(value, value))];
    });
    const note = module.define({ parameters: ['i64', 'v128'] }, (body) => [
      v128.store(i32.const(16), body.parameter('v128', 1)),
      i64.store(i32.const(8), body.parameter('i64', 0)),
    ]);
    module.define({ parameters: ['i32'], exportAs: 'main' }, (body) => {
      const count = body.parameter('i32', 0);
      const [wide, narrow] = [body.local('i64'), body.local('i32')];
      return [
        set(narrow, call('i32', twice, count)),
        drop(wide),
        perform(note, wide, v128.const(0)),
        block((leave) => [loop((again) => [branchIf(count, leave), branch(again)])]),
        when(count, [set(count, narrow)], [set(narrow, count)]),
      ];
    });
    const text = disassembler.readWasm(module.bytes(), { simd: true }).toText({});
    expect(text.replaceAll(/\s+/g, ' ')).toBe(EXPECTED.trim().replaceAll(/\s+/g, ' ') + ' ');
  });

  it('is valid, whatever the number of functions', () => {
    const module = new ModuleWriter();
    for (let index = 0; index < 300; index++) {
      module.define({ parameters: [], result: 'i32', exportAs: `f${String(index)}` }, () => [
        giveBack(i32.const(index)),
      ]);
    }
    disassembler.readWasm(module.bytes(), { simd: true }).validate();
    expect(exportsOf(module)['f299']!()).toBe(299);
  });

  it('refuses a branch out of nowhere, a parameter of another type, and calls that take the wrong thing', () => {
    const module = new ModuleWriter();
    let stray: Label | undefined;
    module.define({ parameters: [] }, () => [block((leave) => ((stray = leave), []))]);
    const nothing = module.define({ parameters: [] }, () => []);
    const something = module.define({ parameters: [], result: 'i32' }, () => [giveBack(i32.const(0))]);
    expect(() => call('i32', nothing)).toThrow('gives no i32');
    expect(() => perform(something)).toThrow('that nobody takes');
    module.define({ parameters: ['i64'] }, (body) => {
      expect(() => body.parameter('i32', 0)).toThrow('is no i32');
      return [branch(stray!)];
    });
    expect(() => module.bytes()).toThrow('that it is not in');
  });
});

describe('control', () => {
  it('branches by a table, and to its last entry beyond it', () => {
    const module = new ModuleWriter();
    module.define({ parameters: ['i32'], result: 'i32', exportAs: 'choose' }, (body) => [
      block((third) => [
        block((second) => [
          block((first) => [branchTable(body.parameter('i32', 0), [second, first, third])]),
          giveBack(i32.const(1)),
        ]),
        giveBack(i32.const(2)),
      ]),
      giveBack(i32.const(3)),
    ]);
    const { choose } = exportsOf(module);
    expect([0, 1, 2, 3, -1].map((at) => choose!(at))).toEqual([2, 1, 3, 3, 3]);
  });

  it('loops as long as it is sent back, from inner blocks too', () => {
    const module = new ModuleWriter();
    // The sum of the odd numbers below the argument.
    module.define({ parameters: ['i32'], result: 'i32', exportAs: 'sum' }, (body) => {
      const end = body.parameter('i32', 0);
      const [at, sum] = [body.local('i32'), body.local('i32')];
      return [
        block((leave) => [
          loop((again) => [
            branchIf(i32.eqz(i32.ltU(at, end)), leave),
            set(at, i32.add(at, i32.const(1))),
            when(i32.and(at, i32.const(1)), [branch(again)]),
            set(sum, i32.add(sum, i32.sub(at, i32.const(1)))),
            branch(again),
          ]),
        ]),
        giveBack(sum),
      ];
    });
    const { sum } = exportsOf(module);
    expect([0, 1, 2, 5, 10].map((end) => sum!(end))).toEqual([0, 0, 1, 4, 25]);
  });

  it('does one thing or the other, or nothing', () => {
    const module = new ModuleWriter();
    module.define({ parameters: ['i32'], result: 'i32', exportAs: 'sign' }, (body) => {
      const value = body.parameter('i32', 0);
      const result = body.local('i32');
      return [
        when(i32.ltS(value, i32.const(0)), [set(result, i32.const(-1))], [set(result, i32.const(1))]),
        when(i32.eqz(value), [set(result, i32.const(0))]),
        giveBack(result),
      ];
    });
    const { sign } = exportsOf(module);
    expect([-5, 0, 7].map((value) => sign!(value))).toEqual([-1, 0, 1]);
  });
});

function exportsOf(module: ModuleWriter): Readonly<Record<string, (argument?: number) => number>> {
  const memory = new webAssembly!.Memory({ initial: 1 });
  return new webAssembly!.Instance(new webAssembly!.Module(module.bytes()), { env: { memory } }).exports as ReturnType<
    typeof exportsOf
  >;
}

const EXPECTED = `
(module
  (type (;0;) (func (param i32) (result i32)))
  (type (;1;) (func (param i64 v128)))
  (type (;2;) (func (param i32)))
  (import "env" "memory" (memory (;0;) 1))
  (func (;0;) (type 0) (param i32) (result i32)
    local.get 0
    local.get 0
    i32.add
    return)
  (func (;1;) (type 1) (param i64 v128)
    i32.const 16
    local.get 1
    v128.store align=1
    i32.const 8
    local.get 0
    i64.store align=1)
  (func (;2;) (type 2) (param i32)
    (local i64 i32)
    local.get 0
    call 0
    local.set 2
    local.get 1
    drop
    local.get 1
    v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
    call 1
    block  ;; label = @1
      loop  ;; label = @2
        local.get 0
        br_if 1 (;@1;)
        br 0 (;@2;)
      end
    end
    local.get 0
    if  ;; label = @1
      local.get 2
      local.set 0
    else
      local.get 0
      local.set 2
    end)
  (export "main" (func 2)))
`;
