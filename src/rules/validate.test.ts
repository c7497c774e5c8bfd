import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../base/index.js';
import { readSheet } from '../gdl/index.js';
import { literalKey, termKey } from './terms.js';
import { validate } from './validate.js';
import type { ValidRules } from './validRules.js';

const GAME = `
(role white)
(role black)
(init (step 1))
(<= (legal ?r noop) (role ?r))
(<= (next (step 2)) (true (step 1)))
(<= terminal (true (step 2)))
(<= (goal ?r 50) (role ?r))
`;

function valid(content: string): ValidRules {
  const result = validate(readSheet({ name: 'test.kif', content }));
  if (!result.ok) throw new Error(result.error.map(({ message }) => message).join('\n'));
  return result.value;
}

function diagnostics(content: string): readonly Diagnostic[] {
  const result = validate(readSheet({ name: 'test.kif', content }));
  return result.ok ? result.value.warnings : result.error;
}

const codes = (content: string): string[] => diagnostics(content).map(({ code }) => code);

describe('validate', () => {
  it('gives roles, clauses, components and no warnings for a sound sheet', () => {
    const rules = valid(GAME);
    expect(rules.roles).toEqual(['white', 'black']);
    expect(rules.randomRole).toBe(-1);
    expect(rules.warnings).toEqual([]);
    expect(rules.clauses).toHaveLength(7);
    expect(rules.components.map(({ relations }) => relations[0])).toEqual([
      'role/1',
      'init/1',
      'legal/2',
      'next/1',
      'terminal/0',
      'goal/2',
    ]);
  });

  it('finds the role random in any case, which needs no goal', () => {
    expect(
      valid(
        GAME.replace('(<= (next', '(role RANDOM)\n(<= (next').replace(
          '(goal ?r 50) (role ?r)',
          '(goal ?r 50) (role ?r) (distinct ?r RANDOM)',
        ),
      ).randomRole,
    ).toBe(2);
  });

  it('reports syntax errors with its own, in the order of the text', () => {
    const found = codes(`(<= (legal ?r wait) (distinct ?r black)) ${GAME} (<= terminal not (true (step 3)))`);
    expect(found).toEqual(['unsafe-variable', 'bare-connective']);
  });

  it('does not miss what the reader had to leave out', () => {
    expect(codes(GAME.replace('(true (step 2))', 'not (true (step 1))'))).toEqual(['bare-connective']);
    expect(codes(`${GAME.replace('(<= terminal (true (step 2)))', '')} (p ())`)).toEqual([
      'no-terminal',
      'empty-parentheses',
    ]);
  });

  it('reports all that an empty sheet lacks', () => {
    expect(codes('')).toEqual(['no-role', 'no-legal', 'no-terminal', 'no-goal', 'no-init', 'no-next']);
  });

  it('counts what it does not show', () => {
    const rules = Array.from({ length: 1000 }, (_, i) => `(<= (next (step ?x${i})) (true (step 1)))`);
    const found = diagnostics(GAME + rules.join('\n')).filter(({ code }) => code === 'unsafe-variable');
    expect(found).toHaveLength(101);
    expect(found.at(-1)!.message).toBe('900 more findings of this kind are not shown');
  });

  it('takes names that JavaScript knows as names', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'ünïcödé→😀'];
    const sheet = names.map(
      (name) => `(init (${name} 1)) (<= (next (${name} 1)) (true (${name} ?x)) (${name} ?x)) (${name} 1)`,
    );
    expect(codes(GAME + sheet.join('\n'))).toEqual([]);
    expect(codes(`${GAME} (<= (next (step 1)) (__proto__ ?x)) (<= (next (step 1)) (constructor ?x))`)).toEqual([
      'unknown-relation',
      'unknown-relation',
    ]);
    expect(valid(GAME.replace('(role white)', '(role __proto__)')).roles).toEqual(['__proto__', 'black']);
  });

  it('separates a relation that negates itself for other arguments', () => {
    const { clauses, components, warnings } = valid(`${GAME.replace('(<= (goal ?r 50) (role ?r))', '')}
      (<= (goal ?r 100) (role ?r) (true (won ?r)))
      (<= (goal ?r 50) (role ?r) (not (goal ?r 100)) (not (true over)))
      (<= (goal ?r 0) (role ?r) (not (goal ?r 100)) (not (goal ?r 50)))
      (<= (next (won ?r)) (does ?r noop))
      (init over)`);
    expect(warnings.map(({ code }) => code)).toEqual(['negation-by-name']);
    const texts = clauses.map(({ head, body }) => [termKey(head), ...body.map(literalKey)].join(' '));
    expect(texts.filter((text) => text.includes('goal'))).toEqual([
      '(goal ?r 100) (role ?r) (true (won ?r))',
      '(goal ?r 50) (role ?r) (not (goal#1 ?r 100)) (not (true over))',
      '(goal ?r 0) (role ?r) (not (goal#1 ?r 100)) (not (goal#2 ?r 50))',
      '(goal#1 ?r 100) (role ?r) (true (won ?r))',
      '(goal#2 ?r 50) (role ?r) (not (goal#1 ?r 100)) (not (true over))',
    ]);
    const order = components.map(({ relations }) => relations.join(' ')).filter((names) => names.includes('goal'));
    expect(order).toEqual(['goal#1/2', 'goal#2/2', 'goal/2']);
  });

  it('rejects a relation that negates itself for what may be the same arguments', () => {
    const even = '(<= (even ?n) (succ ?m ?n) (not (even ?m))) (succ 0 1) (<= (goal white 0) (even 1))';
    expect(codes(GAME + even)).toContain('negation-in-cycle');
    const tangled = '(<= (goal ?r 0) (role ?r) (not (goal ?r 100))) (<= (goal ?r 100) (role ?r) (not (goal ?r 0)))';
    expect(codes(GAME + tangled)).toContain('negation-in-cycle');
  });

  it('allows recursion through arguments of the head and of other relations', () => {
    const sheet = `
      (succ 1 2) (init (cell 1))
      (<= (next (cell ?x)) (true (cell ?x)) (less ?x 2) (near ?x 1) (grown (s ?x)))
      (<= (less ?x ?y) (succ ?x ?y))
      (<= (less ?x ?z) (succ ?x ?y) (less ?y ?z))
      (<= (near ?x ?y) (true (cell ?x)) (succ ?x ?y))
      (<= (near ?x ?z) (near ?x ?y) (true (cell ?y)) (succ ?y ?z))
      (<= (grown (s ?x)) (succ ?x ?y))
      (<= (grown (s ?x)) (succ ?x ?y) (grown (s ?y)))`;
    expect(codes(GAME + sheet).filter((code) => code === 'recursion-restriction')).toEqual([]);
  });
});

