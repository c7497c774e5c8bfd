import { describe, expect, test } from 'vitest';
import { readSheet } from '../gdl/index.js';
import { validate, type ValidRules } from '../rules/index.js';
import {
  DEFAULT_GROUND_OPTIONS,
  FALSE,
  firstDerived,
  ground,
  type GroundOptions,
  type GroundProgram,
  TRUE,
} from './index.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 2 ** 30 };

function rulesOf(content: string): ValidRules {
  const rules = validate(readSheet({ name: 'test.kif', content }));
  if (!rules.ok) throw new Error(rules.error.map(({ message }) => message).join('; '));
  return rules.value;
}

function programOf(content: string, options?: GroundOptions): GroundProgram {
  const program = ground(rulesOf(content), BUDGET, options);
  if (!program.ok) throw new Error(program.error.reason);
  return program.value;
}

/** All names, in an order that does not depend on how the program was found. */
const namesIn = ({ lexicon }: GroundProgram): string[] => [...lexicon.fluents, ...lexicon.moves].sort();

const ruleCount = (program: GroundProgram): number => program.bodyStart.length - 1;

/** A board of 8 × 8 squares on which any stone may jump anywhere. */
const JUMPS = `
  (role red) ${Array.from({ length: 8 }, (_, i) => `(index ${String(i)})`).join(' ')}
  (init (stone 0 0)) (init (stone 3 3)) (init (turn 0))
  (<= (square ?x ?y) (index ?x) (index ?y))
  (<= (differ ?x ?y ?u ?v) (square ?x ?y) (square ?u ?v) (distinct ?x ?u))
  (<= (differ ?x ?y ?u ?v) (square ?x ?y) (square ?u ?v) (distinct ?y ?v))
  (<= (legal red (jump ?x ?y ?u ?v)) (true (stone ?x ?y)) (square ?u ?v))
  (<= (next (stone ?u ?v)) (does red (jump ?x ?y ?u ?v)))
  (<= (next (stone ?a ?b)) (true (stone ?a ?b)) (does red (jump ?x ?y ?u ?v)) (differ ?a ?b ?x ?y))
  (<= (next (turn ?n)) (true (turn ?m)) (index ?n) (distinct ?n ?m))
  (<= terminal (true (stone 7 7)))
  (goal red 100)`;

describe('the program', () => {
  test('holds fluents, moves and rules in the documented layout', () => {
    const program = programOf(JUMPS);
    expect([program.fluents, program.moves]).toEqual([64 + 8, 64 * 64]);
    expect(program.lexicon.fluents).toHaveLength(program.fluents);
    expect(program.moveStart).toEqual(Int32Array.of(73, 73 + 64 * 64));
    expect(program.componentStart[0]).toBe(firstDerived(program));
    expect(program.componentStart.at(-1)).toBe(program.atoms);
    for (let component = 0; component < program.isRecursive.length; component++) {
      for (let atom = program.componentStart[component]!; atom < program.componentStart[component + 1]!; atom++) {
        for (const literal of bodiesOf(program, atom).flat()) {
          expect(literal >> 1).toBeLessThan(program.isRecursive[component] === 1 ? program.atoms : atom);
          expect(literal >> 1).toBeGreaterThan(0);
        }
      }
    }
  });

  test('keeps no relation that the state does not change, and no fluent that never changes', () => {
    const program = programOf(`
      (role red) (init (wall 1)) (init (wall 2)) (init (at 3)) (link 3 1) (link 3 4)
      (<= (open ?x) (link 3 ?x) (not (true (wall ?x))))
      (<= (legal red (go ?x)) (open ?x))
      (<= (next (at ?x)) (does red (go ?x)))
      (<= (next (wall ?x)) (true (wall ?x)))
      (<= terminal (true (at 4))) (goal red 100)`);
    expect([...program.lexicon.constants].sort()).toEqual(['(wall 1)', '(wall 2)']);
    expect([...program.lexicon.fluents].sort()).toEqual(['(at 3)', '(at 4)']);
    expect(program.lexicon.moves).toEqual(['(go 4)']);
    expect(program.legal).toEqual(Int32Array.of(TRUE));
    expect(ruleCount(program)).toBe(0);
  });

  test('finds fluents that stay for ever though they have other rules', () => {
    const program = programOf(`
      (role red) (init lamp) (init (lit lamp)) (init dark) (legal red wait)
      (<= (next (lit ?x)) (true (lit ?x)) (true lamp)) (<= (next lamp) (true lamp)) (<= (next lamp) (true dark))
      (<= terminal (true (lit lamp))) (goal red 100)`);
    expect([...program.lexicon.constants].sort()).toEqual(['(lit lamp)', 'lamp']);
    expect(program.terminal).toBe(TRUE);
    expect(program.next).toEqual(Int32Array.of(FALSE));
  });

  test('marks recursion that depends on the state', () => {
    const program = programOf(`
      (role red) (init start) (node 1) (node 2) (node 3) (node 4)
      (<= (legal red (add ?x ?y)) (node ?x) (node ?y))
      (<= (next (edge ?x ?y)) (true (edge ?x ?y))) (<= (next (edge ?x ?y)) (does red (add ?x ?y)))
      (<= (path ?x ?y) (true (edge ?x ?y))) (<= (path ?x ?z) (true (edge ?x ?y)) (path ?y ?z))
      (<= terminal (path 1 3)) (goal red 100)`);
    expect(program.isRecursive.filter((flag) => flag === 1)).not.toHaveLength(0);
  });

  test('is the same every time', () => {
    expect(programOf(JUMPS)).toEqual(programOf(JUMPS));
  });
});

