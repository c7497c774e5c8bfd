import fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Source } from '../base/index.js';
import { type Compound, type Formula, type Notation, printRule, printSheet, printTerm, readSheet } from './index.js';
import { readTerm, type Rule, type Sheet, type Term } from './index.js';
import { isConnective, isKeyword } from './sentences.js';

const NOTATIONS: readonly Notation[] = ['prefix', 'infix'];
const span = { start: 0, end: 0 };

/** A tree without its spans, as text and as a tree. */
const bareText = (tree: unknown): string =>
  JSON.stringify(tree, (key, value: unknown) => (key === 'span' ? undefined : value));
const bare = (tree: unknown): unknown => JSON.parse(bareText(tree));

function reread(sheet: Pick<Sheet, 'rules'>, notation: Notation) {
  const content = printSheet({ source: new Source('', ''), rules: sheet.rules }, notation);
  return readSheet({ name: 'printed', content, notation });
}

const NASTY =
  `a x1 Black BLACK _ _1 __proto__ constructor toString + ++ -3 1.5 1. -0 007 1e5 1_000 ' '' it's "q" a'b a,b a.b a&b | ~ ! != ≠ :- ←
  <- <= not and or NOT Or role true TRUE distinct terminal a?b % # $ \\ é É ω 漢字 𝒜 […] {} [] a-b - -- -a ?x`.split(
    /\s+/,
  );

/** Every symbol that prefix KIF can write. */
const symbol = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }) },
);
const isWord = (text: string): boolean => !/[\s\p{Cc}();]/u.test(text);
const variable = symbol.filter(isWord).map((name): Term => ({ kind: 'variable', name, span }));
const name = symbol.filter((text) => isWord(text) && !text.startsWith('?'));
const functionName = name.filter((text) => !isConnective(text));
const relationName = functionName.map((text) => (isKeyword(text) ? text.toLowerCase() : text));
const constant = name.map((text): Term => ({ kind: 'compound', name: text, args: [], span }));

const compound = (names: fc.Arbitrary<string>, args: fc.Arbitrary<Term[]>): fc.Arbitrary<Compound> =>
  fc.record({ kind: fc.constant('compound' as const), name: names, args, span: fc.constant(span) });

const { term, formula } = fc.letrec<{ term: Term; formula: Formula }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 4 },
    constant,
    variable,
    compound(functionName, fc.array(tie('term'), { minLength: 1, maxLength: 3 })),
  ),
  formula: fc.oneof(
    { maxDepth: 4 },
    compound(relationName, fc.array(tie('term'), { maxLength: 3 })),
    tie('formula').map((of): Formula => ({ kind: 'not', of, span })),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('formula'), { minLength: 2, maxLength: 3 }),
      span: fc.constant(span),
    }),
  ),
}));
const rule: fc.Arbitrary<Rule> = fc.record({
  head: compound(relationName, fc.array(term, { maxLength: 3 })),
  body: fc.array(formula, { maxLength: 4 }),
  span: fc.constant(span),
});

describe.each(NOTATIONS)('printing in %s notation', (notation) => {
  it('gives what reads as the same rules', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), (rules) => {
        const { sheet, diagnostics } = reread({ rules }, notation);
        expect(diagnostics).toEqual([]);
        expect(bare(sheet.rules)).toEqual(bare(rules));
      }),
      { numRuns: 500 },
    );
  });

  it('gives what reads as the same tree for whatever a reader made of any text', () => {
    const tokens =
      `( ) ( ) a b Foo ?x ? X _ _ ' 'a' <= not or and role TRUE & | ~ , . :- ≠ ; % 1 -1 + true(X) (p) ((p))`.split(' ');
    const text = fc
      .array(fc.constantFrom(...tokens, ' ', '\n', '\n(<='), { maxLength: 40 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(...NOTATIONS), (content, written) => {
        const { sheet, diagnostics } = readSheet({ name: 'any', content, notation: written });
        for (const { span } of diagnostics) expect(span.start <= span.end && span.end <= content.length).toBe(true);
        expect(bare(reread(sheet, notation).sheet.rules)).toEqual(bare(sheet.rules));
      }),
      { numRuns: 2000 },
    );
  });
});

it('prints terms that readTerm reads back', () => {
  fc.assert(
    fc.property(term, (tree) => {
      const result = readTerm(printTerm(tree, 'prefix'));
      expect(result.ok && bare(result.value)).toEqual(bare(tree));
    }),
  );
});

describe('a printed rule', () => {
  const only = (content: string) => readSheet({ name: 'a', content }).sheet.rules[0]!;

  it.each([
    [
      '(<= (p ?X ?x ?n++) (not (q A b -3 + and)) (or r (and s t)))',
      "p(X, ?x, ?'n++') :- ~q('A', b, -3, '+', 'and') & (r | (s & t))",
    ],
    ['(<= p (or a b))', 'p :- a | b'],
    ['(<= p (and a b))', 'p :- (a & b)'],
    ['(<= p (not (not (distinct ?X ?_))))', 'p :- ~~distinct(X, ?_)'],
    ['(p)', 'p'],
  ])('%s is %s in infix', (prefix, infix) => {
    expect(printRule(only(prefix), 'infix')).toBe(infix);
    expect(printRule(only(infix), 'prefix')).toBe(prefix);
  });

  it('has a literal a line where it would be too wide', () => {
    const wide = only(`(<= (p ?x) (${'q'.repeat(60)} ?x) (${'r'.repeat(60)} ?x))`);
    expect(printRule(wide, 'prefix')).toBe(`(<= (p ?x)\n    (${'q'.repeat(60)} ?x)\n    (${'r'.repeat(60)} ?x))`);
    expect(printRule(wide, 'infix')).toBe(`p(?x) :-\n    ${'q'.repeat(60)}(?x) &\n    ${'r'.repeat(60)}(?x)`);
  });
});

const SHARED = ['games', 'gdl2'].map((folder) => `../shared/${folder}`).filter((folder) => existsSync(folder));

/** Skipped without ../shared, which is not part of the project. */
describe.skipIf(SHARED.length === 0)('the rule sheets of ../shared', () => {
  const files = SHARED.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`));

  it('round-trip through both notations', () => {
    for (const file of files) {
      const { sheet } = readSheet({ name: file, content: readFileSync(file) });
      expect(sheet.rules.length, file).toBeGreaterThan(0);
      for (const notation of NOTATIONS) {
        const printed = reread(sheet, notation);
        expect(printed.diagnostics, file).toEqual([]);
        expect(bareText(printed.sheet.rules), `${file} in ${notation}`).toBe(bareText(sheet.rules));
      }
    }
  });

  it('have no syntax error, but for one that is known', () => {
    const found = files.flatMap((file) =>
      readSheet({ name: file, content: readFileSync(file) })
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ code }) => `${file} ${code}`),
    );
    expect(found).toEqual(['../shared/gdl2/minesweeper.kif bare-connective']);
  });
});
