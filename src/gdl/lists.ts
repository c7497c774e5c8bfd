import type { Span } from '../base/index.js';
import { PrefixTokens } from './prefixTokens.js';

/** A word or a list that stands in a list. */
export interface ListItem extends Span {
  readonly kind: 'word' | 'list';
}

/**
 * Visits the items of the list of prefix KIF that opens at `open`, without looking into them: however deep they nest, it takes no stack and no memory.
 * Gives the offset after the list, or undefined where no list opens there or it is never closed; its last item may then be cut off.
 */
export function visitItems(text: string, open: number, visit: (item: ListItem) => void): number | undefined {
  const tokens = new PrefixTokens(text);
  tokens.end = open;
  let depth = 0;
  let itemStart = 0;
  while (tokens.advance()) {
    const { kind, start, end } = tokens;
    if (depth === 0 && kind !== 'open') return undefined;
    if (kind === 'open') {
      if (depth === 1) itemStart = start;
      depth += 1;
    } else if (kind === 'close') {
      depth -= 1;
      if (depth === 0) return end;
      if (depth === 1) visit({ kind: 'list', start: itemStart, end });
    } else if (depth === 1) {
      visit({ kind: 'word', start, end });
    }
  }
  if (depth > 1) visit({ kind: 'list', start: itemStart, end: text.length });
  return undefined;
}

/** Visits the words of prefix KIF, at any depth; those of comments are none. */
export function visitWords(text: string, visit: (word: string) => void): void {
  const tokens = new PrefixTokens(text);
  while (tokens.advance()) if (tokens.kind === 'word') visit(tokens.word);
}
