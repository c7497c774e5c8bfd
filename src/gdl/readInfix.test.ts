import { describe, expect, it } from 'vitest';
import { printSheet, readSheet } from './index.js';

/** Reads an infix sheet; gives its rules as prefix text, a line each, and its diagnostics as `line:column code`. */
function read(content: string) {
  const { sheet, diagnostics } = readSheet({ name: 'test.hrf', content, notation: 'infix' });
  const places = diagnostics.map(({ code, severity, span }) => {
    const { line, column } = sheet.source.place(span.start);
    return `${String(line)}:${String(column)} ${severity === 'error' ? '' : 'warning '}${code}`;
  });
  return { rules: printSheet(sheet, 'prefix').split(/\n+/).filter(Boolean), places };
}

describe('infix sheets', () => {
  it('reads statements without terminator', () => {
    const content = '; Monty\nrole(candidate)\n\nlegal(random, open(D)) :- true(closed(D)) & ~true(car(D))\nterminal';
    const { sheet, diagnostics } = readSheet({ name: 'a.hrf', content });
    expect(diagnostics).toEqual([]);
    expect(sheet.rules.map(({ span }) => content.slice(span.start, span.end))).toEqual([
      'role(candidate)',
      'legal(random, open(D)) :- true(closed(D)) & ~true(car(D))',
      'terminal',
    ]);
  });

  it('reads the notation of the papers', () => {
    const content = `
      % moves
      legal(P,noop) ← not(true(control(P))).
      next(control(random)) ← does(random,roll(R)),
                              R ≠ p
      terminal ← not true(coin(alice,unset)),
                 ¬true(coin(bob,unset)).`;
    expect(read(content)).toEqual({
      rules: [
        '(<= (legal ?P noop) (not (true (control ?P))))',
        '(<= (next (control random)) (does random (roll ?R)) (distinct ?R p))',
        '(<= terminal (not (true (coin alice unset))) (not (true (coin bob unset))))',
      ],
      places: [],
    });
  });

  it.each([
    ['every arrow', 'a :- x\nb <= x\nc <- x\nd ← x\ne ⇐ x', '(<= a x)|(<= b x)|(<= c x)|(<= d x)|(<= e x)'],
    ['every conjunction', 'a :- b & c, d ∧ e and f', '(<= a b c d e f)'],
    ['every disjunction', 'a :- b | c ∨ d or e', '(<= a (or b c d e))'],
    ['every negation', 'a :- ~b & ¬c & !d & not e & ~~f', '(<= a (not b) (not c) (not d) (not e) (not (not f)))'],
    [
      'every inequality',
      'a :- X ≠ b & f(X) != Y & distinct(X, Y)',
      '(<= a (distinct ?X b) (distinct (f ?X) ?Y) (distinct ?X ?Y))',
    ],
    ['& before |', 'a :- b & c | d', '(<= a (or (and b c) d))'],
    ['groups', 'a :- b & (c | d & e) & ~(f | g)', '(<= a b (or c (and d e)) (not (or f g)))'],
    ['a conjunction in a group', 'a :- (b & c)', '(<= a (and b c))'],
    ['variables of both kinds', 'p(X, ?x, ?X, Abc_1, _a)', '(p ?X ?x ?X ?Abc_1 ?_a)'],
    ['each _ as another variable', 'p(_, _, _2)', '(p ?_1 ?_3 ?_2)'],
    ['numbers', 'p(1, -2, 1.5, -0.25, 1x).', '(p 1 -2 1.5 -0.25 1x)'],
    ['a full stop after a number', 'p :- 1.\nq', '(<= p 1)|(q)'],
    ['quoted symbols', "p('Black', 'it''s', 'and', '++', ?'a-b')", "(p Black it's and ++ ?a-b)"],
    [
      'keywords in upper case',
      'ROLE(a). TERMINAL :- TRUE(GOAL), GOAL ≠ b. Init(c)',
      '(role a)|(<= terminal (true ?GOAL) (distinct ?GOAL b))|(init c)',
    ],
    ['letters of other alphabets', 'häuser(É, é, ω)', '(häuser ?É é ω)'],
    ['statements on one line, ended by full stops', 'a. b :- c. d', '(a)|(<= b c)|(d)'],
    ['space before arguments', 'p (a)', '(p a)'],
    ['nothing', '% only a comment', ''],
  ])('reads %s', (_, content, expected) => {
    expect(read(content)).toEqual({ rules: expected.split('|').filter(Boolean), places: [] });
  });

  it.each([
    ['p :-', '1:5 expected-sentence'],
    ['p :- .\nq', '1:6 expected-sentence'],
    ['p :- a &\nq :- b', '2:3 unexpected-token'],
    ['p :- a & | b', '1:10 expected-sentence'],
    [':- a', '1:1 unexpected-token'],
    ['a :- b :- c', '1:8 unexpected-token'],
    ['...\na', '1:1 unexpected-token'],
    ['p(a', '1:2 unclosed-parenthesis'],
    ['p :- (a | b\nq', '1:6 unclosed-parenthesis'],
    ['p ← q(a, r(b).\ns.', '1:6 unclosed-parenthesis'],
    ['p(a b)', '1:5 unexpected-token'],
    ['p(a & b)', '1:5 unexpected-token'],
    ['p(a, )', '1:6 expected-term'],
    ['p(not)', '1:3 expected-term'],
    ['p(a)) :- b', '1:5 stray-parenthesis'],
    ['p :- a = b', '1:8 unexpected-token'],
    ['p :- "a"', '1:6 expected-sentence'],
    ['hide-car(a)', '1:1 needs-quotes'],
    ["p('a)\nq", '1:3 unclosed-quote'],
    [
      "p('a b', '(', ';', '?x', '')",
      '1:3 unwritable-symbol, 1:10 unwritable-symbol, 1:15 unwritable-symbol, 1:20 unwritable-symbol, 1:26 unwritable-symbol',
    ],
    ["p(?'a b')", '1:4 unwritable-symbol'],
    ['p(?)', '1:3 nameless-variable'],
    ['Foo(a) :- p(Bar(b))', '1:1 capitalised-name, 1:13 capitalised-name'],
    ['X :- ?y(a)', '1:1 variable-as-relation, 1:6 variable-as-relation'],
    ['p(?f(a))', '1:3 variable-as-function'],
    ["p :- 'not'(a)", '1:6 quoted-connective'],
    ["p :- 'or'", '1:6 bare-connective'],
    ['~p :- q', '1:1 connective-as-head'],
    ['p & q', '1:1 connective-as-head'],
    ['p :- a b', '1:8 run-on-statement'],
    ['p :- a\n     b', '2:6 warning run-on-statement'],
    ['q :- p()', '1:6 warning needless-parentheses'],
  ])('reports what is wrong in %j', (content, expected) => {
    expect(read(content).places.sort()).toEqual(expected.split(', ').sort());
  });

  it('goes on with the next statement after an error', () => {
    const content = 'role(a)\nnext(p) :- q(&,\n  r) & s\nrole(b). next(( . role(c)\nnext)\nrole(d)';
    const { rules, places } = read(content);
    expect(rules).toEqual(['(role a)', '(role b)', '(role c)', '(next)', '(role d)']);
    expect(places).toEqual(['2:14 expected-term', '4:15 expected-term', '5:5 stray-parenthesis']);
  });
});

describe('the notation of a sheet', () => {
  it.each([
    ['a.kif', '(p)', 'prefix'],
    ['a.KIF', '; c\n(p)', 'prefix'],
    ['a.hrf', 'p', 'infix'],
    ['a.gdl', '% c\n p', 'infix'],
    ['a.hrf', '; c\n (p)', 'prefix'],
    ['a.gdl', '(p)', 'prefix'],
    ['a', '(p)', 'prefix'],
    ['a', 'p', 'infix'],
  ])('of %s with %j is %s', (name, content) => {
    const { sheet, diagnostics } = readSheet({ name, content });
    expect(diagnostics).toEqual([]);
    expect(sheet.rules.map(({ head }) => head.name)).toEqual(['p']);
  });

  it('is prefix in a .kif file whatever its content', () => {
    const { diagnostics } = readSheet({ name: 'a.kif', content: 'p' });
    expect(diagnostics.map(({ code }) => code)).toEqual(['bare-word']);
  });

  it('may be given', () => {
    const { diagnostics } = readSheet({ name: 'a.kif', content: 'p', notation: 'infix' });
    expect(diagnostics).toEqual([]);
  });
});
