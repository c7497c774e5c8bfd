import {
  type Constraint,
  type Distribution,
  type Network,
  STAR,
  type TableConstraint,
  claim,
  denial,
} from '../../network/index.js';
import type { Draft } from './draft.js';
import { simplifyConnective } from './simplifyConnective.js';
import { liveTuples } from './tuples.js';

/** A network with the same solutions as another, up to what its values are called. */
export interface PreprocessedNetwork {
  /** With the variables of the other, but fewer values and constraints; with a false clause where there is no solution. */
  readonly network: Network;
  /** For each variable, and each of its values here, the value there. */
  readonly values: readonly (readonly number[])[];
}

/** The values that a solution of the preprocessed network stands for. */
export function originalSolution({ values }: PreprocessedNetwork, solution: ArrayLike<number>): readonly number[] {
  return Array.from(solution, (value, x) => values[x]![value]!);
}

const FALSE: Constraint = { kind: 'clause', scope: [], claims: [] };

/** The network of a draft: values are numbered anew. */
export function finishDraft(draft: Draft): PreprocessedNetwork {
  const { network } = draft;
  if (!draft.isConsistent) {
    const values = network.variables.map((variable) => [...variable.values.keys()]);
    return { network: { ...network, constraints: [FALSE] }, values };
  }
  const values = network.variables.map((_, x) => draft.valuesOf(x));
  const renumber = new Renumbering(draft, values);
  return {
    network: {
      ...network,
      variables: network.variables.map((variable, x) =>
        values[x]!.length === variable.values.length
          ? variable
          : { ...variable, values: values[x]!.map((value) => variable.values[value]!) },
      ),
      constraints: draft.constraints.flatMap((constraint) => renumber.constraint(constraint)),
      distributions: network.distributions.map((distribution) => renumber.distribution(distribution)),
      utilities: network.utilities.map((utility) => ({ ...utility, rows: renumber.rows(utility.scope, utility.rows) })),
    },
    values,
  };
}

class Renumbering {
  /** At `offsets[x] + value` of the draft, the new index of the value; meaningless where it is gone. */
  readonly #newValues: Int32Array;

  constructor(
    private readonly draft: Draft,
    private readonly values: readonly (readonly number[])[],
  ) {
    this.#newValues = new Int32Array(draft.isLeft.length);
    for (const [x, kept] of values.entries())
      for (const [index, value] of kept.entries()) this.#newValues[draft.offsets[x]! + value] = index;
  }

  constraint(constraint: Constraint): readonly Constraint[] {
    if (constraint.scope.every((x) => this.#isWhole(x))) return [constraint];
    switch (constraint.kind) {
      case 'table':
        return [this.#table(constraint)];
      case 'equal':
        return [this.#equality(constraint.scope)];
      case 'channel':
        return this.#channel(constraint.scope);
      default:
        return simplifyConnective(this.draft, constraint).map((simpler) => this.#claims(simpler));
    }
  }

  distribution(distribution: Distribution): Distribution {
    if (distribution.kind === 'uniform') return distribution;
    return { ...distribution, rows: this.rows(distribution.scope, distribution.rows) };
  }

  /** Rows that agree with no value left go. */
  rows<R extends { readonly tuple: readonly number[] }>(scope: readonly number[], rows: readonly R[]): readonly R[] {
    return rows
      .filter(({ tuple }) => tuple.every((value, i) => value === STAR || this.draft.has(scope[i]!, value)))
      .map((row) => ({ ...row, tuple: row.tuple.map((value, i) => this.#newValue(scope[i]!, value)) }));
  }

  #isWhole(x: number): boolean {
    return this.values[x]!.length === this.draft.network.variables[x]!.values.length;
  }

  #newValue(x: number, value: number): number {
    return value === STAR ? STAR : this.#newValues[this.draft.offsets[x]! + value]!;
  }

  #table(table: TableConstraint): TableConstraint {
    const { scope } = table;
    const tuples = liveTuples(this.draft, table).flatMap((tuple) =>
      tuple.map((value, i) => this.#newValue(scope[i]!, value)),
    );
    return { ...table, tuples };
  }

  /** Variables with different values left are equal by a table. */
  #equality(scope: readonly [number, number]): Constraint {
    const [left, right] = scope;
    const shared = this.values[left]!.filter((value) => this.draft.has(right, value));
    if (shared.length === this.values[left]!.length && shared.length === this.values[right]!.length)
      return { kind: 'equal', scope };
    const tuples = shared.flatMap((value) => [this.#newValue(left, value), this.#newValue(right, value)]);
    return { kind: 'table', scope, tuples };
  }

  /** The Booleans are sealed; those of values that are gone are false. */
  #channel([x, ...booleans]: readonly number[]): readonly Constraint[] {
    const left = booleans.filter((_, value) => this.draft.has(x!, value));
    const gone = booleans.filter((_, value) => !this.draft.has(x!, value));
    return [
      { kind: 'channel', scope: [x!, ...left] },
      ...gone.map((boolean): Constraint => ({ kind: 'clause', scope: [boolean], claims: [denial(1)] })),
    ];
  }

  #claims(constraint: Constraint): Constraint {
    if (!('claims' in constraint)) return constraint;
    const claims = constraint.claims.map((about, i) => {
      const value = this.#newValue(constraint.scope[i]!, about >> 1);
      return (about & 1) === 0 ? claim(value) : denial(value);
    });
    return { ...constraint, claims };
  }
}
