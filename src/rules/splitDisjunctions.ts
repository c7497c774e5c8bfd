import type { Compound } from '../gdl/index.js';
import { boundVariables, unboundVariables, variablesIn } from './bindings.js';
import type { FreshNames } from './freshNames.js';
import { type Any, type Normal, junction, solve, substituteNormal } from './normalForm.js';
import { substituteAtom } from './terms.js';
import type { AtomLiteral } from './validRules.js';

export interface NormalRule {
  readonly head: Compound;
  readonly body: Normal;
}

/**
 * Gives each outermost disjunction of the body a relation of its own over the variables that it shares with the rest of the rule, so
 * that branches add up where multiplying them out would explode; what is left of the rule itself comes first. A branch that does not bind
 * its variables gets the positive literals around it that do; disjunctions that need no more than that come first, and then bind for
 * the others.
 */
export function splitDisjunctions(rule: NormalRule, freshNames: FreshNames): readonly NormalRule[] {
  const { head, body } = withEqualities(rule);
  if (body.kind === 'or') return body.of.map((branch) => ({ head, body: branch }));
  if (body.kind !== 'and') return [{ head, body }];
  const conjuncts = body.of.filter((part) => part.kind !== 'or');
  let waiting = body.of.filter((part) => part.kind === 'or');
  const branches: NormalRule[] = [];
  while (waiting.length > 0) {
    const disjunction = firstBound(waiting, conjuncts);
    waiting = waiting.filter((other) => other !== disjunction);
    const outside = variablesIn([asLiteral(head), ...conjuncts, ...waiting]);
    const shared = [...variablesIn([disjunction]).values()].filter(({ name }) => outside.has(name));
    const atom: Compound = { kind: 'compound', name: freshNames.next('or'), args: shared, span: head.span };
    for (const branch of disjunction.of) {
      branches.push({
        head: atom,
        body: junction('and', [branch, ...bindersFor({ head: atom, body: branch }, conjuncts)]),
      });
    }
    conjuncts.push(asLiteral(atom));
  }
  return [{ head, body: { kind: 'and', of: conjuncts } }, ...branches];
}

function asLiteral(atom: Compound): AtomLiteral {
  return { kind: 'atom', isPositive: true, atom };
}

/** The first disjunction whose branches are bound by themselves and by what surrounds them; without any, the first. */
function firstBound(disjunctions: readonly Any[], conjuncts: readonly Normal[]): Any {
  const bound = boundVariables({ kind: 'and', of: conjuncts });
  const isBound = (branch: Normal): boolean => unboundVariables(branch, bound.keys()).size === 0;
  return disjunctions.find((disjunction) => disjunction.of.every(isBound)) ?? disjunctions[0]!;
}

/** The positive literals that bind what the branch itself leaves unbound. */
function bindersFor({ head, body }: NormalRule, conjuncts: readonly Normal[]): readonly Normal[] {
  const bound = boundVariables(body);
  const unbound = unboundVariables(body);
  for (const [name, variable] of variablesIn([asLiteral(head)])) if (!bound.has(name)) unbound.set(name, variable);
  return conjuncts.filter((part) => [...boundVariables(part).keys()].some((name) => unbound.has(name)));
}

/** Puts the outermost equalities into effect everywhere in the rule. Where that fails, {@link simplify} will say so for the rule as it is. */
function withEqualities(rule: NormalRule): NormalRule {
  const parts = rule.body.kind === 'and' ? rule.body.of : [rule.body];
  const substitution = solve(parts);
  if (!(substitution instanceof Map))
    return { ...rule, body: { kind: 'and', of: parts.filter((part) => part.kind === 'equal') } };
  const rest = parts.filter((part) => part.kind !== 'equal').map((part) => substituteNormal(part, substitution));
  return { head: substituteAtom(rule.head, substitution), body: junction('and', rest) };
}
