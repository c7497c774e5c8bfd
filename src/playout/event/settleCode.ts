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
import { BYTES, bytes, field, type I32, type Locals, nodeOf, number, push, setField, words } from './code.js';
import {
  ARMED,
  ARMED_END,
  ARMED_GUARD,
  ARMED_OWNER,
  FAN,
  FAN_END,
  GUARD_PLACE,
  GUARD_REFERENCE,
  GUARD_SIZE,
  GUARDS_END,
  HAS_GUARDS,
  IS_ARMED,
  IS_QUEUED,
  LEVEL_KIND,
  LEVEL_SIZE,
  LOOPS,
  ONE,
  OUTPUTS,
  QUEUE,
  QUEUE_END,
  WAS_TRUE,
} from './layout.js';

/**
 * `settle(first, last)`, addresses of levels: brings their nodes up to date, level by level, so that each is looked at once, after all that it
 * depends on. Returns how many nodes of the last level changed: if it is one of outputs, they are the first ones of its queue, until a
 * node is put there.
 */
export function settleFunction(module: ModuleWriter, loops: FunctionReference): FunctionReference {
  const evaluate = evaluateFunction(module, armFunction(module), disarmFunction(module));
  const plain = plainFunction(module, evaluate);
  const outputs = outputsFunction(module, evaluate);
  return module.define({ parameters: ['i32', 'i32'], result: 'i32' }, (body) => {
    const [first, last] = [body.parameter('i32', 0), body.parameter('i32', 1)];
    const [level, lastLevel, begin, end, kind, changed] = body.localsOf('i32', 6);
    return [
      set(level!, bytes(first)),
      set(lastLevel!, bytes(last)),
      loop((again) => [
        set(begin!, bytes(field(level!, QUEUE))),
        set(end!, bytes(field(level!, QUEUE_END))),
        set(changed!, number(0)),
        block((done) => [
          branchIf(i32.eq(begin!, end!), done),
          setField(level!, QUEUE_END, words(begin!)),
          set(kind!, field(level!, LEVEL_KIND)),
          when(i32.eq(kind!, number(OUTPUTS)), [set(changed!, call('i32', outputs, begin!, end!)), branch(done)]),
          when(i32.eq(kind!, number(LOOPS)), [perform(loops, begin!, end!), branch(done)]),
          perform(plain, begin!, end!),
        ]),
        advance(level!, BYTES * LEVEL_SIZE),
        branchIf(i32.eqz(i32.ltU(lastLevel!, level!)), again),
      ]),
      giveBack(changed!),
    ];
  });
}

/** `flip(record)`: changes an input, and tells what depends on it. */
export function flipFunction(module: ModuleWriter): FunctionReference {
  return module.define({ parameters: ['i32'] }, (body) => {
    const record = body.parameter('i32', 0);
    const isTrue = body.local('i32');
    const locals = body.localsOf('i32', 8);
    return [
      i32.store(record, i32.xor(i32.load(record), number(ONE | WAS_TRUE))),
      set(isTrue, i32.and(i32.load(record), number(WAS_TRUE))),
      ...tellTriggered(record, isTrue, locals),
      ...tellArmed(record, locals),
    ];
  });
}

/** The body for each guard of a node, `at` its first byte. */
const forGuards = (record: I32, [at, end]: Locals, body: readonly Statement[]): readonly Statement[] => [
  set(at!, bytes(field(record, FAN_END))),
  set(end!, bytes(field(record, GUARDS_END))),
  loopWhile(i32.ltU(at!, end!), [...body, advance(at!, BYTES * GUARD_SIZE)]),
];

/** `arm(record)` */
function armFunction(module: ModuleWriter): FunctionReference {
  return module.define({ parameters: ['i32'] }, (body) => {
    const record = body.parameter('i32', 0);
    const [at, end, guard, place, entry] = body.localsOf('i32', 5);
    return [
      i32.store(record, i32.or(i32.load(record), number(IS_ARMED))),
      ...forGuards(
        record,
        [at!, end!],
        [
          set(guard!, nodeOf(field(at!, GUARD_REFERENCE))),
          set(place!, field(guard!, ARMED_END)),
          setField(guard!, ARMED_END, i32.add(place!, number(GUARD_SIZE))),
          set(entry!, bytes(place!)),
          setField(entry!, ARMED_GUARD, words(at!)),
          setField(entry!, ARMED_OWNER, words(record)),
          setField(at!, GUARD_PLACE, place!),
        ],
      ),
    ];
  });
}

/** `disarm(record)` */
function disarmFunction(module: ModuleWriter): FunctionReference {
  return module.define({ parameters: ['i32'] }, (body) => {
    const record = body.parameter('i32', 0);
    const [at, end, guard, place, last, entry, lastEntry, moved] = body.localsOf('i32', 8);
    return [
      i32.store(record, i32.and(i32.load(record), number(~IS_ARMED))),
      ...forGuards(
        record,
        [at!, end!],
        [
          set(guard!, nodeOf(field(at!, GUARD_REFERENCE))),
          set(last!, i32.sub(field(guard!, ARMED_END), number(GUARD_SIZE))),
          setField(guard!, ARMED_END, last!),
          set(place!, field(at!, GUARD_PLACE)),
          set(entry!, bytes(place!)),
          set(lastEntry!, bytes(last!)),
          set(moved!, field(lastEntry!, ARMED_GUARD)),
          setField(entry!, ARMED_GUARD, moved!),
          setField(entry!, ARMED_OWNER, field(lastEntry!, ARMED_OWNER)),
          setField(bytes(moved!), GUARD_PLACE, place!),
        ],
      ),
    ];
  });
}

