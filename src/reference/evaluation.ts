import type { Tier } from './catalogue.js';
import { ColumnIndex } from './columnIndex.js';
import type { Sets } from './join.js';
import type { ReferenceLimits } from './limits.js';
import { OpenedSet } from './opening.js';
import type { PlannedClause } from './plannedClause.js';
import type { Program } from './program.js';
import type { TermBuilder } from './termBuilder.js';
import { TupleSet } from './tupleSet.js';

const UNKNOWN = 0;
const BEING_EVALUATED = 1;
const COMPLETE = 2;

/** What evaluations of one game share. */
export interface EvaluationSetting {
  readonly program: Program;
  readonly builder: TermBuilder;
  readonly limits: ReferenceLimits;
}

/**
 * The extensions of the relations for one state and one joint move, each evaluated, component by component, when it is first asked for.
 * What depends on neither is kept in an evaluation of its own, that those of all states share.
 */
export class Evaluation implements Sets {
  readonly builder: TermBuilder;
  readonly limits: ReferenceLimits;
  readonly #program: Program;
  readonly #fixed: Evaluation | undefined;
  readonly #sets: TupleSet[] = [];
  readonly #indexes: ColumnIndex[] = [];
  /** By relation. */
  readonly #progress: number[] = [];
  /** What is to be cleared with the state, and with the joint move. */
  readonly #kept: Record<Tier, Kept> = { static: keepNothing(), state: keepNothing(), moves: keepNothing() };

  constructor(setting: EvaluationSetting, fixed?: Evaluation) {
    ({ program: this.#program, builder: this.builder, limits: this.limits } = setting);
    this.#fixed = fixed;
  }

  set(id: number): TupleSet {
    const { relation, tier } = this.#program.catalogue.sets[id]!;
    if (tier === 'static' && this.#fixed !== undefined) return this.#fixed.set(id);
    if ((this.#progress[relation] ?? UNKNOWN) === UNKNOWN) this.#evaluate(relation);
    const set = this.#sets[id] ?? this.#newSet(id);
    if (set instanceof OpenedSet) set.sync();
    return set;
  }

  index(id: number): ColumnIndex {
    const { set, columns } = this.#program.catalogue.indexes[id]!;
    const { tier } = this.#program.catalogue.sets[set]!;
    if (tier === 'static' && this.#fixed !== undefined) return this.#fixed.index(id);
    const tuples = this.set(set);
    if (columns.length === tuples.width) return tuples.whole();
    const index = this.#indexes[id] ?? this.#newIndex(id, tuples);
    index.sync();
    return index;
  }

  target(relation: number): TupleSet {
    return this.#sets[relation] ?? this.#newSet(relation);
  }

  keyOf(relation: number): string {
    return this.#program.catalogue.sets[relation]!.key;
  }

  /** Makes this the evaluation of another state. `tuples` are the rows of `true`. */
  assertState(relation: number, tuples: ArrayLike<number>): void {
    this.#forget('moves');
    this.#forget('state');
    this.#assert(relation, tuples);
  }

  /** Makes this the evaluation of another joint move in the same state. `tuples` are the rows of `does`. */
  assertMoves(relation: number, tuples: ArrayLike<number>): void {
    this.#forget('moves');
    this.#assert(relation, tuples);
  }

  #assert(relation: number, tuples: ArrayLike<number>): void {
    const set = this.target(relation);
    for (let i = 0; i < tuples.length; i += set.width) {
      const at = set.room();
      for (let column = 0; column < set.width; column++) set.rows[at + column] = tuples[i + column]!;
      set.append();
    }
    this.#progress[relation] = COMPLETE;
  }

  #forget(tier: Tier): void {
    const { sets, indexes } = this.#kept[tier];
    for (const id of sets) {
      this.#sets[id]!.clear();
      this.#progress[id] = UNKNOWN;
    }
    for (const index of indexes) index.clear();
  }

  #evaluate(relation: number): void {
    const component = this.#program.componentOf.get(relation);
    if (component === undefined) {
      this.#progress[relation] = COMPLETE;
      return;
    }
    const { relations, clauses } = component;
    for (const id of relations) this.#progress[id] = BEING_EVALUATED;
    for (const clause of clauses) if (!clause.isRecursive) clause.derive(this);
    this.#closeRecursion(clauses.filter((clause) => clause.isRecursive));
    for (const id of relations) this.#progress[id] = COMPLETE;
  }

  #closeRecursion(clauses: readonly PlannedClause[]): void {
    for (const clause of clauses) clause.restart();
    let isAnyNew = clauses.length > 0;
    while (isAnyNew) {
      isAnyNew = false;
      for (const clause of clauses) if (clause.deriveFromNew(this)) isAnyNew = true;
    }
  }

  #newSet(id: number): TupleSet {
    const { relation, tier, width, openings } = this.#program.catalogue.sets[id]!;
    const set =
      openings === undefined ? new TupleSet(width) : new OpenedSet(this.builder.table, this.target(relation), openings);
    this.#sets[id] = set;
    this.#kept[tier].sets.push(id);
    return set;
  }

  #newIndex(id: number, tuples: TupleSet): ColumnIndex {
    const { set, columns } = this.#program.catalogue.indexes[id]!;
    const index = new ColumnIndex(tuples, columns);
    this.#indexes[id] = index;
    this.#kept[this.#program.catalogue.sets[set]!.tier].indexes.push(index);
    return index;
  }
}

/** Sets, by id, and indexes that were made. */
interface Kept {
  readonly sets: number[];
  readonly indexes: ColumnIndex[];
}

function keepNothing(): Kept {
  return { sets: [], indexes: [] };
}
