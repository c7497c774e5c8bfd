import { ReversibleInts } from '../base/index.js';
import type { TableConstraint } from '../network/index.js';
import { type CompiledTables, NO_STARS, NOT_WIDE, WORD_BITS, compileTables } from './compileTables.js';
import type { Domains } from './domains.js';
import type { TablePropagator } from './tables.js';

const NO_SUPPORT = -1;

/** Positions in the domain of a slot of a table. */
interface Stretch {
  readonly table: number;
  readonly slot: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Compact-Table (Demeulenaere, Hartert, Lecoutre, Perez, Perron, Régin, Schaus 2016): the tuples still allowed are a reversible sparse
 * bit set; each removed value takes its tuples away (or the values left say which stay, where they are fewer), and a value whose support
 * meets no tuple that is left goes. Short tuples as in Verhaeghe, Lecoutre and Schaus 2017: a `*` is in no support by which values take
 * tuples away, and supports every value. Does not support a variable twice in a scope.
 *
 * Reversible: the words of all tables, then for each table the number of its words that are not 0, then for each slot the size of the
 * domain that its table last saw. `#order[wordStarts[t] …]` are the words of t (counted from 0 in it), those that are not 0 first.
 */
export class CompactTables implements TablePropagator {
  readonly #compiled: CompiledTables;
  readonly #domains: Domains;
  readonly #state: ReversibleInts;
  readonly #limits: number;
  readonly #seenSizes: number;
  readonly #order: Int32Array;
  /** For each support the entry, for each slot the word of the stars, that was met last. */
  readonly #residues: Int32Array;
  readonly #starResidues: Int32Array;
  readonly #isFresh: Uint8Array;
  readonly #scratch: Int32Array;

  constructor(tables: readonly TableConstraint[], domains: Domains) {
    const compiled = compileTables(tables, domains);
    const { wordStarts, variables, entryStarts, tupleCounts } = compiled;
    const words = wordStarts[tables.length]!;
    this.#compiled = compiled;
    this.#domains = domains;
    this.#limits = words;
    this.#seenSizes = words + tables.length;
    this.#state = new ReversibleInts(words + tables.length + variables.length);
    this.#order = new Int32Array(words);
    this.#residues = entryStarts.slice(0, -1);
    this.#starResidues = new Int32Array(variables.length);
    this.#isFresh = new Uint8Array(tables.length).fill(1);
    let longest = 0;
    for (let table = 0; table < tables.length; table++) {
      const start = wordStarts[table]!;
      const count = wordStarts[table + 1]! - start;
      for (let word = 0; word < count; word++) this.#order[start + word] = word;
      this.#state.values.fill(-1, start, start + count);
      const rest = tupleCounts[table]! % WORD_BITS;
      if (rest > 0) this.#state.values[start + count - 1] = 2 ** rest - 1;
      this.#state.values[this.#limits + table] = count;
      longest = Math.max(longest, count);
    }
    for (const [slot, x] of variables.entries()) this.#state.values[this.#seenSizes + slot] = domains.sizes[x]!;
    this.#scratch = new Int32Array(longest);
  }

  propagate(table: number): boolean {
    const { slotStarts, variables } = this.#compiled;
    const { sizes } = this.#domains;
    const { values } = this.#state;
    let hasChanged = this.#isFresh[table] === 1;
    this.#isFresh[table] = 0;
    for (let slot = slotStarts[table]!; slot < slotStarts[table + 1]!; slot++) {
      const size = sizes[variables[slot]!]!;
      const seen = values[this.#seenSizes + slot]!;
      if (size === seen) continue;
      this.#state.set(this.#seenSizes + slot, size);
      const hasLost = seen - size < size ? this.#takeAway(table, slot, seen) : this.#keepOnly(table, slot);
      if (!hasLost) continue;
      this.#dropEmptyWords(table);
      hasChanged = true;
    }
    if (values[this.#limits + table] === 0) return false;
    if (!hasChanged) return true;
    for (let slot = slotStarts[table]!; slot < slotStarts[table + 1]!; slot++)
      if (sizes[variables[slot]!]! > 1) this.#filter(table, slot);
    return true;
  }

  /** Of a slot that is wide. */
  #wideSupport(slot: number, id: number): number {
    const { supportStarts, wideStarts, wideCounts, wideIds } = this.#compiled;
    const start = wideStarts[slot]!;
    const end = start + wideCounts[slot]!;
    let low = start;
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (wideIds[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return low < end && wideIds[low] === id ? supportStarts[slot]! + low - start : NO_SUPPORT;
  }

  /** The tuples of the values that were removed since the domain had the size `seen`. */
  #takeAway(table: number, slot: number, seen: number): boolean {
    const { wordStarts } = this.#compiled;
    const firstWord = wordStarts[table]!;
    const end = firstWord + this.#state.values[this.#limits + table]!;
    for (let i = firstWord; i < end; i++) this.#scratch[this.#order[i]!] = 0;
    const size = this.#domains.sizes[this.#compiled.variables[slot]!]!;
    this.#gather({ table, slot, from: size, to: seen });
    let hasChanged = false;
    for (let i = firstWord; i < end; i++) {
      const word = this.#order[i]!;
      hasChanged = this.#mask(firstWord + word, ~this.#scratch[word]!) || hasChanged;
    }
    return hasChanged;
  }

  /** The tuples of the values that are left, and those with `*`. */
  #keepOnly(table: number, slot: number): boolean {
    const { wordStarts, starStarts, starMasks, variables } = this.#compiled;
    const firstWord = wordStarts[table]!;
    const end = firstWord + this.#state.values[this.#limits + table]!;
    const stars = starStarts[slot]!;
    for (let i = firstWord; i < end; i++) {
      const word = this.#order[i]!;
      this.#scratch[word] = stars === NO_STARS ? 0 : starMasks[stars + word]!;
    }
    this.#gather({ table, slot, from: 0, to: this.#domains.sizes[variables[slot]!]! });
    let hasChanged = false;
    for (let i = firstWord; i < end; i++) {
      const word = this.#order[i]!;
      hasChanged = this.#mask(firstWord + word, this.#scratch[word]!) || hasChanged;
    }
    return hasChanged;
  }

  /** Adds the supports of the values from one position in the domain to another to the scratch words. */
  #gather({ table, slot, from, to }: Stretch): void {
    const { variables, supportStarts, wideStarts, entryStarts, entryWords, entryMasks, wordStarts } = this.#compiled;
    const { dense, offsets } = this.#domains;
    const offset = offsets[variables[slot]!]!;
    const toSupport = supportStarts[slot]! - offset;
    const isWide = wideStarts[slot] !== NOT_WIDE;
    const firstWord = wordStarts[table]!;
    const wordCount = wordStarts[table + 1]! - firstWord;
    const lastWord = firstWord + this.#state.values[this.#limits + table]!;
    for (let position = offset + from; position < offset + to; position++) {
      const support = isWide ? this.#wideSupport(slot, dense[position]!) : toSupport + dense[position]!;
      if (support === NO_SUPPORT) continue;
      const start = entryStarts[support]!;
      const end = entryStarts[support + 1]!;
      if (end - start === wordCount) {
        for (let i = firstWord; i < lastWord; i++) {
          const word = this.#order[i]!;
          this.#scratch[word]! |= entryMasks[start + word]!;
        }
      } else for (let entry = start; entry < end; entry++) this.#scratch[entryWords[entry]!]! |= entryMasks[entry]!;
    }
  }

  /** Whether that changed the word. */
  #mask(index: number, mask: number): boolean {
    const old = this.#state.values[index]!;
    if ((old & mask) === old) return false;
    this.#state.set(index, old & mask);
    return true;
  }

