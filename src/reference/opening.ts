import type { TermTable } from '../rules/index.js';
import { TupleSet } from './tupleSet.js';

/**
 * How to take a compound argument apart: a `leaf` is left whole, anything else must have the functor, and its arguments are opened in
 * turn. The leaves of a tuple of openings, from left to right, are the columns of the opened tuple.
 */
export type Opening = 'leaf' | { readonly symbol: number; readonly args: readonly Opening[] };

export function openingKey(opening: Opening): string {
  if (opening === 'leaf') return '_';
  return `${String(opening.symbol)}(${opening.args.map(openingKey).join()})`;
}

export function leaves(openings: readonly Opening[]): number {
  return openings.reduce((sum, opening) => sum + (opening === 'leaf' ? 1 : leaves(opening.args)), 0);
}

/** The tuples of another set that have the form of the openings, opened. It takes in new ones when {@link sync} is called. */
export class OpenedSet extends TupleSet {
  #taken = 0;
  #at = 0;

  constructor(
    readonly table: TermTable,
    readonly source: TupleSet,
    readonly openings: readonly Opening[],
  ) {
    super(leaves(openings));
  }

  sync(): void {
    const { source, openings } = this;
    for (; this.#taken < source.count; this.#taken++) {
      const from = this.#taken * source.width;
      this.#at = this.room();
      let column = 0;
      while (column < openings.length && this.#open(openings[column]!, source.rows[from + column]!)) column++;
      if (column === openings.length) this.append();
    }
  }

  override clear(): void {
    super.clear();
    this.#taken = 0;
  }

  #open(opening: Opening, term: number): boolean {
    if (opening === 'leaf') {
      this.rows[this.#at++] = term;
      return true;
    }
    const { symbol, args } = opening;
    const { table } = this;
    if (table.symbolOf(term) !== symbol || table.arity(term) !== args.length) return false;
    for (let i = 0; i < args.length; i++) if (!this.#open(args[i]!, table.argument(term, i))) return false;
    return true;
  }
}
