import { IntList } from '../base/index.js';
import type { Network } from '../network/index.js';
import { Clauses, LISTENER, TABLE_VARIABLE } from './clauses.js';
import { CompactTables } from './compactTables.js';
import { compileClauses } from './compileClauses.js';
import { Domains, FALSE } from './domains.js';
import { DynamicDegree } from './dynamicDegree.js';
import { NaiveTables } from './naiveTables.js';
import { type TablePropagator, type TableSet, tablesOf } from './tables.js';

export interface PropagationOptions {
  /** `naive` looks at every tuple each time: for tests and comparisons. Compact-Table unless said otherwise. */
  readonly tables?: 'compact' | 'naive';
}

const NO_VARIABLE = -1;

/** The culprit where a restriction from outside left no value. */
export const NO_CONSTRAINT = -1;

/**
 * The domains of a network, kept consistent with its constraints. Restrict them with {@link assign} and {@link remove}, then
 * {@link propagate} to the fixpoint; {@link save} and {@link restore} go back. All constraints are arc consistent at the fixpoint, but
 * for connectives with a variable in several literals, which only notice when they are violated at last. A new one is at its fixpoint.
 *
 * Once a wipe-out was found, restrictions and propagation are in vain until the level on which it happened is left.
 *
 * Time is proportional to what changes: an event is a value that is taken or removed, and only what waits for that value (clauses) or
 * mentions its variable (tables) looks at it.
 */
export class Propagation {
  readonly network: Network;
  /** For those who follow the trail; change domains by {@link assign} and {@link remove} only. */
  readonly domains: Domains;
  /** The constraint that found the last wipe-out; {@link NO_CONSTRAINT} where it was not a constraint. */
  culprit = NO_CONSTRAINT;
  readonly #clauses: Clauses;
  readonly #tableSet: TableSet;
  readonly #tables: TablePropagator;
  /** A ring of the tables to propagate. */
  readonly #queue: Int32Array;
  readonly #isQueued: Uint8Array;
  #queueStart = 0;
  #queueLength = 0;
  /** How far on the trail literals were followed. */
  #followed = 0;
  /** Tables that were ever taken from the queue; and how many it were when all tables of a variable were last put there. */
  #dequeued = 1;
  readonly #enqueuedAt: Float64Array;
  #degrees: DynamicDegree | undefined;
  readonly #levels = new IntList();

  constructor(network: Network, options: PropagationOptions = {}) {
    this.network = network;
    this.domains = new Domains(network.variables.map(({ values }) => values.length));
    this.#clauses = new Clauses(compileClauses(network, this.domains), this.domains);
    this.#tableSet = tablesOf(network);
    const { tables } = this.#tableSet;
    const Tables = options.tables === 'naive' ? NaiveTables : CompactTables;
    this.#tables = new Tables(tables, this.domains);
    this.#queue = new Int32Array(tables.length);
    this.#isQueued = new Uint8Array(tables.length);
    this.#enqueuedAt = new Float64Array(network.variables.length);
    this.#listenForTables();
    for (let table = 0; table < tables.length; table++) this.#enqueue(table);
    if (this.#clauses.post()) this.propagate();
    else this.#wipeOut(this.#clauses.culprit);
  }

  #listenForTables(): void {
    const { owners, literalCount } = this.domains;
    const { starts } = this.#tableSet.ofVariable;
    for (let literal = 0; literal < literalCount; literal++) {
      const x = owners[this.domains.idOf(literal)]!;
      if (starts[x + 1]! > starts[x]!) this.#clauses.listeners[LISTENER * literal + TABLE_VARIABLE] = x;
    }
  }

  /** Made when it is first asked for, and the only follower of the trail. */
  get degrees(): DynamicDegree {
    this.#degrees ??= new DynamicDegree(this.network, this.domains);
    return this.#degrees;
  }

  /** What failures taught the degrees. */
  forgetWeights(): void {
    this.#degrees?.forget();
  }

  /** False once a wipe-out was found. */
  get isConsistent(): boolean {
    return !this.domains.isWipedOut;
  }

