import type { Formula, Rule, Term } from './ast.js';
import { isMarkedVariable, isPlainName, isPlainVariable, quote } from './infixNames.js';

/** Rules that would be wider have each literal on its own line. */
const WIDEST_RULE = 100;

const OPERATORS = { and: ' & ', or: ' | ' };

export function infixTerm(term: Term): string {
  if (term.kind === 'variable') return infixVariable(term.name);
  const name = isPlainName(term.name) ? term.name : quote(term.name);
  return term.args.length === 0 ? name : `${name}(${term.args.map(infixTerm).join(', ')})`;
}

function infixVariable(name: string): string {
  if (isPlainVariable(name) && !name.startsWith('_')) return name;
  return isMarkedVariable(name) ? `?${name}` : `?${quote(name)}`;
}

export function infixRule({ head, body }: Rule): string {
  const [first] = body;
  if (first === undefined) return infixTerm(head);
  // Alone, a disjunction needs no parentheses; a conjunction does, else its parts would be the literals of the rule.
  const parts = body.length === 1 && first.kind === 'or' ? [infixFormula(first)] : body.map(operand);
  const line = `${infixTerm(head)} :- ${parts.join(' & ')}`;
  return line.length <= WIDEST_RULE ? line : `${infixTerm(head)} :-\n    ${parts.join(' &\n    ')}`;
}

function infixFormula(formula: Formula): string {
  if (formula.kind === 'compound') return infixTerm(formula);
  return formula.kind === 'not' ? `~${operand(formula.of)}` : formula.of.map(operand).join(OPERATORS[formula.kind]);
}

function operand(formula: Formula): string {
  const text = infixFormula(formula);
  return formula.kind === 'and' || formula.kind === 'or' ? `(${text})` : text;
}
