import type { Compound, Term } from '../gdl/index.js';
import type { Clause, TermTable, ValidRules } from '../rules/index.js';
import { type Atom, type MakeCompound, type Pattern, type Rule, variable } from './rule.js';

/** Relations that describe the game for readers only: nothing of play depends on them. */
const UNPLAYED = new Set(['base/1', 'input/2']);

export function compoundMaker(terms: TermTable): MakeCompound {
  return (symbol, args) =>
    args.every((argument): argument is number => typeof argument === 'number' && argument >= 0)
      ? terms.term(symbol, args)
      : { symbol, args };
}

/** Clauses with names → rules with ids; relation keys are still `name/arity`. */
export function translate(rules: ValidRules, terms: TermTable): Rule[] {
  const make = compoundMaker(terms);
  return rules.clauses
    .map((clause) => translateClause(clause, terms, make))
    .filter((rule) => !UNPLAYED.has(rule.head.relation));
}

function translateClause(clause: Clause, terms: TermTable, make: MakeCompound): Rule {
  const numbers = new Map<string, number>();
  const pattern = (term: Term): Pattern => {
    if (term.kind === 'compound') return make(terms.symbol(term.name), term.args.map(pattern));
    let number = numbers.get(term.name);
    if (number === undefined) numbers.set(term.name, (number = numbers.size));
    return variable(number);
  };
  const atom = ({ name, args }: Compound): Atom => ({
    relation: `${name}/${String(args.length)}`,
    args: args.map(pattern),
  });
  const positive: Atom[] = [];
  const negative: Atom[] = [];
  const distinct: [Pattern, Pattern][] = [];
  for (const literal of clause.body) {
    if (literal.kind === 'distinct') distinct.push([pattern(literal.left), pattern(literal.right)]);
    else (literal.isPositive ? positive : negative).push(atom(literal.atom));
  }
  return { head: atom(clause.head), positive, negative, distinct, variables: numbers.size };
}
