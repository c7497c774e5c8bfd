import { checkNetwork } from './checkNetwork.js';
import { type Cell, type LiteralForm, Names, type VariableReference } from './names.js';
import {
  BOOLEAN,
  type Constraint,
  type Distribution,
  type Network,
  type Utility,
  type VariableKind,
} from './network.js';
import { FaultList, type NetworkFault, printFault } from './networkFault.js';

/** What may be said of a variable besides its name and kind. */
export interface VariableOptions {
  /** Round, from 0. Default 0. */
  readonly stage?: number;
  /** Names of the values, or how many there are (then named 0, 1, …). Default: false and true. */
  readonly values?: readonly string[] | number;
}

/** Of a conditional probability table. */
export interface ChanceRow {
  readonly tuple: readonly Cell[];
  readonly probabilities: readonly number[];
}

/** Of a utility; without rows it is worth `otherwise` whatever happens. */
export interface UtilityForm {
  readonly rows: readonly { readonly tuple: readonly Cell[]; readonly utility: number }[];
  /** Where no row agrees. Default 0. */
  readonly otherwise?: number;
}

/**
 * Builds a {@link Network} by hand. Variables are declared in the order in which a policy assigns them, and are referred to by their names or
 * by the indexes that the declarations give; a value by its index (a number) or its name (a string), `'*'` in tuples being any value.
 *
 *     const builder = new NetworkBuilder('figure 2');
 *     const x = builder.decision('x', { values: 3 });
 *     const y = builder.stochastic('y', { values: 3 });
 *     const z = builder.auxiliary('z', { values: 3 });
 *     builder.uniform(y);
 *     builder.equal(x, z);
 *     builder.worth('player', [x, y], (x, y) => (x + y >= 1 ? 1 : 0));
 *     const network = builder.threshold(0.5).build();
 *
 * What is wrong is collected, and said all at once by `build`.
 */
export class NetworkBuilder {
  readonly #faults = new FaultList();
  readonly #names = new Names(this.#faults);
  readonly #constraints: Constraint[] = [];
  readonly #distributions: Distribution[] = [];
  readonly #players: string[] = [];
  readonly #utilities: Utility[] = [];
  readonly #thresholds = new Map<string | undefined, number>();

  constructor(readonly name: string) {}

  /** Declares a variable; gives its index. */
  variable(name: string, kind: VariableKind, options: VariableOptions = {}): number {
    const { stage = 0, values = BOOLEAN } = options;
    const names = typeof values === 'number' ? Array.from({ length: values }, (_, value) => String(value)) : values;
    return this.#names.declare({ name, kind, stage, values: names });
  }

  decision(name: string, options?: VariableOptions): number {
    return this.variable(name, 'decision', options);
  }

  stochastic(name: string, options?: VariableOptions): number {
    return this.variable(name, 'stochastic', options);
  }

  auxiliary(name: string, options?: VariableOptions): number {
    return this.variable(name, 'auxiliary', options);
  }

  /** The variables take the values of one of the tuples. */
  table(scope: readonly VariableReference[], tuples: readonly (readonly Cell[])[]): this {
    const variables = this.#scope(scope);
    const cells = tuples.map((tuple, index) =>
      this.#names.tuple(tuple, variables, `${this.#nextConstraint}.tuples[${String(index)}]`),
    );
    return this.#post({ kind: 'table', scope: variables, tuples: cells.flat() });
  }