/** `evaluate(record)`: whether a conjunction with guards holds. */
function evaluateFunction(module: ModuleWriter, arm: FunctionReference, disarm: FunctionReference): FunctionReference {
  return module.define({ parameters: ['i32'], result: 'i32' }, (body) => {
    const record = body.parameter('i32', 0);
    const [word, at, end, reference] = body.localsOf('i32', 4);
    const isArmed = i32.and(word!, number(IS_ARMED));
    const guardValue = i32.xor(i32.load(nodeOf(reference!)), reference!);
    return [
      set(word!, i32.load(record)),
      when(
        i32.ltS(word!, number(ONE)),
        [
          when(i32.eqz(isArmed), [perform(arm, record)]),
          ...forGuards(
            record,
            [at!, end!],
            [
              set(reference!, field(at!, GUARD_REFERENCE)),
              when(i32.eqz(i32.and(guardValue, number(WAS_TRUE))), [giveBack(number(0))]),
            ],
          ),
          giveBack(number(WAS_TRUE)),
        ],
        [when(isArmed, [perform(disarm, record)])],
      ),
      giveBack(number(0)),
    ];
  });
}

/** Sets `word` to that of a node that was taken from its queue, and `isTrue` to whether it holds. */
const lookAt = (evaluate: FunctionReference, [record, word, isTrue]: Locals): readonly Statement[] => [
  set(word!, i32.and(i32.load(record!), number(~IS_QUEUED))),
  set(isTrue!, i32.ltS(word!, number(ONE))),
  when(i32.and(word!, number(HAS_GUARDS)), [
    i32.store(record!, word!),
    set(isTrue!, call('i32', evaluate, record!)),
    set(word!, i32.load(record!)),
  ]),
];

/** `plain(begin, end)`, of bytes of the queue. */
function plainFunction(module: ModuleWriter, evaluate: FunctionReference): FunctionReference {
  return module.define({ parameters: ['i32', 'i32'] }, (body) => {
    const [begin, end] = [body.parameter('i32', 0), body.parameter('i32', 1)];
    const [record, word, isTrue] = body.localsOf('i32', 3);
    const tellLocals = body.localsOf('i32', 8);
    return [
      loopWhile(i32.ltU(begin, end), [
        set(record!, bytes(i32.load(begin))),
        ...lookAt(evaluate, [record!, word!, isTrue!]),
        when(
          i32.eq(i32.and(word!, number(WAS_TRUE)), isTrue!),
          [i32.store(record!, word!)],
          [
            i32.store(record!, i32.xor(word!, number(WAS_TRUE))),
            ...tellTriggered(record!, isTrue!, tellLocals),
            ...tellArmed(record!, tellLocals),
          ],
        ),
        advance(begin, BYTES),
      ]),
    ];
  });
}

function tellTriggered(record: Local<'i32'>, isTrue: Local<'i32'>, locals: Locals): readonly Statement[] {
  const [at, end, reference, target, change, least, level, queueEnd] = locals;
  return [
    set(at!, i32.add(record, number(BYTES * FAN))),
    set(end!, bytes(field(record, FAN_END))),
    loopWhile(i32.ltU(at!, end!), [
      set(reference!, i32.load(at!)),
      set(target!, nodeOf(reference!)),
      // ONE where a trigger becomes unsatisfied, else 0.
      set(change!, i32.mul(i32.and(i32.xor(i32.xor(reference!, isTrue), number(1)), number(1)), number(ONE))),
      set(least!, i32.add(i32.sub(i32.load(target!), number(ONE)), change!)),
      when(
        i32.ltS(least!, number(IS_QUEUED)),
        [
          i32.store(target!, i32.or(i32.add(least!, change!), number(IS_QUEUED))),
          ...push(i32.shrU(reference!, number(1)), target!, [level!, queueEnd!]),
        ],
        [i32.store(target!, i32.add(least!, change!))],
      ),
      advance(at!, BYTES),
    ]),
  ];
}

function tellArmed(record: Local<'i32'>, locals: Locals): readonly Statement[] {
  const [at, end, owner, target, word, , level, queueEnd] = locals;
  return [
    set(at!, bytes(field(record, ARMED))),
    set(end!, bytes(field(record, ARMED_END))),
    loopWhile(i32.ltU(at!, end!), [
      set(owner!, field(at!, ARMED_OWNER)),
      set(target!, bytes(owner!)),
      set(word!, i32.load(target!)),
      when(i32.eqz(i32.and(word!, number(IS_QUEUED))), [
        i32.store(target!, i32.or(word!, number(IS_QUEUED))),
        ...push(owner!, target!, [level!, queueEnd!]),
      ]),
      advance(at!, BYTES * GUARD_SIZE),
    ]),
  ];
}

/** `outputs(begin, end)`, of bytes of the queue: how many nodes changed. */
function outputsFunction(module: ModuleWriter, evaluate: FunctionReference): FunctionReference {
  return module.define({ parameters: ['i32', 'i32'], result: 'i32' }, (body) => {
    const [begin, end] = [body.parameter('i32', 0), body.parameter('i32', 1)];
    const [at, record, word, isTrue, changed, node] = body.localsOf('i32', 6);
    return [
      set(at!, begin),
      loopWhile(i32.ltU(at!, end), [
        set(node!, i32.load(at!)),
        set(record!, bytes(node!)),
        ...lookAt(evaluate, [record!, word!, isTrue!]),
        i32.store(i32.add(begin, bytes(changed!)), node!),
        set(changed!, i32.add(changed!, i32.and(i32.xor(word!, isTrue!), number(WAS_TRUE)))),
        i32.store(record!, i32.or(i32.and(word!, number(~WAS_TRUE)), isTrue!)),
        advance(at!, BYTES),
      ]),
      giveBack(changed!),
    ];
  });
}
