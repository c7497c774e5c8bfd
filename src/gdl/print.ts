import type { Notation, Rule, Sheet, Term } from './ast.js';
import { infixRule, infixTerm } from './printInfix.js';
import { prefixRule, prefixTerm } from './printPrefix.js';

/** Reading what is printed gives the same tree again, but for its spans; so for all trees that the readers make. */
export function printTerm(term: Term, notation: Notation): string {
  return notation === 'prefix' ? prefixTerm(term) : infixTerm(term);
}

export function printRule(rule: Rule, notation: Notation): string {
  return notation === 'prefix' ? prefixRule(rule) : infixRule(rule);
}

/** One rule after the other, with a blank line before each new relation. */
export function printSheet(sheet: Sheet, notation: Notation): string {
  const lines: string[] = [];
  let previous: string | undefined;
  for (const rule of sheet.rules) {
    if (previous !== undefined && previous !== rule.head.name) lines.push('');
    lines.push(printRule(rule, notation));
    previous = rule.head.name;
  }
  return lines.map((line) => `${line}\n`).join('');
}
