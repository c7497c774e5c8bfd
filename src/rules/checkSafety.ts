import type { Compound, Variable } from '../gdl/index.js';
import { boundVariables, unboundVariables, variablesIn } from './bindings.js';
import type { Findings } from './findings.js';
import { BODY_ONLY, ROLE_FIRST } from './keywords.js';
import { quote, quoteTerm } from './quote.js';
import type { Role } from './readRoles.js';
import { type Variables, collectVariables, termKey, variablesOf } from './terms.js';
import type { ClausesOfRule } from './toClauses.js';
import type { Clause } from './validRules.js';

/**
 * Variables that no positive literal binds (LG-2006-01, safety): what they stand for is anybody's guess, and rules that have them cannot
 * be evaluated. One message a rule and variable, and one a fact.
 */
export function checkSafety(rules: readonly ClausesOfRule[], roles: readonly Role[], findings: Findings): void {
  const isRole = new Set(roles.map(({ name }) => name));
  for (const rule of rules) {
    if (BODY_ONLY.has(rule.rule.head.name)) continue;
    if (rule.rule.body.length === 0) checkFact(rule.rule.head, findings);
    else checkRule(rule, isRole, findings);
  }
}

function checkFact(head: Compound, findings: Findings): void {
  const variables = [...variablesOf([head]).values()];
  if (variables.length === 0) return;
  const names = variables.map(quoteTerm);
  findings.report({
    code: 'unsafe-variable',
    span: variables[0]!.span,
    message: `the fact ${quoteTerm(head)} has the ${names.length === 1 ? 'variable' : 'variables'} ${names.join(', ')}, but facts are ground`,
    mend: 'write a rule whose body binds them, or one fact for each value',
  });
}

function checkRule(rule: ClausesOfRule, isRole: ReadonlySet<string>, findings: Findings): void {
  const reported = new Set<string>();
  for (const clause of rule.clauses) {
    for (const unsafe of unsafeVariables(clause)) {
      const { variable } = unsafe;
      if (reported.has(variable.name)) continue;
      reported.add(variable.name);
      const { span } = variable;
      if (rule.isSplit && isSafeAsWritten(rule, variable)) {
        const message = `the disjunctions of this rule multiply to too many alternatives, and ${quoteTerm(variable)} ties them together`;
        const mend = 'give one of the disjunctions a relation of its own';
        findings.report({ code: 'too-many-alternatives', span, message, mend });
      } else {
        const where = rule.clauses.length > 1 ? ' of one of the alternatives' : '';
        const message = `${quoteTerm(variable)} occurs ${unsafe.place} but in no positive literal${where}`;
        const standsForRole = isRoleVariable(variable, clause, isRole);
        const mend = standsForRole ? `add ${quote(`(role ?${variable.name})`)}` : 'add one that binds it';
        findings.report({ code: 'unsafe-variable', span, message, mend });
      }
    }
  }
}

interface Unsafe {
  readonly variable: Variable;
  readonly place: string;
}

function unsafeVariables(clause: Clause): readonly Unsafe[] {
  const bound: Variables = new Map();
  const negated: Variables = new Map();
  const compared: Variables = new Map();
  for (const literal of clause.body) {
    if (literal.kind === 'atom') collectVariables(literal.atom, literal.isPositive ? bound : negated);
    else for (const term of [literal.left, literal.right]) collectVariables(term, compared);
  }
  const unbound = (variables: Variables, place: string): readonly Unsafe[] =>
    [...variables.values()].filter(({ name }) => !bound.has(name)).map((variable) => ({ variable, place }));
  return [
    ...unbound(variablesOf([clause.head]), 'in the head'),
    ...unbound(negated, 'under `not`'),
    ...unbound(compared, 'in `distinct`'),
  ];
}

/** Whether the variable is bound in every alternative of the rule, so that only the splitting of disjunctions lost it. */
function isSafeAsWritten({ rule, body }: ClausesOfRule, { name }: Variable): boolean {
  const isInHead = variablesOf([rule.head]).has(name);
  if (unboundVariables(body).has(name) || !variablesIn([body]).has(name)) return false;
  return !isInHead || boundVariables(body).has(name);
}

/** Whether the variable stands where roles stand, or is compared with one. */
function isRoleVariable({ name }: Variable, { head, body }: Clause, isRole: ReadonlySet<string>): boolean {
  const isFirst = ({ name: relation, args }: Compound): boolean =>
    ROLE_FIRST.has(relation) && args[0]?.kind === 'variable' && args[0].name === name;
  if (isFirst(head)) return true;
  return body.some((literal) => {
    if (literal.kind === 'atom') return isFirst(literal.atom);
    const sides = [termKey(literal.left), termKey(literal.right)];
    return sides.includes(`?${name}`) && sides.some((side) => isRole.has(side));
  });
}
