import type { Compound, Formula, Rule, Term } from './ast.js';
import type { Findings } from './findings.js';
import type { Form, List, Word } from './forms.js';
import type { ProblemCode } from './problems.js';

/** Names with a meaning of their own as relations; there, and only there, they may be written in any case. */
const KEYWORDS = new Set('role init true does legal next terminal goal sees base input distinct'.split(' '));

/** One for all, as most terms are constants. */
const NONE: readonly never[] = [];

const CONNECTIVES = new Set(['not', 'and', 'or', '<=']);

export const isConnective = (name: string): boolean => CONNECTIVES.has(name.toLowerCase());

export const isKeyword = (name: string): boolean => KEYWORDS.has(name.toLowerCase());

/** The spelling of a relation's name in the AST. */
const relationName = (name: string): string => (isKeyword(name) ? name.toLowerCase() : name);

/** Makes rules of forms. Each method reports all that is wrong inside the form, and then gives nothing. */
export class SentenceBuilder {
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** A form at top level. */
  rule(form: Form): Rule | undefined {
    const list = form.kind === 'list' ? this.#unwrap(form) : form;
    const isArrow = list.kind === 'list' && list.items[0]?.kind === 'word' && list.items[0].text === '<=';
    return isArrow ? this.#arrow(list) : this.#fact(list);
  }

  formula(form: Form): Formula | undefined {
    if (form.kind === 'word') return this.#proposition(form);
    const list = this.#unwrap(form);
    const name = this.#headName(list, 'variable-as-relation');
    if (name === undefined) return undefined;
    switch (name.toLowerCase()) {
      case '<=':
        return this.#reject(list, 'nested-rule');
      case 'not':
        return this.#not(list);
      case 'and':
        return this.#junction('and', list);
      case 'or':
        return this.#junction('or', list);
      default:
        return this.#compound(relationName(name), list);
    }
  }

  term(form: Form): Term | undefined {
    if (form.kind === 'word') return form.text.startsWith('?') ? this.#variable(form) : constant(form.text, form);
    const list = this.#unwrap(form);
    const name = this.#headName(list, 'variable-as-function');
    if (name === undefined) return undefined;
    if (name === '<=') return this.#reject(list, 'nested-rule');
    if (isConnective(name)) return this.#reject(list, 'connective-in-term', name);
    return this.#compound(name, list);
  }

  #arrow(list: List): Rule | undefined {
    const [, headForm, ...bodyForms] = list.items;
    if (headForm === undefined) return this.#reject(list, 'rule-without-head');
    const head = this.#atom(headForm);
    const body = this.#all(bodyForms, (form) => this.formula(form));
    return head && body && { head, body, span: list.span };
  }

  #fact(form: Form): Rule | undefined {
    const isProposition = form.kind === 'list' && form.items.length === 1;
    // At top level a proposition needs its parentheses, so nothing is said about them.
    const head = this.#atom(isProposition ? form.items[0]! : form);
    return head && { head, body: NONE, span: form.span };
  }

  /** A formula that may be a head. */
  #atom(form: Form): Compound | undefined {
    const formula = this.formula(form);
    if (formula === undefined || formula.kind === 'compound') return formula;
    this.#findings.error(formula.span, 'connective-as-head', formula.kind);
    return undefined;
  }

  #proposition(word: Word): Compound | undefined {
    if (word.text === '?') return this.#reject(word, 'nameless-variable');
    if (word.text.startsWith('?')) return this.#reject(word, 'variable-as-relation', word.text);
    if (isConnective(word.text)) return this.#reject(word, 'bare-connective', word.text);
    return constant(relationName(word.text), word);
  }

  #not(list: List): Formula | undefined {
    const [, ...parts] = list.items;
    const read = this.#all(parts, (part) => this.formula(part));
    if (parts.length !== 1) return this.#reject(list, 'not-arity', String(parts.length));
    return read && { kind: 'not', of: read[0]!, span: list.span };
  }

  /** A junction of one part is that part: infix has no way to write it otherwise. */
  #junction(kind: 'and' | 'or', list: List): Formula | undefined {
    const [, ...parts] = list.items;
    if (parts.length === 0) return this.#reject(list, 'empty-junction', kind);
    const read = this.#all(parts, (part) => this.formula(part));
    return read?.length === 1 ? read[0] : read && { kind, of: read, span: list.span };
  }

  #compound(name: string, list: List): Compound | undefined {
    if (list.items.length === 1 && list.isClosed) this.#findings.warning(list.span, 'needless-parentheses', name);
    const args = this.#all(list.items.slice(1), (item) => this.term(item));
    return args && { kind: 'compound', name, args, span: list.span };
  }

  #variable(word: Word): Term | undefined {
    if (word.text === '?') return this.#reject(word, 'nameless-variable');
    return { kind: 'variable', name: word.text.slice(1), span: word.span };
  }

  /** Takes away doubled parentheses. */
  #unwrap(list: List): List {
    let inner = list;
    for (;;) {
      const [only] = inner.items;
      if (only?.kind !== 'list' || inner.items.length > 1) return inner;
      if (inner.isClosed) this.#findings.warning(inner.span, 'needless-parentheses', '(…)');
      inner = only;
    }
  }

  #headName(list: List, variableCode: ProblemCode): string | undefined {
    const [head] = list.items;
    if (head === undefined) return this.#reject(list, 'empty-parentheses');
    if (head.kind === 'list') return this.#reject(list, 'head-not-a-name');
    if (head.text.startsWith('?')) return this.#reject(head, variableCode, head.text);
    return head.text;
  }

  #reject(form: Form, code: ProblemCode, detail?: string): undefined {
    if (form.kind === 'word' || form.isClosed) this.#findings.error(form.span, code, detail);
  }

  /** Reads every form, so that all errors are found, and gives the results if there is one for each. */
  #all<T>(forms: readonly Form[], read: (form: Form) => T | undefined): T[] | undefined {
    const results = forms.map(read).filter((result) => result !== undefined);
    return results.length === forms.length ? results : undefined;
  }
}

const constant = (name: string, at: Form): Compound => ({ kind: 'compound', name, args: NONE, span: at.span });
