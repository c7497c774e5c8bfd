import { type RelationKey, TermTable } from '../rules/index.js';
import { type Opening, leaves, openingKey } from './opening.js';

/** What a relation depends on: nothing, the state, or the joint move (and perhaps the state). */
export type Tier = 'static' | 'state' | 'moves';

export interface Relation {
  readonly key: RelationKey;
  readonly tier: Tier;
  readonly arity: number;
}

/**
 * A question to a relation: all of its tuples, or those that have given values in the `bound` columns. What is asked for goes to the set
 * `demands`, what is found to the set `answers`.
 */
export interface Query {
  readonly relation: number;
  readonly bound: readonly number[];
  readonly demands: number;
  readonly answers: number;
}

/** A set of tuples that evaluation may need. */
export interface SetSpec {
  readonly query: number;
  readonly tier: Tier;
  readonly width: number;
  /** For the opened form of another set: which, and how. */
  readonly opened?: { readonly from: number; readonly openings: readonly Opening[] };
}

export interface IndexSpec {
  readonly set: number;
  readonly columns: Int32Array;
}

/** Numbers the relations of one game, the queries that are made, the sets they need, and the indexes on these. */
export class Catalogue {
  readonly table = new TermTable();
  readonly relations: Relation[] = [];
  readonly queries: Query[] = [];
  readonly sets: SetSpec[] = [];
  readonly indexes: IndexSpec[] = [];
  readonly #ids = new Map<string, number>();

  /** The tier matters on the first call only; a relation that was never introduced has no tuples. */
  relation(key: RelationKey, tier: Tier = 'static'): number {
    return this.#id(key, () => {
      const arity = Number(key.slice(key.lastIndexOf('/') + 1));
      return this.relations.push({ key, tier, arity });
    });
  }

  query(relation: number, bound: readonly number[]): number {
    return this.#id(`query ${String(relation)} ${bound.join()}`, () => {
      const { tier, arity } = this.relations[relation]!;
      const query = this.queries.length;
      const demands = this.sets.push({ query, tier, width: bound.length }) - 1;
      const answers = this.sets.push({ query, tier, width: arity }) - 1;
      return this.queries.push({ relation, bound, demands, answers });
    });
  }

  /** The set itself if there is nothing to open. */
  opened(from: number, openings: readonly Opening[]): number {
    if (openings.every((opening) => opening === 'leaf')) return from;
    return this.#id(`opened ${String(from)} ${openings.map(openingKey).join()}`, () =>
      this.sets.push({ ...this.sets[from]!, width: leaves(openings), opened: { from, openings } }),
    );
  }

  index(set: number, columns: readonly number[]): number {
    return this.#id(`index ${String(set)} ${columns.join()}`, () =>
      this.indexes.push({ set, columns: Int32Array.from(columns) }),
    );
  }

  /** The number of what goes by a name; `introduce` adds it to its list and returns the new length. */
  #id(name: string, introduce: () => number): number {
    let id = this.#ids.get(name);
    if (id === undefined) this.#ids.set(name, (id = introduce() - 1));
    return id;
  }
}
