import type { GroundOptions } from './options.js';
import { type Atom, type Pattern, type RelationKey, type Rule, variable, variableIndex, variablesOf } from './rule.js';
import type { Statistics } from './statistics.js';

/** Prefix of relations that only say which tuples are possible; their atoms never become part of the ground program. */
const DOMAIN = 'domain#';
const SPLIT = 'split#';
/** Stands for the relation of a split while its cost is being estimated. */
const TRIAL = 'trial#';

export const domainKey = (name: string): RelationKey => DOMAIN + name;

export const isDomain = (relation: RelationKey): boolean => relation.startsWith(DOMAIN);

type Body = Omit<Rule, 'head'>;

/** Literals of a rule that may leave it, over the variables that they share with what stays. */
interface Part {
  readonly inside: Body;
  readonly outside: Body;
  readonly shared: readonly number[];
  /** Positive literals that stay, each with the variables whose possible values it lends to the part. */
  readonly guards: readonly { readonly of: Atom; readonly variables: readonly number[] }[];
}

/**
 * Splits long bodies by variable elimination: the literals that hold a variable which the head does not need become a rule of their own,
 * so that no rule is instantiated over a cross product that its head does not need. E.g.
 *
 *     next(cell(x,y,p)) ← true(cell(x,y,p)), does(r,move(u,v,w)), differ(x,y,u,v)
 *
 * becomes next(cell(x,y,p)) ← true(cell(x,y,p)), s2(x,y);  s2(x,y) ← s1(u,v), differ(x,y,u,v);  s1(u,v) ← does(r,move(u,v,w)).
 * Literals that would leave a variable unbound in the new rule get a `domain#` literal: the possible values, taken from the rest of the
 * old body. Equal parts of different rules share one relation.
 */
export class RuleSplitter {
  readonly #known = new Map<string, RelationKey>();

  constructor(
    private readonly statistics: Statistics,
    private readonly options: GroundOptions,
  ) {}

  /** The rule and the new rules that it now relies on. */
  split(rule: Rule): Rule[] {
    const made: Rule[] = [];
    for (let current = rule; ;) {
      const part = this.#bestPart(current);
      if (part === undefined) return [...made, current];
      current = this.#moveOut(current, part, made);
    }
  }

  #bestPart(rule: Rule): Part | undefined {
    const whole = this.statistics.joinSize(rule.positive);
    if (whole < this.options.worthSplitting) return undefined;
    const kept = variablesOf(rule.head.args);
    let best: Part | undefined;
    let bestCost = whole * this.options.splitShare;
    for (const each of variablesOf(rule.positive.flatMap((atom) => atom.args))) {
      const part = kept.has(each) ? undefined : partAround(rule, each, kept);
      const cost = part === undefined ? Infinity : this.#cost(part);
      if (cost < bestCost) [best, bestCost] = [part, cost];
    }
    return best;
  }

  /** Instances of the part plus those of what stays, with the part's relation in its place. */
  #cost(part: Part): number {
    const positive = [...part.inside.positive, ...part.guards.map((guard) => guard.of)];
    const inside = this.statistics.joinSize(positive);
    const head: Atom = { relation: TRIAL, args: part.shared.map(variable) };
    this.statistics.declare({ ...part.inside, positive, head }, inside);
    return inside + this.statistics.joinSize([...part.outside.positive, head]);
  }

  #moveOut(rule: Rule, part: Part, made: Rule[]): Rule {
    const guards = part.guards.map((guard) => {
      const body: Body = { positive: [guard.of], negative: [], distinct: [], variables: rule.variables };
      return this.#name(DOMAIN, body, { shared: guard.variables, made });
    });
    const body: Body = { ...part.inside, positive: [...part.inside.positive, ...guards] };
    const atom = this.#name(isDomain(rule.head.relation) ? DOMAIN : SPLIT, body, { shared: part.shared, made });
    return { ...part.outside, head: rule.head, positive: [...part.outside.positive, atom] };
  }

  /** The atom over `shared` that stands for a body: an old relation where an equal body has one, else a new one with its rule. */
  #name(prefix: string, body: Body, { shared, made }: { shared: readonly number[]; made: Rule[] }): Atom {
    const key = prefix + canonicalText(body, shared);
    const args = shared.map(variable);
    let relation = this.#known.get(key);
    if (relation === undefined) {
      relation = `${prefix}${String(this.#known.size)}/${String(shared.length)}`;
      this.#known.set(key, relation);
      const rule: Rule = { ...body, head: { relation, args } };
      this.statistics.declare(rule, this.statistics.joinSize(rule.positive));
      made.push(rule);
    }
    return { relation, args };
  }
}

/** All literals with the variable, and those that need no variable beyond theirs; undefined where that is the whole rule. */
function partAround(rule: Rule, eliminated: number, kept: ReadonlySet<number>): Part | undefined {
  const literals = literalsOf(rule);
  const inside = new Set(literals.filter((literal) => literal.variables.has(eliminated)));
  for (let grew = true; grew;) {
    grew = false;
    const covered = new Set([...inside].flatMap((literal) => [...literal.variables]));
    for (const literal of literals) {
      const own = [...literal.variables];
      if (inside.has(literal) || !own.every((each) => covered.has(each))) continue;
      if (own.every((each) => kept.has(each))) continue;
      inside.add(literal);
      grew = true;
    }
  }
  const outside = literals.filter((literal) => !inside.has(literal));
  if (outside.length === 0) return undefined;
  const needed = new Set([...kept, ...outside.flatMap((literal) => [...literal.variables])]);
  const covered = new Set([...inside].flatMap((literal) => [...literal.variables]));
  const bound = new Set([...inside].filter((l) => l.kind === 'positive').flatMap((literal) => [...literal.variables]));
  return {
    inside: bodyOf(rule, [...inside]),
    outside: bodyOf(rule, outside),
    shared: [...covered].filter((each) => needed.has(each)).sort((a, b) => a - b),
    guards: guardsFor(new Set([...covered].filter((each) => !bound.has(each))), bodyOf(rule, outside).positive),
  };
}

/** Positive literals that bind the given variables, those with the most of them first. */
function guardsFor(unbound: Set<number>, positive: readonly Atom[]): Part['guards'] {
  const guards: Part['guards'][number][] = [];
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

/** Equal for bodies that differ in the numbering of their variables only (and in nothing like the order of literals). */
function canonicalText(body: Body, shared: readonly number[]): string {
  const numbers = new Map<number, number>(shared.map((each, i) => [each, i]));
  const rename = (pattern: Pattern): unknown => {
    if (typeof pattern !== 'number') return [pattern.symbol, pattern.args.map(rename)];
    if (pattern >= 0) return pattern;
    let number = numbers.get(variableIndex(pattern));
    if (number === undefined) numbers.set(variableIndex(pattern), (number = numbers.size));
    return variable(number);
  };
  const atom = ({ relation, args }: Atom): unknown => [relation, args.map(rename)];
  const { positive, negative, distinct } = body;
  return JSON.stringify([
    shared.length,
    positive.map(atom),
    negative.map(atom),
    distinct.map((pair) => pair.map(rename)),
  ]);
}
