import { type Budget, BudgetExceeded, Meter } from '../base/index.js';
import type { TermTable } from '../rules/index.js';
import { Evaluation } from './evaluate.js';
import { flatParts } from './flattenKeywords.js';
import type { GroundOptions } from './options.js';
import type { Relation } from './relation.js';
import type { Atom, RelationKey, Rule } from './rule.js';
import { RuleSplitter } from './splitRules.js';
import { Statistics } from './statistics.js';
import { dynamicRelations, type Strata, stratify } from './strata.js';

/** What play reads but what cannot make anything possible later. */
const VERDICTS = new Set(['terminal/0', 'goal/2', 'sees/2']);
/** A meter looks at its clock once in so many steps. */
const STEPS_PER_LOOK = 4096;
const MAX_BYTES = 2 ** 28;

/**
 * Looks ahead, where that is worthwhile, to better statistics: what is possible, without a record of how, is evaluated first for the fluents, the
 * moves and what they follow from. A negation counts as true there, so that relations which are only ever denied are not looked at; if one
 * of those is large, it matters to know what will be asked of it. Column by column, by the rules, a piece may come to stand on a square
 * (3, 3) of files and ranks named a … h and 1 … 8; the survey shows that it cannot. Where there is too much to see, estimates have to do.
 */
export function survey(
  rules: readonly Rule[],
  statistics: Statistics,
  {
    frozen,
    terms,
    options,
  }: { readonly frozen: ReadonlySet<RelationKey>; readonly terms: TermTable; readonly options: GroundOptions },
): void {
  const dynamic = dynamicRelations(rules);
  const optimistic = rules
    .filter((rule) => !VERDICTS.has(rule.head.relation) && !isFrame(rule))
    .map((rule) => ({ ...rule, negative: rule.negative.filter(({ relation }) => !dynamic.has(relation)) }));
  const strata = stratify(optimistic, { frozen, restricted: new Set() });
  const seen = new Set(strata.dynamic.map(({ head }) => head.relation));
  const isLarge = ({ relation }: Atom): boolean =>
    dynamic.has(relation) && !seen.has(relation) && statistics.size(relation) >= options.worthSurveying;
  if (!rules.some(({ head, negative }) => seen.has(head.relation) && negative.some(isLarge))) return;
  const relations = evaluate(strata, { terms, options, statistics: new Statistics(optimistic) });
  const own = new Set(rules.flatMap(({ positive }) => positive.map(({ relation }) => relation)));
  if (relations !== undefined) statistics.survey(relations.filter(({ key }) => own.has(key)));
}

/** All relations of an evaluation; undefined if it takes too many steps. */
function evaluate(
  { fixed, dynamic }: Strata,
  { terms, options, statistics }: { terms: TermTable; options: GroundOptions; statistics: Statistics },
): Relation[] | undefined {
  const splitter = new RuleSplitter(statistics, options);
  const evaluation = new Evaluation({ terms, statistics, meter: new Meter(stepBudget(options.surveySteps)) });
  try {
    for (const stratum of fixed) evaluation.evaluateFixed(stratum.flatMap((rule) => splitter.split(rule)));
    evaluation.evaluatePossible(dynamic.flatMap((rule) => splitter.split(rule)));
  } catch (error) {
    if (error instanceof BudgetExceeded) return undefined;
    throw error;
  }
  return [...evaluation.relations];
}

/** Whether a rule says that a fluent stays under some condition: that makes nothing possible that was not so before. */
function isFrame({ head, positive }: Rule): boolean {
  if (flatParts(head.relation)?.keyword !== 'next') return false;
  const text = JSON.stringify(head.args);
  const fluent = `true ${head.relation.slice('next '.length)}`;
  return positive.some(({ relation, args }) => relation === fluent && JSON.stringify(args) === text);
}

/** A budget that is used up by steps of work, not by time: what is found must not depend on the machine. */
function stepBudget(steps: number): Budget {
  let looks = 0;
  return { clock: () => looks++, milliseconds: steps / STEPS_PER_LOOK, bytes: MAX_BYTES };
}
