import { advance, loopWhile } from '../kernel/kernelWriter.js';
import {
  call,
  type FunctionReference,
  giveBack,
  i32,
  type ModuleWriter,
  perform,
  set,
  type Statement,
  when,
} from '../wasm/index.js';
import { BYTES, bytes, field, header, type I32, type Locals, number, setField } from './code.js';
import { FAN, FAN_END, GUARDS_END, INNER, IS_QUEUED, ONE, PENDING, SUPPORT, SUSPECTS, WAS_TRUE } from './layout.js';

/**
 * `loops(begin, end)`, of bytes of the queue of rules: keeps the atoms of loops at their least fixpoint, and queues them. Rules that fell take
 * with them all that might have been derived from them, even where another rule still holds; then what has a rule that holds is
 * derived again (Gupta, Mumick, Subrahmanian: Maintaining views incrementally, SIGMOD 1993, "delete and rederive"). Only what was touched is
 * looked at.
 *
 * Pending rules and suspects, the atoms that were true and lost a rule, are lists of addresses of bytes.
 */
export function loopsFunction(module: ModuleWriter, enqueue: FunctionReference): FunctionReference {
  const flip = flipFunction(module, enqueue);
  return module.define({ parameters: ['i32', 'i32'] }, (body) => {
    const [begin, end] = [body.parameter('i32', 0), body.parameter('i32', 1)];
    const [at, rule, atom, support, top, suspectsEnd, bottom, word] = body.localsOf('i32', 8);
    const locals = [rule!, atom!, support!, top!, bottom!, word!];
    const append = (value: I32): readonly Statement[] => [i32.store(top!, value), advance(top!, BYTES)];
    const forRules = (statements: readonly Statement[]): readonly Statement[] => [
      set(at!, begin),
      loopWhile(i32.ltU(at!, end), [set(rule!, bytes(i32.load(at!))), ...statements, advance(at!, BYTES)]),
    ];
    const flipBy = (change: number): Statement => set(top!, call('i32', flip, atom!, number(change), top!));
    return [
      set(bottom!, bytes(header(PENDING))),
      set(top!, bottom!),
      set(suspectsEnd!, bytes(header(SUSPECTS))),
      // 1. What fell, and all that might depend on it.
      ...forRules([
        set(word!, i32.and(i32.load(rule!), number(~IS_QUEUED))),
        i32.store(rule!, word!),
        when(i32.eqz(i32.ltS(word!, number(ONE))), append(rule!)),
      ]),
      ...forPending(locals, i32.and(word!, number(WAS_TRUE)), -1, [
        when(i32.ltS(i32.load(atom!), number(ONE)), [
          i32.store(suspectsEnd!, atom!),
          advance(suspectsEnd!, BYTES),
          flipBy(ONE),
        ]),
      ]),
      // 2. What is still derived, and what is derived now.
      ...forRules(append(rule!)),
      set(at!, bytes(header(SUSPECTS))),
      loopWhile(i32.ltU(at!, suspectsEnd!), [
        set(atom!, i32.load(at!)),
        when(field(bytes(field(atom!, FAN_END)), SUPPORT), [flipBy(-ONE)]),
        advance(at!, BYTES),
      ]),
      ...forPending(locals, i32.eqz(word!), 1, [when(i32.eqz(i32.ltS(i32.load(atom!), number(ONE))), [flipBy(-ONE)])]),
    ];
  });
}

/** Takes pending rules until there are none. Those of which the claim is true change their flag and the support of their atom. */
function forPending(
  [rule, atom, support, top, bottom, word]: Locals,
  isChanged: I32,
  change: number,
  body: readonly Statement[],
): readonly Statement[] {
  return [
    loopWhile(i32.ltU(bottom!, top!), [
      advance(top!, -BYTES),
      set(rule!, i32.load(top!)),
      set(word!, i32.load(rule!)),
      when(isChanged, [
        i32.store(rule!, i32.xor(word!, number(WAS_TRUE))),
        set(atom!, bytes(field(rule!, FAN))),
        set(support!, bytes(field(atom!, FAN_END))),
        setField(support!, SUPPORT, i32.add(field(support!, SUPPORT), number(change))),
        ...body,
      ]),
    ]),
  ];
}

/** `flip(atom, by, top)`: changes the atom, and by that many the rules in which it occurs, which become pending; returns the new top. */
function flipFunction(module: ModuleWriter, enqueue: FunctionReference): FunctionReference {
  return module.define({ parameters: ['i32', 'i32', 'i32'], result: 'i32' }, (body) => {
    const [atom, by, top] = [0, 1, 2].map((place) => body.parameter('i32', place));
    const [at, end, rule] = body.localsOf('i32', 3);
    return [
      i32.store(atom!, i32.xor(i32.load(atom!), number(ONE))),
      perform(enqueue, atom!),
      set(at!, i32.add(bytes(field(atom!, FAN_END)), number(BYTES * INNER))),
      set(end!, bytes(field(atom!, GUARDS_END))),
      loopWhile(i32.ltU(at!, end!), [
        set(rule!, bytes(i32.load(at!))),
        i32.store(rule!, i32.add(i32.load(rule!), by!)),
        i32.store(top!, rule!),
        advance(top!, BYTES),
        advance(at!, BYTES),
      ]),
      giveBack(top!),
    ];
  });
}
