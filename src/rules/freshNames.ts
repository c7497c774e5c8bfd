import type { Formula, Rule } from '../gdl/index.js';

/** Names for relations that the sheet itself does not have, such as `or#1`. */
export class FreshNames {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(rules: readonly Rule[]) {
    for (const { head, body } of rules) {
      this.#take(head);
      for (const formula of body) this.#take(formula);
    }
  }

  next(stem: string): string {
    let count = this.#counts.get(stem) ?? 0;
    let name: string;
    do name = `${stem}#${String(++count)}`;
    while (this.#taken.has(name));
    this.#counts.set(stem, count);
    return name;
  }

  #take(formula: Formula): void {
    if (formula.kind === 'not') this.#take(formula.of);
    else if (formula.kind !== 'compound') for (const part of formula.of) this.#take(part);
    else if (formula.name.includes('#')) this.#taken.add(formula.name);
  }
}
