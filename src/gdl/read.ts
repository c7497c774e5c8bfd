import { type Diagnostic, fail, ok, type Result, Source } from '../base/index.js';
import type { Notation, Rule, Sheet, Term } from './ast.js';
import { Findings } from './findings.js';
import { readInfixForms } from './infixForms.js';
import { chooseNotation } from './notation.js';
import { readLooseForms, readPrefixForms } from './prefixForms.js';
import { SentenceBuilder } from './sentences.js';
import { decodeSheet } from './text.js';

export interface SheetInput {
  /** As diagnostics show it, mostly a file name; its ending may tell the notation. */
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly notation?: Notation;
}

export interface Reading {
  /** Holds whatever could be read. */
  readonly sheet: Sheet;
  /** In the order of the sheet. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a rule sheet; never throws, whatever the content. */
export function readSheet({ name, content, notation }: SheetInput): Reading {
  const textFindings = new Findings();
  const text = decodeSheet(content, textFindings);
  const findings = new Findings();
  const builder = new SentenceBuilder(findings);
  const rules: Rule[] = [];
  const readForms = (notation ?? chooseNotation(name, text)) === 'prefix' ? readPrefixForms : readInfixForms;
  readForms(text, findings, (form) => {
    const rule = builder.rule(form);
    // Garbage may hold a million bits that look like rules: no one needs them, and keeping them takes long.
    if (rule !== undefined && !findings.isFull) rules.push(rule);
  });
  return { sheet: { source: new Source(name, text), rules }, diagnostics: Findings.merge([textFindings, findings]) };
}

/** Reads one term in prefix notation, as moves are written in messages. */
export function readTerm(text: string): Result<Term, readonly Diagnostic[]> {
  const textFindings = new Findings();
  const findings = new Findings();
  const builder = new SentenceBuilder(findings);
  const terms: (Term | undefined)[] = [];
  readLooseForms(decodeSheet(text, textFindings), findings, (form) => terms.push(builder.term(form)));
  if (terms.length !== 1) findings.error({ start: 0, end: text.length }, 'not-one-term', String(terms.length));
  const errors = Findings.merge([textFindings, findings]).filter(({ severity }) => severity === 'error');
  return errors.length === 0 ? ok(terms[0]!) : fail(errors);
}
