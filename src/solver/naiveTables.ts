import { STAR, type TableConstraint } from '../network/index.js';
import type { Domains } from './domains.js';
import type { TablePropagator } from './tables.js';

/** Looks at every tuple each time: the slow, obvious twin of {@link CompactTables}. */
export class NaiveTables implements TablePropagator {
  constructor(
    private readonly tables: readonly TableConstraint[],
    private readonly domains: Domains,
  ) {}

  propagate(table: number): boolean {
    const { scope, tuples } = this.tables[table]!;
    const supported = scope.map(() => new Set<number>());
    for (let start = 0; start < tuples.length; start += scope.length) {
      const tuple = tuples.slice(start, start + scope.length);
      if (!tuple.every((value, i) => value === STAR || this.#has(scope[i]!, value))) continue;
      for (const [i, value] of tuple.entries()) {
        if (value !== STAR) supported[i]!.add(value);
        else for (const any of this.#values(scope[i]!)) supported[i]!.add(any);
      }
    }
    for (const [i, x] of scope.entries())
      for (const value of this.#values(x)) {
        if (!supported[i]!.has(value) && !this.domains.remove(this.domains.offsets[x]! + value)) return false;
      }
    return true;
  }

  #has(x: number, value: number): boolean {
    return this.#values(x).includes(value);
  }

  #values(x: number): number[] {
    const offset = this.domains.offsets[x]!;
    return [...this.domains.dense.subarray(offset, offset + this.domains.sizes[x]!)].map((id) => id - offset);
  }

  save(): void {
    // It keeps nothing between two calls.
  }

  restore(): void {
    // As above.
  }
}
