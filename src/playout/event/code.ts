import {
  type Expression,
  type FunctionReference,
  i32,
  type Local,
  type ModuleWriter,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { IS_QUEUED, LEVEL, QUEUE_END } from './layout.js';

/**
 * Names for what the parts of the kernel write again and again. Addresses in memory count words; locals and parameters hold addresses of
 * bytes, which is what loads and stores take, unless it is said otherwise.
 */

export type I32 = Expression<'i32'>;
export type Locals = readonly Local<'i32'>[];

export const BYTES = 4;
export const number = (value: number): I32 => i32.const(value);
export const bytes = (words: I32): I32 => i32.shl(words, number(2));
export const words = (of: I32): I32 => i32.shrU(of, number(2));
/** A word of a record whose first byte is given. */
export const field = (record: I32, offset: number): I32 => i32.load(record, BYTES * offset);
export const setField = (record: I32, offset: number, value: I32): Statement =>
  i32.store(record, value, BYTES * offset);
export const header = (offset: number): I32 => field(number(0), offset);
export const setHeader = (offset: number, value: I32): Statement => setField(number(0), offset, value);
/** The first byte of the node of a reference. */
export const nodeOf = (reference: I32): I32 => i32.shl(i32.and(reference, number(~1)), number(1));

/** Puts the node, given by address and first byte, into the queue of its level. */
export const push = (node: I32, record: I32, [level, end]: Locals): readonly Statement[] => [
  set(level!, bytes(field(record, LEVEL))),
  set(end!, field(level!, QUEUE_END)),
  i32.store(bytes(end!), node),
  setField(level!, QUEUE_END, i32.add(end!, number(1))),
];

/** `enqueue(record)` */
export function enqueueFunction(module: ModuleWriter): FunctionReference {
  return module.define({ parameters: ['i32'] }, (body) => {
    const record = body.parameter('i32', 0);
    const [word, level, end] = body.localsOf('i32', 3);
    return [
      set(word!, i32.load(record)),
      when(i32.eqz(i32.and(word!, number(IS_QUEUED))), [
        i32.store(record, i32.or(word!, number(IS_QUEUED))),
        ...push(words(record), record, [level!, end!]),
      ]),
    ];
  });
}
