import { stronglyConnectedComponents } from '../base/index.js';
import { relationKey } from './terms.js';
import type { Clause, Component, RelationKey } from './validRules.js';

/** `from` has a clause with `to` in its body. */
export interface Dependency {
  readonly from: RelationKey;
  readonly to: RelationKey;
  readonly isPositive: boolean;
  /** The first clause that says so. */
  readonly clause: Clause;
}

/** Which relation depends on which. Relations without clauses (`true`, `does`, the undefined) are only ever a `to`. */
export class DependencyGraph {
  /** Dependencies of each relation with clauses, in the order of the sheet, each once a sign. */
  readonly dependencies: ReadonlyMap<RelationKey, readonly Dependency[]>;
  /** Strongly connected components, each after those that it depends on. */
  readonly components: readonly Component[];
  /** Index of its component for each relation with clauses. */
  readonly componentOf: ReadonlyMap<RelationKey, number>;

  constructor(clauses: readonly Clause[]) {
    this.dependencies = dependenciesOf(clauses);
    const members = stronglyConnected(this.dependencies);
    const componentOf = new Map<RelationKey, number>();
    members.forEach((relations, index) => {
      for (const relation of relations) componentOf.set(relation, index);
    });
    this.componentOf = componentOf;
    const components: Component[] = [];
    for (const relations of members) components.push(this.#component(relations, components));
    this.components = components;
  }

  /** Whether both are in one cycle. */
  areMutuallyRecursive(relation: RelationKey, other: RelationKey): boolean {
    const index = this.componentOf.get(relation);
    return index !== undefined && index === this.componentOf.get(other) && this.components[index]!.isRecursive;
  }

  /** The shortest chain of dependencies from one relation to another; empty if there is none. */
  path(from: RelationKey, to: RelationKey): readonly Dependency[] {
    const reachedBy = new Map<RelationKey, Dependency>();
    const queue = [from];
    for (const relation of queue) {
      for (const dependency of this.dependencies.get(relation) ?? []) {
        if (reachedBy.has(dependency.to)) continue;
        reachedBy.set(dependency.to, dependency);
        if (dependency.to === to) return chain(reachedBy, from, to);
        queue.push(dependency.to);
      }
    }
    return [];
  }

  #component(relations: readonly RelationKey[], before: readonly Component[]): Component {
    let isRecursive = relations.length > 1;
    let dependsOnState = false;
    let dependsOnMoves = false;
    for (const relation of relations) {
      for (const { to } of this.dependencies.get(relation)!) {
        const component = before[this.componentOf.get(to) ?? -1];
        isRecursive ||= to === relation;
        dependsOnState ||= to === 'true/1' || component?.dependsOnState === true;
        dependsOnMoves ||= to === 'does/2' || component?.dependsOnMoves === true;
      }
    }
    return { relations, isRecursive, dependsOnState, dependsOnMoves };
  }
}

function chain(reachedBy: ReadonlyMap<RelationKey, Dependency>, from: RelationKey, to: RelationKey): Dependency[] {
  const links: Dependency[] = [];
  for (let at = to; links.length === 0 || at !== from;) {
    const link = reachedBy.get(at)!;
    links.push(link);
    at = link.from;
  }
  return links.reverse();
}

function dependenciesOf(clauses: readonly Clause[]): Map<RelationKey, Dependency[]> {
  const found = new Map<RelationKey, Map<string, Dependency>>();
  for (const clause of clauses) {
    const from = relationKey(clause.head);
    let ofRelation = found.get(from);
    if (ofRelation === undefined) found.set(from, (ofRelation = new Map<string, Dependency>()));
    for (const literal of clause.body) {
      if (literal.kind === 'distinct') continue;
      const to = relationKey(literal.atom);
      const key = `${literal.isPositive ? '+' : '-'}${to}`;
      if (!ofRelation.has(key)) ofRelation.set(key, { from, to, isPositive: literal.isPositive, clause });
    }
  }
  return new Map([...found].map(([relation, ofRelation]) => [relation, [...ofRelation.values()]]));
}

/** The relations of each component, those that a component depends on before it. */
function stronglyConnected(graph: ReadonlyMap<RelationKey, readonly Dependency[]>): readonly RelationKey[][] {
  const numbers = new Map(Array.from(graph.keys(), (relation, number) => [relation, number]));
  const start = [0];
  const targets: number[] = [];
  for (const dependencies of graph.values()) {
    for (const { to } of dependencies) {
      const target = numbers.get(to);
      if (target !== undefined) targets.push(target);
    }
    start.push(targets.length);
  }
  const { count, of } = stronglyConnectedComponents({
    start: Int32Array.from(start),
    targets: Int32Array.from(targets),
  });
  const members = Array.from({ length: count }, (): RelationKey[] => []);
  for (const [relation, number] of numbers) members[of[number]!]!.push(relation);
  return members;
}