describe('large sheets', { timeout: 120_000 }, () => {
  const chain = (length: number): string => Array.from({ length }, (_, i) => `(<= p${i} p${i + 1})`).join('\n');

  it('a chain of 20,000 relations', () => {
    const rules = valid(`${GAME} ${chain(20_000)} (<= p20000 (true (step 1))) (<= (next (step 1)) p0)`);
    expect(rules.components).toHaveLength(20_007);
    expect(rules.components.find(({ relations }) => relations[0] === 'p0/0')!.dependsOnState).toBe(true);
  });

  it('a circle of 100,000 relations', () => {
    const found = diagnostics(`${GAME} ${chain(100_000)} (<= p100000 (not p0)) (<= (next (step 1)) p0)`);
    const [cycle] = found.filter(({ code }) => code === 'negation-in-cycle');
    expect(cycle!.message).toBe(
      '`p100000` depends on its own negation: `p100000 → not p0 → p1 → p2 → p3 → p4 → … → p100000`',
    );
  });

  it('a rule of 20,000 literals, also in alternatives', () => {
    const literals = Array.from({ length: 20_000 }, (_, i) => `(p ${i})`).join(' ');
    expect(valid(`${GAME} (p 1) (<= (next (step 1)) ${literals})`).clauses.at(-1)!.body).toHaveLength(20_000);
    const wide = valid(`${GAME} (p 1) (<= (next (step 1)) (or ${literals}) (or ${literals}) (not (and ${literals})))`);
    expect(wide.clauses).toHaveLength(60_009);
  });
});

describe('information', () => {
  const sees = (rules: string): string => valid(`${GAME.replace('black', 'black) (role random')} ${rules}`).information;

  it.each([
    ['', 'stochastic'],
    ['(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m))', 'stochastic'],
    ['(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m) (distinct ?r ?p))', 'stochastic'],
    ['(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m) (distinct ?p random))', 'partial'],
    ['(<= (sees ?r ?m) (role ?r) (does ?p ?m))', 'partial'],
    ['(<= (sees white (did ?p ?m)) (does ?p ?m))', 'partial'],
    ['(<= (sees white (did ?p ?m)) (does ?p ?m)) (<= (sees black (did ?p ?m)) (does ?p ?m))', 'stochastic'],
    ['(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m) (true (step 1)))', 'partial'],
    ['(<= (sees ?r (did ?r ?m)) (does ?r ?m))', 'partial'],
    ['(<= (sees ?r (did ?p noop)) (role ?r) (does ?p noop))', 'partial'],
  ])('%s', (rules, information) => {
    expect(sees(rules)).toBe(information);
  });

  it('two roles that see moves without names know whose they are', () => {
    expect(valid(`${GAME} (<= (sees ?r ?m) (role ?r) (does ?p ?m) (distinct ?r ?p))`).information).toBe(
      'deterministic',
    );
  });
});
