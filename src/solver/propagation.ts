import { IntList } from '../base/index.js';
import type { Network } from '../network/index.js';
import { Clauses, LISTENER, NO_TABLES, TABLES } from './clauses.js';
import { CompactTables } from './compactTables.js';
import { compileClauses } from './compileClauses.js';
import { Domains, FALSE } from './domains.js';
import { DynamicDegree } from './dynamicDegree.js';
import { MixedTables } from './mixedTables.js';
import { NaiveTables } from './naiveTables.js';
import { eachNamedValue, type TablePropagator, type TableSet, tablesOf } from './tables.js';

const PROPAGATORS = { mixed: MixedTables, compact: CompactTables, naive: NaiveTables } as const;

export interface PropagationOptions {
  /**
   * How tables are propagated, for tests and comparisons: `compact` is Compact-Table whatever the size, `naive` looks at every tuple each
   * time. `mixed` unless said otherwise: Compact-Table, with a short form of it for tiny tables.
   */
  readonly tables?: keyof typeof PROPAGATORS;
}

const LIST_END = -1;

/** So many steps of propagation come between two looks at the clock. */
const STEPS_UNTIMED = 256;
/** The culprit where a restriction from outside left no value, or time was up. */
export const NO_CONSTRAINT = -1;

/**
 * The domains of a network, kept consistent with its constraints. Restrict them with {@link assign} and {@link remove}, then
 * {@link propagate} to the fixpoint; {@link save} and {@link restore} go back. All constraints are arc consistent at the fixpoint, but
 * for connectives with a variable in several literals (unless all but the head say which values of one variable it may take), which may
 * notice only at last that they are violated. A new one is at its fixpoint.
 *
 * Once a wipe-out was found, restrictions and propagation are in vain until the level on which it happened is left.
 *
 * Time is proportional to what changes: an event is a value that is taken or removed, and only what waits for that value looks at it:
 * clauses with a literal of it, tables with a tuple of it.
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
  readonly #waiting: Int32Array;
  /** A ring of the tables to propagate. */
  readonly #queue: Int32Array;
  readonly #isQueued: Uint8Array;
  #queueStart = 0;
  #queueLength = 0;
  /** How far on the trail literals were followed. */
  #followed = 0;
  #degrees: DynamicDegree | undefined;
  readonly #levels = new IntList();

  constructor(network: Network, options: PropagationOptions = {}) {
    this.network = network;
    this.domains = new Domains(network.variables.map(({ values }) => values.length));
    this.#clauses = new Clauses(compileClauses(network, this.domains), this.domains);
    this.#tableSet = tablesOf(network);
    const { tables } = this.#tableSet;
    this.#tables = new PROPAGATORS[options.tables ?? 'mixed'](tables, this.domains);
    this.#waiting = this.#listenForTables();
    this.#queue = new Int32Array(tables.length);
    this.#isQueued = new Uint8Array(tables.length);
    for (let table = 0; table < tables.length; table++) this.#enqueue(table);
    if (this.#clauses.post()) this.propagate();
    else this.#wipeOut(this.#clauses.culprit);
  }

  /** Lists of the tables that wait for a literal, each with {@link LIST_END} behind; listeners say where they start. */
  #listenForTables(): Int32Array {
    const { domains } = this;
    const { listeners } = this.#clauses;
    const { tables } = this.#tableSet;
    const counts = new Int32Array(domains.literalCount);
    eachNamedValue(tables, domains, (denial) => counts[denial]!++);
    const starts = new Int32Array(domains.literalCount);
    let length = 0;
    for (const [literal, count] of counts.entries()) {
      if (count === 0) continue;
      listeners[LISTENER * literal + TABLES] = length;
      starts[literal] = length;
      length += count + 1;
    }
    const waiting = new Int32Array(length).fill(LIST_END);
    eachNamedValue(tables, domains, (denial, table) => (waiting[starts[denial]!++] = table));
    return waiting;
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

  /** To the fixpoint; false where a variable has no value left, or time is up first, after which there is nothing to do but to restore. */
  propagate(isTimeUp?: () => boolean): boolean {
    const { domains } = this;
    for (let step = 1; !domains.isWipedOut; step++) {
      if (isTimeUp !== undefined && step % STEPS_UNTIMED === 0 && isTimeUp()) return this.#wipeOut(NO_CONSTRAINT);
      if (this.#followed < domains.trailLength) {
        const literal = domains.trail[this.#followed++]!;
        const list = this.#clauses.listeners[LISTENER * literal + TABLES]!;
        if (list !== NO_TABLES && !this.#enqueueAll(list, isTimeUp)) return this.#wipeOut(NO_CONSTRAINT);
        if (!this.#clauses.follow(literal, isTimeUp)) return this.#wipeOut(this.#clauses.culprit);
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
    this.#empty();
    return false;
  }

  /** False where time is up first. */
  #enqueueAll(list: number, isTimeUp: (() => boolean) | undefined): boolean {
    for (let at = list; this.#waiting[at] !== LIST_END; at++) {
      this.#enqueue(this.#waiting[at]!);
      if ((at - list) % STEPS_UNTIMED === STEPS_UNTIMED - 1 && isTimeUp?.() === true) return false;
    }
    return true;
  }

  /** All at once where there are many: time may be up, and one by one they take milliseconds. */
  #empty(): void {
    if (this.#queueLength > STEPS_UNTIMED) {
      this.#isQueued.fill(0);
      this.#queueLength = 0;
    }
    while (this.#queueLength > 0) this.#dequeue();
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
    return table;
  }

  /** Number of levels saved. */
  get level(): number {
    return this.domains.level;
  }

  save(): void {
    this.domains.save();
    this.#clauses.save();
    this.#tables.save();
    this.#levels.push(this.#followed);
  }

  restore(): void {
    if (this.level === 0) throw new Error('restore without save');
    this.domains.restore();
    this.#clauses.restore();
    this.#tables.restore();
    this.#followed = this.#levels.array[--this.#levels.length]!;
  }
}
