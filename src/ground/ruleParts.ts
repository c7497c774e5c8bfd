import { type Atom, type Rule, variablesOf } from './rule.js';

export type Body = Omit<Rule, 'head'>;

/** Literals of a rule that may leave it, over the variables that they share with what stays. */
export interface Part {
  readonly inside: Body;
  readonly outside: Body;
  readonly shared: readonly number[];
  /** Positive literals that stay, each with the variables whose possible values it lends to the part. */
  readonly guards: readonly Guard[];
  /** Guards that bind nothing but leave fewer instances of the part: the rest of the rule would not have used the others. */
  readonly narrowing: readonly Guard[];
  /** More guards than this would make the part as large as the rule. */
  readonly mostGuards: number;
}

export interface Guard {
  readonly of: Atom;
  readonly variables: readonly number[];
}

/**
 * The parts that could leave a rule and take variables along that the head does not need: one variable with all its literals; all variables
 * that hang together through literals; or those that only occur where some other variable does not. What stays has fewer variables than the
 * rule; the part has fewer variables or literals: so splitting both again comes to an end.
 */
export function partsOf(rule: Rule): Part[] {
  const literals = literalsOf(rule);
  const kept = variablesOf(rule.head.args);
  const all = new Set(literals.flatMap((literal) => [...literal.variables]));
  const parts = new Map<string, Part>();
  const add = (inside: ReadonlySet<RuleLiteral>): void => {
    const key = literals.map((literal) => (inside.has(literal) ? '1' : '0')).join('');
    if (parts.has(key)) return;
    const part = partOf(rule, literals, { inside, kept, all });
    if (part !== undefined) parts.set(key, part);
  };
  const free = [...all].filter((each) => !kept.has(each));
  for (const each of free) add(around(literals, new Set([each]), kept));
  const linked = literals.map((literal) => new Set([...literal.variables].filter((each) => !kept.has(each))));
  for (const group of connected(linked)) {
    const variables = new Set(group.flatMap((i) => [...linked[i]!]));
    if (variables.size > 1) add(around(literals, variables, kept));
  }
  for (const each of all) {
    const without = literals.filter((literal) => literal.variables.size > 0 && !literal.variables.has(each));
    for (const group of connected(without.map((literal) => literal.variables))) {
      add(boundOnly(group.map((i) => without[i]!)));
      add(new Set(group.map((i) => without[i]!)));
    }
  }
  return [...parts.values()];
}

/** All literals with one of the variables, and those that need no variable beyond theirs. */
function around(
  literals: readonly RuleLiteral[],
  eliminated: ReadonlySet<number>,
  kept: ReadonlySet<number>,
): Set<RuleLiteral> {
  const inside = new Set(literals.filter((literal) => [...literal.variables].some((each) => eliminated.has(each))));
  const covered = new Set([...inside].flatMap((literal) => [...literal.variables]));
  for (const literal of literals) {
    const own = [...literal.variables];
    if (own.every((each) => covered.has(each)) && !own.every((each) => kept.has(each))) inside.add(literal);
  }
  return inside;
}

/** The literals without those that ask for values which none of the positive ones gives. */
function boundOnly(literals: readonly RuleLiteral[]): Set<RuleLiteral> {
  const positive = literals.filter((literal) => literal.kind === 'positive');
  const bound = new Set(positive.flatMap((literal) => [...literal.variables]));
  return new Set(literals.filter((literal) => [...literal.variables].every((each) => bound.has(each))));
}

