import { CLOSE, endsSymbol, isLineEnd, isSpace, OPEN, SEMICOLON } from './characters.js';
import type { Findings } from './findings.js';
import { DEEPEST_NESTING, type Form, type List, LONGEST_LIST } from './forms.js';
import { PrefixTokens } from './prefixTokens.js';

/** Takes each form as soon as it is complete: the forms of a large sheet are never held together. */
type FormVisitor = (form: Form) => void;

/**
 * Reads the top-level lists of a prefix sheet. If the parentheses do not match, the layout is taken as a hint where forms begin, so
 * that one missing parenthesis costs one form, not the rest of the sheet.
 */
export function readPrefixForms(text: string, findings: Findings, visit: FormVisitor): void {
  new FormReader(text, findings, { visit, usesLayout: !parenthesesMatch(text), keepsWords: false }).read();
}

/** Like {@link readPrefixForms}, but words may stand alone and the layout means nothing. */
export function readLooseForms(text: string, findings: Findings, visit: FormVisitor): void {
  new FormReader(text, findings, { visit, usesLayout: false, keepsWords: true }).read();
}

/** Whether each opening parenthesis is closed, and before a rule that begins in column 1. */
function parenthesesMatch(text: string): boolean {
  let depth = 0;
  let isComment = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) isComment = false;
    else if (isComment) continue;
    else if (code === SEMICOLON) isComment = true;
    else if (code === CLOSE && depth > 0) depth -= 1;
    else if (code === OPEN) {
      if (depth > 0 && isAtMargin(text, at) && startsRule(text, at)) return false;
      depth += 1;
    }
  }
  return depth === 0;
}

interface FormReaderOptions {
  readonly visit: FormVisitor;
  readonly usesLayout: boolean;
  /** Whether words outside of all parentheses are forms or errors. */
  readonly keepsWords: boolean;
}

interface OpenList {
  readonly start: number;
  readonly items: Form[];
}

/** Words and stray parentheses at top level: reported together, line by line. */
interface Run {
  readonly code: 'bare-word' | 'stray-parenthesis';
  readonly start: number;
  end: number;
}

/** Relations that begin a fact in practically every sheet; in column 1 they begin a form even if a rule is still open. */
const FACT_START = /^\((?:role|init|base|input)[\s()]/i;

class FormReader {
  readonly #tokens: PrefixTokens;
  readonly #findings: Findings;
  readonly #options: FormReaderOptions;
  #open: OpenList[] = [];
  /** Open parentheses beyond the deepest nesting; their content is dropped. */
  #excess = 0;
  /** Whether the open top-level form is too deep or too long, hence dropped. */
  #isDropped = false;
  #run: Run | undefined;

  constructor(text: string, findings: Findings, options: FormReaderOptions) {
    this.#tokens = new PrefixTokens(text);
    this.#findings = findings;
    this.#options = options;
  }

  read(): void {
    while (this.#tokens.advance()) {
      if (this.#tokens.kind === 'open') this.#readOpen();
      else if (this.#tokens.kind === 'close') this.#readClose();
      else this.#readWord();
    }
    this.#endRun();
    if (this.#open.length > 0) this.#closeAll();
  }

  #readOpen(): void {
    this.#endRun();
    if (this.#open.length > 0 && this.#options.usesLayout && this.#startsTopForm()) this.#closeAll();
    if (this.#open.length < DEEPEST_NESTING) {
      this.#open.push({ start: this.#tokens.start, items: [] });
      return;
    }
    this.#drop('nested-too-deep', DEEPEST_NESTING);
    this.#excess += 1;
  }

  #readClose(): void {
    if (this.#open.length === 0) {
      this.#extendRun('stray-parenthesis');
    } else if (this.#excess > 0) {
      this.#excess -= 1;
    } else {
      this.#closeInnermost(this.#tokens.end, true);
    }
  }

  #readWord(): void {
    if (this.#excess > 0) return;
    const { start, end } = this.#tokens;
    const items = this.#open.at(-1)?.items;
    if (items === undefined && !this.#options.keepsWords) {
      this.#extendRun('bare-word');
      return;
    }
    const word: Form = { kind: 'word', text: this.#tokens.word, span: { start, end } };
    if (items === undefined) this.#options.visit(word);
    else this.#append(items, word);
  }

  #append(items: Form[], form: Form): void {
    if (items.length < LONGEST_LIST) items.push(form);
    else this.#drop('list-too-long', LONGEST_LIST);
  }

  #drop(code: 'nested-too-deep' | 'list-too-long', limit: number): void {
    if (!this.#isDropped) this.#findings.error(this.#tokens, code, String(limit));
    this.#isDropped = true;
  }

  #startsTopForm(): boolean {
    const { text, start } = this.#tokens;
    if (startsRule(text, start)) return true;
    return isAtMargin(text, start) && (!isRule(this.#open[0]!) || FACT_START.test(text.slice(start, start + 7)));
  }

  #closeInnermost(end: number, isClosed: boolean): void {
    const { start, items } = this.#open.pop()!;
    const list: List = { kind: 'list', items, span: { start, end }, isClosed };
    const outer = this.#open.at(-1);
    if (outer !== undefined) {
      this.#append(outer.items, list);
    } else {
      if (!this.#isDropped) this.#options.visit(list);
      this.#isDropped = false;
    }
  }

  /** Closes what is open where the next form, or the end of the sheet, shows that a parenthesis is missing. */
  #closeAll(): void {
    const { start } = this.#open[0]!;
    const missing = this.#open.length + this.#excess;
    this.#findings.error({ start, end: start + 1 }, 'unclosed-parenthesis', `${String(missing)} \`)\``);
    this.#excess = 0;
    while (this.#open.length > 0) this.#closeInnermost(this.#tokens.start, false);
  }

  #extendRun(code: Run['code']): void {
    const { start, end } = this.#tokens;
    if (this.#run?.code === code && !this.#tokens.isFirstOnLine) {
      this.#run.end = end;
      return;
    }
    this.#endRun();
    this.#run = { code, start, end };
  }

  #endRun(): void {
    if (this.#run === undefined) return;
    this.#findings.error(this.#run, this.#run.code, this.#tokens.text.slice(this.#run.start, this.#run.end));
    this.#run = undefined;
  }
}

function isRule({ items }: OpenList): boolean {
  return items[0]?.kind === 'word' && items[0].text === '<=';
}

const isAtMargin = (text: string, at: number): boolean => at === 0 || isLineEnd(text.charCodeAt(at - 1));

/** Whether the list that opens there is a rule. */
function startsRule(text: string, open: number): boolean {
  let at = open + 1;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return text.startsWith('<=', at) && (at + 2 === text.length || endsSymbol(text.charCodeAt(at + 2)));
}
