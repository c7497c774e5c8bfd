import { describe, expect, it } from 'vitest';
import { visitItems, visitWords } from './lists.js';

function itemsOf(text: string, open = 0): { readonly items: readonly string[]; readonly end: number | undefined } {
  const items: string[] = [];
  const end = visitItems(text, open, (item) => items.push(`${item.kind} ${text.slice(item.start, item.end)}`));
  return { items, end };
}

describe('visitItems', () => {
  it.each([
    ['(a (b c) d)', ['word a', 'list (b c)', 'word d'], 11],
    ['( a;)\n b ) rest', ['word a', 'word b'], 10],
    ['()', [], 2],
    ['((a)(b))', ['list (a)', 'list (b)'], 8],
    ['(a (b', ['word a', 'list (b'], undefined],
    ['(a', ['word a'], undefined],
    ['a', [], undefined],
    [')(', [], undefined],
    ['', [], undefined],
  ])('%j', (text, items, end) => {
    expect(itemsOf(text)).toEqual({ items, end });
  });

  it('begins where it is told to', () => {
    expect(itemsOf('(a (b c))', 3)).toEqual({ items: ['word b', 'word c'], end: 8 });
  });

  it('takes any number of parentheses', () => {
    const depth = 200_000;
    const text = `(a ${'('.repeat(depth)}${')'.repeat(depth)})`;
    let items = 0;
    expect(visitItems(text, 0, () => items++)).toBe(text.length);
    expect(items).toBe(2);
  });
});

describe('visitWords', () => {
  it('finds those at any depth, and none in comments', () => {
    const words: string[] = [];
    visitWords('(a (b ?x) ; c\n d', (word) => words.push(word));
    expect(words).toEqual(['a', 'b', '?x', 'd']);
  });
});
