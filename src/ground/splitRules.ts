import type { GroundOptions } from './options.js';
import { type Atom, type Pattern, type RelationKey, type Rule, variable, variableIndex } from './rule.js';
import { type Body, guardsOf, type Part, partsOf, widestGuard } from './ruleParts.js';
import type { Statistics } from './statistics.js';

/** Prefix of relations that only say which tuples are possible; their atoms never become part of the ground program. */
const DOMAIN = 'domain#';
const SPLIT = 'split#';
/** Stands for a relation that a split would make, while its cost is being estimated. */
const TRIAL = 'trial#';

export const domainKey = (name: string): RelationKey => DOMAIN + name;

export const isDomain = (relation: RelationKey): boolean => relation.startsWith(DOMAIN);

/** A relation that splitting made. */
interface Made {
  readonly rule: Rule;
  isGiven: boolean;
}

/** How a rule is written after splitting; the relations that it relies on are found through their names. */
export interface Plan {
  readonly rule: Rule;
  /** Literals and instances, by estimate, of the rule and of what it relies on and no plan was carried out for yet. */
  readonly cost: number;
}

/**
 * Splits long bodies by variable elimination: literals that hold variables which the head does not need become a rule of their own, so
 * that no rule is instantiated over a cross product that its head does not need. E.g.
 *
 *     next(cell(x,y,p)) ← true(cell(x,y,p)), does(r,move(u,v,w)), differ(x,y,u,v)
 *
 * becomes next(cell(x,y,p)) ← true(cell(x,y,p)), s2(x,y);  s2(x,y) ← s1(u,v), differ(x,y,u,v);  s1(u,v) ← does(r,move(u,v,w)).
 * Literals that would leave a variable unbound in the new rule get a `domain#` literal: the possible values, taken from the rest of the
 * old body. Equal parts of different rules share one relation, which is preferred to a new one, and new rules are split again.
 */
export class RuleSplitter {
  /** The relation of each body that left a rule, by the body's canonical text. */
  readonly #known = new Map<string, RelationKey>();
  readonly #made = new Map<RelationKey, Made>();

  constructor(
    private readonly statistics: Statistics,
    private readonly options: GroundOptions,
  ) {}

  /** The rule and the new rules that it now relies on. */
  split(rule: Rule): Rule[] {
    return this.carryOut(this.plan(rule));
  }

  plan(rule: Rule): Plan {
    let current = rule;
    for (let part = this.#bestPart(current); part !== undefined; part = this.#bestPart(current)) {
      current = this.#moveOut(current, part);
    }
    let cost = this.#cost(current);
    for (const made of this.#reliedOn(current)) cost += this.#cost(made.rule);
    return { rule: current, cost };
  }

  carryOut({ rule }: Plan): Rule[] {
    const made = this.#reliedOn(rule);
    for (const each of made) each.isGiven = true;
    return [...made.map((each) => each.rule), rule];
  }

  /** What a rule relies on, directly or not, that was not given out yet. */
  #reliedOn(rule: Rule): Made[] {
    const found = new Set<Made>();
    const visit = ({ positive }: Body): void => {
      for (const { relation } of positive) {
        const made = this.#made.get(relation);
        if (made === undefined || made.isGiven || found.has(made)) continue;
        found.add(made);
        visit(made.rule);
      }
    };
    visit(rule);
    return [...found];
  }

