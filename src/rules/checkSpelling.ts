import type { Span } from '../base/index.js';
import type { Formula, Rule, Sheet, Term } from '../gdl/index.js';
import type { Findings } from './findings.js';
import { quote } from './quote.js';

interface Spelt {
  count: number;
  readonly first: Span;
}

/** All spellings of each name, by its lower-case form. */
class Spellings {
  readonly #byCase = new Map<string, Map<string, Spelt>>();

  add(name: string, span: Span): void {
    const key = name.toLowerCase();
    let spellings = this.#byCase.get(key);
    if (spellings === undefined) this.#byCase.set(key, (spellings = new Map<string, Spelt>()));
    const spelt = spellings.get(name);
    if (spelt === undefined) spellings.set(name, { count: 1, first: span });
    else spelt.count++;
  }

  /** The names that are spelt in several ways, each with the most common spelling first. */
  *several(): Iterable<readonly [string, Spelt][]> {
    for (const spellings of this.#byCase.values()) {
      if (spellings.size > 1) yield [...spellings].sort(([, a], [, b]) => b.count - a.count);
    }
  }
}

/** Names, and variables of one rule, that differ only by case: they are different things. */
export function checkSpelling(sheet: Sheet, findings: Findings): void {
  const names = new Spellings();
  for (const rule of sheet.rules) {
    const variables = new Spellings();
    visitRule(rule, { names, variables });
    report(variables, '?', findings);
  }
  report(names, '', findings);
}

function report(spellings: Spellings, prefix: string, findings: Findings): void {
  for (const [common, ...others] of spellings.several()) {
    for (const [name, { first }] of others) {
      findings.report({
        code: 'differs-by-case',
        span: first,
        message: `${quote(prefix + name)} and ${quote(prefix + common![0])} differ only by case, but are different names`,
        mend: 'spell them alike, or call them different things',
      });
    }
  }
}

interface Both {
  readonly names: Spellings;
  readonly variables: Spellings;
}

function visitRule({ head, body }: Rule, both: Both): void {
  visitTerm(head, both);
  for (const formula of body) visitFormula(formula, both);
}

function visitFormula(formula: Formula, both: Both): void {
  if (formula.kind === 'not') visitFormula(formula.of, both);
  else if (formula.kind !== 'compound') for (const part of formula.of) visitFormula(part, both);
  else visitTerm(formula, both);
}

function visitTerm(term: Term, both: Both): void {
  if (term.kind === 'variable') both.variables.add(term.name, term.span);
  else {
    both.names.add(term.name, term.span);
    for (const argument of term.args) visitTerm(argument, both);
  }
}
