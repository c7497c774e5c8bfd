import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Compound, type Formula, type Rule, type Term, readSheet } from '../gdl/index.js';
import { checkSafety } from './checkSafety.js';
import { Findings } from './findings.js';
import { FreshNames } from './freshNames.js';
import { literalKey, substitute, termKey, variablesOf } from './terms.js';
import { type ClausesOfRule, toClauses } from './toClauses.js';
import type { Clause, Literal } from './validRules.js';

const span = { start: 0, end: 0 };
const variable = (name: string): Term => ({ kind: 'variable', name, span });
const compound = (name: string, ...args: Term[]): Compound => ({ kind: 'compound', name, args, span });

function clausesOf(text: string): ClausesOfRule {
  const { sheet, diagnostics } = readSheet({ name: 'test.kif', content: text });
  expect(diagnostics).toEqual([]);
  return toClauses(sheet.rules, new FreshNames(sheet.rules))[0]!;
}

function texts(text: string): string[] {
  return clausesOf(text).clauses.map(({ head, body }) => [termKey(head), ...body.map(literalKey)].join(' '));
}

describe('toClauses', () => {
  it.each([
    ['(p a)', ['(p a)']],
    ['(<= p)', ['p']],
    ['(<= p q (not r))', ['p q (not r)']],
    ['(<= p (not (not q)))', ['p q']],
    ['(<= p (or q r) s)', ['p q s', 'p r s']],
    ['(<= p (not (or q r)))', ['p (not q) (not r)']],
    ['(<= p (not (and q (not r))))', ['p (not q)', 'p r']],
    ['(<= p (or q (and r (or s t))))', ['p q', 'p r s', 'p r t']],
    ['(<= p (or q q) r)', ['p q r']],
    ['(<= p q q)', ['p q']],
    ['(<= (p ?x) (q ?x ?y) (distinct ?x ?y))', ['(p ?x) (q ?x ?y) (distinct ?x ?y)']],
    ['(<= (p ?x) (q ?x) (distinct a b))', ['(p ?x) (q ?x)']],
    ['(<= (p ?x) (q ?x) (distinct a a))', []],
    ['(<= (p ?x) (q ?x) (distinct ?x ?x))', []],
    ['(<= p q (not q))', []],
    ['(<= (p ?x) (q ?y) (not (distinct ?x ?y)))', ['(p ?y) (q ?y)']],
    ['(<= (p ?x) (q ?x) (not (distinct ?x a)))', ['(p a) (q a)']],
    ['(<= (p ?x) (q ?y) (not (distinct ?y (f ?x))))', ['(p ?x) (q (f ?x))']],
    ['(<= (p ?x) (q ?x) (not (distinct ?x (f ?x))))', []],
    ['(<= (p ?x) (q ?x) (not (distinct (f ?x) (g ?x))))', []],
    ['(<= (p ?x) (q ?x) (not (distinct ?x a)) (distinct ?x b))', ['(p a) (q a)']],
  ])('%s', (rule, clauses) => {
    expect(texts(rule)).toEqual(clauses);
  });

  it('gives wide disjunctions relations of their own, over the variables they share', () => {
    const pairs = Array.from({ length: 10 }, (_, i) => `(or (p${i} ?x ?own${i}) (not (q${i} ?x)))`);
    const { clauses, isSplit } = clausesOf(`(<= (h ?x) (d ?x) ${pairs.join(' ')})`);
    expect(isSplit).toBe(true);
    expect(clauses).toHaveLength(21);
    const text = clauses.map(({ head, body }) => [termKey(head), ...body.map(literalKey)].join(' '));
    expect(text).toContain('(or#1 ?x) (p0 ?x ?own0)');
    expect(text).toContain('(or#1 ?x) (not (q0 ?x)) (d ?x)');
    expect(text).toContain(`(h ?x) (d ?x) ${pairs.map((_, i) => `(or#${i + 1} ?x)`).join(' ')}`);
  });

  it('puts equalities into effect before it splits', () => {
    const wide = Array.from({ length: 10 }, (_, i) => `(or (p${i} ?x) (q${i} ?x))`).join(' ');
    const heads = (rule: string): string[] => clausesOf(rule).clauses.map(({ head }) => termKey(head));
    expect(heads(`(<= (h ?x) ${wide} (not (distinct ?x a)))`)).toContain('(h a)');
    expect(clausesOf(`(<= (h ?x) ${wide} (not (distinct b a)))`).clauses).toEqual([]);
    expect(heads(`(<= (h ?x) (or (r ?x) (and ${wide})))`).filter((head) => head === '(h ?x)')).toHaveLength(2);
  });

  it('keeps clear of names that the sheet has', () => {
    const pairs = Array.from({ length: 10 }, (_, i) => `(or p${i} (not or#${i + 1}))`);
    expect(clausesOf(`(<= h ${pairs.join(' ')})`).clauses.map(({ head }) => head.name)).toContain('or#11');
  });

  it('adds up a disjunction of many branches', () => {
    const { clauses } = clausesOf(`(<= h a (or ${Array.from({ length: 2000 }, (_, i) => `b${i}`).join(' ')}))`);
    expect(clauses).toHaveLength(2001);
  });

  it('gives up on equalities that make exponential terms, at once', () => {
    const equalities = Array.from({ length: 200 }, (_, i) => `(not (distinct ?x${i} (f ?x${i + 1} ?x${i + 1})))`);
    const twice = `${equalities.join(' ')} ${equalities.join(' ').replaceAll('?x', '?y')}`;
    expect(clausesOf(`(<= (h ?x0) (d ?x200) ${twice} (not (distinct ?x0 ?y0)))`).hasLargeTerms).toBe(true);
  });
});

const CONSTANTS = ['a', 'b'];
const term = fc.constantFrom(variable('x'), variable('y'), variable('z'), compound('a'), compound('b'));
const atom = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('p', 'q'), term).map(([name, only]) => compound(name, only)) },
  { weight: 2, arbitrary: fc.tuple(term, term).map(([left, right]) => compound('r', left, right)) },
  { weight: 2, arbitrary: fc.tuple(term, term).map(([left, right]) => compound('distinct', left, right)) },
);
const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    tie('formula').map((of): Formula => ({ kind: 'not', of, span })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('formula'), { minLength: 1, maxLength: 4 }))
      .map(([kind, of]): Formula => ({ kind, of, span })),
  ),
}));
const WORLD = [
  ...CONSTANTS.flatMap((a) => [`(p ${a})`, `(q ${a})`]),
  ...CONSTANTS.flatMap((a) => CONSTANTS.map((b) => `(r ${a} ${b})`)),
];
const world = fc.subarray(WORLD).map((facts) => new Set(facts));

