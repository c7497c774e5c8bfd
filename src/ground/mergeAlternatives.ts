import type { GroundOptions } from './options.js';
import { type Atom, type Pattern, type RelationKey, type Rule, variable, variableIndex, variablesOf } from './rule.js';
import { dynamicRelations } from './strata.js';
import type { Statistics } from './statistics.js';

/** A rule seen as one positive literal and the rest. */
interface View {
  readonly rule: Rule;
  readonly literal: Atom;
  /** The variables that the literal shares with the rest, in the order of their first occurrence there. */
  readonly shared: readonly number[];
}

/**
 * Writes rules that differ in one literal as one rule: of
 *
 *     hit(x, c) ← rook(x, y), differ(y, c);  hit(x, c) ← queen(x, y), differ(y, c)
 *
 * comes hit(x, c) ← either#(x, y), differ(y, c) with either#(x, y) ← rook(x, y) and either#(x, y) ← queen(x, y), so that what follows
 * from both has one instance and not two. Only done for rules with many instances, and where the alternatives have much in common; gives
 * the same rules where nothing is to be done.
 */
export function mergeAlternatives(
  rules: readonly Rule[],
  statistics: Statistics,
  options: GroundOptions,
): readonly Rule[] {
  const dynamic = dynamicRelations(rules);
  const groups = new Map<string, View[]>();
  for (const rule of rules) {
    if (rule.positive.length < 2 || statistics.joinSize(rule.positive) < options.worthMerging) continue;
    for (const literal of rule.positive.filter(({ relation }) => dynamic.has(relation))) {
      const { text, shared } = restOf(rule, literal);
      groups.set(text, [...(groups.get(text) ?? []), { rule, literal, shared }]);
    }
  }
  const merged = new Set<Rule>();
  const made: Rule[] = [];
  for (const group of [...groups.values()].sort((a, b) => b.length - a.length)) {
    const views = group.filter(({ rule }, i) => !merged.has(rule) && group.findIndex((v) => v.rule === rule) === i);
    if (views.length < 2 || !isWorthwhile(views, statistics, options.mergeShare)) continue;
    made.push(...merge(views, `either#${String(made.length)}`));
    for (const { rule } of views) merged.add(rule);
  }
  return made.length === 0 ? rules : [...rules.filter((rule) => !merged.has(rule)), ...made];
}

/** A text that is equal for rules that differ in the literal, and in the names of variables, only. */
function restOf(rule: Rule, literal: Atom): { text: string; shared: number[] } {
  const numbers = new Map<number, number>();
  const rename = (pattern: Pattern): unknown => {
    if (typeof pattern !== 'number') return [pattern.symbol, pattern.args.map(rename)];
    if (pattern >= 0) return pattern;
    const index = variableIndex(pattern);
    if (!numbers.has(index)) numbers.set(index, numbers.size);
    return variable(numbers.get(index)!);
  };
  const atom = ({ relation, args }: Atom): unknown => [relation, args.map(rename)];
  const rest = [
    atom(rule.head),
    rule.positive.filter((each) => each !== literal).map(atom),
    rule.negative.map(atom),
    rule.distinct.map((pair) => pair.map(rename)),
  ];
  const own = variablesOf(literal.args);
  const shared = [...numbers.keys()].filter((each) => own.has(each));
  return { text: JSON.stringify([rest, shared.map((each) => numbers.get(each))]), shared };
}

/** Whether the instances of one rule and of the alternatives come down to a share of those of the rules, by estimate. */
function isWorthwhile(views: readonly View[], statistics: Statistics, share: number): boolean {
  const literals = views.map(({ literal }) => statistics.fanOut(literal, new Set()));
  const rules = views.map(({ rule }) => statistics.joinSize(rule.positive));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  const possible = views[0]!.shared.reduce((tuples, _, i) => {
    const places = views.map(({ literal, shared }) => ({ body: [literal], pattern: variable(shared[i]!) }));
    return tuples * statistics.unionSize(places);
  }, 1);
  const largest = literals.indexOf(Math.max(...literals));
  const either = Math.min(possible, sum(literals));
  const after = sum(literals) + (either * rules[largest]!) / Math.max(1, literals[largest]!);
  return after < share * sum(rules);
}

function merge(views: readonly View[], name: string): Rule[] {
  const [{ rule, literal, shared }] = views as [View, ...View[]];
  const relation: RelationKey = `${name}/${String(shared.length)}`;
  const either: Atom = { relation, args: shared.map(variable) };
  const alternatives = views.map((view): Rule => ({
    head: { relation, args: view.shared.map(variable) },
    positive: [view.literal],
    negative: [],
    distinct: [],
    variables: view.rule.variables,
  }));
  return [{ ...rule, positive: rule.positive.map((atom) => (atom === literal ? either : atom)) }, ...alternatives];
}
