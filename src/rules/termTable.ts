import { finishHash, mixHash } from '../base/index.js';
import type { Term } from '../gdl/index.js';

/**
 * Ground terms as integers, each term once (hash-consing): equal terms have equal ids. Owned by one game and dropped with it.
 *
 * Layout: symbol of term t in `#symbol[t]`, its levels of nesting in `#depth[t]`, its arguments in `#args[#start[t] … #start[t + 1])`; `#slots` is an open-addressing hash
 * table of `id + 1`, at most half full.
 */
export class TermTable {
  readonly #symbols: string[] = [];
  readonly #symbolIds = new Map<string, number>();
  #symbol = new Int32Array(256);
  #depth = new Int32Array(256);
  #start = new Int32Array(257);
  #args = new Int32Array(512);
  #slots = new Int32Array(512);
  #size = 0;
  readonly #texts: (string | undefined)[] = [];

  get size(): number {
    return this.#size;
  }

  /** The id of a name as a functor. */
  symbol(name: string): number {
    let id = this.#symbolIds.get(name);
    if (id === undefined) {
      id = this.#symbols.length;
      this.#symbols.push(name);
      this.#symbolIds.set(name, id);
    }
    return id;
  }

  symbolName(symbol: number): string {
    return this.#symbols[symbol]!;
  }

  symbolOf(term: number): number {
    return this.#symbol[term]!;
  }

  nameOf(term: number): string {
    return this.#symbols[this.#symbol[term]!]!;
  }

  arity(term: number): number {
    return this.#start[term + 1]! - this.#start[term]!;
  }

  argument(term: number, index: number): number {
    return this.#args[this.#start[term]! + index]!;
  }

  /** Levels of nesting, 1 for a constant. */
  depth(term: number): number {
    return this.#depth[term]!;
  }

  /** The term `symbol(args[from], …, args[from + arity - 1])`. */
  term(symbol: number, args: ArrayLike<number>, arity = args.length, from = 0): number {
    let slot = this.#slot(symbol, args, arity, from);
    const known = this.#slots[slot]!;
    if (known !== 0) return known - 1;
    const id = this.#size;
    if (2 * (id + 1) > this.#slots.length) {
      this.#grow();
      slot = this.#slot(symbol, args, arity, from);
    }
    const start = this.#start[id]!;
    while (start + arity > this.#args.length) this.#args = enlarged(this.#args);
    let deepest = 0;
    for (let i = 0; i < arity; i++) {
      const argument = args[from + i]!;
      this.#args[start + i] = argument;
      deepest = Math.max(deepest, this.#depth[argument]!);
    }
    this.#depth[id] = deepest + 1;
    this.#symbol[id] = symbol;
    this.#start[id + 1] = start + arity;
    this.#slots[slot] = id + 1;
    this.#size = id + 1;
    return id;
  }

  constant(name: string): number {
    return this.term(this.symbol(name), []);
  }

  /** The id of a ground term; throws on a variable, which is the caller's bug. */
  intern(term: Term): number {
    if (term.kind === 'variable') throw new Error(`?${term.name} is not ground`);
    return this.term(
      this.symbol(term.name),
      term.args.map((argument) => this.intern(argument)),
    );
  }

  /** The id of a ground term if the table has it; unlike {@link intern}, adds nothing. */
  find(term: Term): number | undefined {
    if (term.kind === 'variable') return undefined;
    const symbol = this.#symbolIds.get(term.name);
    if (symbol === undefined) return undefined;
    const args: number[] = [];
    for (const argument of term.args) {
      const id = this.find(argument);
      if (id === undefined) return undefined;
      args.push(id);
    }
    const known = this.#slots[this.#slot(symbol, args, args.length, 0)]!;
    return known === 0 ? undefined : known - 1;
  }

  /** The term in KIF. */
  text(term: number): string {
    return (this.#texts[term] ??= this.#write(term));
  }

  #write(term: number): string {
    const arity = this.arity(term);
    if (arity === 0) return this.nameOf(term);
    const parts = [this.nameOf(term)];
    for (let i = 0; i < arity; i++) parts.push(this.text(this.argument(term, i)));
    return `(${parts.join(' ')})`;
  }

  /** The slot that holds the term, or the free one where it belongs. */
  #slot(symbol: number, args: ArrayLike<number>, arity: number, from: number): number {
    let hash = mixHash(arity, symbol);
    for (let i = 0; i < arity; i++) hash = mixHash(hash, args[from + i]!);
    const mask = this.#slots.length - 1;
    let slot = finishHash(hash) & mask;
    for (let known = this.#slots[slot]!; known !== 0; known = this.#slots[slot]!) {
      if (this.#is(known - 1, symbol, args, arity, from)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #is(term: number, symbol: number, args: ArrayLike<number>, arity: number, from: number): boolean {
    if (this.#symbol[term] !== symbol || this.arity(term) !== arity) return false;
    const start = this.#start[term]!;
    for (let i = 0; i < arity; i++) if (this.#args[start + i] !== args[from + i]) return false;
    return true;
  }

  #grow(): void {
    this.#symbol = enlarged(this.#symbol);
    this.#depth = enlarged(this.#depth);
    this.#start = enlarged(this.#start);
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let id = 0; id < this.#size; id++) {
      const slot = this.#slot(this.#symbol[id]!, this.#args, this.arity(id), this.#start[id]!);
      this.#slots[slot] = id + 1;
    }
  }
}

function enlarged(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
