import type { Compound, Formula, Rule, Sheet, Term } from '../gdl/index.js';
import type { Findings } from './findings.js';
import { BODY_ONLY, HEAD_ONLY, KEYWORD_ARITY } from './keywords.js';
import { counted, quote, quoteTerm } from './quote.js';
import { isGround } from './terms.js';

/** Keywords with a wrong number of arguments, in a place where they may not stand, or as functions. */
export function checkKeywords(sheet: Sheet, findings: Findings): void {
  const check = new KeywordCheck(findings);
  for (const rule of sheet.rules) check.rule(rule);
}

class KeywordCheck {
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  rule(rule: Rule): void {
    this.#head(rule);
    this.#atom(rule.head);
    for (const formula of rule.body) this.#formula(formula, rule);
  }

  #head({ head, body }: Rule): void {
    const { name, span } = head;
    if (BODY_ONLY.has(name)) {
      const message = `${quote(name)} cannot be the head of a rule: ${WHY_BODY_ONLY.get(name)!}`;
      this.#findings.report({ code: 'keyword-in-head', span, message, mend: mendHead(head, body.length === 0) });
    } else if (name === 'role' && body.length > 0) {
      const message = 'roles depend on a condition, but they are fixed before the game begins';
      this.#findings.report({ code: 'role-with-body', span, message, mend: 'write one fact for each role' });
    }
  }

  #formula(formula: Formula, rule: Rule): void {
    if (formula.kind === 'not') this.#formula(formula.of, rule);
    else if (formula.kind !== 'compound') for (const part of formula.of) this.#formula(part, rule);
    else this.#bodyAtom(formula, rule);
  }

  #bodyAtom(atom: Compound, { head }: Rule): void {
    const { name, span } = atom;
    if (name === 'next' && head.name === 'sees') {
      const message = 'a percept is derived from `next`, which GDL-II leaves to the heads of rules';
      const mend = 'derive both from a relation of their own';
      this.#findings.report({ code: 'next-in-percept', span, message, mend });
    } else if (HEAD_ONLY.has(name)) {
      const message = `${quote(name)} stands in a body, but it may only be the head of a rule`;
      this.#findings.report({ code: 'keyword-in-body', span, message, mend: MEND_BODY.get(name)! });
    }
    this.#atom(atom);
  }

  #atom(atom: Compound): void {
    const arity = KEYWORD_ARITY.get(atom.name);
    if (arity !== undefined && arity !== atom.args.length) {
      const message = `${quote(atom.name)} has ${counted(atom.args.length, 'argument')} instead of ${String(arity)}`;
      this.#findings.report({ code: 'keyword-arity', span: atom.span, message, mend: mendArity(atom, arity) });
    }
    const isPercept = atom.name === 'sees';
    for (const argument of atom.args) {
      if (isFluentPlace(atom.name) && isTerm(argument, 'terminal', 0)) this.#function(argument, isPercept);
      this.#term(argument, isPercept);
    }
  }

  #term(term: Term, isPercept: boolean): void {
    if (term.kind === 'variable') return;
    if (term.args.length > 0 && KEYWORD_ARITY.has(term.name.toLowerCase())) this.#function(term, isPercept);
    for (const argument of term.args) this.#term(argument, isPercept);
  }

  /** In a percept a keyword misleads readers, but engines see a name like any other. */
  #function(term: Compound, isPercept: boolean): void {
    const { name, span } = term;
    const message = `the keyword ${quote(name)} is used as a ${term.args.length > 0 ? 'function' : 'fluent'}`;
    if (isPercept)
      this.#findings.report({ code: 'keyword-in-percept', span, message, mend: 'give the percept another name' });
    else this.#findings.report({ code: 'keyword-as-function', span, message, mend: mendFunction(term) });
  }
}

const WHY_BODY_ONLY: ReadonlyMap<string, string> = new Map([
  ['true', 'the state says what is true'],
  ['does', 'the players say what they do'],
  ['distinct', 'it compares terms'],
]);

const MEND_BODY: ReadonlyMap<string, string> = new Map([
  ['init', 'ask for `true`, or put what both need into a relation of its own'],
  ['next', 'put what both need into a relation of its own'],
  ['sees', 'put what both need into a relation of its own'],
  ['base', 'put what both need into a relation of its own'],
  ['input', 'ask for `legal`, or put what both need into a relation of its own'],
]);

function mendHead({ name, args }: Compound, isFact: boolean): string {
  if (isFact && !args.every(isGround))
    return 'if it belongs to the rule before, move the `)` that closes that rule behind it';
  if (name === 'true') return 'write `init` for the first state, `next` for the following ones';
  return name === 'does'
    ? 'write `legal` for what a role may do'
    : 'delete the rule, or give the relation another name';
}

function mendArity({ name, args }: Compound, arity: number): string {
  if (name === 'distinct' && args.length > 2) return 'write one `distinct` for each pair';
  const [first, ...rest] = args.slice(arity - 1);
  if (arity === 0 || rest.length === 0 || first?.kind !== 'compound' || first.args.length > 0) {
    return arity === 0 ? `write ${quote(name)} alone` : `write ${quote(shape(name, arity))}`;
  }
  const inner: Compound = { ...first, args: rest };
  return `write ${quoteTerm({ kind: 'compound', name, args: [...args.slice(0, arity - 1), inner], span: first.span })}`;
}

function shape(name: string, arity: number): string {
  return `(${[name, ...['…', '…'].slice(0, arity)].join(' ')})`;
}

function mendFunction(term: Compound): string {
  if (term.args.length === 0) return `write ${quote(term.name)} alone, without anything around it`;
  return 'take away what stands around it, or give the function another name';
}

function isFluentPlace(name: string): boolean {
  return name === 'true' || name === 'next' || name === 'init';
}

function isTerm(term: Term, name: string, arity: number): term is Compound {
  return term.kind === 'compound' && term.args.length === arity && term.name.toLowerCase() === name;
}
