import { type Diagnostic, type Result, fail, ok } from '../base/index.js';
import type { Sheet } from '../gdl/index.js';
import { checkAlternatives } from './checkAlternatives.js';
import { checkArguments } from './checkArguments.js';
import { checkArities } from './checkArities.js';
import { checkDuplicates } from './checkDuplicates.js';
import { checkGoals } from './checkGoals.js';
import { checkInputs } from './checkInputs.js';
import { checkKeywords } from './checkKeywords.js';
import { checkProduction } from './checkProduction.js';
import { checkProductivity } from './checkProductivity.js';
import { checkRecursion } from './checkRecursion.js';
import { checkRequired } from './checkRequired.js';
import { checkRoles } from './checkRoles.js';
import { checkSafety } from './checkSafety.js';
import { checkSpelling } from './checkSpelling.js';
import { checkStratification } from './checkStratification.js';
import { classifyInformation } from './classifyInformation.js';
import { DependencyGraph } from './dependencyGraph.js';
import { Findings } from './findings.js';
import { FreshNames } from './freshNames.js';
import { isRandom, readRoles } from './readRoles.js';
import { toClauses } from './toClauses.js';
import { readVocabulary } from './vocabulary.js';
import { type ValidRules, checked } from './validRules.js';

/** A sheet with what the reader found wrong in it. */
export interface Reading {
  readonly sheet: Sheet;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks everything in one run: rules that can be played, with warnings, or all errors and warnings in the order of the text. */
export function validate({ sheet, diagnostics }: Reading): Result<ValidRules, readonly Diagnostic[]> {
  const findings = new Findings();
  const freshNames = new FreshNames(sheet.rules);
  const rules = toClauses(sheet.rules, freshNames);
  const clauses = rules.flatMap((rule) => rule.clauses);
  const written = new DependencyGraph(clauses);
  const roles = readRoles(clauses);
  const vocabulary = readVocabulary(clauses);
  checkRequired(sheet, diagnostics, findings);
  checkKeywords(sheet, findings);
  checkRoles(clauses, roles, findings);
  checkGoals(sheet, findings);
  checkAlternatives(rules, findings);
  checkSafety(rules, roles, findings);
  const stratified = checkStratification({ clauses, graph: written }, freshNames, findings);
  checkRecursion(clauses, written, findings);
  checkInputs(clauses, written, findings);
  checkProductivity(clauses, written, findings);
  checkProduction(vocabulary, findings);
  checkArities(vocabulary, findings);
  checkArguments(vocabulary, findings);
  checkSpelling(sheet, findings);
  checkDuplicates(sheet, findings);
  const all = [...diagnostics, ...findings.diagnostics].sort((a, b) => a.span.start - b.span.start);
  if (all.some(({ severity }) => severity === 'error')) return fail(all);
  const names = roles.map(({ name }) => name);
  return ok({
    [checked]: true,
    sheet,
    roles: names,
    randomRole: names.findIndex(isRandom),
    information: classifyInformation(clauses, roles),
    clauses: stratified.clauses,
    components: stratified.graph.components,
    warnings: all,
  });
}
