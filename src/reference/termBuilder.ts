import { IntList } from '../base/index.js';
import type { TermTable } from '../rules/index.js';
import type { Template } from './clauseForm.js';
import { EvaluationLimit } from './options.js';

/** Fills templates in. Terms that are nested too deeply end the evaluation. */
export class TermBuilder {
  readonly #depths = new IntList(1024);

  constructor(
    readonly table: TermTable,
    readonly maxDepth: number,
  ) {}

  build(template: Template, registers: Int32Array): number {
    if (typeof template === 'number') return registers[template]!;
    const { symbol, args } = template;
    const built = args.map((argument) => this.build(argument, registers));
    const known = this.table.size;
    const term = this.table.term(symbol, built);
    if (term >= known && this.#depth(term) > this.maxDepth) {
      const functor = `${this.table.nameOf(term)}/${String(args.length)}`;
      throw new EvaluationLimit('maxDepth', functor, this.maxDepth);
    }
    return term;
  }

  /** Levels of nesting, 1 for a constant. Arguments have smaller ids than the terms that they are in. */
  #depth(term: number): number {
    const depths = this.#depths;
    while (depths.length <= term) {
      let deepest = 0;
      const next = depths.length;
      for (let i = this.table.arity(next) - 1; i >= 0; i--) {
        deepest = Math.max(deepest, depths.array[this.table.argument(next, i)]!);
      }
      depths.push(deepest + 1);
    }
    return depths.array[term]!;
  }
}
