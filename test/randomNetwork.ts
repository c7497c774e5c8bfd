import type { Random } from '../src/base/index.js';
import { BOOLEAN, type Constraint, type Network, STAR, type Variable, claim, denial } from '../src/network/index.js';

/** What {@link randomNetwork} draws; each has a default. */
export interface RandomNetworkOptions {
  /** Least and most numbers, both included. */
  readonly variables?: readonly [number, number];
  readonly constraints?: readonly [number, number];
  /** Of a variable that is not Boolean. */
  readonly domain?: readonly [number, number];
  /** Variables, or literals, of a constraint. */
  readonly arity?: readonly [number, number];
  /** Out of 100, how many of all tuples a table holds. */
  readonly tightness?: readonly [number, number];
  readonly kinds?: readonly Constraint['kind'][];
  /** Whether a variable may be in several literals of a connective. */
  readonly repeats?: boolean;
}

const DEFAULTS: Required<RandomNetworkOptions> = {
  variables: [3, 7],
  constraints: [2, 8],
  domain: [1, 5],
  arity: [1, 4],
  tightness: [20, 80],
  kinds: ['table', 'and', 'or', 'clause', 'equal', 'channel'],
  repeats: true,
};

/** A small network with every kind of constraint, valid by construction; about as many have solutions as have none. */
export function randomNetwork(random: Random, options: RandomNetworkOptions = {}): Network {
  return new NetworkWriter(random, { ...DEFAULTS, ...options }).write();
}

class NetworkWriter {
  readonly #variables: Variable[] = [];

  constructor(
    private readonly random: Random,
    private readonly options: Required<RandomNetworkOptions>,
  ) {}

  write(): Network {
    const { variables, constraints, domain } = this.options;
    const count = this.#between(variables);
    for (let x = 0; x < count; x++) {
      const size = this.#between(domain);
      const values = this.random.below(2) === 0 ? BOOLEAN : Array.from({ length: size }, (_, v) => `v${v}`);
      this.#variables.push({ name: `x${x}`, kind: 'decision', stage: 0, values });
    }
    const posted: Constraint[] = [];
    for (let left = this.#between(constraints); left > 0; left--) {
      const constraint = this.#constraint();
      if (constraint !== undefined) posted.push(constraint);
    }
    return {
      name: 'random',
      variables: this.#variables,
      constraints: posted,
      distributions: [],
      players: [],
      utilities: [],
      threshold: [0],
    };
  }

  /** None where the kind that was drawn fits no variables. */
  #constraint(): Constraint | undefined {
    const kind = this.options.kinds[this.random.below(this.options.kinds.length)]!;
    switch (kind) {
      case 'table':
        return this.#table();
      case 'equal':
        return this.#equal();
      case 'channel':
        return this.#channel();
      default:
        return this.#connective(kind);
    }
  }

  #table(): Constraint {
    const scope = this.#distinct(this.#between(this.options.arity));
    const tightness = this.#between(this.options.tightness);
    const hasStars = this.random.below(2) === 0;
    const tuples: number[] = [];
    for (const tuple of this.#allTuples(scope)) {
      if (this.random.below(100) >= tightness) continue;
      for (const value of tuple) tuples.push(hasStars && this.random.below(8) === 0 ? STAR : value);
    }
    // A table without tuples would make half of the networks trivial.
    if (tuples.length === 0) for (const x of scope) tuples.push(this.#value(x));
    return { kind: 'table', scope, tuples };
  }

  *#allTuples(scope: readonly number[], from = 0): Generator<readonly number[]> {
    if (from === scope.length) {
      yield [];
      return;
    }
    for (let value = 0; value < this.#domainSize(scope[from]!); value++)
      for (const rest of this.#allTuples(scope, from + 1)) yield [value, ...rest];
  }

  #connective(kind: 'and' | 'or' | 'clause'): Constraint {
    const length = this.#between(this.options.arity) + (kind === 'clause' ? 0 : 1);
    const scope = this.options.repeats
      ? Array.from({ length }, () => this.random.below(this.#variables.length))
      : this.#distinct(length);
    const claims = scope.map((x) => (this.random.below(2) === 0 ? claim : denial)(this.#value(x)));
    return { kind, scope, claims };
  }

  #equal(): Constraint | undefined {
    const first = this.random.below(this.#variables.length);
    const others = [...this.#variables.keys()].filter(
      (x) => x !== first && this.#domainSize(x) === this.#domainSize(first),
    );
    if (others.length === 0) return undefined;
    return { kind: 'equal', scope: [first, this.#pick(others)] };
  }

  #channel(): Constraint | undefined {
    const first = this.random.below(this.#variables.length);
    const booleans = [...this.#variables.keys()].filter((x) => x !== first && this.#variables[x]!.values === BOOLEAN);
    if (booleans.length < this.#domainSize(first)) return undefined;
    this.#shuffle(booleans);
    return { kind: 'channel', scope: [first, ...booleans.slice(0, this.#domainSize(first))] };
  }

  /** As many different variables, or all where there are fewer. */
  #distinct(count: number): number[] {
    const all = [...this.#variables.keys()];
    this.#shuffle(all);
    return all.slice(0, count);
  }

  #shuffle(list: number[]): void {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.random.below(i + 1);
      [list[i], list[j]] = [list[j]!, list[i]!];
    }
  }

  #domainSize(x: number): number {
    return this.#variables[x]!.values.length;
  }

  #value(x: number): number {
    return this.random.below(this.#domainSize(x));
  }

  #pick(list: readonly number[]): number {
    return list[this.random.below(list.length)]!;
  }

  #between([least, most]: readonly [number, number]): number {
    return least + this.random.below(most - least + 1);
  }
}
