import { STAR, type TableConstraint } from '../network/index.js';
import { type Domains, FALSE } from './domains.js';
import type { TablePropagator } from './tables.js';

/** Looks at every tuple each time: the slow, obvious twin of {@link CompactTables}. */
export class NaiveTables implements TablePropagator {
  readonly #tables: readonly TableConstraint[];
  readonly #domains: Domains;
  /** For each id 1 where a tuple supports it. */
  readonly #isSupported: Uint8Array;

  constructor(tables: readonly TableConstraint[], domains: Domains) {
    this.#tables = tables;
    this.#domains = domains;
    this.#isSupported = new Uint8Array(domains.owners.length);
  }

  propagate(table: number): boolean {
    const { scope, tuples } = this.#tables[table]!;
    const { offsets, widths } = this.#domains;
    for (const x of scope) this.#isSupported.fill(0, offsets[x], offsets[x]! + widths[x]!);
    for (let start = 0; start < tuples.length; start += scope.length)
      if (this.#isAllowed(scope, tuples, start)) this.#support(scope, tuples, start);
    return scope.every((x) => this.#filter(x));
  }

  #isAllowed(scope: readonly number[], tuples: readonly number[], start: number): boolean {
    const { offsets, truth } = this.#domains;
    for (let i = 0; i < scope.length; i++) {
      const value = tuples[start + i]!;
      if (value !== STAR && truth[this.#domains.literalOf(offsets[scope[i]!]! + value)] === FALSE) return false;
    }
    return true;
  }

  #support(scope: readonly number[], tuples: readonly number[], start: number): void {
    const { offsets, widths } = this.#domains;
    for (let i = 0; i < scope.length; i++) {
      const offset = offsets[scope[i]!]!;
      const value = tuples[start + i]!;
      if (value === STAR) this.#isSupported.fill(1, offset, offset + widths[scope[i]!]!);
      else this.#isSupported[offset + value] = 1;
    }
  }

  #filter(x: number): boolean {
    const { offsets, widths } = this.#domains;
    for (let id = offsets[x]!; id < offsets[x]! + widths[x]!; id++)
      if (this.#isSupported[id] === 0 && !this.#domains.remove(id)) return false;
    return true;
  }

  save(): void {
    // It keeps nothing between two calls.
  }

  restore(): void {
    // As above.
  }
}
