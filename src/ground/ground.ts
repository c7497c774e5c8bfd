import { type Budget, BudgetExceeded, fail, Meter, ok, type Result } from '../base/index.js';
import { TermTable, type ValidRules } from '../rules/index.js';
import { assemble } from './assemble.js';
import { restrictToDemand } from './demand.js';
import { Evaluation } from './evaluate.js';
import { flattenKeywords } from './flattenKeywords.js';
import type { GroundProgram } from './groundProgram.js';
import { splitOffIdleColumns } from './idleColumns.js';
import { Instances } from './instances.js';
import { mergeAlternatives } from './mergeAlternatives.js';
import { DEFAULT_GROUND_OPTIONS, type GroundOptions } from './options.js';
import { playInterface } from './playInterface.js';
import { propositionsOf } from './propositions.js';
import { simplify } from './simplify.js';
import type { Rule } from './rule.js';
import { RuleSplitter } from './splitRules.js';
import { Statistics } from './statistics.js';
import { freezeFluents, stratify } from './strata.js';
import { survey } from './survey.js';
import { compoundMaker, translate } from './translate.js';
import { unfoldColumns } from './unfoldColumns.js';
import { DefinitionUnfolder } from './unfoldDefinitions.js';

/** Why a game has no ground program. It can still be played, through `reference`. */
export interface GroundFailure {
  readonly reason: string;
}

/** Turns rules with variables into a program over integer atoms, or says why that was not possible within the budget. */
export function ground(
  rules: ValidRules,
  budget: Budget,
  options = DEFAULT_GROUND_OPTIONS,
): Result<GroundProgram, GroundFailure> {
  const meter = new Meter(budget);
  try {
    return groundWithin(rules, meter, options);
  } catch (error) {
    if (error instanceof BudgetExceeded) return fail({ reason: `grounding needs ${error.message}` });
    if (error instanceof RangeError) return fail({ reason: `grounding needs too much memory (${error.message})` });
    throw error;
  }
}

function groundWithin(rules: ValidRules, meter: Meter, options: GroundOptions): Result<GroundProgram, GroundFailure> {
  const terms = new TermTable();
  const flat = flattenKeywords(translate(rules, terms), terms);
  if (!flat.ok) return fail({ reason: flat.error });
  const { rules: thawed, frozen } = freezeFluents(unfoldColumns(flat.value, terms));
  const first = new Statistics(thawed);
  const statisticsOf = (some: readonly Rule[]): Statistics => (some === thawed ? first : new Statistics(some));
  const apart = splitOffIdleColumns(thawed, first, options);
  const merged = mergeAlternatives(apart, statisticsOf(apart), options);
  const statistics = statisticsOf(merged);
  survey(merged, statistics, { frozen, terms, options });
  const { rules: demanded, restricted, questions } = restrictToDemand(merged, statistics, options);
  const strata = stratify(demanded, { frozen, restricted });
  const splitter = new RuleSplitter(statistics, options);
  const instances = new Instances(meter);
  const evaluation = new Evaluation({ terms, statistics, meter, instances, questions });
  for (const stratum of strata.fixed) evaluation.evaluateFixed(stratum.flatMap((rule) => splitter.split(rule)));
  const tools = { statistics, splitter, options, make: compoundMaker(terms) };
  const unfolder = new DefinitionUnfolder(strata.fixed, tools);
  evaluation.evaluatePossible(strata.dynamic.flatMap((rule) => unfolder.split(rule)));
  const play = playInterface(rules, evaluation, terms);
  const simplified = simplify(propositionsOf(instances), play.io, { meter, isAbsorbing: options.isAbsorbing });
  return ok(assemble(rules, play, simplified));
}