  #dropEmptyWords(table: number): void {
    const first = this.#compiled.wordStarts[table]!;
    const { values } = this.#state;
    const old = values[this.#limits + table]!;
    let limit = old;
    for (let i = limit - 1; i >= 0; i--) {
      const word = this.#order[first + i]!;
      if (values[first + word] !== 0) continue;
      limit--;
      this.#order[first + i] = this.#order[first + limit]!;
      this.#order[first + limit] = word;
    }
    if (limit !== old) this.#state.set(this.#limits + table, limit);
  }

  /** Removes the values without support. One value at least has some, since tuples are left and all of them are allowed by the domains. */
  #filter(table: number, slot: number): void {
    if (this.#isStarMet(table, slot)) return;
    const { variables, supportStarts, wideStarts } = this.#compiled;
    const { dense, offsets, sizes } = this.#domains;
    const x = variables[slot]!;
    const first = offsets[x]!;
    const toSupport = supportStarts[slot]! - first;
    const isWide = wideStarts[slot] !== NOT_WIDE;
    const size = sizes[x]!;
    // Backwards: what a removal puts in the place of a value was seen before.
    for (let position = first + size - 1; position >= first; position--) {
      const id = dense[position]!;
      const support = isWide ? this.#wideSupport(slot, id) : toSupport + id;
      if (support === NO_SUPPORT || !this.#isMet(table, support)) this.#domains.remove(id);
    }
    if (sizes[x] !== size) this.#state.set(this.#seenSizes + slot, sizes[x]!);
  }

  /** Whether some tuple of the support is left. */
  #isMet(table: number, support: number): boolean {
    const { entryStarts, entryWords, entryMasks, wordStarts } = this.#compiled;
    const { values } = this.#state;
    const firstWord = wordStarts[table]!;
    const start = entryStarts[support]!;
    const end = entryStarts[support + 1]!;
    if (start === end) return false;
    const residue = this.#residues[support]!;
    if ((values[firstWord + entryWords[residue]!]! & entryMasks[residue]!) !== 0) return true;
    if (end - start === wordStarts[table + 1]! - firstWord) {
      const limit = values[this.#limits + table]!;
      for (let i = firstWord; i < firstWord + limit; i++) {
        const word = this.#order[i]!;
        if ((values[firstWord + word]! & entryMasks[start + word]!) === 0) continue;
        this.#residues[support] = start + word;
        return true;
      }
      return false;
    }
    for (let entry = start; entry < end; entry++) {
      if ((values[firstWord + entryWords[entry]!]! & entryMasks[entry]!) === 0) continue;
      this.#residues[support] = entry;
      return true;
    }
    return false;
  }

  /** Whether some tuple with `*` in the slot is left. */
  #isStarMet(table: number, slot: number): boolean {
    const { starStarts, starMasks, wordStarts } = this.#compiled;
    const start = starStarts[slot]!;
    if (start === NO_STARS) return false;
    const { values } = this.#state;
    const firstWord = wordStarts[table]!;
    const residue = this.#starResidues[slot]!;
    if ((values[firstWord + residue]! & starMasks[start + residue]!) !== 0) return true;
    const limit = values[this.#limits + table]!;
    for (let i = firstWord; i < firstWord + limit; i++) {
      const word = this.#order[i]!;
      if ((values[firstWord + word]! & starMasks[start + word]!) === 0) continue;
      this.#starResidues[slot] = word;
      return true;
    }
    return false;
  }

  save(): void {
    this.#state.save();
  }

  restore(): void {
    this.#state.restore();
  }
}