  /** The table of the assignments that the predicate accepts; it is given the indexes of the values. For small relations. */
  where(scope: readonly VariableReference[], predicate: (...values: number[]) => boolean): this {
    const variables = this.#scope(scope);
    const tuples: number[] = [];
    for (const values of this.#assignments(variables, this.#nextConstraint))
      if (predicate(...values)) tuples.push(...values);
    return this.#post({ kind: 'table', scope: variables, tuples });
  }

  /** The first literal holds iff all of the others do. */
  and(defined: LiteralForm, ...literals: readonly LiteralForm[]): this {
    return this.#connect('and', [defined, ...literals]);
  }

  /** The first literal holds iff some of the others does. */
  or(defined: LiteralForm, ...literals: readonly LiteralForm[]): this {
    return this.#connect('or', [defined, ...literals]);
  }

  /** Some literal holds. */
  clause(...literals: readonly LiteralForm[]): this {
    return this.#connect('clause', literals);
  }

  /** The variables take the same value. */
  equal(left: VariableReference, right: VariableReference): this {
    const [first, second] = this.#scope([left, right]) as [number, number];
    return this.#post({ kind: 'equal', scope: [first, second] });
  }

  /** The variable takes value v iff the v-th Boolean, counted from 0, is true. */
  channel(variable: VariableReference, booleans: readonly VariableReference[]): this {
    return this.#post({ kind: 'channel', scope: this.#scope([variable, ...booleans]) });
  }

  /** The probabilities of a stochastic variable's values, whatever comes before. */
  distribution(variable: VariableReference, probabilities: readonly number[]): this {
    return this.conditional(variable, [], [{ tuple: [], probabilities }]);
  }

  /** The same, given earlier variables: the first row that agrees with them counts. */
  conditional(variable: VariableReference, given: readonly VariableReference[], rows: readonly ChanceRow[]): this {
    const where = `distributions[${String(this.#distributions.length)}]`;
    const scope = this.#names.scope(given, `${where}.scope`);
    this.#distributions.push({
      kind: 'table',
      variable: this.#names.variable(variable, `${where}.variable`),
      scope,
      rows: rows.map(({ tuple, probabilities }, index) => ({
        tuple: this.#names.tuple(tuple, scope, `${where}.rows[${String(index)}].tuple`),
        probabilities,
      })),
    });
    return this;
  }

  /** The values of a stochastic variable are equally likely: all of them, or those whose Boolean is true. */
  uniform(variable: VariableReference, booleans?: readonly VariableReference[]): this {
    const where = `distributions[${String(this.#distributions.length)}]`;
    const index = this.#names.variable(variable, `${where}.variable`);
    if (booleans === undefined) {
      const size = this.#names.variables[index]?.values.length ?? 0;
      return this.distribution(index, new Array<number>(size).fill(1 / size));
    }
    const scope = this.#names.scope(booleans, `${where}.scope`);
    this.#distributions.push({ kind: 'uniform', variable: index, scope });
    return this;
  }

  /** Declares a player, where no utility or threshold has done so; gives its index. */
  player(name: string): number {
    const index = this.#players.indexOf(name);
    return index === -1 ? this.#players.push(name) - 1 : index;
  }

  /** What assignments are worth to a player, in [0, 1]: the first row that agrees counts. Utilities of a player add up. */
  utility(player: string, scope: readonly VariableReference[], { rows, otherwise = 0 }: UtilityForm): this {
    const where = `utilities[${String(this.#utilities.length)}]`;
    const variables = this.#names.scope(scope, `${where}.scope`);
    this.#utilities.push({
      player: this.player(player),
      scope: variables,
      rows: rows.map(({ tuple, utility }, index) => ({
        tuple: this.#names.tuple(tuple, variables, `${where}.rows[${String(index)}].tuple`),
        utility,
      })),
      otherwise,
    });
    return this;
  }

  /** A utility as a function of the indexes of the values. For small scopes. */
  worth(player: string, scope: readonly VariableReference[], utility: (...values: number[]) => number): this {
    const where = `utilities[${String(this.#utilities.length)}]`;
    const variables = this.#names.scope(scope, `${where}.scope`);
    const rows: { tuple: number[]; utility: number }[] = [];
    for (const tuple of this.#assignments(variables, where)) {
      const share = utility(...tuple);
      if (share !== 0) rows.push({ tuple, utility: share });
    }
    return this.utility(player, variables, { rows });
  }

  /** θ, which policies must reach: of a player, or of all that have none of their own. Default 0. */
  threshold(share: number, player?: string): this {
    if (player !== undefined) this.player(player);
    this.#thresholds.set(player, share);
    return this;
  }

  /** The network; throws {@link InvalidNetwork}, with every fault, where what was declared makes none. */
  build(): Network {
    if (!this.#faults.isEmpty) throw new InvalidNetwork(this.name, this.#faults.all());
    const others = this.#thresholds.get(undefined) ?? 0;
    const threshold = this.#players.map((player) => this.#thresholds.get(player) ?? others);
    const network = checkNetwork({
      name: this.name,
      variables: [...this.#names.variables],
      constraints: [...this.#constraints],
      distributions: [...this.#distributions],
      players: [...this.#players],
      utilities: [...this.#utilities],
      threshold: threshold.length === 0 ? [others] : threshold,
    });
    if (!network.ok) throw new InvalidNetwork(this.name, network.error);
    return network.value;
  }

  get #nextConstraint(): string {
    return `constraints[${String(this.#constraints.length)}]`;
  }

  #scope(references: readonly VariableReference[]): number[] {
    return this.#names.scope(references, `${this.#nextConstraint}.scope`);
  }

  #connect(kind: 'and' | 'or' | 'clause', forms: readonly LiteralForm[]): this {
    return this.#post({ kind, ...this.#names.literals(forms, `${this.#nextConstraint}.literals`) });
  }

  #post(constraint: Constraint): this {
    this.#constraints.push(constraint);
    return this;
  }

  *#assignments(scope: readonly number[], where: string): Generator<number[]> {
    const sizes = scope.map((variable) => this.#names.variables[variable]?.values.length ?? 0);
    if (sizes.reduce((product, size) => product * size, 1) > LARGEST_ENUMERATION) {
      const message = `more than ${String(LARGEST_ENUMERATION)} assignments`;
      this.#faults.add(where, message, 'give a table with stars, or split the relation by auxiliary variables');
    } else yield* assignments(sizes);
  }
}

/** Assignments that are tried one by one; a relation over more is not small. */
const LARGEST_ENUMERATION = 1_000_000;

/** In lexicographic order. */
function* assignments(sizes: readonly number[]): Generator<number[]> {
  const [size, ...others] = sizes;
  if (size === undefined) yield [];
  else for (let value = 0; value < size; value++) for (const rest of assignments(others)) yield [value, ...rest];
}

/** Thrown where a program builds a network that is none: a mistake in that program. */
export class InvalidNetwork extends Error {
  constructor(
    network: string,
    readonly faults: readonly NetworkFault[],
  ) {
    super(`${network} is no network:\n${faults.map(printFault).join('\n')}`);
    this.name = 'InvalidNetwork';
  }
}
