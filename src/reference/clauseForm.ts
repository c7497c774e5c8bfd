import type { Compound, Term } from '../gdl/index.js';
import type { Clause, Literal, RelationKey } from '../rules/index.js';
import type { Catalogue } from './catalogue.js';
import type { Opening } from './opening.js';

/** A term to be filled in: the register that holds it, or a functor with its arguments. */
export type Template = number | { readonly symbol: number; readonly args: readonly Template[] };

export interface AtomForm {
  readonly kind: 'atom';
  readonly isPositive: boolean;
  readonly relation: number;
  readonly args: readonly Template[];
  /** All registers of the arguments, from left to right. */
  readonly registers: readonly number[];
}

export interface DistinctForm {
  readonly kind: 'distinct';
  readonly left: Template;
  readonly right: Template;
  readonly registers: readonly number[];
}

export type LiteralForm = AtomForm | DistinctForm;

/** A clause over registers: one for each variable, then one for each constant. */
export interface ClauseForm {
  readonly relation: number;
  readonly head: readonly Template[];
  readonly body: readonly LiteralForm[];
  readonly variables: number;
  /** Contents of the registers before evaluation: the constants, and nothing of meaning for the variables. */
  readonly registers: Int32Array;
}

export function relationKey({ name, args }: Compound): RelationKey {
  return `${name}/${String(args.length)}`;
}

export function clauseForm(clause: Clause, catalogue: Catalogue): ClauseForm {
  const registers = new Registers(clause, catalogue);
  const body = clause.body.map((literal) => literalForm(literal, registers, catalogue));
  const head = clause.head.args.map((argument) => registers.template(argument));
  const relation = catalogue.relation(relationKey(clause.head));
  return { relation, head, body, variables: registers.variables, registers: registers.contents() };
}

function literalForm(literal: Literal, registers: Registers, catalogue: Catalogue): LiteralForm {
  if (literal.kind === 'distinct') {
    const left = registers.template(literal.left);
    const right = registers.template(literal.right);
    return { kind: 'distinct', left, right, registers: [left, right].flatMap(registersIn) };
  }
  const { atom, isPositive } = literal;
  const args = atom.args.map((argument) => registers.template(argument));
  const relation = catalogue.relation(relationKey(atom));
  return { kind: 'atom', isPositive, relation, args, registers: args.flatMap(registersIn) };
}

export function registersIn(template: Template): readonly number[] {
  return typeof template === 'number' ? [template] : template.args.flatMap(registersIn);
}

/** How a term must be opened so that its leaves are the registers of the template. */
export function openingOf(template: Template): Opening {
  return typeof template === 'number' ? 'leaf' : { symbol: template.symbol, args: template.args.map(openingOf) };
}

class Registers {
  readonly #catalogue: Catalogue;
  readonly #variables = new Map<string, number>();
  readonly #constants: number[] = [];

  constructor(clause: Clause, catalogue: Catalogue) {
    this.#catalogue = catalogue;
    for (const argument of clause.head.args) this.#number(argument);
    for (const literal of clause.body) {
      const terms = literal.kind === 'atom' ? literal.atom.args : [literal.left, literal.right];
      for (const term of terms) this.#number(term);
    }
  }

  get variables(): number {
    return this.#variables.size;
  }

  contents(): Int32Array {
    return Int32Array.of(...Array.from<number>({ length: this.variables }).fill(0), ...this.#constants);
  }

  template(term: Term): Template {
    if (term.kind === 'variable') return this.#variables.get(term.name)!;
    if (isGround(term)) return this.#constant(term);
    const symbol = this.#catalogue.table.symbol(term.name);
    return { symbol, args: term.args.map((argument) => this.template(argument)) };
  }

  #constant(term: Term): number {
    const id = this.#catalogue.table.intern(term);
    const known = this.#constants.indexOf(id);
    return this.#variables.size + (known === -1 ? this.#constants.push(id) - 1 : known);
  }

  #number(term: Term): void {
    if (term.kind === 'compound') for (const argument of term.args) this.#number(argument);
    else if (!this.#variables.has(term.name)) this.#variables.set(term.name, this.#variables.size);
  }
}

function isGround(term: Term): boolean {
  return term.kind === 'compound' && term.args.every(isGround);
}
