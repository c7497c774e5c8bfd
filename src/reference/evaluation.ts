import type { Catalogue, Tier } from './catalogue.js';
import { ColumnIndex } from './columnIndex.js';
import type { Sets } from './join.js';
import { OpenedSet } from './opening.js';
import { EvaluationLimit, type ReferenceOptions } from './options.js';
import type { Knowledge } from './order.js';
import type { FedJoin, PlannedQuery, Program, ProgramComponent } from './program.js';
import type { TermBuilder } from './termBuilder.js';
import type { TimeLimit } from './timeLimit.js';
import { TupleSet } from './tupleSet.js';

/** What evaluations of one game share. */
export interface EvaluationSetting {
  readonly program: Program;
  readonly builder: TermBuilder;
  readonly options: ReferenceOptions;
  readonly limit: TimeLimit;
}

/** Thrown, and caught by {@link Evaluations}, when all tuples of some component turn out to be too many. */
export class TooMuchWork extends Error {}

/**
 * Tuples looked at between two looks at the time: some tenths of a millisecond, some milliseconds in what depends on no state, since that is known for good
 * but is lost where it is broken off.
 */
const UNTIMED = 128;
const FIXED_UNTIMED = 1024;

/** Guess of the size of a set that happens to be small, or is not complete yet, when a plan is made. */
const SMALL_SET = 4;

/**
 * The extensions of the relations for one state and one joint move, as far as they have been asked for. What depends on neither is kept
 * in an evaluation of its own, that those of all states share.
 */
export class Evaluation implements Sets, Knowledge {
  readonly builder: TermBuilder;
  /** Demands and answers of queries by key since this was made. */
  foundByKey = 0;
  readonly #program: Program;
  readonly #setting: EvaluationSetting;
  readonly #fixed: Evaluation | undefined;
  readonly #sets: (TupleSet | undefined)[] = [];
  readonly #indexes: (ColumnIndex | undefined)[] = [];
  /** The components that are being evaluated, each asked by the one before it. */
  readonly #running: Set<ProgramComponent>;
  readonly #kept: Record<Tier, Kept> = { static: keepNothing(), state: keepNothing(), moves: keepNothing() };
  /** Tuples that the component that runs has looked at, and how many it may. */
  #work = 0;
  #mostWork = Infinity;
  #untilLook: number;

  constructor(setting: EvaluationSetting, fixed?: Evaluation) {
    this.#setting = setting;
    this.#program = setting.program;
    this.builder = setting.builder;
    this.#fixed = fixed;
    this.#untilLook = fixed === undefined ? FIXED_UNTIMED : UNTIMED;
    this.#running = fixed === undefined ? new Set() : fixed.#running;
  }

