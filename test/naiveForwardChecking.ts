import type { Network } from '../src/network/index.js';
import { holds } from './bruteForce.js';

/** The slow, obvious twin of `ForwardChecking`: each value of the last open variable of a constraint is tried. */
export class NaiveForwardChecking {
  readonly isConsistent: boolean;
  readonly #network: Network;
  readonly #values: number[];
  readonly #isAssigned: boolean[];
  readonly #scopes: readonly (readonly number[])[];
  /** For each variable the constraints on it. */
  readonly #constraintsOn: readonly (readonly number[])[];
  /** For each constraint how many of its variables have no value yet. */
  readonly #openings: number[];
  readonly #isLeft: readonly boolean[][];
  readonly #sizes: number[];
  /** What {@link restore} takes back, in order: a variable that was assigned, or a value that was removed from one. */
  readonly #trail: { readonly variable: number; readonly removed: number | undefined }[] = [];
  readonly #levels: number[] = [];

  constructor(network: Network) {
    const { variables, constraints } = network;
    this.#network = network;
    this.#values = variables.map(() => 0);
    this.#isAssigned = variables.map(() => false);
    this.#scopes = constraints.map(({ scope }) => [...new Set(scope)]);
    const constraintsOn = variables.map((): number[] => []);
    for (const [c, scope] of this.#scopes.entries()) for (const x of scope) constraintsOn[x]!.push(c);
    this.#constraintsOn = constraintsOn;
    this.#openings = this.#scopes.map(({ length }) => length);
    this.#isLeft = variables.map(({ values }) => values.map(() => true));
    this.#sizes = variables.map(({ values }) => values.length);
    this.isConsistent = this.#sizes.every((size) => size > 0) && constraints.every((_, c) => this.#look(c));
  }

  save(): void {
    this.#levels.push(this.#trail.length);
  }

  restore(): void {
    const end = this.#levels.pop()!;
    while (this.#trail.length > end) {
      const { variable, removed } = this.#trail.pop()!;
      if (removed === undefined) {
        this.#isAssigned[variable] = false;
        for (const c of this.#constraintsOn[variable]!) this.#openings[c]!++;
      } else {
        this.#isLeft[variable]![removed] = true;
        this.#sizes[variable]!++;
      }
    }
  }

  has(variable: number, value: number): boolean {
    return this.#isLeft[variable]![value]!;
  }

  size(variable: number): number {
    return this.#sizes[variable]!;
  }

  assign(variable: number, value: number): boolean {
    this.#values[variable] = value;
    this.#isAssigned[variable] = true;
    this.#trail.push({ variable, removed: undefined });
    const constraints = this.#constraintsOn[variable]!;
    for (const c of constraints) this.#openings[c]!--;
    return constraints.every((c) => this.#look(c));
  }

  /** Forward checks one constraint, where the time has come; false where that leaves no value. */
  #look(c: number): boolean {
    const constraint = this.#network.constraints[c]!;
    if (this.#openings[c] === 0) return holds(constraint, this.#values);
    if (this.#openings[c]! > 1) return true;
    const last = this.#scopes[c]!.find((x) => !this.#isAssigned[x])!;
    for (const [value, isLeft] of this.#isLeft[last]!.entries()) {
      if (!isLeft) continue;
      this.#values[last] = value;
      if (!holds(constraint, this.#values)) this.#remove(last, value);
    }
    return this.#sizes[last]! > 0;
  }

  #remove(variable: number, value: number): void {
    this.#isLeft[variable]![value] = false;
    this.#sizes[variable]!--;
    this.#trail.push({ variable, removed: value });
  }
}
