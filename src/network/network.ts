/**
 * A stochastic constraint network (SCSP), as pure data: ⟨V, Y, D, C, P, θ⟩ of Koriche, Lagrue, Piette and Tabary (003 section 3.1, 004
 * section 4), with utilities beside the hard constraints. It knows no game: people who have none build it with {@link NetworkBuilder}.
 *
 * Variables are in the order in which a policy assigns them; a variable is its index here, a value the index in its variable's `values`.
 */
export interface Network {
  readonly name: string;
  readonly variables: readonly Variable[];
  readonly constraints: readonly Constraint[];
  /** One for each stochastic variable. */
  readonly distributions: readonly Distribution[];
  /** Those whom utilities serve; empty where there are none. */
  readonly players: readonly string[];
  readonly utilities: readonly Utility[];
  /** θ of each player, or of the one who asks where there are no players; in [0, 1]. */
  readonly threshold: readonly number[];
}

/** A decision is chosen; a stochastic variable is drawn; an auxiliary one is fixed by the decisions and draws before it. */
export type VariableKind = 'decision' | 'stochastic' | 'auxiliary';

export interface Variable {
  /** Unique in its network, for people. */
  readonly name: string;
  readonly kind: VariableKind;
  /** Rounds are counted from 0: the decisions of a stage are made before its stochastic variables are drawn. */
  readonly stage: number;
  /** Names of the values, unique; a value is its index here. */
  readonly values: readonly string[];
}

/** The values of a Boolean variable: 0 is false, 1 is true. */
export const BOOLEAN: readonly string[] = ['false', 'true'];

/** In a tuple: any value. */
export const STAR = -1;

/**
 * The variables of a constraint are its `scope`. A claim about the variable x is 2 · value where x takes that value, and 2 · value + 1
 * where it does not ({@link claim}): `scope[i]` and `claims[i]` together are a literal.
 */
export type Constraint = TableConstraint | ConnectiveConstraint | EqualityConstraint | ChannelConstraint;

/** The variables take the values of one of the tuples. No variable is twice in the scope. */
export interface TableConstraint {
  readonly kind: 'table';
  readonly scope: readonly number[];
  /** The tuples one after another, each as long as the scope: a value, or {@link STAR}. They may overlap. */
  readonly tuples: readonly number[];
}

/**
 * `and`, `or`: the first literal holds iff all, or some, of the others hold. `clause`: some literal holds. Variables may occur in several literals.
 */
export interface ConnectiveConstraint {
  readonly kind: 'and' | 'or' | 'clause';
  readonly scope: readonly number[];
  readonly claims: readonly number[];
}

/** Two variables with as many values as each other take the same one. */
export interface EqualityConstraint {
  readonly kind: 'equal';
  readonly scope: readonly [number, number];
}

/** The first variable takes value v iff the Boolean variable `scope[1 + v]` is true. */
export interface ChannelConstraint {
  readonly kind: 'channel';
  readonly scope: readonly number[];
}

/** The distribution of a stochastic variable, given variables before it. */
export type Distribution = TabularDistribution | UniformDistribution;

/** A conditional probability table: the first row whose tuple agrees with the scope counts. A plain distribution is one row of an empty scope. */
export interface TabularDistribution {
  readonly kind: 'table';
  readonly variable: number;
  readonly scope: readonly number[];
  readonly rows: readonly { readonly tuple: readonly number[]; readonly probabilities: readonly number[] }[];
}

/** Uniform over the values v whose Boolean variable `scope[v]` is true (003 section 3.2). */
export interface UniformDistribution {
  readonly kind: 'uniform';
  readonly variable: number;
  readonly scope: readonly number[];
}

/** A soft constraint: what the assignment of the scope is worth to a player. Those of a player add up. */
export interface Utility {
  readonly player: number;
  readonly scope: readonly number[];
  /** The first row whose tuple agrees with the scope counts; utilities are in [0, 1]. */
  readonly rows: readonly { readonly tuple: readonly number[]; readonly utility: number }[];
  /** Where no row does. */
  readonly otherwise: number;
}

/** That a variable takes the value. */
export const claim = (value: number): number => 2 * value;
/** That a variable does not take the value. */
export const denial = (value: number): number => 2 * value + 1;
