import type { Span } from '../base/index.js';
import { INFIX_COMMENTS, lineStartBetween, skipBlank } from './blank.js';
import { endsSymbol, isLineEnd, isSpace } from './characters.js';
import type { Findings } from './findings.js';
import { isConnectiveWord, isPlainName, isPlainVariable } from './infixNames.js';

export type InfixTokenKind =
  | 'name'
  | 'quoted'
  | 'variable'
  | 'capitalised'
  | 'arrow'
  | 'and'
  | 'or'
  | 'not'
  | 'unequal'
  | 'comma'
  | 'dot'
  | 'open'
  | 'close'
  | 'unknown'
  | 'end';

const OPERATORS: ReadonlyMap<string, InfixTokenKind> = new Map([
  ...[':-', '<=', '<-', '←', '⇐'].map((text) => [text, 'arrow'] as const),
  ...['&', '∧'].map((text) => [text, 'and'] as const),
  ...['|', '∨'].map((text) => [text, 'or'] as const),
  ...['~', '¬', '!'].map((text) => [text, 'not'] as const),
  ...['≠', '!='].map((text) => [text, 'unequal'] as const),
  [',', 'comma'],
  ['.', 'dot'],
  ['(', 'open'],
  [')', 'close'],
]);

/** First characters of the operators of two characters. */
const MAY_BE_LONGER = new Set([':', '<', '!']);

const DIGITS = /^-?\d{1,256}$/;
/** Characters that end a word because they have a meaning of their own, or may get one. */
const DELIMITERS = '(),.&|~!\'";%:?<=>∧∨¬←⇐≠';
/** By UTF-16 unit: 1 if it ends a word. */
const ENDS_WORD = Uint8Array.from({ length: 0x10000 }, (_, code) => (isSpace(code) ? 1 : 0));
for (let i = 0; i < DELIMITERS.length; i += 1) ENDS_WORD[DELIMITERS.charCodeAt(i)] = 1;
const FRESH_NAME = /_\d{1,16}/g;

/** The tokens of an infix sheet, one after the other; holds only the current one. */
export class InfixTokens {
  kind: InfixTokenKind = 'end';
  /** A name without quotes, a variable without its question mark; else as it stands in the sheet. */
  text = '';
  start = 0;
  end = 0;
  /** Where the line of the current token begins. */
  lineStart = 0;
  /** Whether the current token is the first one on its line. */
  isFirstOnLine = true;
  /** Where the token before the current one ends. */
  previousEnd = 0;
  readonly #sheet: string;
  readonly #findings: Findings;
  #takenNames: Set<string> | undefined;
  #freshCount = 0;

  constructor(sheet: string, findings: Findings) {
    this.#sheet = sheet;
    this.#findings = findings;
    this.advance();
  }

  get span(): Span {
    return { start: this.start, end: this.end };
  }

  advance(): void {
    this.#skip();
    const first = this.#sheet[this.start];
    if (first === undefined) this.#set('end', '', this.start);
    else if (first === "'") this.#readQuoted();
    else if (first === '?') this.#readMarkedVariable();
    else if (!this.#readOperator(first)) this.#readWord();
  }

  #set(kind: InfixTokenKind, text: string, end: number): void {
    this.kind = kind;
    this.text = text;
    this.end = end;
  }

  /** Goes to the beginning of the next token. */
  #skip(): void {
    this.previousEnd = this.end;
    this.start = skipBlank(this.#sheet, this.end, INFIX_COMMENTS);
    const lineStart = lineStartBetween(this.#sheet, this.end, this.start);
    this.isFirstOnLine = lineStart !== -1;
    if (this.isFirstOnLine) this.lineStart = lineStart;
  }

  #readOperator(first: string): boolean {
    const two = MAY_BE_LONGER.has(first) ? this.#sheet.slice(this.start, this.start + 2) : first;
    const text = OPERATORS.has(two) ? two : first;
    const kind = OPERATORS.get(text);
    if (kind === undefined) return false;
    this.#set(kind, text, this.start + text.length);
    return true;
  }

  #readWord(): void {
    const end = this.#numberEnd(this.#wordEnd(this.start));
    const word = this.#sheet.slice(this.start, end);
    if (word === '') {
      this.#set('unknown', this.#sheet[this.start]!, this.start + 1);
      return;
    }
    if (isPlainName(word)) this.#set('name', word, end);
    else if (isPlainVariable(word)) this.#set('capitalised', word, end);
    else if (isConnectiveWord(word)) this.#set(word.toLowerCase() as 'not' | 'and' | 'or', word, end);
    else if (word === '_') this.#set('variable', this.#freshName(), end);
    else {
      this.#set('name', word, end);
      this.#findings.error(this.span, 'needs-quotes', word);
    }
  }

  #wordEnd(start: number): number {
    const sheet = this.#sheet;
    let at = start;
    while (at < sheet.length && ENDS_WORD[sheet.charCodeAt(at)] === 0) at += 1;
    return at;
  }

  /** The end of a number with a fraction if the word before `end` is its integral part; else the dot ends a statement. */
  #numberEnd(end: number): number {
    if (this.#sheet[end] !== '.' || !DIGITS.test(this.#sheet.slice(this.start, end))) return end;
    const fractionEnd = this.#wordEnd(end + 1);
    return /^\d{1,256}$/.test(this.#sheet.slice(end + 1, fractionEnd)) ? fractionEnd : end;
  }

  #readQuoted(): void {
    const end = this.#quoteEnd(this.start);
    this.#set('quoted', this.#unquote(this.start, end), end);
    if (this.text.startsWith('?')) this.#findings.error(this.span, 'unwritable-symbol', `'${this.text}'`);
  }

  /** `?x`, or `?'x'` where the name has other characters. */
  #readMarkedVariable(): void {
    const from = this.start + 1;
    const isQuoted = this.#sheet[from] === "'";
    const end = isQuoted ? this.#quoteEnd(from) : this.#wordEnd(from);
    this.#set('variable', isQuoted ? this.#unquote(from, end) : this.#sheet.slice(from, end), end);
  }

  /** Where the quoted symbol that begins there ends; two quotes inside it stand for one. */
  #quoteEnd(from: number): number {
    let at = from + 1;
    for (; at < this.#sheet.length && !isLineEnd(this.#sheet.charCodeAt(at)); at += 1) {
      if (this.#sheet[at] !== "'") continue;
      if (this.#sheet[at + 1] !== "'") return at + 1;
      at += 1;
    }
    const end = this.#wordEnd(from + 1);
    this.#findings.error({ start: from, end }, 'unclosed-quote');
    return end;
  }

  #unquote(start: number, end: number): string {
    const text = this.#sheet.slice(start, end);
    const isClosed = text.length > 1 && text.endsWith("'");
    const name = text.slice(1, isClosed ? -1 : undefined).replaceAll("''", "'");
    if (isWritable(name)) return name;
    if (isClosed) this.#findings.error({ start, end }, 'unwritable-symbol', text);
    return '_';
  }

  /** A name for a lone `_`, which no variable of the sheet has. */
  #freshName(): string {
    this.#takenNames ??= new Set(this.#sheet.match(FRESH_NAME));
    do this.#freshCount += 1;
    while (this.#takenNames.has(`_${String(this.#freshCount)}`));
    return `_${String(this.#freshCount)}`;
  }
}

/** Whether prefix KIF can write it as one symbol. */
function isWritable(name: string): boolean {
  for (let i = 0; i < name.length; i += 1) if (endsSymbol(name.charCodeAt(i))) return false;
  return name !== '';
}