  #bestPart(rule: Rule): Part | undefined {
    if (this.statistics.joinSize(rule.positive) < this.options.worthSplitting) return undefined;
    let best: Part | undefined;
    let bestCost = this.#cost(rule) * this.options.splitShare;
    for (const part of partsOf(rule)) {
      const cost = this.#costOfMoving(part, bestCost);
      if (cost < bestCost) [best, bestCost] = [part, cost];
      const narrow = this.#narrow(part);
      if (narrow === part) continue;
      const narrowCost = this.#costOfMoving(narrow, bestCost);
      if (narrowCost < this.options.splitShare * bestCost) [best, bestCost] = [narrow, narrowCost];
    }
    return best;
  }

  /** The part with what literals that stay say of its variables, where that leaves clearly fewer instances of it. */
  #narrow(part: Part): Part {
    if (!this.statistics.isSurveyed) return part;
    let size = this.statistics.joinSize(this.#trial(part).positive);
    if (size < this.options.worthNarrowing) return part;
    let narrow = part;
    for (const of of part.outside.positive) {
      const guard = widestGuard(of, part);
      if (guard.variables.length === 0) continue;
      const more = { ...part, narrowing: [...narrow.narrowing, guard] };
      if (guardsOf(more).length > part.mostGuards) continue;
      const smaller = this.statistics.joinSize(this.#trial(more).positive);
      if (smaller < this.options.splitShare * size) [narrow, size] = [more, smaller];
    }
    return narrow;
  }

  /** The body of the part's rule, with stand-ins for the guards. */
  #trial(part: Part): Body {
    const { inside } = part;
    const trials = guardsOf(part).map(({ of, variables }, i): Atom => {
      const guard: Atom = { relation: `${TRIAL}${String(i)}`, args: variables.map(variable) };
      this.statistics.declare({ ...inside, positive: [of], head: guard });
      return guard;
    });
    return { ...inside, positive: [...inside.positive, ...trials] };
  }

  /**
   * The part's cost and that of what stays, with the part's relation in its place. What stays meets the tuples that narrowing takes away
   * nowhere, so for its cost there is no narrowing: else the same restriction would count twice.
   */
  #costOfMoving(part: Part, limit: number): number {
    const inside = this.#trial(part);
    const cost = part.guards.length === 0 && this.#isGiven(part) ? 0 : this.#cost(inside);
    if (cost >= limit) return cost;
    const head: Atom = { relation: TRIAL, args: part.shared.map(variable) };
    const wide = part.narrowing.length === 0 ? inside : this.#trial({ ...part, narrowing: [] });
    this.statistics.declare({ ...wide, head });
    const isFixed = this.#recorded(inside) === 0;
    return cost + this.#cost({ ...part.outside, positive: [...part.outside.positive, head] }, isFixed ? 1 : 0);
  }

  #isGiven({ inside, shared }: Part): boolean {
    const relation = this.#known.get(SPLIT + canonicalForm(inside, shared).text);
    return relation !== undefined && this.#made.get(relation)!.isGiven;
  }

  /** Instances, each with itself and its recorded literals, of which some may have been counted too many. */
  #cost(body: Body, tooMany = 0): number {
    return this.statistics.joinSize(body.positive) * (1 + this.#recorded(body) - tooMany);
  }

  /** Number of literals whose truth depends on the state. */
  #recorded({ positive, negative }: Body): number {
    let count = 0;
    for (const { relation } of positive) if (this.#isRecorded(relation)) count++;
    for (const { relation } of negative) if (this.#isRecorded(relation)) count++;
    return count;
  }

  #isRecorded(relation: RelationKey): boolean {
    if (isDomain(relation) || this.statistics.isFixed(relation)) return false;
    const made = this.#made.get(relation);
    return made === undefined || this.#recorded(made.rule) > 0;
  }

  #moveOut(rule: Rule, part: Part): Rule {
    const guards = guardsOf(part).map((guard) => {
      const body: Body = { positive: [guard.of], negative: [], distinct: [], variables: rule.variables };
      return this.#name(DOMAIN, body, guard.variables);
    });
    const body: Body = { ...part.inside, positive: [...part.inside.positive, ...guards] };
    const atom = this.#name(isDomain(rule.head.relation) ? DOMAIN : SPLIT, body, part.shared);
    if (part.narrowing.length > 0) this.statistics.declare({ ...this.#trial({ ...part, narrowing: [] }), head: atom });
    return { ...part.outside, head: rule.head, positive: [...part.outside.positive, atom] };
  }

  /** The atom over `shared` that stands for a body: an old relation where an equal body has one, else a new one. */
  #name(prefix: string, body: Body, shared: readonly number[]): Atom {
    const { text, variables } = canonicalForm(body, shared);
    const args = variables.map(variable);
    let relation = this.#known.get(prefix + text);
    if (relation === undefined) {
      relation = `${prefix}${String(this.#known.size)}/${String(args.length)}`;
      this.#known.set(prefix + text, relation);
      const head: Atom = { relation, args };
      this.statistics.declare({ ...body, head });
      this.#made.set(relation, { rule: this.plan({ ...body, head }).rule, isGiven: false });
    }
    return { relation, args };
  }
}

/**
 * A text that is equal for bodies that differ in the names of their variables only (and, but for literals of one relation, in their order),
 * and the shared variables in the order in which they occur there.
 */
function canonicalForm(body: Body, shared: readonly number[]): { text: string; variables: number[] } {
  const numbers = new Map<number, number>();
  const rename = (pattern: Pattern): unknown => {
    if (typeof pattern !== 'number') return [pattern.symbol, pattern.args.map(rename)];
    if (pattern >= 0) return pattern;
    let number = numbers.get(variableIndex(pattern));
    if (number === undefined) numbers.set(variableIndex(pattern), (number = numbers.size));
    return variable(number);
  };
  const atoms = (all: readonly Atom[]): unknown =>
    [...all].sort(byRelation).map(({ relation, args }) => [relation, args.map(rename)]);
  const literals = [atoms(body.positive), atoms(body.negative), body.distinct.map((pair) => pair.map(rename))];
  const variables = [...shared].sort((a, b) => numbers.get(a)! - numbers.get(b)!);
  return { text: JSON.stringify([literals, variables.map((each) => numbers.get(each))]), variables };
}

const byRelation = (a: Atom, b: Atom): number => (a.relation < b.relation ? -1 : a.relation > b.relation ? 1 : 0);
