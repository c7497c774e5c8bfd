/**
 * Rules inside the grounder: names are gone, terms are ids of the game's `TermTable`, variables are numbered within their rule.
 * A pattern is the id of a ground term (0 or more), `-1 - v` for variable v, or a compound with a variable somewhere inside.
 */
export type Pattern = number | CompoundPattern;

export interface CompoundPattern {
  readonly symbol: number;
  readonly args: readonly Pattern[];
}

/** A relation by its key: `cell/3`; `true cell/3`, `next cell/3`, … for the keywords whose argument was taken apart. */
export type RelationKey = string;

export interface Atom {
  readonly relation: RelationKey;
  readonly args: readonly Pattern[];
}

export interface Rule {
  readonly head: Atom;
  readonly positive: readonly Atom[];
  readonly negative: readonly Atom[];
  readonly distinct: readonly (readonly [Pattern, Pattern])[];
  /** Variables of the rule are 0 … variables - 1. */
  readonly variables: number;
}

export const variable = (index: number): number => -1 - index;

export const isVariable = (pattern: Pattern): pattern is number => typeof pattern === 'number' && pattern < 0;

export const variableIndex = (pattern: number): number => -1 - pattern;

/** Adds the variables of a pattern to a set. */
export function collectVariables(pattern: Pattern, into: Set<number>): void {
  if (typeof pattern === 'number') {
    if (pattern < 0) into.add(variableIndex(pattern));
  } else for (const argument of pattern.args) collectVariables(argument, into);
}

export function variablesOf(patterns: readonly Pattern[]): Set<number> {
  const found = new Set<number>();
  for (const pattern of patterns) collectVariables(pattern, found);
  return found;
}

/** Rewrites the variables of every atom of a rule; `replace` gives the pattern that stands for a variable. */
export function substitute(rule: Rule, replace: (variable: number) => Pattern, make: MakeCompound): Rule {
  const inPattern = (pattern: Pattern): Pattern => {
    if (typeof pattern === 'number') return pattern < 0 ? replace(variableIndex(pattern)) : pattern;
    return make(pattern.symbol, pattern.args.map(inPattern));
  };
  const inAtom = (atom: Atom): Atom => ({ relation: atom.relation, args: atom.args.map(inPattern) });
  return {
    head: inAtom(rule.head),
    positive: rule.positive.map(inAtom),
    negative: rule.negative.map(inAtom),
    distinct: rule.distinct.map(([left, right]) => [inPattern(left), inPattern(right)] as const),
    variables: rule.variables,
  };
}

/** Makes a compound: a ground term's id where all arguments are ground. */
export type MakeCompound = (symbol: number, args: readonly Pattern[]) => Pattern;