describe('rule splitting', () => {
  test('instantiates a frame rule over squares and places left, not over squares and moves', () => {
    const whole = programOf(JUMPS, { ...DEFAULT_GROUND_OPTIONS, worthSplitting: Infinity });
    const split = programOf(JUMPS);
    expect(ruleCount(whole)).toBeGreaterThan(64 * 63 * 64);
    expect(ruleCount(split)).toBeLessThan(4 * 64 * 64);
    expect(split.lexicon).toEqual(whole.lexicon);
  });

  const indexes = Array.from({ length: 20 }, (_, i) => `(index ${String(i)})`).join(' ');
  const registers = `
    (role red) ${indexes} (init (a 0)) (init (b 0)) (init (pc 0))
    (<= (legal red (set ?x ?y)) (index ?x) (index ?y))
    (<= (next (a ?x)) (does red (set ?x ?y))) (<= (next (b ?y)) (does red (set ?x ?y)))
    (<= terminal (true (pc 19))) (goal red 100)`;

  test('takes variables that hang together out of a rule at once, and splits what was taken out again', () => {
    const program = programOf(`${registers}
      (<= (next (pc ?n)) (true (pc ?m)) (index ?n) (true (a ?x)) (true (b ?y)) (distinct ?x ?y) (distinct ?m ?n))`);
    expect(ruleCount(program)).toBeLessThan(4 * 20 * 20 + 3 * 20);
  });

  test('asks for the possible values of a variable, not for the tuples that hold them', () => {
    const cells = Array.from({ length: 20 }, (_, i) => `(init (cell ${String(i)} 0))`).join(' ');
    const program = programOf(`(role red) ${indexes} ${cells}
      (<= (legal red (put ?x ?y)) (index ?x) (index ?y))
      (<= (next (cell ?x ?y)) (does red (put ?x ?y)))
      (<= (next (cell ?x ?y)) (true (cell ?x ?y)) (does red (put ?u ?v)) (distinct ?x ?u))
      (<= terminal (true (cell 0 19))) (goal red 100)`);
    expect(ruleCount(program)).toBeLessThan(5 * 20 * 20);
  });

  test('gives rules that say the same of two sides the same parts', () => {
    const less = Array.from({ length: 20 * 20 }, (_, i) => [Math.floor(i / 20), i % 20] as const)
      .filter(([x, y]) => x < y)
      .map(([x, y]) => `(less ${String(x)} ${String(y)})`);
    const score = (goal: number, order: string): string =>
      `(<= (goal ?r ${String(goal)}) (true (points ?r ?x)) (other ?r ?s) (true (points ?s ?y)) (less ${order}))`;
    const program = programOf(`
      (role red) (role blue) ${indexes} ${less.join(' ')} (other red blue) (other blue red) (init (points red 0))
      (<= (legal ?r (score ?x)) (role ?r) (index ?x)) (<= (next (points ?r ?x)) (does ?r (score ?x)))
      ${score(100, '?y ?x')} ${score(0, '?x ?y')} (<= terminal (true (points red 19)))`);
    const literalOf = (role: number, value: number): number | undefined =>
      program.goals.find((goal) => goal.role === role && goal.value === value)?.literal;
    expect(literalOf(0, 100)).toBe(literalOf(1, 0));
    expect(literalOf(1, 100)).toBe(literalOf(0, 0));
  });

  test('sees through the definition of a relation that ties many variables together', () => {
    const has = Array.from({ length: 15 }, (_, i) => `(item ${String(i)}) (has ${String(i)} ${String(i % 3)})`);
    const program = programOf(`
      (role red) ${has.join(' ')} (init (at 1 0)) (init (at 2 0)) (init (at 3 0)) (init (at 4 0))
      (<= (alike ?a ?b ?c ?d) (has ?a ?n) (has ?b ?n) (has ?c ?n) (has ?d ?n))
      (<= (legal red (put ?i ?p)) (true (at ?i ?q)) (item ?p))
      (<= (next (at ?i ?p)) (does red (put ?i ?p)))
      (<= terminal (true (at 1 ?a)) (true (at 2 ?b)) (true (at 3 ?c)) (true (at 4 ?d)) (alike ?a ?b ?c ?d))
      (goal red 100)`);
    expect(ruleCount(program)).toBeLessThan(3 * 4 * 15);
  });
});

