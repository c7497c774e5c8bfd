import { IntList } from '../base/index.js';
import type { TermTable } from '../rules/index.js';
import type { Template } from './clauseForm.js';

/** Fills templates in, and knows how deep terms are nested. */
export class TermBuilder {
  readonly #depths = new IntList(1024);

  constructor(readonly table: TermTable) {}

  build(template: Template, registers: Int32Array): number {
    if (typeof template === 'number') return registers[template]!;
    const { symbol, args } = template;
    const built = args.map((argument) => this.build(argument, registers));
    return this.table.term(symbol, built);
  }

  /** 1 for a constant. */
  depth(term: number): number {
    const depths = this.#depths;
    while (depths.length <= term) depths.push(this.#depth(depths.length));
    return depths.array[term]!;
  }

  /** Arguments have smaller ids than the terms that they are in, so their depths are known. */
  #depth(term: number): number {
    let deepest = 0;
    for (let i = this.table.arity(term) - 1; i >= 0; i--) {
      deepest = Math.max(deepest, this.#depths.array[this.table.argument(term, i)]!);
    }
    return deepest + 1;
  }
}
