import { lineStartBetween, PREFIX_COMMENTS, skipBlank } from './blank.js';
import { CLOSE, endsSymbol, OPEN } from './characters.js';

export type PrefixTokenKind = 'open' | 'close' | 'word' | 'end';

/** The parentheses and words of a prefix sheet, one after the other; holds only the current one, so that garbage takes no memory. */
export class PrefixTokens {
  kind: PrefixTokenKind = 'end';
  start = 0;
  end = 0;
  #previousEnd = 0;

  constructor(readonly text: string) {}

  /** Goes to the next token; false at the end. */
  advance(): boolean {
    const start = skipBlank(this.text, this.end, PREFIX_COMMENTS);
    this.#previousEnd = this.end;
    this.start = start;
    if (start >= this.text.length) {
      this.kind = 'end';
      return false;
    }
    const code = this.text.charCodeAt(start);
    this.kind = code === OPEN ? 'open' : code === CLOSE ? 'close' : 'word';
    this.end = this.kind === 'word' ? this.#wordEnd(start) : start + 1;
    return true;
  }

  get word(): string {
    return this.text.slice(this.start, this.end);
  }

  get isFirstOnLine(): boolean {
    return lineStartBetween(this.text, this.#previousEnd, this.start) !== -1;
  }

  #wordEnd(start: number): number {
    const { text } = this;
    let at = start;
    while (at < text.length && !endsSymbol(text.charCodeAt(at))) at += 1;
    return at;
  }
}
