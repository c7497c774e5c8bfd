import { IntList } from '../base/index.js';
import { STAR, type TableConstraint } from '../network/index.js';
import type { Domains } from './domains.js';

export const WORD_BITS = 32;

/**
 * The tables in flat arrays. Tuple i of a table is bit i % 32 of its word i / 32. A *slot* is a place in the scope of a table.
 *
 *     slotStarts[t] … slotStarts[t + 1]      the slots of table t
 *     wordStarts[t] … wordStarts[t + 1]      its words, among those of all tables
 *     variables[s]                           the variable of slot s
 *     supportStarts[s] …                     the *supports* of slot s: of a value, the tuples that have it there, not `*`;
 *                                            one for each value, in order, unless the slot is wide:
 *     wideStarts[s], wideCounts[s]           then only wideCounts[s] values have supports, those with the ids that ascend from
 *                                            wideIds[wideStarts[s]]; NOT_WIDE and 0 for other slots
 *     entryStarts[u] … entryStarts[u + 1]    the entries of support u, by ascending word:
 *     entryWords[e], entryMasks[e]           a word (counted from 0 in its table) and its bits
 *     starStarts[s]                          the words of the tuples that have `*` in slot s, one for each word of the table, from
 *                                            starMasks[starStarts[s]]; NO_STARS where there are none
 *
 * A support has an entry for every word of the table (some empty, perhaps: then word w is entry entryStarts[u] + w), or for a few only.
 */
export interface CompiledTables {
  readonly slotStarts: Int32Array<ArrayBuffer>;
  readonly wordStarts: Int32Array<ArrayBuffer>;
  readonly variables: Int32Array<ArrayBuffer>;
  readonly supportStarts: Int32Array<ArrayBuffer>;
  readonly wideStarts: Int32Array<ArrayBuffer>;
  readonly wideCounts: Int32Array<ArrayBuffer>;
  readonly wideIds: Int32Array<ArrayBuffer>;
  readonly entryStarts: Int32Array<ArrayBuffer>;
  readonly entryWords: Int32Array<ArrayBuffer>;
  readonly entryMasks: Int32Array<ArrayBuffer>;
  readonly starStarts: Int32Array<ArrayBuffer>;
  readonly starMasks: Int32Array<ArrayBuffer>;
  /** For each table the number of its tuples. */
  readonly tupleCounts: Int32Array<ArrayBuffer>;
}

export const NO_STARS = -1;
export const NOT_WIDE = -1;

/** A slot is wide whose variable has so many times more values than the table has tuples: a table must not cost more than itself. */
const WIDE = 4;

/** A support with entries for at least this share of the words gets one for every word: then a search can follow the words that are left. */
const FULL_SHARE = 1 / 4;

export function compileTables(tables: readonly TableConstraint[], domains: Domains): CompiledTables {
  const writer = new TableWriter(domains);
  for (const table of tables) writer.table(table);
  return writer.finish();
}

class TableWriter {
  readonly #slotStarts = new IntList();
  readonly #wordStarts = new IntList();
  readonly #variables = new IntList();
  readonly #supportStarts = new IntList();
  readonly #wideStarts = new IntList();
  readonly #wideCounts = new IntList();
  readonly #wideIds = new IntList();
  readonly #entryStarts = new IntList();
  readonly #entryWords = new IntList();
  readonly #entryMasks = new IntList();
  readonly #starStarts = new IntList();
  readonly #starMasks = new IntList();
  readonly #tupleCounts = new IntList();
  #words = 0;

  constructor(private readonly domains: Domains) {}

  table({ scope, tuples }: TableConstraint): void {
    const tupleCount = tuples.length / scope.length;
    const words = Math.ceil(tupleCount / WORD_BITS);
    this.#slotStarts.push(this.#variables.length);
    this.#wordStarts.push(this.#words);
    this.#tupleCounts.push(tupleCount);
    this.#words += words;
    for (const [slot, x] of scope.entries()) {
      const column = new Int32Array(tupleCount);
      for (let i = 0; i < tupleCount; i++) column[i] = tuples[i * scope.length + slot]!;
      this.#slot(x, column, words);
    }
  }