type Binding = Map<string, Term>;

function bindings(names: readonly string[]): Binding[] {
  return names.reduce<Binding[]>(
    (known, name) => known.flatMap((binding) => CONSTANTS.map((value) => new Map(binding).set(name, compound(value)))),
    [new Map<string, Term>()],
  );
}

function formulaHolds(part: Formula, binding: Binding, facts: ReadonlySet<string>): boolean {
  if (part.kind === 'not') return !formulaHolds(part.of, binding, facts);
  if (part.kind !== 'compound') {
    const holds = (other: Formula): boolean => formulaHolds(other, binding, facts);
    return part.kind === 'and' ? part.of.every(holds) : part.of.some(holds);
  }
  const ground = substitute(part, binding) as Compound;
  return ground.name === 'distinct'
    ? termKey(ground.args[0]!) !== termKey(ground.args[1]!)
    : facts.has(termKey(ground));
}

function literalHolds(literal: Literal, binding: Binding, facts: ReadonlySet<string>): boolean {
  const asFormula: Formula = literal.kind === 'atom' ? literal.atom : compound('distinct', literal.left, literal.right);
  return formulaHolds(asFormula, binding, facts) === (literal.kind === 'distinct' || literal.isPositive);
}

/** Instances of the heads; the relations of disjunctions do not depend on each other in circles, so repeating reaches the end. */
function evaluate(clauses: readonly Clause[], facts: ReadonlySet<string>): Set<string> {
  const known = new Set(facts);
  let size: number;
  do {
    size = known.size;
    for (const { head, body } of clauses) {
      const names = variablesOf([
        head,
        ...body.flatMap((l) => (l.kind === 'atom' ? [l.atom] : [l.left, l.right])),
      ]).keys();
      for (const binding of bindings([...names])) {
        if (body.every((literal) => literalHolds(literal, binding, known)))
          known.add(termKey(substitute(head, binding)));
      }
    }
  } while (known.size > size);
  return new Set([...known].filter((fact) => fact.startsWith('(h ')));
}

function expectSameMeaning(body: readonly Formula[], facts: ReadonlySet<string>): ClausesOfRule {
  const rule: Rule = { head: compound('h', variable('x'), variable('y')), body, span };
  const expected = bindings(['x', 'y', 'z'])
    .filter((binding) => body.every((part) => formulaHolds(part, binding, facts)))
    .map((binding) => termKey(substitute(rule.head, binding)));
  const made = toClauses([rule], new FreshNames([rule]))[0]!;
  expect([...evaluate(made.clauses, facts)].sort()).toEqual([...new Set(expected)].sort());
  return made;
}

const disjunction = fc.tuple(formula, formula, formula).map((of): Formula => ({ kind: 'or', of, span }));
const wide = fc.array(disjunction, { minLength: 7, maxLength: 9 });

describe('clauses mean what the rule means', () => {
  it('when multiplied out', () => {
    fc.assert(
      fc.property(fc.array(formula, { maxLength: 4 }), world, (body, facts) => {
        expectSameMeaning(body, facts);
      }),
      { numRuns: 500 },
    );
  });

  it('when disjunctions become relations', () => {
    let splits = 0;
    fc.assert(
      fc.property(wide, world, (body, facts) => {
        if (expectSameMeaning(body, facts).isSplit) splits++;
      }),
      { numRuns: 100 },
    );
    expect(splits).toBeGreaterThan(50);
  });

  it('and are safe where the literals around the disjunctions bind all variables', () => {
    const binders = ['x', 'y', 'z'].map((name) => compound('p', variable(name)));
    fc.assert(
      fc.property(wide, (body) => {
        const rule: Rule = { head: compound('h', variable('x')), body: [...binders, ...body], span };
        const findings = new Findings();
        checkSafety(toClauses([rule], new FreshNames([rule])), [], findings);
        expect(findings.diagnostics).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
