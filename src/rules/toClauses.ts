import type { Rule } from '../gdl/index.js';
import type { FreshNames } from './freshNames.js';
import { type Normal, junction, multiplyOut, simplify, toNormalForm, widthOf } from './normalForm.js';
import { type NormalRule, splitDisjunctions } from './splitDisjunctions.js';
import { literalKey, termKey } from './terms.js';
import type { Clause } from './validRules.js';

/** A rule that would become more clauses than this gets relations of its own for its disjunctions. */
const MAX_CLAUSES = 512;
/** The same for clauses times literals, so that many long branches do not fill the memory either. */
const MAX_LITERALS = 1 << 17;

/** A rule with what became of it. */
export interface ClausesOfRule {
  readonly rule: Rule;
  readonly body: Normal;
  readonly clauses: readonly Clause[];
  /** Whether disjunctions became relations. */
  readonly isSplit: boolean;
  /** Whether clauses were given up because equalities made terms of exponential size. */
  readonly hasLargeTerms: boolean;
}

/** Turns rules into flat clauses. Disjunctions that are too wide get the relations `or#1`, … */
export function toClauses(rules: readonly Rule[], freshNames: FreshNames): readonly ClausesOfRule[] {
  return rules.map((rule) => {
    if (rule.body.length === 0) return factOf(rule);
    const body = junction(
      'and',
      rule.body.map((formula) => toNormalForm(formula)),
    );
    return { rule, body, ...clausesOf({ head: rule.head, body }, rule, freshNames) };
  });
}

/** Most rules of a large sheet are facts, and there is nothing to do about them. */
function factOf(rule: Rule): ClausesOfRule {
  return {
    rule,
    body: TRUE,
    clauses: [{ head: rule.head, body: [], span: rule.span }],
    isSplit: false,
    hasLargeTerms: false,
  };
}

const TRUE: Normal = { kind: 'and', of: [] };

function clausesOf(
  normal: NormalRule,
  { span }: Rule,
  freshNames: FreshNames,
): Pick<ClausesOfRule, 'clauses' | 'isSplit' | 'hasLargeTerms'> {
  const clauses = new Map<string, Clause>();
  let isSplit = false;
  let hasLargeTerms = false;
  const pending = [normal];
  for (let rule = pending.pop(); rule !== undefined; rule = pending.pop()) {
    if (!isNarrow(rule.body)) {
      isSplit = true;
      for (const part of splitDisjunctions(rule, freshNames)) pending.push(part);
      continue;
    }
    const conjunctions = multiplyOut(rule.body);
    const isOnly = rule === normal && conjunctions.length === 1;
    for (const conjunction of conjunctions) {
      const simple = simplify(rule.head, conjunction);
      hasLargeTerms ||= simple === 'too large';
      if (simple === 'never' || simple === 'too large') continue;
      const key = isOnly ? '' : [termKey(simple.head), ...simple.body.map(literalKey)].join(' ');
      if (!clauses.has(key)) clauses.set(key, { ...simple, span });
    }
  }
  return { clauses: [...clauses.values()], isSplit, hasLargeTerms };
}

function isNarrow(body: Normal): boolean {
  const { clauses, literals } = widthOf(body);
  return clauses <= 1 || (clauses <= MAX_CLAUSES && clauses * literals <= MAX_LITERALS);
}
