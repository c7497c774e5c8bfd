import type { ValidRules } from '../rules/index.js';
import { Catalogue, relationKey } from './catalogue.js';
import { type AtomForm, type ClauseForm, type LiteralForm, clauseForm } from './clauseForm.js';
import { PlannedClause } from './plannedClause.js';

/** Relations that depend on each other, and their clauses. */
export interface ProgramComponent {
  readonly relations: readonly number[];
  readonly clauses: readonly PlannedClause[];
}

/** The rules over integers. */
export interface Program {
  readonly catalogue: Catalogue;
  /** The component of each relation that has clauses. */
  readonly componentOf: ReadonlyMap<number, ProgramComponent>;
}

export function compile(rules: ValidRules): Program {
  const catalogue = new Catalogue();
  catalogue.relation('true/1', 'state');
  catalogue.relation('does/2', 'moves');
  for (const { relations, dependsOnState, dependsOnMoves } of rules.components) {
    const tier = dependsOnMoves ? 'moves' : dependsOnState ? 'state' : 'static';
    for (const key of relations) catalogue.relation(key, tier);
  }
  const forms = formsByRelation(rules, catalogue);
  const componentOf = new Map<number, ProgramComponent>();
  for (const component of rules.components) {
    const relations = component.relations.map((key) => catalogue.relation(key));
    const isRecursive = (literal: LiteralForm): literal is AtomForm =>
      literal.kind === 'atom' && literal.isPositive && relations.includes(literal.relation);
    const clauses = relations
      .flatMap((relation) => forms.get(relation) ?? [])
      .map((form) => new PlannedClause(form, catalogue, form.body.filter(isRecursive)));
    for (const relation of relations) componentOf.set(relation, { relations, clauses });
  }
  return { catalogue, componentOf };
}

function formsByRelation(rules: ValidRules, catalogue: Catalogue): Map<number, ClauseForm[]> {
  const forms = new Map<number, ClauseForm[]>();
  for (const clause of rules.clauses) {
    const relation = catalogue.relation(relationKey(clause.head));
    const own = forms.get(relation) ?? [];
    own.push(clauseForm(clause, catalogue));
    forms.set(relation, own);
  }
  return forms;
}
