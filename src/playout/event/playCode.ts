import { advance, loopWhile } from '../kernel/kernelWriter.js';
import {
  block,
  branch,
  branchIf,
  call,
  type FunctionReference,
  giveBack,
  i32,
  type Local,
  loop,
  type ModuleWriter,
  perform,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { BYTES, bytes, field, header, nodeOf, number, setField, setHeader } from './code.js';
import {
  BITS,
  BLOCK_COUNT,
  BLOCK_GROUP,
  CHANGES,
  DRAWN,
  FACTS,
  FACTS_END,
  FLUENTS,
  GROUP_COUNT,
  HEADER_SIZE,
  IS_CAPPED,
  IS_ENDED,
  LEGAL_LEVEL,
  LEVEL_SIZE,
  MADE,
  NEXT_LEVEL,
  ONE,
  OUTPUT_BIT,
  OUTPUT_BLOCK,
  OUTPUT_FLUENT,
  PLIES,
  QUEUE,
  ROLE_SIZE,
  ROLES,
  ROLES_END,
  TERMINAL,
  WAS_TRUE,
} from './layout.js';

/** `stand()`: brings legal moves and the end up to date. */
export function standFunction(module: ModuleWriter, settle: FunctionReference): FunctionReference {
  return module.define({ parameters: [], exportAs: 'stand' }, (body) => {
    const [at, end, node, home, bit, word, change, group] = body.localsOf('i32', 8);
    return [
      set(end!, call('i32', settle, number(HEADER_SIZE), header(LEGAL_LEVEL))),
      ...outputs(LEGAL_LEVEL, [at!, end!]),
      loopWhile(i32.ltU(at!, end!), [
        set(node!, bytes(i32.load(at!))),
        set(home!, bytes(field(node!, OUTPUT_BLOCK))),
        set(bit!, field(node!, OUTPUT_BIT)),
        // The word of the bit; then 1 or -1, whether the move was added or removed.
        set(word!, i32.add(home!, bytes(i32.shrU(bit!, number(5))))),
        setField(word!, BITS, i32.xor(field(word!, BITS), i32.shl(number(1), bit!))),
        set(change!, i32.and(i32.shrU(field(word!, BITS), bit!), number(1))),
        set(change!, i32.sub(i32.add(change!, change!), number(1))),
        setField(home!, BLOCK_COUNT, i32.add(field(home!, BLOCK_COUNT), change!)),
        set(group!, bytes(field(home!, BLOCK_GROUP))),
        setField(group!, GROUP_COUNT, i32.add(field(group!, GROUP_COUNT), change!)),
        advance(at!, BYTES),
      ]),
    ];
  });
}

/** Sets `at` to the first byte of the level's queue, and `end`, which is a number of nodes, to where these end there. */
const outputs = (level: number, [at, end]: readonly [Local<'i32'>, Local<'i32'>]): readonly Statement[] => [
  set(at, bytes(field(bytes(header(level)), QUEUE))),
  set(end, i32.add(at, bytes(end))),
];

/** `become()`: sets the state that was put after the facts; no ply was made since then. */
export function becomeFunction(
  module: ModuleWriter,
  { flip, enqueue, stand }: Record<'flip' | 'enqueue' | 'stand', FunctionReference>,
): void {
  module.define({ parameters: [], exportAs: 'become' }, (body) => {
    const [at, end, size, rest, fluents, fluent, node] = body.localsOf('i32', 7);
    return [
      setHeader(PLIES, number(0)),
      set(at!, bytes(header(FACTS))),
      set(end!, bytes(header(FACTS_END))),
      set(size!, i32.sub(end!, at!)),
      set(fluents!, bytes(header(FLUENTS))),
      loopWhile(i32.ltU(at!, end!), [
        set(rest!, i32.xor(i32.load(at!), i32.load(i32.add(at!, i32.add(size!, size!))))),
        set(rest!, i32.and(rest!, i32.load(i32.add(at!, size!)))),
        i32.store(at!, i32.xor(i32.load(at!), rest!)),
        loopWhile(rest!, [
          set(fluent!, i32.add(fluents!, i32.shl(i32.ctz(rest!), number(3)))),
          perform(flip, bytes(field(fluent!, 0))),
          set(node!, bytes(field(fluent!, 1))),
          i32.store(node!, i32.xor(i32.load(node!), number(WAS_TRUE))),
          perform(enqueue, node!),
          set(rest!, i32.and(rest!, i32.sub(rest!, number(1)))),
        ]),
        advance(at!, BYTES),
        advance(fluents!, 2 * BYTES * 32),
      ]),
      perform(stand),
    ];
  });
}

/** `act()`: makes the moves that were drawn. */
export function actFunction(
  module: ModuleWriter,
  { settle, flip, stand }: Record<'settle' | 'flip' | 'stand', FunctionReference>,
): FunctionReference {
  return module.define({ parameters: [], exportAs: 'act' }, (body) => {
    const [at, end, made, drawn, fluent, fact, level, change] = body.localsOf('i32', 8);
    return [
      // 1. The moves.
      set(at!, bytes(header(ROLES))),
      set(end!, bytes(header(ROLES_END))),
      loopWhile(i32.ltU(at!, end!), [
        set(made!, field(at!, MADE)),
        set(drawn!, field(at!, DRAWN)),
        when(i32.xor(made!, drawn!), [
          when(made!, [perform(flip, bytes(made!))]),
          perform(flip, bytes(drawn!)),
          setField(at!, MADE, drawn!),
        ]),
        advance(at!, BYTES * ROLE_SIZE),
      ]),
      // 2. What they change: nodes of the next level were last told the current state. To flip a fluent can queue nodes of this level.
      set(level!, i32.add(header(LEGAL_LEVEL), number(LEVEL_SIZE))),
      set(end!, call('i32', settle, level!, header(NEXT_LEVEL))),
      ...outputs(NEXT_LEVEL, [at!, end!]),
      set(change!, bytes(header(CHANGES))),
      loopWhile(i32.ltU(at!, end!), [
        i32.store(change!, field(bytes(i32.load(at!)), OUTPUT_FLUENT)),
        advance(change!, BYTES),
        advance(at!, BYTES),
      ]),
      set(at!, bytes(header(CHANGES))),
      loopWhile(i32.ltU(at!, change!), [
        set(fluent!, i32.load(at!)),
        set(fact!, bytes(i32.add(header(FACTS), i32.shrU(fluent!, number(5))))),
        i32.store(fact!, i32.xor(i32.load(fact!), i32.shl(number(1), fluent!))),
        perform(flip, bytes(i32.load(i32.add(bytes(header(FLUENTS)), i32.shl(fluent!, number(3)))))),
        advance(at!, BYTES),
      ]),
      // 3. The state that follows.
      setHeader(PLIES, i32.add(header(PLIES), number(1))),
      perform(stand),
    ];
  });
}

/** `play(maxPlies)`: plays on from the current state; see `IS_ENDED` and its like. */
export function playFunction(module: ModuleWriter, draw: FunctionReference, act: FunctionReference): void {
  module.define({ parameters: ['i32'], result: 'i32', exportAs: 'play' }, (body) => {
    const maxPlies = body.parameter('i32', 0);
    const [terminal, outcome] = body.localsOf('i32', 2);
    const isSatisfied = i32.ltS(i32.load(nodeOf(terminal!)), number(ONE));
    return [
      set(terminal!, header(TERMINAL)),
      block((ended) => [
        loop((again) => [
          branchIf(i32.xor(i32.and(terminal!, number(1)), isSatisfied), ended),
          when(i32.eq(header(PLIES), maxPlies), [giveBack(number(IS_CAPPED))]),
          set(outcome!, call('i32', draw)),
          when(outcome!, [giveBack(outcome!)]),
          perform(act),
          branch(again),
        ]),
      ]),
      giveBack(number(IS_ENDED)),
    ];
  });
}
