import { describe, expect, it } from 'vitest';
import { printSheet, readSheet, readTerm } from './index.js';

/** Reads a prefix sheet; gives its rules as prefix text, a line each, and its diagnostics as `line:column code`. */
function read(content: string) {
  const { sheet, diagnostics } = readSheet({ name: 'test.kif', content });
  const places = diagnostics.map(({ code, severity, span }) => {
    const { line, column } = sheet.source.place(span.start);
    return `${String(line)}:${String(column)} ${severity === 'error' ? '' : 'warning '}${code}`;
  });
  return { rules: printSheet(sheet, 'prefix').split(/\n+/).filter(Boolean), places };
}

describe('prefix sheets', () => {
  it('reads facts and rules with spans, and keeps comments out', () => {
    const content = '; comment (\n(role white) ; more )\n(<= (next ?f)\n    (true ?f))';
    const { sheet, diagnostics } = readSheet({ name: 'a.kif', content });
    expect(diagnostics).toEqual([]);
    expect(sheet.rules.map(({ span }) => content.slice(span.start, span.end))).toEqual([
      '(role white)',
      '(<= (next ?f)\n    (true ?f))',
    ]);
    expect(sheet.rules[0]).toEqual({
      head: {
        kind: 'compound',
        name: 'role',
        args: [{ kind: 'compound', name: 'white', args: [], span: { start: 18, end: 23 } }],
        span: { start: 12, end: 24 },
      },
      body: [],
      span: { start: 12, end: 24 },
    });
  });

  it.each([
    [
      'keywords in any case',
      '(ROLE White) (<= (Next ?X) (NOT (TRUE ?X)))',
      '(role White)|(<= (next ?X) (not (true ?X)))',
    ],
    ['the case of names in terms', '(init (TRUE True AND Not))', '(init (TRUE True AND Not))'],
    ['connectives as constants', '(p and not or <=)', '(p and not or <=)'],
    ['symbols of any characters', "(map+ ++ -3 it's a,b ?n++ __proto__)", "(map+ ++ -3 it's a,b ?n++ __proto__)"],
    ['words that end at a comment', '(p a;b\n)', '(p a)'],
    ['nested connectives', '(<= p (or (and a b) (not (or c d))))', '(<= p (or (and a b) (not (or c d))))'],
    ['a junction of one part as the part', '(<= p (or (and a)))', '(<= p a)'],
    ['a rule without body as a fact', '(<= p)', '(p)'],
    ['a proposition as a fact', '(p)', '(p)'],
    ['a sheet of one line', '(role a)(<= p q)(p)', '(role a)|(<= p q)|(p)'],
    ['Windows and old line ends', '; c\r(role a) ; c\r\n(role b)', '(role a)|(role b)'],
    ['a byte order mark', '\uFEFF(role a)', '(role a)'],
    ['nothing', '', ''],
  ])('reads %s', (_, content, expected) => {
    expect(read(content)).toEqual({ rules: expected.split('|').filter(Boolean), places: [] });
  });

  it.each([
    ['(<= (p) (q) (r (a)))', ['1:5', '1:9', '1:16']],
    ['((p a))', ['1:1']],
    ['(p ((f a)))', ['1:4']],
    ['(((p)))', ['1:1', '1:2']],
    ['(p)', []],
  ])('warns of needless parentheses in %s', (content, places) => {
    expect(read(content).places).toEqual(places.map((place) => `${place} warning needless-parentheses`));
  });

  it.each([
    [')', '1:1 stray-parenthesis'],
    ['(p a)) )\n)', '1:6 stray-parenthesis, 2:1 stray-parenthesis'],
    ['()', '1:1 empty-parentheses'],
    ['(p ())', '1:4 empty-parentheses'],
    ['(<= p (q ()) ())', '1:10 empty-parentheses, 1:14 empty-parentheses'],
    ['role white\nrole black', '1:1 bare-word, 2:1 bare-word'],
    ['((p a) b)', '1:1 head-not-a-name'],
    ['(p ((f a) b))', '1:4 head-not-a-name'],
    ['(?p a)', '1:2 variable-as-relation'],
    ['(<= ?p ?q)', '1:5 variable-as-relation, 1:8 variable-as-relation'],
    ['(p (?f a))', '1:5 variable-as-function'],
    ['(p ?)', '1:4 nameless-variable'],
    ['(<= ?)', '1:5 nameless-variable'],
    ['(<=)', '1:1 rule-without-head'],
    ['(<= p (<= q r))', '1:7 nested-rule'],
    ['(p (<= q r))', '1:4 nested-rule'],
    ['(<= p (not))', '1:7 not-arity'],
    ['(<= p (not (?q) r))', '1:13 variable-as-relation, 1:7 not-arity'],
    ['(<= p (or) (and))', '1:7 empty-junction, 1:12 empty-junction'],
    ['(<= p not (q))', '1:7 bare-connective, 1:11 warning needless-parentheses'],
    ['(<= (not p) q)', '1:5 connective-as-head'],
    ['(or p q)', '1:1 connective-as-head'],
    ['(<= p (true (not q)))', '1:13 connective-in-term'],
    ['(p \u0000\u0001\u0002 a)\u007f', '1:4 control-character, 1:10 control-character'],
  ])('reports what is wrong in %j', (content, expected) => {
    expect([...read(content).places].sort()).toEqual(expected.split(', ').sort());
  });

  it('goes on after an error', () => {
    const { rules, places } = read('(role a)\n(<= (p ?x) (not) (q ()))\n(role b))\n(role c)');
    expect(rules).toEqual(['(role a)', '(role b)', '(role c)']);
    expect(places).toEqual(['2:12 not-arity', '2:21 empty-parentheses', '3:9 stray-parenthesis']);
  });
});

