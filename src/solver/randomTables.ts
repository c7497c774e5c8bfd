import type { Random } from '../base/index.js';
import { BOOLEAN, type Constraint, claim, type Network, STAR } from '../network/index.js';

/** Random networks of tables, for measurements: all tables are of one size, over scopes drawn at random. */
export interface RandomTables {
  readonly variables: number;
  /** Of each variable. */
  readonly values: number;
  readonly constraints: number;
  readonly arity: number;
  /** Of each table, drawn with repetition. Near values^(arity - variables/constraints) searches are hard. */
  readonly tuples: number;
  /** Out of 100, how often a value is `*`; never unless said otherwise. */
  readonly stars?: number;
}

export function randomTables(random: Random, size: RandomTables): Network {
  const { variables, values, constraints, arity, tuples, stars = 0 } = size;
  const names = Array.from({ length: values }, (_, value) => String(value));
  return networkOf(
    Array.from({ length: variables }, () => names),
    Array.from({ length: constraints }, () => ({
      kind: 'table',
      scope: distinct(random, arity, variables),
      tuples: Array.from({ length: arity * tuples }, () => (random.below(100) < stars ? STAR : random.below(values))),
    })),
  );
}

/** Random clauses, for measurements: hard near 4.26 clauses of length 3 a variable. */
export interface RandomClauses {
  readonly variables: number;
  readonly clauses: number;
  readonly length: number;
}

export function randomClauses(random: Random, { variables, clauses, length }: RandomClauses): Network {
  return networkOf(
    Array.from({ length: variables }, () => BOOLEAN),
    Array.from({ length: clauses }, () => {
      const scope = distinct(random, length, variables);
      return { kind: 'clause', scope, claims: scope.map(() => claim(random.below(2))) };
    }),
  );
}

function networkOf(domains: readonly (readonly string[])[], constraints: readonly Constraint[]): Network {
  return {
    name: 'random',
    variables: domains.map((values, x) => ({ name: `x${String(x)}`, kind: 'decision', stage: 0, values })),
    constraints,
    distributions: [],
    players: [],
    utilities: [],
    threshold: [0],
  };
}

function distinct(random: Random, count: number, bound: number): number[] {
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(random.below(bound));
  return [...drawn];
}