function partOf(
  rule: Rule,
  literals: readonly RuleLiteral[],
  { inside, kept, all }: { inside: ReadonlySet<RuleLiteral>; kept: ReadonlySet<number>; all: ReadonlySet<number> },
): Part | undefined {
  const outside = literals.filter((literal) => !inside.has(literal));
  if (outside.length === 0) return undefined;
  const needed = new Set([...kept, ...outside.flatMap((literal) => [...literal.variables])]);
  const covered = new Set([...inside].flatMap((literal) => [...literal.variables]));
  const bound = new Set([...inside].filter((l) => l.kind === 'positive').flatMap((literal) => [...literal.variables]));
  const staying = bodyOf(rule, outside);
  const guards = guardsFor(new Set([...covered].filter((each) => !bound.has(each))), staying.positive);
  const mostGuards = covered.size < all.size ? Infinity : literals.length - inside.size - 1;
  const ridsOfVariables = [...covered].some((each) => !needed.has(each));
  if (guards.length > mostGuards || !ridsOfVariables) return undefined;
  return {
    inside: bodyOf(rule, [...inside]),
    outside: staying,
    shared: [...covered].filter((each) => needed.has(each)),
    guards,
    narrowing: [],
    mostGuards,
  };
}

/** All guards of a part: one for each literal. */
export function guardsOf({ guards, narrowing }: Part): Guard[] {
  return [...guards.filter((guard) => narrowing.every((other) => other.of !== guard.of)), ...narrowing];
}

/** All that a literal that stays can say of the part's variables. */
export function widestGuard(of: Atom, { inside, guards }: Part): Guard {
  const covered = variablesOf(inside.positive.flatMap((atom) => atom.args));
  for (const guard of guards) for (const each of guard.variables) covered.add(each);
  return { of, variables: [...variablesOf(of.args)].filter((each) => covered.has(each)) };
}

/** Positive literals that bind the given variables, those with the most of them first. */
function guardsFor(unbound: Set<number>, positive: readonly Atom[]): Guard[] {
  const guards: Guard[] = [];
  while (unbound.size > 0) {
    let best: { of: Atom; variables: number[] } | undefined;
    for (const atom of positive) {
      const variables = [...variablesOf(atom.args)].filter((each) => unbound.has(each));
      if (variables.length > (best?.variables.length ?? 0)) best = { of: atom, variables };
    }
    if (best === undefined) throw new Error('a rule with an unbound variable reached the grounder');
    for (const each of best.variables) unbound.delete(each);
    guards.push(best);
  }
  return guards;
}

/** Groups the sets, by index, that share elements with each other, directly or through others; empty sets are left out. */
function connected(sets: readonly ReadonlySet<number>[]): number[][] {
  const groups: { readonly members: number[]; readonly elements: Set<number> }[] = [];
  for (const [i, set] of sets.entries()) {
    if (set.size === 0) continue;
    const merged = { members: [i], elements: new Set(set) };
    for (let at = groups.length - 1; at >= 0; at--) {
      const group = groups[at]!;
      if (![...set].some((each) => group.elements.has(each))) continue;
      merged.members.unshift(...group.members);
      for (const each of group.elements) merged.elements.add(each);
      groups.splice(at, 1);
    }
    groups.push(merged);
  }
  return groups.map((group) => group.members.sort((a, b) => a - b));
}

interface RuleLiteral {
  readonly kind: 'positive' | 'negative' | 'distinct';
  readonly position: number;
  readonly variables: ReadonlySet<number>;
}

function literalsOf(rule: Rule): RuleLiteral[] {
  const atoms = (kind: 'positive' | 'negative'): RuleLiteral[] =>
    rule[kind].map((atom, position) => ({ kind, position, variables: variablesOf(atom.args) }));
  const distinct = rule.distinct.map((pair, position): RuleLiteral => ({
    kind: 'distinct',
    position,
    variables: variablesOf(pair),
  }));
  return [...atoms('positive'), ...atoms('negative'), ...distinct];
}

function bodyOf(rule: Rule, literals: readonly RuleLiteral[]): Body {
  const positions = (kind: RuleLiteral['kind']): number[] =>
    literals.filter((literal) => literal.kind === kind).map((literal) => literal.position);
  return {
    positive: positions('positive').map((position) => rule.positive[position]!),
    negative: positions('negative').map((position) => rule.negative[position]!),
    distinct: positions('distinct').map((position) => rule.distinct[position]!),
    variables: rule.variables,
  };
}
