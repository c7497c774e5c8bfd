import { describe, expect, it } from 'vitest';
import { type Notation, readSheet } from './index.js';

/** What issue 2 asks of a reader: a clear message and an end, whatever it is fed. How long it takes is measured elsewhere. */
const LENGTH = 5 * 1024 * 1024;
const DEPTH = 100_000;

const fill = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length));
const fillSome = (part: string): string => fill(part, LENGTH / 10);

/** A linear congruential generator: the same garbage in each run. */
function randomBytes(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 16;
  });
}

function messages(content: string | Uint8Array, notation: Notation) {
  const { diagnostics } = readSheet({ name: 'garbage', content, notation });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { count: errors.length, codes: [...new Set(errors.map(({ code }) => code))], first: errors[0]?.message };
}

describe('five megabytes', { timeout: 120_000 }, () => {
  it.each<[string, Notation, string[]]>([
    ['(', 'prefix', ['nested-too-deep', 'unclosed-parenthesis']],
    ['(\n', 'prefix', ['too-many-errors', 'unclosed-parenthesis']],
    [')', 'prefix', ['stray-parenthesis']],
    ['lorem ipsum ', 'prefix', ['bare-word']],
    [')', 'infix', ['stray-parenthesis']],
    ['lorem ipsum ', 'infix', ['run-on-statement']],
  ])('of %j are reported as %s', (part, notation, codes) => {
    expect(messages(fill(part, LENGTH), notation).codes.sort()).toEqual(codes);
  });

  it.each<[Notation]>([['prefix'], ['infix']])('of random bytes are reported as %s', (notation) => {
    const { codes } = messages(randomBytes(LENGTH), notation);
    expect(codes.sort()).toEqual(['invalid-utf8', 'not-text']);
  });

  it.each<[Notation]>([['prefix'], ['infix']])('of words with some random bytes are reported as %s', (notation) => {
    const content = new TextEncoder().encode(fill('lorem ipsum ', LENGTH));
    randomBytes(LENGTH / 1000).forEach((byte, i) => (content[1000 * i] = byte));
    const { count, codes, first } = messages(content, notation);
    expect(first).toMatch(/^byte \d+ of the file is not UTF-8|^control character/);
    expect(codes).toContain('control-character');
    expect(count).toBeGreaterThan(100);
  });
});

describe('garbage', () => {
  it.each<[string, Notation, string[]]>([
    [')\n', 'prefix', ['stray-parenthesis', 'too-many-errors']],
    ['()', 'prefix', ['empty-parentheses', 'too-many-errors']],
    ['(f ', 'prefix', ['nested-too-deep', 'unclosed-parenthesis']],
    ['(<= ', 'prefix', ['too-many-errors', 'unclosed-parenthesis']],
    ['a', 'prefix', ['bare-word']],
    ['\u0000', 'prefix', ['not-text']],
    ['p(', 'infix', ['nested-too-deep']],
    ['a', 'infix', ['needs-quotes']],
    ['𝒜', 'infix', ['needs-quotes']],
    ["a'\n", 'infix', ['run-on-statement', 'too-many-errors', 'unclosed-quote']],
    ["'a ", 'infix', ['run-on-statement', 'too-many-errors', 'unwritable-symbol']],
    ['.', 'infix', ['unexpected-token']],
    ['a :- ', 'infix', ['unexpected-token']],
    ['& | , ~\n', 'infix', ['unexpected-token']],
    ['\u0000', 'infix', ['not-text']],
  ])('of %j is reported as %s', (part, notation, codes) => {
    expect(messages(fillSome(part), notation).codes.sort()).toEqual(codes);
  });

  it.each<[string, string, Notation, string]>([
    ['a list', `(p${fillSome(' a')})`, 'prefix', 'list-too-long'],
    ['a body', `(<= p${fillSome(' (q)')})`, 'prefix', 'list-too-long'],
    ['a conjunction', `p :- a${fillSome(' & a')}`, 'infix', 'list-too-long'],
    ['arguments', `p(a${fillSome(', a')})`, 'infix', 'list-too-long'],
    ['negations', `p :- ${fillSome('~')}a`, 'infix', 'nested-too-deep'],
    ['groups', `p :- ${fillSome('(')}a`, 'infix', 'nested-too-deep'],
  ])('without end in %s is reported once', (_, content, notation, code) => {
    expect(messages(content, notation)).toMatchObject({ count: 1, codes: [code] });
  });
});

