import { flatParts } from './flattenKeywords.js';
import type { GroundOptions } from './options.js';
import { type Atom, isVariable, type RelationKey, type Rule, variable, variableIndex, variablesOf } from './rule.js';
import { dynamicRelations, isOutput } from './strata.js';
import type { Statistics } from './statistics.js';

/** A rule is written for at most so many choices of variants in its body. */
const MAX_CHOICES = 16;

/** The tuples of a relation that hold whatever stands in some columns, as long as it belongs there. */
interface Variant {
  readonly relation: RelationKey;
  readonly idle: readonly number[];
  /** What belongs there: literals of one variable, which is numbered as the idle column. */
  readonly domain: readonly Atom[];
}

/**
 * Takes columns away where they do not matter. Of
 *
 *     clear(x, y, i) ← neighbours(x, y), square(i)
 *     clear(x, y, i) ← neighbours(x, z), empty(z), clear(z, y, i)
 *     clear(x, y, i) ← neighbours(x, i), clear(i, y, i)
 *
 * the first rule, and the second after the first, hold for every square i: they become rules for a relation idle#(x, y), and only what
 * the third rule adds keeps all columns. A literal clear(x, y, i) then is either `idle#(x, y), square(i)` or the rest; a literal that
 * denies it denies both. What depends on clear is taken apart in the same way. Gives the same rules where nothing is to be done.
 */
export function splitOffIdleColumns(
  rules: readonly Rule[],
  statistics: Statistics,
  options: GroundOptions,
): readonly Rule[] {
  return new IdleColumns(rules, statistics).split(options);
}

class IdleColumns {
  readonly #dynamic: ReadonlySet<RelationKey>;
  /** The values of relations that are given by facts of one column. */
  readonly #facts: ReadonlyMap<RelationKey, ReadonlySet<number>>;
  /** Relations that must stay whole: something denies them where it is not known that all values belong there. */
  readonly #whole = new Set<RelationKey>();
  /** The variants of each relation that is taken apart, by the text of what is idle in them. */
  #variants = new Map<RelationKey, Map<string, Variant>>();
  #changes = 0;

  constructor(
    private readonly rules: readonly Rule[],
    private readonly statistics: Statistics,
  ) {
    this.#dynamic = dynamicRelations(rules);
    this.#facts = unaryFacts(rules);
  }

  /** The rules, after taking apart the relations that have rules with idle columns, if one of those rules is large enough. */
  split({ worthIdling, worthSplitting }: GroundOptions): readonly Rule[] {
    const first = this.rules.filter((rule) => {
      return this.#mayVary(rule) && idleIn(rule, this.#dynamic).idle.length > 0 && this.#size(rule) >= worthSplitting;
    });
    if (!first.some((rule) => this.#size(rule) >= worthIdling)) return this.rules;
    for (;;) {
      const whole = this.#whole.size;
      this.#variants = new Map();
      for (const { head } of first) this.#takeApart(head.relation);
      const written = this.#writeAll();
      if (this.#whole.size === whole) return written;
    }
  }

  #mayVary({ head: { relation } }: Rule): boolean {
    const isOwn = flatParts(relation) === undefined && !isOutput(relation);
    return isOwn && this.#dynamic.has(relation) && !this.#whole.has(relation);
  }

  /** Tuples that the rule derives, by estimate. */
  #size({ head: { relation }, positive }: Rule): number {
    return Math.min(this.statistics.size(relation), this.statistics.joinSize(positive));
  }

  #takeApart(relation: RelationKey): void {
    if (this.#variants.has(relation) || this.#whole.has(relation)) return;
    this.#variants.set(relation, new Map());
    this.#changes++;
  }

  /** Writes the rules again and again until no variant is new. */
  #writeAll(): Rule[] {
    for (;;) {
      const before = this.#changes;
      const written = this.rules.flatMap((rule) => this.#write(rule));
      if (this.#changes === before) return written;
    }
  }

  /** The rule for every choice of variants in its body. */
  #write(rule: Rule): Rule[] {
    const choices = this.#choices(rule.positive);
    const negative = rule.negative.flatMap((atom) => this.#denied(atom, rule));
    return choices.map(({ positive, isIdle }) => {
      const written = { ...rule, positive, negative };
      if (!this.#mayVary(rule)) return written;
      const found = idleIn({ ...rule, positive }, this.#dynamic);
      if (isIdle && found.idle.length > 0) this.#takeApart(rule.head.relation);
      if (!this.#variants.has(rule.head.relation)) return written;
      const variant = this.#variant(rule.head.relation, found);
      return {
        ...written,
        head: without(rule.head, variant),
        positive: positive.filter((atom) => !found.literals.has(atom)),
      };
    });
  }

  #choices(atoms: readonly Atom[]): { positive: Atom[]; isIdle: boolean }[] {
    let choices = [{ positive: [] as Atom[], isIdle: false }];
    for (const atom of atoms) {
      const variants = this.#variantsOf(atom.relation);
      if (choices.length * variants.length > MAX_CHOICES) {
        this.#whole.add(atom.relation);
        return [];
      }
      choices = choices.flatMap(({ positive, isIdle }) =>
        variants.map((variant) => ({
          positive: merged(positive, [without(atom, variant), ...domainOf(atom, variant)]),
          isIdle: isIdle || variant.idle.length > 0,
        })),
      );
    }
    return choices;
  }

  #variantsOf(relation: RelationKey): Variant[] {
    const variants = this.#variants.get(relation);
    return variants === undefined ? [{ relation, idle: [], domain: [] }] : [...variants.values()];
  }

  /** What is denied in the place of an atom. */
  #denied(atom: Atom, { positive }: Rule): Atom[] {
    return this.#variantsOf(atom.relation).map((variant) => {
      const isKnown = domainOf(atom, variant).every((literal) => this.#holds(literal, positive));
      if (!isKnown) this.#whole.add(atom.relation);
      return without(atom, variant);
    });
  }

  /** Whether a literal of a fixed relation follows from a body. */
  #holds({ relation, args }: Atom, body: readonly Atom[]): boolean {
    const text = JSON.stringify({ relation, args });
    if (body.some((atom) => JSON.stringify(atom) === text)) return true;
    const values = this.#facts.get(relation);
    return values !== undefined && this.statistics.isWithin(body, args[0]!, values);
  }

