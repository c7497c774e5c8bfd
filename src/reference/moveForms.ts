import type { Term } from '../gdl/index.js';
import type { ValidRules } from '../rules/index.js';

/** What moves can look like by the heads of the rules for `legal`: a superset of those that are ever legal. */
export class MoveForms {
  readonly #forms: readonly Term[];
  readonly #names = new Set<string>();
  readonly #maxDepth: number;

  constructor({ clauses }: ValidRules, maxDepth: number) {
    this.#maxDepth = maxDepth;
    this.#forms = clauses
      .filter(({ head }) => head.name === 'legal' && head.args.length === 2)
      .map(({ head }) => head.args[1]!);
    for (const { head, body } of clauses) {
      this.#addNames(head.args);
      for (const literal of body)
        this.#addNames(literal.kind === 'atom' ? literal.atom.args : [literal.left, literal.right]);
    }
  }

  /** Whether the term has the form of a move and is made of names that the rules have as terms. */
  has(term: Term): boolean {
    return this.#forms.some((form) => matches(form, term)) && this.#isOfRules(term, this.#maxDepth);
  }

  #isOfRules(term: Term, depth: number): boolean {
    if (term.kind === 'variable' || depth === 0 || !this.#names.has(term.name)) return false;
    return term.args.every((argument) => this.#isOfRules(argument, depth - 1));
  }

  #addNames(terms: readonly Term[]): void {
    for (const term of terms) {
      if (term.kind === 'variable') continue;
      this.#names.add(term.name);
      this.#addNames(term.args);
    }
  }
}

function matches(form: Term, term: Term): boolean {
  if (form.kind === 'variable') return true;
  if (term.kind === 'variable' || term.name !== form.name || term.args.length !== form.args.length) return false;
  return form.args.every((argument, i) => matches(argument, term.args[i]!));
}
