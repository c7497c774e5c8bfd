import type { Span } from '../base/index.js';
import type { Findings } from './findings.js';
import { DEEPEST_NESTING, type Form, type List, LONGEST_LIST, type Word } from './forms.js';
import { quote } from './infixNames.js';
import { type InfixTokenKind, InfixTokens } from './infixTokens.js';
import type { ProblemCode } from './problems.js';
import { isConnective, isKeyword } from './sentences.js';

/** Reads the statements of an infix sheet as the forms that prefix KIF has for them. */
export function readInfixForms(text: string, findings: Findings, visit: (form: Form) => void): void {
  const reader = new StatementReader(text, findings);
  for (let form = reader.next(); form !== 'end'; form = reader.next()) if (form !== undefined) visit(form);
}

type Alternatives = readonly (readonly Form[])[];

const NAME_KINDS: ReadonlySet<InfixTokenKind> = new Set(['name', 'quoted', 'variable', 'capitalised']);
const STATEMENT_KINDS: ReadonlySet<InfixTokenKind> = new Set([...NAME_KINDS, 'not', 'open']);
const CONJUNCTION_KINDS: ReadonlySet<InfixTokenKind> = new Set(['and', 'comma']);
const DISJUNCTION_KINDS: ReadonlySet<InfixTokenKind> = new Set(['or']);
const ARGUMENT_KINDS: ReadonlySet<InfixTokenKind> = new Set(['comma']);

/**
 * Recursive descent, with the depth as an explicit argument:
 *
 *     statement   = formula [arrow formula] ["."]
 *     formula     = conjunction {"|" conjunction}
 *     conjunction = literal {"&" literal}
 *     literal     = "~" literal | "(" formula ")" | term ["≠" term]
 *     term        = variable | name ["(" [term {"," term}] ")"]
 *
 * Each method reports what is wrong and then gives nothing; the next statement is looked for by the layout.
 */
class StatementReader {
  readonly #tokens: InfixTokens;
  readonly #findings: Findings;
  /** Column of the leftmost statement so far: where, after an error, a statement can begin. */
  #margin = Infinity;
  /** Column of the last statement if nothing but the layout ends it, else -1. */
  #openColumn = -1;
  #hasOpenBody = false;

  constructor(text: string, findings: Findings) {
    this.#tokens = new InfixTokens(text, findings);
    this.#findings = findings;
  }

  /** The next statement, or undefined if it could not be read. */
  next(): Form | undefined | 'end' {
    const { kind, start } = this.#tokens;
    if (kind === 'end') return 'end';
    const form = this.#statement();
    if (form === undefined) this.#recover(start);
    return form;
  }

  #statement(): Form | undefined {
    const { kind, start, lineStart, isFirstOnLine } = this.#tokens;
    if (kind === 'close') return this.#reject('stray-parenthesis', ')');
    if (!STATEMENT_KINDS.has(kind)) return this.#reject('unexpected-token', this.#found());
    const column = start - lineStart;
    if (this.#openColumn !== -1 && !isFirstOnLine) return this.#reject('run-on-statement', '');
    if (this.#hasOpenBody && this.#openColumn !== -1 && column > this.#openColumn) {
      this.#findings.warning(this.#tokens.span, 'run-on-statement');
    }
    if (isFirstOnLine) this.#margin = Math.min(this.#margin, column);
    const head = this.#formula(0);
    if (head === undefined) return undefined;
    this.#openColumn = column;
    this.#hasOpenBody = this.#tokens.kind === 'arrow';
    const form = this.#hasOpenBody ? this.#rule(start, head) : head;
    if (form !== undefined && this.#tokens.kind === 'dot') {
      this.#tokens.advance();
      this.#openColumn = -1;
    }
    return form === undefined || this.#isTooDeep(form) ? undefined : form;
  }

  #rule(start: number, head: Form): Form | undefined {
    const arrow = this.#word('<=');
    this.#tokens.advance();
    const alternatives = this.#alternatives(0);
    if (alternatives === undefined) return undefined;
    const body = alternatives.length === 1 ? alternatives[0]! : [this.#join(alternatives)];
    return this.#list(start, [arrow, head, ...body]);
  }

