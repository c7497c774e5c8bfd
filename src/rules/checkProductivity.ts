import type { DependencyGraph } from './dependencyGraph.js';
import type { Findings } from './findings.js';
import { nameOfKey, quote, quoteChain } from './quote.js';
import { relationKey } from './terms.js';
import type { Clause, RelationKey } from './validRules.js';

/** Relations that never hold because each of their rules asks for something of the same cycle: a recursion without a beginning. */
export function checkProductivity(clauses: readonly Clause[], graph: DependencyGraph, findings: Findings): void {
  const productive = productiveRelations(clauses, graph);
  const reported = new Set<number>();
  for (const { head, body } of clauses) {
    const relation = relationKey(head);
    const component = graph.componentOf.get(relation)!;
    if (productive.has(relation) || reported.has(component)) continue;
    const missing = positiveRelations(body, graph).filter((other) => !productive.has(other));
    if (!missing.every((other) => graph.componentOf.get(other) === component)) continue;
    reported.add(component);
    const cycle = [relation, ...graph.path(relation, relation).map(({ to }) => to)];
    findings.report({
      code: 'never-holds',
      span: head.span,
      message: `${quote(nameOfKey(relation))} never holds: all its rules ask for it again (${quoteChain(cycle.map(nameOfKey))})`,
      mend: 'add a rule where the recursion begins, or check the spelling of its head',
    });
  }
}

/** Relations that some rule can produce; what has no rules at all is reported elsewhere, and taken as produced here. */
function productiveRelations(clauses: readonly Clause[], graph: DependencyGraph): ReadonlySet<RelationKey> {
  const productive = new Set<RelationKey>();
  const queue: RelationKey[] = [];
  const waiting = new Map<RelationKey, { head: RelationKey; missing: number }[]>();
  const produce = (relation: RelationKey): void => {
    if (productive.has(relation)) return;
    productive.add(relation);
    queue.push(relation);
  };
  for (const { head, body } of clauses) {
    const needed = positiveRelations(body, graph);
    const rule = { head: relationKey(head), missing: needed.length };
    if (rule.missing === 0) produce(rule.head);
    for (const relation of needed) {
      const rules = waiting.get(relation);
      if (rules === undefined) waiting.set(relation, [rule]);
      else rules.push(rule);
    }
  }
  for (const relation of queue) {
    for (const rule of waiting.get(relation) ?? []) if (--rule.missing === 0) produce(rule.head);
  }
  return productive;
}

/** The relations with clauses that a body asks for, each once. */
function positiveRelations(body: Clause['body'], graph: DependencyGraph): readonly RelationKey[] {
  const relations = new Set<RelationKey>();
  for (const literal of body) {
    if (literal.kind === 'atom' && literal.isPositive) relations.add(relationKey(literal.atom));
  }
  return [...relations].filter((relation) => graph.componentOf.has(relation));
}