describe('demand', () => {
  test('looks at the asked-for tuples of a large relation only', () => {
    const cells = Array.from({ length: 30 }, (_, i) => `(init (cell ${String(i)} x)) (place ${String(i)})`);
    const sheet = `
      (role red) ${cells.join(' ')}
      (<= (legal red (take ?i)) (true (cell ?i x)))
      (<= (next (cell ?i x)) (true (cell ?i x)) (not (does red (take ?i))))
      (<= (four ?a ?b ?c ?d) (place ?a) (place ?b) (place ?c) (place ?d) (not (true (cell ?a x))) (true (cell ?d x)))
      (<= terminal (four 1 2 3 4)) (goal red 100)`;
    const tight = ground(rulesOf(sheet), { ...BUDGET, bytes: 2 ** 20 });
    const whole = ground(
      rulesOf(sheet),
      { ...BUDGET, bytes: 2 ** 20 },
      { ...DEFAULT_GROUND_OPTIONS, worthAsking: Infinity },
    );
    expect(whole).toMatchObject({ ok: false, error: { reason: 'grounding needs more than 1 MB' } });
    expect(tight.ok).toBe(true);
  });
});

test('a survey shows what is asked of a large relation that is only denied', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', ...Array.from({ length: 10 }, (_, i) => String(i))];
  const next = names.flatMap((name, i) => (i === 9 || i === 19 ? [] : [`(beside ${name} ${names[i + 1]!})`]));
  const rules = rulesOf(`
    (role red) ${names.map((name) => `(coordinate ${name})`).join(' ')} ${next.join(' ')} (init (at a 0)) (init (mark a))
    (<= (adjacent ?x ?y) (beside ?x ?y)) (<= (adjacent ?x ?y) (beside ?y ?x))
    (<= (barred ?x ?y ?u ?v) (true (mark ?x)) (coordinate ?y) (coordinate ?u) (coordinate ?v) (distinct ?y ?v) (distinct ?x ?u))
    (<= (barred ?x ?y ?u ?v) (true (mark ?u)) (coordinate ?y) (coordinate ?x) (coordinate ?v) (distinct ?y ?v) (distinct ?x ?u))
    (<= (legal red (go ?u ?v)) (true (at ?x ?y)) (adjacent ?x ?u) (adjacent ?y ?v) (not (barred ?x ?y ?u ?v)))
    (<= (next (at ?u ?v)) (does red (go ?u ?v))) (<= (next (mark ?u)) (does red (go ?u ?v)))
    (<= terminal (true (at j 9))) (goal red 100)`);
  const budget = { ...BUDGET, bytes: 2 ** 20 };
  const options = { ...DEFAULT_GROUND_OPTIONS, worthSurveying: 10_000 };
  expect(ground(rules, budget, { ...options, worthSurveying: Infinity })).toMatchObject({ ok: false });
  expect(ground(rules, budget, options).ok).toBe(true);
});

describe('columns that do not matter', () => {
  const squares = Array.from({ length: 30 }, (_, i) => `(square ${String(i)})`).join(' ');
  const steps = Array.from({ length: 29 }, (_, i) => `(step ${String(i)} ${String(i + 1)})`).join(' ');
  const clear = (legal: string): string => `
    (role red) ${squares} ${steps} (init (at 0)) (init (at 5))
    (<= (next (at ?s)) (does red (put ?s))) (<= (next (at ?s)) (true (at ?s)))
    (<= (clear ?s ?t ?i ?j) (step ?s ?t) (square ?i) (square ?j))
    (<= (clear ?s ?t ?i ?j) (step ?s ?m) (not (true (at ?m))) (clear ?m ?t ?i ?j))
    (<= (clear ?s ?t ?i ?j) (step ?s ?i) (clear ?i ?t ?i ?j))
    ${legal} (<= terminal (clear 0 29 5 7)) (goal red 100)`;
  const idling = { ...DEFAULT_GROUND_OPTIONS, worthAsking: Infinity, worthIdling: 0, worthSplitting: 0 };

  test('are taken away from the rules that do not look at them', () => {
    const rules = rulesOf(clear('(<= (legal red (put ?s)) (square ?s) (not (clear 0 ?s 5 7)))'));
    const budget = { ...BUDGET, bytes: 2 ** 21 };
    expect(ground(rules, budget, { ...idling, worthIdling: Infinity })).toMatchObject({ ok: false });
    expect(ground(rules, budget, idling).ok).toBe(true);
  });

  test('stay where something is denied of a value that may not belong there', () => {
    const sheet = clear('(odd 99) (odd 3) (<= (legal red (put ?i)) (odd ?i) (not (clear 0 1 ?i ?i)))');
    expect(programOf(sheet, idling).lexicon.moves).toEqual(['(put 99)']);
  });
});

