import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Term, readTerm } from '../gdl/index.js';
import { TermTable } from './termTable.js';

function term(text: string): Term {
  const result = readTerm(text);
  if (!result.ok) throw new Error(text);
  return result.value;
}

describe('TermTable', () => {
  it('gives equal terms equal ids, and others others', () => {
    const table = new TermTable();
    const texts = ['a', 'b', '(f a)', '(f b)', '(f a b)', '(f (f a))', '(g a)', '__proto__', 'constructor'];
    const ids = texts.map((text) => table.intern(term(text)));
    expect(new Set(ids).size).toBe(texts.length);
    expect(texts.map((text) => table.intern(term(text)))).toEqual(ids);
    expect(ids.map((id) => table.text(id))).toEqual(texts);
    expect(table.constant('a')).toBe(ids[0]);
  });

  it('takes terms apart', () => {
    const table = new TermTable();
    const id = table.intern(term('(cell 1 (f x))'));
    expect([table.nameOf(id), table.arity(id)]).toEqual(['cell', 2]);
    expect(table.symbolOf(id)).toBe(table.symbol('cell'));
    expect(table.text(table.argument(id, 1))).toBe('(f x)');
    expect(table.term(table.symbol('cell'), [99, table.argument(id, 0), table.argument(id, 1)], 2, 1)).toBe(id);
  });

  it('finds without adding', () => {
    const table = new TermTable();
    const id = table.intern(term('(f a)'));
    const { size } = table;
    expect(table.find(term('(f a)'))).toBe(id);
    for (const text of ['(f b)', '(f a a)', '(g a)', '(f (f a))', '(f ?x)', '?x', 'f']) {
      expect(table.find(term(text))).toBeUndefined();
    }
    expect(table.size).toBe(size);
  });

  it('interns no variable', () => {
    expect(() => new TermTable().intern(term('(f ?x)'))).toThrow('?x is not ground');
  });

  it('grows, also for a term of many arguments', () => {
    const table = new TermTable();
    const constants = Array.from({ length: 5000 }, (_, i) => table.constant(`c${i}`));
    const wide = table.term(table.symbol('f'), constants);
    expect(table.arity(wide)).toBe(5000);
    expect(table.argument(wide, 4999)).toBe(constants[4999]);
    expect(table.term(table.symbol('f'), constants)).toBe(wide);
    expect(constants.every((id, i) => table.nameOf(id) === `c${i}` && table.constant(`c${i}`) === id)).toBe(true);
  });

  it('holds each term once', () => {
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('a', 'b', 'c'),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((parts) => `(f ${parts.join(' ')})`),
      ),
    }));
    fc.assert(
      fc.property(fc.array(tree), (texts) => {
        const table = new TermTable();
        const ids = texts.map((text) => table.intern(term(text)));
        expect(ids.map((id) => table.text(id))).toEqual(texts);
        expect(new Set(ids).size).toBe(new Set(texts).size);
      }),
    );
  });
});