describe('limits', () => {
  it('a nest of 100,000 costs its own form only', () => {
    const nest = `(init ${'(s '.repeat(DEPTH)}0${')'.repeat(DEPTH)})`;
    const { sheet, diagnostics } = readSheet({ name: 'deep.kif', content: `(role a)\n${nest}\n(role b)` });
    expect(diagnostics.map(({ code }) => code)).toEqual(['nested-too-deep']);
    expect(sheet.source.place(diagnostics[0]!.span.start)).toEqual({ line: 2, column: 1504 });
    expect(sheet.rules.map(({ head }) => head.name)).toEqual(['role', 'role']);
  });

  it('an infix nest of 100,000 costs its own statement only', () => {
    const nest = `init(${'s('.repeat(DEPTH)}0${')'.repeat(DEPTH)})`;
    const { sheet, diagnostics } = readSheet({ name: 'deep.hrf', content: `role(a)\n${nest}\nrole(b)` });
    expect(diagnostics.map(({ code }) => code)).toEqual(['nested-too-deep']);
    expect(sheet.rules.map(({ head }) => head.name)).toEqual(['role', 'role']);
  });

  it.each([
    [500, []],
    [501, ['nested-too-deep']],
  ])('terms nested %i deep', (depth, codes) => {
    const prefix = `${'(f '.repeat(depth)}a${')'.repeat(depth)}`;
    const infix = `${'f('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(messages(prefix, 'prefix').codes).toEqual(codes);
    expect(messages(infix, 'infix').codes).toEqual(codes);
  });

  it('what infix writes with fewer parentheses is not deeper than prefix allows', () => {
    const content = `p :- ${'a | b & (c | '.repeat(300)}d${')'.repeat(300)}`;
    expect(messages(content, 'infix').codes).toEqual(['nested-too-deep']);
  });

  it('a sheet larger than 32 MB is not read', () => {
    const { sheet, diagnostics } = readSheet({ name: 'a.kif', content: ' '.repeat(32 * 1024 * 1024 + 1) });
    expect(diagnostics.map(({ code }) => code)).toEqual(['sheet-too-large']);
    expect(sheet.rules).toEqual([]);
  });

  it('more than 1,000 errors are counted, and warnings apart from them', () => {
    const { diagnostics } = readSheet({ name: 'a.kif', content: '()\n'.repeat(1500) + '((p))\n'.repeat(1200) });
    const of = (wanted: string) => diagnostics.filter(({ severity }) => severity === wanted);
    expect(of('error').length).toBe(1001);
    expect(of('error').at(-1)).toMatchObject({ code: 'too-many-errors', message: '500 more errors are not shown' });
    expect(of('warning').at(-1)).toMatchObject({
      code: 'too-many-warnings',
      message: '200 more warnings are not shown',
    });
  });
});

describe('bytes', () => {
  const encode = (text: string): number[] => [...new TextEncoder().encode(text)];

  it('are decoded as UTF-8 without the byte order mark', () => {
    const { sheet, diagnostics } = readSheet({
      name: 'a.kif',
      content: Uint8Array.from(encode('\uFEFF(role né𝒜\uFFFD)')),
    });
    expect(diagnostics).toEqual([]);
    expect(sheet.source.text).toBe('(role né𝒜\uFFFD)');
  });

  it.each([
    ['a stray continuation', [0x80]],
    ['an overlong form', [0xc0, 0xaf]],
    ['an overlong form of three', [0xe0, 0x80, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['a sequence cut short', [0xe2, 0x82]],
    ['a byte that is never used', [0xff]],
  ])('that are not UTF-8 are reported at the first: %s', (_, bad) => {
    const content = Uint8Array.from([...encode('(role é𝒜\uFFFD)\n(role a'), ...bad, ...encode(')\n(role b)')]);
    const { sheet, diagnostics } = readSheet({ name: 'a.kif', content });
    expect(diagnostics.map(({ code }) => code)).toEqual(['invalid-utf8']);
    expect(sheet.source.place(diagnostics[0]!.span.start)).toEqual({ line: 2, column: 8 });
    expect(sheet.rules.length).toBe(3);
  });

  it('of control characters are reported a run at a time, and separate words', () => {
    const { sheet, diagnostics } = readSheet({ name: 'a.kif', content: '(role\u0000\u0001a)\u0000' });
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'control-character: control character U+0000',
      'control-character: control character U+0000',
    ]);
    expect(sheet.rules).toMatchObject([{ head: { name: 'role', args: [{ name: 'a' }] } }]);
  });
});