  #slot(x: number, column: Int32Array, words: number): void {
    this.#variables.push(x);
    this.#supportStarts.push(this.#entryStarts.length);
    this.#stars(column, words);
    const entries = this.#countEntries(this.#supportCount(x, column), column);
    for (const [value, count] of entries.entries()) {
      const start = this.#entryWords.length;
      this.#entryStarts.push(start);
      const isFull = count > 0 && count >= FULL_SHARE * words;
      for (let i = 0; i < (isFull ? words : count); i++) {
        this.#entryWords.push(isFull ? i : -1);
        this.#entryMasks.push(0);
      }
      entries[value] = isFull ? -1 - start : start;
    }
    this.#fill(column, entries);
  }

  /** How many supports the slot has. Where it is wide, the values of the column become the numbers of their supports. */
  #supportCount(x: number, column: Int32Array): number {
    const width = this.domains.widths[x]!;
    const isWide = width > WIDE * column.length;
    this.#wideStarts.push(isWide ? this.#wideIds.length : NOT_WIDE);
    const values = isWide ? [...new Set(column)].filter((value) => value !== STAR).sort((a, b) => a - b) : [];
    this.#wideCounts.push(values.length);
    if (!isWide) return width;
    for (const value of values) this.#wideIds.push(this.domains.offsets[x]! + value);
    const numbers = new Map(values.map((value, number) => [value, number]));
    for (const [i, value] of column.entries()) if (value !== STAR) column[i] = numbers.get(value)!;
    return values.length;
  }

  #stars(column: Int32Array, words: number): void {
    const hasStars = column.includes(STAR);
    this.#starStarts.push(hasStars ? this.#starMasks.length : NO_STARS);
    if (!hasStars) return;
    const start = this.#starMasks.length;
    for (let word = 0; word < words; word++) this.#starMasks.push(0);
    for (const [i, value] of column.entries())
      if (value === STAR) this.#starMasks.array[start + Math.floor(i / WORD_BITS)]! |= 1 << (i % WORD_BITS);
  }

  /** For each value the number of words in which its support has tuples. */
  #countEntries(width: number, column: Int32Array): Int32Array {
    const counts = new Int32Array(width);
    const lastWords = new Int32Array(width).fill(-1);
    for (const [i, value] of column.entries()) {
      const word = Math.floor(i / WORD_BITS);
      if (value === STAR || lastWords[value] === word) continue;
      lastWords[value] = word;
      counts[value]!++;
    }
    return counts;
  }

  /** `ends` are where the entries of each value start; -1 - start where it has one for every word. They are moved as entries are filled. */
  #fill(column: Int32Array, ends: Int32Array): void {
    const words = this.#entryWords.array;
    const masks = this.#entryMasks.array;
    const firsts = ends.slice();
    for (const [i, value] of column.entries()) {
      if (value === STAR) continue;
      const word = Math.floor(i / WORD_BITS);
      const end = ends[value]!;
      let entry = end < 0 ? -1 - end + word : end - 1;
      if (end >= 0 && (end === firsts[value] || words[entry] !== word)) {
        entry = end;
        words[entry] = word;
        ends[value]!++;
      }
      masks[entry]! |= 1 << (i % WORD_BITS);
    }
  }

  finish(): CompiledTables {
    this.#slotStarts.push(this.#variables.length);
    this.#wordStarts.push(this.#words);
    this.#entryStarts.push(this.#entryWords.length);
    return {
      slotStarts: this.#slotStarts.toArray(),
      wordStarts: this.#wordStarts.toArray(),
      variables: this.#variables.toArray(),
      supportStarts: this.#supportStarts.toArray(),
      wideStarts: this.#wideStarts.toArray(),
      wideCounts: this.#wideCounts.toArray(),
      wideIds: this.#wideIds.toArray(),
      entryStarts: this.#entryStarts.toArray(),
      entryWords: this.#entryWords.toArray(),
      entryMasks: this.#entryMasks.toArray(),
      starStarts: this.#starStarts.toArray(),
      starMasks: this.#starMasks.toArray(),
      tupleCounts: this.#tupleCounts.toArray(),
    };
  }
}
