import type { Constraint, Network } from '../../network/index.js';

/**
 * A network while it is preprocessed: values keep their indexes, but some of them are gone, and constraints come and go. Passes rewrite
 * `constraints` and call {@link remove}; `finishDraft` makes a network of it.
 *
 * Value v of variable x is at `offsets[x] + v` of `isLeft`.
 */
export class Draft {
  constraints: readonly Constraint[];
  /** False once it is plain that there is no solution. */
  isConsistent = true;
  readonly offsets: Int32Array;
  readonly isLeft: Uint8Array;
  readonly sizes: Int32Array;
  /**
   * 1 for variables whose domain must stay as it is: stochastic ones, as a value that cannot be satisfied is drawn all the same; and those that
   * are read as Booleans by position, by channels and uniform distributions. What is known of them stays, or becomes, a constraint.
   */
  readonly isSealed: Uint8Array;

  constructor(readonly network: Network) {
    const { variables, constraints, distributions } = network;
    this.constraints = constraints;
    this.sizes = Int32Array.from(variables, ({ values }) => values.length);
    this.offsets = new Int32Array(variables.length + 1);
    for (const [x, size] of this.sizes.entries()) this.offsets[x + 1] = this.offsets[x]! + size;
    this.isLeft = new Uint8Array(this.offsets[variables.length]!).fill(1);
    this.isSealed = Uint8Array.from(variables, ({ kind }) => (kind === 'stochastic' ? 1 : 0));
    for (const constraint of constraints) if (constraint.kind === 'channel') this.#seal(constraint.scope.slice(1));
    for (const distribution of distributions) if (distribution.kind === 'uniform') this.#seal(distribution.scope);
    if (this.sizes.includes(0)) this.isConsistent = false;
  }

  #seal(variables: readonly number[]): void {
    for (const x of variables) this.isSealed[x] = 1;
  }

  has(x: number, value: number): boolean {
    return this.isLeft[this.offsets[x]! + value] === 1;
  }

  /** The values left, ascending. */
  valuesOf(x: number): number[] {
    const values: number[] = [];
    for (let value = 0; value < this.offsets[x + 1]! - this.offsets[x]!; value++)
      if (this.has(x, value)) values.push(value);
    return values;
  }

  /** Removes a value of a variable that is not sealed. */
  remove(x: number, value: number): void {
    if (!this.has(x, value)) return;
    this.isLeft[this.offsets[x]! + value] = 0;
    this.sizes[x]!--;
    if (this.sizes[x] === 0) this.isConsistent = false;
  }
}
