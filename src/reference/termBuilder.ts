import type { TermTable } from '../rules/index.js';
import type { Template } from './clauseForm.js';
import { EvaluationLimit } from './options.js';

/** Fills templates in. Terms that are nested too deeply end the evaluation. */
export class TermBuilder {
  constructor(
    readonly table: TermTable,
    readonly maxDepth: number,
  ) {}

  build(template: Template, registers: Int32Array): number {
    if (typeof template === 'number') return registers[template]!;
    const { symbol, args } = template;
    const built = args.map((argument) => this.build(argument, registers));
    const term = this.table.term(symbol, built);
    if (this.table.depth(term) > this.maxDepth) {
      const functor = `${this.table.nameOf(term)}/${String(args.length)}`;
      throw new EvaluationLimit('maxDepth', functor, this.maxDepth);
    }
    return term;
  }
}