  /** Number of variables with several values left. */
  get openCount(): number {
    return this.domains.openCount;
  }

  size(x: number): number {
    return this.domains.sizes[x]!;
  }

  has(x: number, value: number): boolean {
    return this.domains.truth[this.domains.literalOf(this.domains.offsets[x]! + value)] !== FALSE;
  }

  /** The only value left; -1 where there are several. */
  value(x: number): number {
    const { dense, offsets, sizes } = this.domains;
    return sizes[x] === 1 ? dense[offsets[x]!]! - offsets[x]! : -1;
  }

  /** The smallest value left. */
  min(x: number): number {
    const { dense, offsets, sizes, widths } = this.domains;
    if (4 * sizes[x]! < widths[x]!) {
      const left = dense.subarray(offsets[x], offsets[x]! + sizes[x]!);
      return left.reduce((least, id) => Math.min(least, id)) - offsets[x]!;
    }
    let value = 0;
    while (!this.has(x, value)) value++;
    return value;
  }

  /** The values left, ascending. */
  values(x: number): number[] {
    const { dense, offsets, sizes } = this.domains;
    const offset = offsets[x]!;
    const ids = dense.slice(offset, offset + sizes[x]!).sort();
    return Array.from(ids, (id) => id - offset);
  }

  /** Restricts the variable to the value; false, and inconsistent, where that is gone. {@link propagate} afterwards. */
  assign(x: number, value: number): boolean {
    return this.domains.assign(this.domains.offsets[x]! + value) || this.#wipeOut(NO_CONSTRAINT);
  }

  /** Removes the value; false, and inconsistent, where no other is left. {@link propagate} afterwards. */
  remove(x: number, value: number): boolean {
    return this.domains.remove(this.domains.offsets[x]! + value) || this.#wipeOut(NO_CONSTRAINT);
  }

  /** To the fixpoint; false where a variable has no value left. */
  propagate(): boolean {
    const { domains } = this;
    while (!domains.isWipedOut) {
      if (this.#followed < domains.trailLength) {
        const literal = domains.trail[this.#followed++]!;
        const x = this.#clauses.listeners[LISTENER * literal + TABLE_VARIABLE]!;
        if (x !== NO_VARIABLE) this.#enqueueTablesOf(x);
        if (!this.#clauses.follow(literal)) return this.#wipeOut(this.#clauses.culprit);
      } else if (this.#queueLength > 0) {
        const table = this.#dequeue();
        if (!this.#tables.propagate(table)) return this.#wipeOut(this.#tableSet.origins[table]!);
      } else return true;
    }
    return false;
  }

  #wipeOut(culprit: number): false {
    this.domains.isWipedOut = true;
    this.culprit = culprit;
    while (this.#queueLength > 0) this.#dequeue();
    return false;
  }

  #enqueueTablesOf(x: number): void {
    if (this.#enqueuedAt[x] === this.#dequeued) return;
    this.#enqueuedAt[x] = this.#dequeued;
    const { starts, items } = this.#tableSet.ofVariable;
    for (let i = starts[x]!; i < starts[x + 1]!; i++) this.#enqueue(items[i]!);
  }

  #enqueue(table: number): void {
    if (this.#isQueued[table] === 1) return;
    this.#isQueued[table] = 1;
    const at = this.#queueStart + this.#queueLength++;
    this.#queue[at < this.#queue.length ? at : at - this.#queue.length] = table;
  }

  #dequeue(): number {
    const table = this.#queue[this.#queueStart]!;
    this.#queueStart = this.#queueStart + 1 === this.#queue.length ? 0 : this.#queueStart + 1;
    this.#queueLength--;
    this.#isQueued[table] = 0;
    this.#dequeued++;
    return table;
  }

  /** Number of levels saved. */
  get level(): number {
    return this.domains.level;
  }

  save(): void {
    this.domains.save();
    this.#tables.save();
    this.#levels.push(this.#followed);
  }

  restore(): void {
    if (this.level === 0) throw new Error('restore without save');
    this.domains.restore();
    this.#tables.restore();
    this.#followed = this.#levels.array[--this.#levels.length]!;
  }
}
