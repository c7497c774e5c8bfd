import type { Network } from '../../network/index.js';

/** Which values of the variables of a network are left. */
export class LiveDomains {
  /** The values of each variable that are left, ascending. */
  readonly values: readonly (readonly number[])[];
  readonly #isLeft: readonly Uint8Array[];

  constructor(network: Network, has: (variable: number, value: number) => boolean = () => true) {
    this.#isLeft = network.variables.map(({ values }, variable) =>
      Uint8Array.from(values, (_, value) => Number(has(variable, value))),
    );
    this.values = this.#isLeft.map((isLeft) => [...isLeft.keys()].filter((value) => isLeft[value] === 1));
  }

  size(variable: number): number {
    return this.values[variable]!.length;
  }

  /** Equal for variables with the same values left. */
  textOf(variable: number): string {
    const values = this.values[variable]!;
    return values.at(-1) === values.length - 1 ? String(values.length) : `(${values.join(' ')})`;
  }

  has(variable: number, value: number): boolean {
    return this.#isLeft[variable]![value] === 1;
  }

  /** Whether a claim about a variable holds whatever value it takes; undefined where that depends on it. */
  truth(variable: number, claim: number): boolean | undefined {
    const isDenial = (claim & 1) === 1;
    if (!this.has(variable, claim >> 1)) return isDenial;
    return this.size(variable) === 1 ? !isDenial : undefined;
  }
}