  #formula(depth: number): Form | undefined {
    const alternatives = this.#alternatives(depth);
    return alternatives && this.#join(alternatives);
  }

  #alternatives(depth: number): Alternatives | undefined {
    return this.#separated(DISJUNCTION_KINDS, () => this.#separated(CONJUNCTION_KINDS, () => this.#literal(depth)));
  }

  #separated<T>(separators: ReadonlySet<InfixTokenKind>, read: () => T | undefined): T[] | undefined {
    const parts: T[] = [];
    for (;;) {
      const part = read();
      if (part === undefined) return undefined;
      if (parts.length === LONGEST_LIST) return this.#reject('list-too-long', String(LONGEST_LIST));
      parts.push(part);
      if (!separators.has(this.#tokens.kind)) return parts;
      this.#tokens.advance();
    }
  }

  #join(alternatives: Alternatives): Form {
    return this.#junction(
      'or',
      alternatives.map((parts) => this.#junction('and', parts)),
    );
  }

  #junction(name: 'and' | 'or', parts: readonly Form[]): Form {
    if (parts.length === 1) return parts[0]!;
    const span = { start: parts[0]!.span.start, end: parts.at(-1)!.span.end };
    return { kind: 'list', items: [{ kind: 'word', text: name, span }, ...parts], span, isClosed: true };
  }

  #literal(depth: number): Form | undefined {
    if (depth > DEEPEST_NESTING) return this.#reject('nested-too-deep', String(DEEPEST_NESTING));
    const { kind, start } = this.#tokens;
    if (kind === 'not') {
      const not = this.#word('not');
      this.#tokens.advance();
      const part = this.#literal(depth + 1);
      return part && this.#list(start, [not, part]);
    }
    if (kind === 'open') return this.#group(depth);
    if (!NAME_KINDS.has(kind)) return this.#reject('expected-sentence', this.#found());
    return this.#atom(depth);
  }

  #group(depth: number): Form | undefined {
    const open = this.#tokens.span;
    this.#tokens.advance();
    const formula = this.#formula(depth + 1);
    return formula && this.#close(open) ? formula : undefined;
  }

  #atom(depth: number): Form | undefined {
    const { start } = this.#tokens;
    const left = this.#term(depth, true);
    if (left === undefined || this.#tokens.kind !== 'unequal') return left;
    const distinct = this.#word('distinct');
    this.#tokens.advance();
    const right = this.#term(depth, false);
    return right && this.#list(start, [distinct, left, right]);
  }

  #term(depth: number, isSentence: boolean): Form | undefined {
    if (depth > DEEPEST_NESTING) return this.#reject('nested-too-deep', String(DEEPEST_NESTING));
    const { kind, text, span } = this.#tokens;
    if (!NAME_KINDS.has(kind)) return this.#reject('expected-term', this.#found());
    this.#tokens.advance();
    const hasArguments = this.#tokens.kind === 'open';
    const isRelation = isSentence && isKeyword(text) && this.#tokens.kind !== 'unequal';
    const isVariable = kind === 'variable' || (kind === 'capitalised' && !hasArguments && !isRelation);
    if (kind === 'capitalised' && hasArguments && !isRelation) this.#findings.error(span, 'capitalised-name', text);
    const isMisquoted = kind === 'quoted' && hasArguments && isConnective(text);
    if (isMisquoted) this.#findings.error(span, 'quoted-connective', quote(text));
    const word: Word = { kind: 'word', text: isVariable ? `?${text}` : isMisquoted ? quote(text) : text, span };
    return hasArguments ? this.#application(word, depth + 1) : word;
  }

  #application(word: Word, depth: number): Form | undefined {
    const open = this.#tokens.span;
    this.#tokens.advance();
    const isEmpty = this.#tokens.kind === 'close';
    const args = isEmpty ? [] : this.#separated(ARGUMENT_KINDS, () => this.#term(depth, false));
    if (args === undefined || !this.#close(open)) return undefined;
    return this.#list(word.span.start, [word, ...args]);
  }

  #close(open: Span): boolean {
    const { kind } = this.#tokens;
    if (kind === 'close') {
      this.#tokens.advance();
      return true;
    }
    const isAtEnd = kind === 'end' || kind === 'dot' || kind === 'arrow' || this.#startsStatement();
    if (isAtEnd) this.#findings.error(open, 'unclosed-parenthesis', '1 `)`');
    else this.#reject('unexpected-token', this.#found());
    return false;
  }

  /** Goes on to where a statement may begin: after a full stop, or at a name that begins a line at the margin. */
  #recover(failedAt: number): void {
    this.#openColumn = -1;
    if (this.#tokens.start === failedAt && this.#tokens.kind !== 'dot') this.#tokens.advance();
    while (this.#tokens.kind !== 'end' && this.#tokens.kind !== 'dot' && !this.#startsStatement())
      this.#tokens.advance();
    while (this.#tokens.kind === 'dot') this.#tokens.advance();
  }

  #startsStatement(): boolean {
    const { kind, start, lineStart, isFirstOnLine } = this.#tokens;
    return isFirstOnLine && NAME_KINDS.has(kind) && start - lineStart <= this.#margin;
  }

  /** Without its parentheses an infix statement may still be too deep for prefix: `a | b & ~c` nests four times there. */
  #isTooDeep(form: Form): boolean {
    if (nesting(form) <= DEEPEST_NESTING) return false;
    this.#findings.error(form.span, 'nested-too-deep', String(DEEPEST_NESTING));
    return true;
  }

  #reject(code: ProblemCode, detail: string): undefined {
    this.#findings.error(this.#tokens.span, code, detail);
  }

  /** The current token as messages name it. */
  #found(): string {
    return this.#tokens.kind === 'end' ? 'the end of the sheet' : `\`${this.#tokens.text}\``;
  }

  #word(text: string): Word {
    return { kind: 'word', text, span: this.#tokens.span };
  }

  /** A list that ends with the last token read. */
  #list(start: number, items: readonly Form[]): List {
    return { kind: 'list', items, span: { start, end: this.#tokens.previousEnd }, isClosed: true };
  }
}

function nesting(form: Form): number {
  return form.kind === 'word' ? 0 : 1 + form.items.reduce((deepest, item) => Math.max(deepest, nesting(item)), 0);
}
