import type { TableConstraint } from '../network/index.js';
import { CompactTables } from './compactTables.js';
import type { Domains } from './domains.js';
import type { TablePropagator } from './tables.js';
import { isTiny, TinyTables } from './tinyTables.js';

/** Each table by what suits its size. */
export class MixedTables implements TablePropagator {
  readonly #tiny: TinyTables;
  readonly #compact: CompactTables;
  /** For each table its number among those of its size: of the tiny ones, or -1 - that of the others. */
  readonly #numbers: Int32Array;

  constructor(tables: readonly TableConstraint[], domains: Domains) {
    const tiny: TableConstraint[] = [];
    const others: TableConstraint[] = [];
    this.#numbers = Int32Array.from(tables, (table) => (isTiny(table) ? tiny.push(table) - 1 : -others.push(table)));
    this.#tiny = new TinyTables(tiny, domains);
    this.#compact = new CompactTables(others, domains);
  }

  propagate(table: number): boolean {
    const number = this.#numbers[table]!;
    return number >= 0 ? this.#tiny.propagate(number) : this.#compact.propagate(-1 - number);
  }

  save(): void {
    this.#tiny.save();
    this.#compact.save();
  }

  restore(): void {
    this.#tiny.restore();
    this.#compact.restore();
  }
}