  get catalogue(): Catalogue {
    return this.#program.catalogue;
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

  /** All tuples of a relation. */
  extension(relation: number): TupleSet {
    for (const landing of this.#program.landings(relation)) this.#all(landing);
    return this.#all(relation);
  }

  askAll(query: number): void {
    const demands = this.demands(query);
    if (demands.count > 0) return;
    demands.append();
    this.answer(query);
  }

  demands(query: number): TupleSet {
    return this.set(this.catalogue.queries[query]!.demands);
  }

  answers(query: number): TupleSet {
    return this.set(this.catalogue.queries[query]!.answers);
  }

  add(query: number, tuples: TupleSet): boolean {
    if (!tuples.add()) return false;
    const { relation, bound } = this.catalogue.queries[query]!;
    if (bound.length > 0) this.foundByKey++;
    const { maxTuples } = this.#setting.options;
    if (tuples.count <= maxTuples) return true;
    throw new EvaluationLimit('maxTuples', this.catalogue.relations[relation]!.key, maxTuples);
  }

  answer(query: number): void {
    const { relation, bound } = this.catalogue.queries[query]!;
    const { tier, key } = this.catalogue.relations[relation]!;
    if (tier === 'static' && this.#fixed !== undefined) {
      this.#fixed.answer(query);
      return;
    }
    const component = this.#program.componentOf(relation);
    if (component === undefined) return;
    // In a recursion the demand is answered by the loop that is under way.
    const isRunning = this.#running.has(component);
    this.#running.add(component);
    const planned = this.#program.planned(query, this);
    if (isRunning) return;
    const { maxChain } = this.#setting.options;
    if (this.#running.size > maxChain) throw new EvaluationLimit('maxChain', key, maxChain);
    if (bound.length > 0) this.#run(planned, component, tier);
    else this.#runOnOwnAccount(planned, component, tier);
    this.#running.delete(component);
  }

  /**
   * All tuples will serve everyone: what they cost is on the component's own account. What a key costs is on the account of the component
   * that asks for it.
   */
  #runOnOwnAccount(planned: PlannedQuery, component: ProgramComponent, tier: Tier): void {
    const { workForAll, fixedWorkForAll } = this.#setting.options;
    const [work, mostWork] = [this.#work, this.#mostWork];
    this.#work = 0;
    this.#mostWork = this.tooEager() === undefined ? Infinity : tier === 'static' ? fixedWorkForAll : workForAll;
    this.#run(planned, component, tier);
    [this.#work, this.#mostWork] = [work, mostWork];
  }

  #run({ clauses }: PlannedQuery, component: ProgramComponent, tier: Tier): void {
    if (component.isRecursive) this.#close(component, tier);
    else for (const [fedWithDemands] of clauses) this.#feed(fedWithDemands!, tier);
  }

  countWork(): void {
    if (++this.#work > this.#mostWork) throw new TooMuchWork();
    if (--this.#untilLook > 0) return;
    this.#untilLook = this.#fixed === undefined ? FIXED_UNTIMED : UNTIMED;
    this.#setting.limit.look();
  }

  /** Gives up what is being evaluated; says whether all of that depends on the state, so that what the states share is whole. */
  breakOff(): boolean {
    const { relations } = this.catalogue;
    const isStatic = (component: ProgramComponent): boolean =>
      [...component.relations].some((relation) => relations[relation]!.tier === 'static');
    const isWhole = ![...this.#running].some(isStatic);
    this.#running.clear();
    return isWhole;
  }

  /**
   * Of the components that are being evaluated, the innermost that is asked for all its tuples but could be asked by key: to blame where
   * there is too much to do.
   */
  tooEager(): ProgramComponent | undefined {
    return [...this.#running].findLast((component) => !component.isAskedByKey && !component.isAskedForAll);
  }

  set(id: number): TupleSet {
    const set = (this.#sets[id] ??= this.#newSet(id));
    if (set instanceof OpenedSet) set.sync();
    return set;
  }

  index(id: number): ColumnIndex {
    const tuples = this.set(this.catalogue.indexes[id]!.set);
    const index = (this.#indexes[id] ??= this.#newIndex(id, tuples));
    index.sync();
    return index;
  }

  isAskedByKey(relation: number): boolean {
    return this.#program.componentOf(relation)?.isAskedByKey ?? false;
  }

  /** Number of tuples divided by the number of different keys, as if columns were independent. Plans of long clauses take thousands of estimates. */
  estimate(relation: number, columns: readonly number[]): number {
    this.#setting.limit.look();
    const { rows, width, count } = this.#all(relation);
    let matches = Math.max(count, SMALL_SET);
    for (const column of columns) {
      const values = new Set<number>();
      for (let row = 0; row < count; row++) values.add(rows[row * width + column]!);
      matches /= Math.max(values.size, 2);
    }
    return matches;
  }

  /** Answers all demands on a recursive component: feeds its joins until nothing is new. */
  #close({ planned }: ProgramComponent, tier: Tier): void {
    let isAnyNew = true;
    while (isAnyNew) {
      isAnyNew = false;
      for (const { clauses } of planned) {
        for (const joins of clauses) for (const join of joins) if (this.#feed(join, tier)) isAnyNew = true;
      }
    }
  }

  /** Feeds a join with what is new in its source; says whether there was something. */
  #feed({ join, cursor }: FedJoin, tier: Tier): boolean {
    const { cursors } = this.#kept[tier];
    const from = cursors[cursor] ?? 0;
    const to = this.set(join.source).count;
    if (from === to) return false;
    cursors[cursor] = to;
    join.run(this, from, to);
    return true;
  }

  #all(relation: number): TupleSet {
    const query = this.catalogue.query(relation, []);
    this.askAll(query);
    return this.answers(query);
  }

  #assert(relation: number, tuples: ArrayLike<number>): void {
    const { demands, answers } = this.catalogue.queries[this.catalogue.query(relation, [])]!;
    this.set(demands).append();
    const set = this.set(answers);
    for (let i = 0; i < tuples.length; i += set.width) {
      const at = set.room();
      for (let column = 0; column < set.width; column++) set.rows[at + column] = tuples[i + column]!;
      set.append();
    }
  }

  #forget(tier: Tier): void {
    const { sets, indexes, cursors } = this.#kept[tier];
    for (const set of sets) set.clear();
    for (const index of indexes) index.clear();
    cursors.fill(0);
  }

  #newSet(id: number): TupleSet {
    const { tier, width, opened } = this.catalogue.sets[id]!;
    if (tier === 'static' && this.#fixed !== undefined) return this.#fixed.set(id);
    const set =
      opened === undefined
        ? new TupleSet(width)
        : new OpenedSet(this.builder.table, this.set(opened.from), opened.openings);
    this.#kept[tier].sets.push(set);
    return set;
  }

  #newIndex(id: number, tuples: TupleSet): ColumnIndex {
    const { set, columns } = this.catalogue.indexes[id]!;
    const { tier } = this.catalogue.sets[set]!;
    if (tier === 'static' && this.#fixed !== undefined) return this.#fixed.index(id);
    if (columns.length === tuples.width) return tuples.whole;
    const index = new ColumnIndex(tuples, columns);
    this.#kept[tier].indexes.push(index);
    return index;
  }
}

/** What was made, and is to be cleared when the state or the joint move changes. */
interface Kept {
  readonly sets: TupleSet[];
  readonly indexes: ColumnIndex[];
  readonly cursors: number[];
}

function keepNothing(): Kept {
  return { sets: [], indexes: [], cursors: [] };
}
