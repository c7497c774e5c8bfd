import { IntList } from '../base/index.js';
import type { Network } from '../network/index.js';
import { type Adjacency, adjacency } from './adjacency.js';
import type { Domains } from './domains.js';

/**
 * For each open variable the sum of the weights of the constraints that join it to another open one: its dynamic degree while all weights are 1
 * (ddeg), its weighted degree once failures raise them (wdeg; Boussemart, Hemery, Lecoutre, Saïs 2004).
 *
 * {@link follow} reads the trail as far as it is new: a node that nobody asks about costs nothing, and a change costs the constraints of
 * the variables that were assigned. Of a constraint it keeps how many of its variables are open, and their exclusive or: with one left, that
 * is its number.
 */
export class DynamicDegree {
  /** Of the open variables; of others, what they were when they were last open. */
  readonly degrees: Int32Array;
  readonly #domains: Domains;
  readonly #constraintsOf: Adjacency;
  readonly #scopes: readonly (readonly number[])[];
  readonly #weights: Int32Array;
  readonly #openCounts: Int32Array;
  readonly #openXors: Int32Array;
  /** Once at most one of its variables is open, that one: the constraint is not in its degree, but in those of the others. */
  readonly #lastOpen: Int32Array;
  /** Pairs: place on the trail, variable that was assigned there. */
  readonly #counted = new IntList();
  #hasWeights = false;

  constructor({ constraints, variables }: Network, domains: Domains) {
    this.#domains = domains;
    this.#scopes = constraints.map(({ scope }) => scope);
    this.#openCounts = new Int32Array(constraints.length);
    this.#openXors = new Int32Array(constraints.length);
    this.#lastOpen = new Int32Array(constraints.length).fill(-1);
    this.#weights = new Int32Array(constraints.length).fill(1);
    this.#constraintsOf = adjacency(variables.length, (emit) => this.#eachVariable(emit));
    this.#eachVariable((x, constraint) => {
      this.#openCounts[constraint]!++;
      this.#openXors[constraint]! ^= x;
    });
    this.degrees = new Int32Array(variables.length);
    this.#eachVariable((x, constraint) => {
      if (this.#openCounts[constraint]! > 1) this.degrees[x]!++;
      else this.#lastOpen[constraint] = x;
    });
    domains.agreedLength = 0;
  }

  /** Every pair of a variable and a constraint, once. */
  #eachVariable(visit: (x: number, constraint: number) => void): void {
    const last = new Int32Array(this.#domains.variableCount).fill(-1);
    for (const [constraint, scope] of this.#scopes.entries())
      for (const x of scope) {
        if (last[x] === constraint) continue;
        last[x] = constraint;
        visit(x, constraint);
      }
  }

  /** Brings the degrees up to date with the domains. */
  follow(): void {
    const domains = this.#domains;
    const counted = this.#counted;
    const agreed = domains.agreedLength;
    while (counted.length > 0 && counted.array[counted.length - 2]! >= agreed) {
      counted.length -= 2;
      this.#reopen(counted.array[counted.length + 1]!);
    }
    for (let at = agreed; at < domains.trailLength; at++) {
      const literal = domains.trail[at]!;
      if (!domains.isAssignment(literal)) continue;
      const x = domains.owners[domains.idOf(literal)]!;
      counted.push(at);
      counted.push(x);
      this.#close(x);
    }
    domains.agreedLength = domains.trailLength;
  }

  #close(x: number): void {
    const { starts, items } = this.#constraintsOf;
    for (let i = starts[x]!; i < starts[x + 1]!; i++) {
      const constraint = items[i]!;
      this.#openXors[constraint]! ^= x;
      if (--this.#openCounts[constraint]! !== 1) continue;
      const last = this.#openXors[constraint]!;
      this.#lastOpen[constraint] = last;
      this.degrees[last]! -= this.#weights[constraint]!;
    }
  }

  #reopen(x: number): void {
    const { starts, items } = this.#constraintsOf;
    for (let i = starts[x]!; i < starts[x + 1]!; i++) {
      const constraint = items[i]!;
      this.#openXors[constraint]! ^= x;
      if (++this.#openCounts[constraint]! !== 2) continue;
      this.degrees[this.#lastOpen[constraint]!]! += this.#weights[constraint]!;
      this.#lastOpen[constraint] = -1;
    }
  }

  /** A constraint found a wipe-out. */
  punish(constraint: number): void {
    this.#hasWeights = true;
    this.#reweigh(constraint, 1);
  }

  /** All weights are 1 again. */
  forget(): void {
    if (!this.#hasWeights) return;
    this.#hasWeights = false;
    for (const [constraint, weight] of this.#weights.entries()) if (weight > 1) this.#reweigh(constraint, 1 - weight);
  }

  #reweigh(constraint: number, by: number): void {
    this.#weights[constraint]! += by;
    const last = this.#lastOpen[constraint]!;
    for (const x of new Set(this.#scopes[constraint])) if (x !== last) this.degrees[x]! += by;
  }
}
