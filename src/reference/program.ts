import type { ValidRules } from '../rules/index.js';
import { Catalogue } from './catalogue.js';
import { type ClauseForm, clauseForm, relationKey } from './clauseForm.js';
import { Join } from './join.js';
import { Landings } from './landings.js';
import type { Knowledge } from './order.js';
import { plansOf } from './plan.js';

/** A strongly connected component of the relations. */
export interface ProgramComponent {
  readonly relations: ReadonlySet<number>;
  readonly isRecursive: boolean;
  /** The queries to its relations that have been planned. */
  readonly planned: PlannedQuery[];
  /** Whether the game itself asks for all of it. */
  readonly isAskedForAll: boolean;
  /** Whether its relations are asked for what is needed only, because all of it would be too much. */
  isAskedByKey: boolean;
}

/** The joins that answer a query: for each clause first the one that is fed with demands. */
export interface PlannedQuery {
  readonly query: number;
  readonly clauses: readonly (readonly FedJoin[])[];
}

export interface FedJoin {
  readonly join: Join;
  /** Where an evaluation notes how much of the source the join has been fed. */
  readonly cursor: number;
}

const ASKED_FOR_ALL = ['init/1', 'legal/2', 'next/1', 'sees/2', 'goal/2', 'terminal/0'];

/** The rules over integers, and how to evaluate them. Plans are made when they are first needed, by the sizes that the sets then have. */
export class Program {
  readonly catalogue = new Catalogue();
  readonly #clauses = new Map<number, ClauseForm[]>();
  readonly #components = new Map<number, ProgramComponent>();
  readonly #landings: Landings;
  readonly #planned: (PlannedQuery | undefined)[] = [];
  #cursors = 0;

  constructor(rules: ValidRules) {
    const { catalogue } = this;
    catalogue.relation('true/1', 'state');
    catalogue.relation('does/2', 'moves');
    for (const { relations, isRecursive, dependsOnState, dependsOnMoves } of rules.components) {
      const tier = dependsOnMoves ? 'moves' : dependsOnState ? 'state' : 'static';
      const members = new Set(relations.map((key) => catalogue.relation(key, tier)));
      const isAskedForAll = relations.some((key) => ASKED_FOR_ALL.includes(key));
      const component = { relations: members, isRecursive, planned: [], isAskedForAll, isAskedByKey: false };
      for (const relation of members) this.#components.set(relation, component);
    }
    for (const clause of rules.clauses) {
      const relation = catalogue.relation(relationKey(clause.head));
      const own = this.#clauses.get(relation) ?? [];
      own.push(clauseForm(clause, catalogue));
      this.#clauses.set(relation, own);
    }
    const components = rules.components.map(({ relations }) => relations.map((key) => catalogue.relation(key)));
    this.#landings = new Landings(components, (relation) => this.#dependencies(relation));
  }

  /** Undefined for relations without clauses. */
  componentOf(relation: number): ProgramComponent | undefined {
    return this.#components.get(relation);
  }

  /** Relations to be evaluated before all of a relation is asked for. */
  landings(relation: number): readonly number[] {
    const landings = this.#landings.of(relation);
    return landings.filter((landing) => !this.#components.get(landing)!.isAskedByKey);
  }

  planned(query: number, knowledge: Knowledge): PlannedQuery {
    return (this.#planned[query] ??= this.#plan(query, knowledge));
  }

  /** From now on the component is asked by key; plans that did otherwise are void, and so are evaluations. */
  askByKey(component: ProgramComponent): void {
    component.isAskedByKey = true;
    this.#planned.length = 0;
    for (const { planned } of this.#components.values()) planned.length = 0;
  }

  #dependencies(relation: number): number[] {
    const literals = (this.#clauses.get(relation) ?? []).flatMap(({ body }) => body);
    return literals.flatMap((literal) => (literal.kind === 'atom' ? [literal.relation] : []));
  }

  #plan(query: number, knowledge: Knowledge): PlannedQuery {
    const { relation } = this.catalogue.queries[query]!;
    const component = this.#components.get(relation)!;
    const clauses = (this.#clauses.get(relation) ?? []).map((form) =>
      plansOf({ form, query, knowledge }, (atom) => component.relations.has(atom.relation)).map((plan) => ({
        join: new Join(form, query, plan),
        cursor: this.#cursors++,
      })),
    );
    const planned = { query, clauses };
    component.planned.push(planned);
    return planned;
  }
}