  #variant(of: RelationKey, { idle, domain }: Idle): Variant {
    const variants = this.#variants.get(of)!;
    const text = JSON.stringify([idle, domain.map((atom) => JSON.stringify(atom)).sort()]);
    let variant = variants.get(text);
    if (variant === undefined) {
      const relation = idle.length === 0 ? of : `idle#${String(variants.size)}:${of}`;
      variants.set(text, (variant = { relation, idle, domain }));
      this.#changes++;
    }
    return variant;
  }
}

interface Idle {
  readonly idle: readonly number[];
  readonly domain: readonly Atom[];
  /** The literals of the body that say which values belong in the idle columns. */
  readonly literals: ReadonlySet<Atom>;
}

/** The columns of the head whose variables occur nowhere else but in literals of fixed relations, alone. */
function idleIn({ head, positive, negative, distinct }: Rule, dynamic: ReadonlySet<RelationKey>): Idle {
  const isDomain = (atom: Atom): boolean => !dynamic.has(atom.relation) && atom.args.length === 1;
  const others = positive.filter((atom) => !isDomain(atom));
  const tied = variablesOf([...[...others, ...negative].flatMap((atom) => atom.args), ...distinct.flat()]);
  const idle = [...head.args.keys()].filter((column) => {
    const argument = head.args[column]!;
    if (!isVariable(argument) || tied.has(variableIndex(argument))) return false;
    return head.args.every((other, i) => i === column || !variablesOf([other]).has(variableIndex(argument)));
  });
  const columns = new Map(idle.map((column) => [head.args[column], column]));
  const literals = new Set(positive.filter((atom) => isDomain(atom) && columns.has(atom.args[0])));
  const domain = [...literals].map(({ relation, args }) => ({
    relation,
    args: [variable(columns.get(args[0])!)],
  }));
  return { idle, domain, literals };
}

/** The variant's literal in the place of a relation's. */
const without = ({ args }: Atom, { relation, idle }: Variant): Atom => ({
  relation,
  args: args.filter((_, column) => !idle.includes(column)),
});

/** What a variant asks of the values in its idle columns. */
const domainOf = ({ args }: Atom, { domain }: Variant): Atom[] =>
  domain.map(({ relation, args: [column] }) => ({ relation, args: [args[variableIndex(column as number)]!] }));

function merged(atoms: readonly Atom[], more: readonly Atom[]): Atom[] {
  const known = new Set(atoms.map((atom) => JSON.stringify(atom)));
  return [...atoms, ...more.filter((atom) => !known.has(JSON.stringify(atom)))];
}

/** The values of each relation that has nothing but facts of one ground argument. */
function unaryFacts(rules: readonly Rule[]): Map<RelationKey, Set<number>> {
  const facts = new Map<RelationKey, Set<number>>();
  const others = new Set<RelationKey>();
  for (const { head, positive, negative, distinct } of rules) {
    const [value] = head.args;
    const isFact = positive.length + negative.length + distinct.length === 0;
    if (!isFact || head.args.length !== 1 || typeof value !== 'number' || value < 0) others.add(head.relation);
    else facts.set(head.relation, (facts.get(head.relation) ?? new Set()).add(value));
  }
  for (const relation of others) facts.delete(relation);
  return facts;
}
