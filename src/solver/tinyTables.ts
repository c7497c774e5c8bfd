import { IntList, ReversibleInts } from '../base/index.js';
import { STAR, type TableConstraint } from '../network/index.js';
import { WORD_BITS } from './compileTables.js';
import { type Domains, FALSE } from './domains.js';
import type { TablePropagator } from './tables.js';

export const isTiny = ({ scope, tuples }: TableConstraint): boolean => tuples.length <= WORD_BITS * scope.length;

/**
 * Compact-Table for tables of at most 32 tuples, which are most tables of games: the tuples still allowed are one reversible word, and
 * every support is one word, so that it is quicker to go through the supports than to keep what changed. See {@link CompactTables}.
 *
 *     slotStarts[t] … slotStarts[t + 1]            the slots of table t
 *     variables[s], stars[s]                       variable and tuples with `*` of slot s
 *     supportStarts[s] … supportStarts[s + 1]      its supports, of those values only that some tuple has there, by ascending id:
 *     supportIds[u], supportLiterals[u]            the value, and the literal that says that it is taken
 *     supportMasks[u]                              the tuples that have it
 */
export class TinyTables implements TablePropagator {
  readonly #domains: Domains;
  readonly #slotStarts: Int32Array;
  readonly #variables: Int32Array;
  readonly #stars: Int32Array;
  readonly #supportStarts: Int32Array;
  readonly #supportIds: Int32Array;
  readonly #supportLiterals: Int32Array;
  readonly #supportMasks: Int32Array;
  /** A word for each table. */
  readonly #state: ReversibleInts;
  readonly #isFresh: Uint8Array;

  constructor(tables: readonly TableConstraint[], domains: Domains) {
    const writer = new TinyTableWriter(domains);
    this.#state = new ReversibleInts(tables.length);
    for (const [table, { scope, tuples }] of tables.entries()) {
      const count = tuples.length / scope.length;
      this.#state.values[table] = count === WORD_BITS ? -1 : 2 ** count - 1;
      writer.table(scope, tuples);
    }
    this.#domains = domains;
    this.#slotStarts = writer.slotStarts.toArray();
    this.#variables = writer.variables.toArray();
    this.#stars = writer.stars.toArray();
    this.#supportStarts = writer.supportStarts.toArray();
    this.#supportIds = writer.supportIds.toArray();
    this.#supportLiterals = this.#supportIds.map((id) => domains.literalOf(id));
    this.#supportMasks = writer.supportMasks.toArray();
    this.#isFresh = new Uint8Array(tables.length).fill(1);
  }

  propagate(table: number): boolean {
    const start = this.#slotStarts[table]!;
    const end = this.#slotStarts[table + 1]!;
    const before = this.#state.values[table]!;
    let left = before;
    for (let slot = start; slot < end; slot++) left &= this.#allowed(slot);
    if (left === 0) return false;
    if (left === before) {
      if (this.#isFresh[table] === 0) return true;
    } else this.#state.set(table, left);
    this.#isFresh[table] = 0;
    for (let slot = start; slot < end; slot++)
      if ((left & this.#stars[slot]!) === 0 && this.#domains.sizes[this.#variables[slot]!]! > 1)
        this.#filter(slot, left);
    return true;
  }

  /** The tuples that the domain of a slot allows. */
  #allowed(slot: number): number {
    const { truth } = this.#domains;
    let allowed = this.#stars[slot]!;
    const end = this.#supportStarts[slot + 1]!;
    for (let support = this.#supportStarts[slot]!; support < end; support++)
      if (truth[this.#supportLiterals[support]!] !== FALSE) allowed |= this.#supportMasks[support]!;
    return allowed;
  }

  /** Removes the values without support, where no tuple with `*` is left. */
  #filter(slot: number, left: number): void {
    const { sizes, dense, offsets } = this.#domains;
    const x = this.#variables[slot]!;
    let supported = 0;
    const end = this.#supportStarts[slot + 1]!;
    for (let support = this.#supportStarts[slot]!; support < end; support++) {
      if ((this.#supportMasks[support]! & left) !== 0) supported++;
      else this.#domains.remove(this.#supportIds[support]!);
    }
    // Values that no tuple names: there were tuples with `*`.
    for (let position = offsets[x]! + sizes[x]! - 1; sizes[x]! > supported; position--)
      if (!this.#hasSupport(slot, dense[position]!)) this.#domains.remove(dense[position]!);
  }

  /** Whether some tuple names the value. */
  #hasSupport(slot: number, id: number): boolean {
    let low = this.#supportStarts[slot]!;
    let high = this.#supportStarts[slot + 1]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#supportIds[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return low < this.#supportStarts[slot + 1]! && this.#supportIds[low] === id;
  }

  save(): void {
    this.#state.save();
  }

  restore(): void {
    this.#state.restore();
  }
}

class TinyTableWriter {
  readonly slotStarts = new IntList();
  readonly variables = new IntList();
  readonly stars = new IntList();
  readonly supportStarts = new IntList();
  readonly supportIds = new IntList();
  readonly supportMasks = new IntList();

  constructor(private readonly domains: Domains) {
    this.slotStarts.push(0);
    this.supportStarts.push(0);
  }

  table(scope: readonly number[], tuples: readonly number[]): void {
    for (let slot = 0; slot < scope.length; slot++) {
      const x = scope[slot]!;
      let stars = 0;
      for (let start = 0, bit = 1; start < tuples.length; start += scope.length, bit <<= 1) {
        const value = tuples[start + slot]!;
        if (value === STAR) stars |= bit;
        else this.#support(this.domains.offsets[x]! + value, bit);
      }
      this.variables.push(x);
      this.stars.push(stars);
      this.supportStarts.push(this.supportIds.length);
    }
    this.slotStarts.push(this.variables.length);
  }

  /** Adds a tuple to the support of a value; those of the slot at hand stay sorted. */
  #support(id: number, bit: number): void {
    const { supportIds: ids, supportMasks: masks } = this;
    const first = this.supportStarts.array[this.supportStarts.length - 1]!;
    let at = ids.length;
    while (at > first && ids.array[at - 1]! > id) at--;
    if (at > first && ids.array[at - 1] === id) {
      masks.array[at - 1]! |= bit;
      return;
    }
    ids.push(id);
    masks.push(bit);
    ids.array.copyWithin(at + 1, at, ids.length - 1);
    masks.array.copyWithin(at + 1, at, masks.length - 1);
    ids.array[at] = id;
    masks.array[at] = bit;
  }
}
