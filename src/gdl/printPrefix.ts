import type { Compound, Formula, Rule, Term } from './ast.js';

/** Rules that would be wider have each literal on its own line. */
const WIDEST_RULE = 100;

export function prefixTerm(term: Term): string {
  if (term.kind === 'variable') return `?${term.name}`;
  return term.args.length === 0 ? term.name : list(term);
}

export function prefixRule({ head, body }: Rule): string {
  // A fact without arguments keeps its parentheses: a bare word is no sentence at top level.
  if (body.length === 0) return list(head);
  const parts = [prefixTerm(head), ...body.map(prefixFormula)];
  const line = `(<= ${parts.join(' ')})`;
  return line.length <= WIDEST_RULE ? line : `(<= ${parts.join('\n    ')})`;
}

function prefixFormula(formula: Formula): string {
  if (formula.kind === 'compound') return prefixTerm(formula);
  const parts = formula.kind === 'not' ? [formula.of] : formula.of;
  return `(${[formula.kind, ...parts.map(prefixFormula)].join(' ')})`;
}

const list = ({ name, args }: Compound): string => `(${[name, ...args.map(prefixTerm)].join(' ')})`;