test('rules that differ in one literal have the instances of one', () => {
  const items = Array.from({ length: 20 }, (_, i) => `(item ${String(i)})`).join(' ');
  const sheet = `
    (role red) ${items} (init (rook 0 0)) (init (queen 0 0))
    (<= (legal red (put ?x ?y)) (item ?x) (item ?y))
    (<= (next (rook ?x ?y)) (does red (put ?x ?y))) (<= (next (queen ?x ?y)) (does red (put ?y ?x)))
    (<= (next (hit ?x ?c)) (true (rook ?x ?y)) (item ?c) (distinct ?y ?c))
    (<= (next (hit ?x ?c)) (true (queen ?x ?y)) (item ?c) (distinct ?y ?c))
    (<= terminal (true (hit 0 19))) (goal red 100)`;
  const apart = programOf(sheet, { ...DEFAULT_GROUND_OPTIONS, worthMerging: Infinity });
  const merged = programOf(sheet, { ...DEFAULT_GROUND_OPTIONS, worthMerging: 1000 });
  expect(namesIn(merged)).toEqual(namesIn(apart));
  expect(ruleCount(merged)).toBeLessThan(0.7 * ruleCount(apart));
});

describe('budgets', () => {
  const endless = `
    (role red) (init (f z z)) (legal red wait)
    (<= (next (f (s ?x) ?y)) (true (f ?x ?y))) (<= (next (f z (s ?y))) (true (f ?x ?y)))
    (<= terminal (true (f (s (s z)) z))) (goal red 100)`;

  test('a sheet without end stops with a reason when its time is over', () => {
    let now = 0;
    const result = ground(rulesOf(endless), { clock: () => (now += 10), milliseconds: 200, bytes: 2 ** 30 });
    expect(result).toEqual({ ok: false, error: { reason: 'grounding needs more than 200 ms' } });
  });

  test('and when its memory is used up', () => {
    const result = ground(rulesOf(endless), { clock: () => 0, milliseconds: 1, bytes: 2 ** 22 });
    expect(result).toEqual({ ok: false, error: { reason: 'grounding needs more than 4 MB' } });
  });

  test('terms that grow for ever are noticed early', () => {
    const counter = `(role red) (init (f z)) (legal red wait) (<= (next (f (s ?x))) (true (f ?x)))
      (<= terminal (true (f (s z)))) (goal red 100)`;
    expect(ground(rulesOf(counter), { clock: () => 0, milliseconds: 1, bytes: 2 ** 30 })).toEqual({
      ok: false,
      error: { reason: 'grounding needs terms nested deeper than 500, perhaps without end' },
    });
  });

  test('a variable whose fluents cannot be told gives a reason', () => {
    const result = ground(
      rulesOf(`(role red) (init a) (wrap (box (in b))) (<= (wrapped ?x) (wrap ?x)) (legal red wait)
        (<= (next ?f) (wrapped (box ?f))) (<= terminal (true a)) (goal red 100)`),
      BUDGET,
    );
    expect(result).toMatchObject({ ok: false, error: { reason: expect.stringContaining('next/1') as string } });
  });
});

test('an atom is not merged with one whose rules were inlined', () => {
  const program = programOf(
    `(role red) (s 1) (init (g 1 2)) (init (n (k 1) 3))
     (<= (legal red (b 3 (k 1))) (true (g ?y ?y)) d1)
     (<= terminal (true (n (k ?y) 3)) (true (g ?y 2)) (or (s ?y) (not (v 3))))
     (<= (goal red 50) (d2 2) (not (t 3 3)))`,
    { ...DEFAULT_GROUND_OPTIONS, worthSplitting: 0, splitShare: Infinity },
  );
  expect(program.terminal).not.toBe(FALSE);
});

function bodiesOf(program: GroundProgram, atom: number): number[][] {
  const derived = atom - firstDerived(program);
  const bodies: number[][] = [];
  for (let rule = program.ruleStart[derived]!; rule < program.ruleStart[derived + 1]!; rule++) {
    bodies.push([...program.body.subarray(program.bodyStart[rule], program.bodyStart[rule + 1])]);
  }
  return bodies;
}