describe('unclosed parentheses', () => {
  it.each([
    ['a rule before a rule', '(<= (p ?x)\n    (q ?x)\n(<= r s)', '1:1', '(<= (p ?x) (q ?x))|(<= r s)'],
    ['a rule before an indented rule', '(<= p (q a)\n  (<= r s)', '1:1', '(<= p (q a))|(<= r s)'],
    ['a rule before a fact', '(<= p (q a)\n(init b)', '1:1', '(<= p (q a))|(init b)'],
    ['a fact before a fact', '(succ 1 2\n(succ 2 3)', '1:1', '(succ 1 2)|(succ 2 3)'],
    ['the last form', '(role a)\n(<= p (q (f a', '2:1', '(role a)|(<= p (q (f a)))'],
    ['a form whose literals stand in column 1', '(<= p\n(q a)\n(<= r\n(s a))', '1:1', '(<= p (q a))|(<= r (s a))'],
  ])('are closed at the end of their form: %s', (_, content, place, rules) => {
    expect(read(content)).toEqual({ rules: rules.split('|'), places: [`${place} unclosed-parenthesis`] });
  });

  it('are found even if a parenthesis too much balances them', () => {
    const { rules, places } = read('(<= p (q a)\n(<= r s)\n(<= t u))\n(v)');
    expect(rules).toEqual(['(<= p (q a))', '(<= r s)', '(<= t u)', '(v)']);
    expect(places).toEqual(['1:1 unclosed-parenthesis', '3:9 stray-parenthesis']);
  });

  it('hide no error in the parts that are closed, and cause none of their own', () => {
    const { places } = read('(<= p (q ()) (not (a) (b)\n(<= r s)');
    expect(places).toEqual([
      '1:1 unclosed-parenthesis',
      '1:10 empty-parentheses',
      '1:19 warning needless-parentheses',
      '1:23 warning needless-parentheses',
    ]);
  });

  it('say how many are missing', () => {
    const { diagnostics } = readSheet({ name: 'a.kif', content: '(<= p (q (f a' });
    expect(diagnostics[0]?.message).toBe('`(` is never closed; 3 `)` missing');
  });
});

describe('readTerm', () => {
  it.each(['noop', '(mark 1 2)', '?x', '(f (g ?x) and)'])('reads %s', (text) => {
    const result = readTerm(text);
    expect(result.ok && result.value.span).toEqual({ start: 0, end: text.length });
  });

  it('takes (noop) for noop', () => {
    expect(readTerm('(noop)')).toMatchObject({ ok: true, value: { name: 'noop', args: [] } });
  });

  it.each([
    ['', 'not-one-term'],
    ['a b', 'not-one-term'],
    ['(f a', 'unclosed-parenthesis'],
    ['(f a))', 'stray-parenthesis'],
    ['(f (not a))', 'connective-in-term'],
    ['?', 'nameless-variable'],
  ])('rejects %j', (text, code) => {
    expect(readTerm(text)).toMatchObject({ ok: false, error: [{ code }] });
  });
});
