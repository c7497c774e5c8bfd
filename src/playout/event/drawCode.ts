import { advance, loopWhile } from '../kernel/kernelWriter.js';
import {
  block,
  branch,
  branchIf,
  type FunctionReference,
  giveBack,
  i32,
  i64,
  type Local,
  loop,
  type ModuleWriter,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { BYTES, bytes, field, header, type I32, nodeOf, number, setField, setHeader } from './code.js';
import {
  BITS,
  BLOCK_COUNT,
  BLOCK_SIZE,
  BLOCKS,
  CONDITION,
  DRAWN,
  GROUP_COUNT,
  GROUP_SIZE,
  GROUPS,
  GROUPS_END,
  IS_DRAWN,
  IS_STARVED,
  IS_STUCK,
  MOVES,
  RANDOM,
  RANDOM_END,
  ROLE_SIZE,
  ROLES,
  ROLES_END,
  WAS_TRUE,
} from './layout.js';

/** `draw()`: draws a legal move of each role uniformly; see `IS_DRAWN` and its like. Random numbers are used up where all were drawn. */
export function drawFunction(module: ModuleWriter): FunctionReference {
  return module.define({ parameters: [], result: 'i32', exportAs: 'draw' }, (body) => {
    const [role, rolesEnd, random, group, groupsEnd, count, rank, reference] = body.localsOf('i32', 8);
    const [moves, word, bits] = body.localsOf('i32', 3);
    const product = body.local('i64');
    const isOpen = (): I32 => {
      const value = i32.xor(i32.load(nodeOf(reference!)), reference!);
      return i32.and(value, number(WAS_TRUE));
    };
    const forOpenGroups = (statements: readonly Statement[]): readonly Statement[] => [
      set(group!, bytes(field(role!, GROUPS))),
      set(groupsEnd!, bytes(field(role!, GROUPS_END))),
      loopWhile(i32.ltU(group!, groupsEnd!), [
        set(reference!, field(group!, CONDITION)),
        when(isOpen(), statements),
        advance(group!, BYTES * GROUP_SIZE),
      ]),
    ];
    return [
      set(random!, bytes(header(RANDOM))),
      set(role!, bytes(header(ROLES))),
      set(rolesEnd!, bytes(header(ROLES_END))),
      loopWhile(i32.ltU(role!, rolesEnd!), [
        set(count!, number(0)),
        ...forOpenGroups([set(count!, i32.add(count!, field(group!, GROUP_COUNT)))]),
        when(i32.eqz(count!), [giveBack(number(IS_STUCK))]),
        set(rank!, number(0)),
        when(i32.xor(count!, number(1)), drawBelow(count!, rank!, { random: random!, product })),
        block((found) => [
          ...forOpenGroups([
            branchIf(i32.ltU(rank!, field(group!, GROUP_COUNT)), found),
            set(rank!, i32.sub(rank!, field(group!, GROUP_COUNT))),
          ]),
        ]),
        ...findMove({ group: group!, rank: rank!, moves: moves!, word: word!, bits: bits! }),
        setField(role!, DRAWN, i32.load(moves!)),
        advance(role!, BYTES * ROLE_SIZE),
      ]),
      setHeader(RANDOM, i32.shrU(random!, number(2))),
      giveBack(number(IS_DRAWN)),
    ];
  });
}

/**
 * Sets `rank` uniformly below the bound: the high word of a product with 32 random bits (Lemire: Fast random integer generation in an
 * interval, ACM TOMACS 2019). A low word among the first 2^32 mod bound would favour some ranks, and is drawn again.
 */
function drawBelow(
  bound: Local<'i32'>,
  rank: Local<'i32'>,
  { random, product }: { random: Local<'i32'>; product: Local<'i64'> },
): readonly Statement[] {
  const low = i32.wrap(product);
  return [
    loop((again) => [
      when(i32.eq(random, bytes(header(RANDOM_END))), [giveBack(number(IS_STARVED))]),
      set(product, i64.mul(i64.extendU(i32.load(random)), i64.extendU(bound))),
      advance(random, BYTES),
      when(i32.ltU(low, bound), [branchIf(i32.ltU(low, i32.remU(i32.sub(number(0), bound), bound)), again)]),
    ]),
    set(rank, i32.wrap(i64.shrU(product, i64.const(32n)))),
  ];
}

/** Sets `moves` to the byte where the address of the group's move of that rank is. */
function findMove({
  group,
  rank,
  moves,
  word,
  bits,
}: Record<'group' | 'rank' | 'moves' | 'word' | 'bits', Local<'i32'>>): readonly Statement[] {
  /** Goes on from one place to the next until the rank is less than the number there. */
  const skip = (countHere: I32, next: Statement): Statement =>
    block((here) => [
      loop((again) => [
        branchIf(i32.ltU(rank, countHere), here),
        set(rank, i32.sub(rank, countHere)),
        next,
        branch(again),
      ]),
    ]);
  return [
    set(moves, bytes(field(group, BLOCKS))),
    skip(field(moves, BLOCK_COUNT), advance(moves, BYTES * BLOCK_SIZE)),
    set(word, moves),
    skip(i32.popcount(field(word, BITS)), advance(word, BYTES)),
    set(bits, field(word, BITS)),
    loopWhile(rank, [set(bits, i32.and(bits, i32.sub(bits, number(1)))), set(rank, i32.sub(rank, number(1)))]),
    // The words of bits that were skipped stand for 32 moves each.
    set(word, i32.shl(i32.sub(word, moves), number(5))),
    set(moves, i32.add(i32.add(moves, word), bytes(i32.ctz(bits)))),
    advance(moves, BYTES * MOVES),
  ];
}
