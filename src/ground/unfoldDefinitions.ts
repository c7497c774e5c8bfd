import type { GroundOptions } from './options.js';
import {
  isVariable,
  type MakeCompound,
  type Pattern,
  type RelationKey,
  type Rule,
  substitute,
  variable,
  variableIndex,
  variablesOf,
} from './rule.js';
import type { Plan, RuleSplitter } from './splitRules.js';
import type { Statistics } from './statistics.js';

/**
 * Splits rules, and first puts the definition of a relation in the place of its literal where the rule can then be split into fewer
 * instances. A relation `alike(a, b, c, d) ← has(a, n), has(b, n), has(c, n), has(d, n)` ties four variables together; its definition
 * ties each to n only.
 */
export class DefinitionUnfolder {
  readonly #definitions: ReadonlyMap<RelationKey, Rule>;

  /** `fixed` are the rules of relations that no state changes, all evaluated, those together that rely on each other. */
  constructor(
    fixed: readonly (readonly Rule[])[],
    private readonly tools: {
      readonly statistics: Statistics;
      readonly splitter: RuleSplitter;
      readonly options: GroundOptions;
      readonly make: MakeCompound;
    },
  ) {
    this.#definitions = definitionsIn(fixed);
  }

  split(rule: Rule): Rule[] {
    return this.tools.splitter.carryOut(this.#best(rule));
  }

  #best(rule: Rule): Plan {
    const { splitter, options } = this.tools;
    let best = splitter.plan(rule);
    if (best.cost < options.worthUnfolding) return best;
    for (const [position, { relation }] of rule.positive.entries()) {
      const definition = this.#definitions.get(relation);
      if (definition === undefined || !this.#isLarge(definition)) continue;
      const unfolded = this.#best(this.#unfold(rule, position, definition));
      if (unfolded.cost < options.unfoldShare * best.cost) best = unfolded;
    }
    return best;
  }

  /** Whether the relation has many tuples, and many more than those that define it: else little can be gained. */
  #isLarge({ head, positive }: Rule): boolean {
    const { statistics, options } = this.tools;
    const size = statistics.size(head.relation);
    if (size < options.worthSplitting) return false;
    return positive.every((atom) => statistics.size(atom.relation) <= options.unfoldShare * size);
  }

  /** The rule with the body of a definition in the place of a positive literal. */
  #unfold(rule: Rule, position: number, definition: Rule): Rule {
    const values = new Map<number, Pattern>();
    for (const [i, argument] of definition.head.args.entries()) {
      values.set(variableIndex(argument as number), rule.positive[position]!.args[i]!);
    }
    let variables = rule.variables;
    for (const each of variablesOf(definition.positive.flatMap((atom) => atom.args))) {
      if (!values.has(each)) values.set(each, variable(variables++));
    }
    const body = substitute(definition, (index) => values.get(index)!, this.tools.make);
    return {
      head: rule.head,
      positive: rule.positive.toSpliced(position, 1, ...body.positive),
      negative: [...rule.negative, ...body.negative],
      distinct: [...rule.distinct, ...body.distinct],
      variables,
    };
  }
}

/** Relations with one rule, which is no fact and not recursive, and whose head fits any literal. */
function definitionsIn(groups: readonly (readonly Rule[])[]): Map<RelationKey, Rule> {
  const definitions = new Map<RelationKey, Rule>();
  for (const [rule, ...others] of groups) {
    if (rule === undefined || others.length > 0 || rule.positive.length === 0) continue;
    const { relation, args } = rule.head;
    const isGeneral = args.every(isVariable) && new Set(args).size === args.length;
    if (isGeneral && rule.positive.every((atom) => atom.relation !== relation)) definitions.set(relation, rule);
  }
  return definitions;
}
