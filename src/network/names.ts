import { claim, denial, STAR, type Variable } from './network.js';
import type { FaultList } from './networkFault.js';

/** A variable by its index or its name. */
export type VariableReference = number | string;

/** A value by its index (a number) or its name (a string); `'*'` in a tuple is any value. */
export type Cell = number | string;

/** That a variable takes a value, or does not: `['cell(1,1)', '=', 'x']`. */
export type LiteralForm = readonly [variable: VariableReference, relation: '=' | '!=', value: Cell];

/** Stands for what could not be found; the fault is on record, so nobody will look at it. */
const NOWHERE = 0;

/** Turns names of variables and values into indexes. Names that nothing has are faults; indexes out of range are left to `checkNetwork`. */
export class Names {
  readonly #variables: Variable[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #values = new Map<number, ReadonlyMap<string, number>>();

  constructor(private readonly faults: FaultList) {}

  get variables(): readonly Variable[] {
    return this.#variables;
  }

  /** Adds a variable; gives its index. */
  declare(variable: Variable): number {
    if (!this.#indexes.has(variable.name)) this.#indexes.set(variable.name, this.#variables.length);
    return this.#variables.push(variable) - 1;
  }

  variable(reference: VariableReference, where: string): number {
    if (typeof reference === 'number') return reference;
    const index = this.#indexes.get(reference);
    if (index !== undefined) return index;
    this.faults.add(where, `no variable is called ${JSON.stringify(reference)}`, 'declare it before');
    return NOWHERE;
  }

  scope(references: readonly VariableReference[], where: string): number[] {
    return references.map((reference, at) => this.variable(reference, `${where}[${String(at)}]`));
  }

  tuple(cells: readonly Cell[], scope: readonly number[], where: string): number[] {
    if (cells.length !== scope.length) {
      const message = `a tuple of ${String(cells.length)} for a scope of ${String(scope.length)}`;
      this.faults.add(where, message, 'give one value a variable');
      return [];
    }
    return cells.map((cell, at) => {
      if (typeof cell === 'number') return cell;
      return cell === '*' ? STAR : this.#value(cell, scope[at]!, `${where}[${String(at)}]`);
    });
  }

  literals(forms: readonly LiteralForm[], where: string): { scope: number[]; claims: number[] } {
    const scope: number[] = [];
    const claims: number[] = [];
    forms.forEach(([reference, relation, cell], at) => {
      const place = `${where}[${String(at)}]`;
      const variable = this.variable(reference, place);
      const value = this.#value(cell, variable, place);
      scope.push(variable);
      claims.push(relation === '=' ? claim(value) : denial(value));
    });
    return { scope, claims };
  }

  #value(cell: Cell, variable: number, where: string): number {
    if (typeof cell === 'number') return cell;
    const index = this.#valuesOf(variable).get(cell);
    if (index !== undefined) return index;
    const name = this.#variables[variable]?.name ?? variable;
    this.faults.add(where, `${JSON.stringify(name)} has no value ${JSON.stringify(cell)}`, 'name one that it has');
    return NOWHERE;
  }

  #valuesOf(variable: number): ReadonlyMap<string, number> {
    const known = this.#values.get(variable);
    if (known !== undefined) return known;
    const values = new Map(this.#variables[variable]?.values.map((name, index) => [name, index]));
    this.#values.set(variable, values);
    return values;
  }
}
