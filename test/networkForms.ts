import type { Random } from '../src/base/index.js';
import { type Constraint, type Network, STAR, type Variable } from '../src/network/index.js';
import { randomNetwork } from './randomNetwork.js';

/** A random network with odd names, kinds, distributions, utilities and degenerate constraints: all that a file must carry. */
export function oddNetwork(random: Random): Network {
  const network = randomNetwork(random);
  const one = <T>(items: readonly T[]): T => items[random.below(items.length)]!;
  const share = (): number => random.below(1001) / 1000;
  const variables = network.variables.map((variable, index): Variable => {
    const kind = index === 0 ? 'decision' : one(['decision', 'stochastic', 'auxiliary'] as const);
    return { ...variable, name: `${one(ODD_NAMES)} ${String(index)}`, kind, stage: index };
  });
  const size = (variable: number): number => variables[variable]!.values.length;
  const cell = (variable: number): number => (random.below(3) === 0 ? STAR : random.below(size(variable)));
  const degenerate: Constraint[] = [
    { kind: 'and', scope: [0], claims: [random.below(2 * size(0))] },
    { kind: 'or', scope: [0], claims: [random.below(2 * size(0))] },
    { kind: 'table', scope: [1, 0], tuples: [] },
    { kind: 'clause', scope: [], claims: [] },
  ];
  const players = ['<x> & "y"', 'second'].slice(0, random.below(3));
  return {
    ...network,
    name: one(ODD_NAMES),
    variables,
    constraints: random.below(4) === 0 ? [...network.constraints, one(degenerate)] : network.constraints,
    distributions: variables.flatMap(({ kind }, variable) => {
      if (kind !== 'stochastic') return [];
      const scope = [random.below(variable)];
      const probabilities = Array.from({ length: size(variable) }, (_, value) => (value === 0 ? 1 : 0));
      return [{ kind: 'table' as const, variable, scope, rows: [{ tuple: scope.map(cell), probabilities }] }];
    }),
    players,
    utilities: players.map((_, player) => {
      const scope = [random.below(variables.length), random.below(variables.length)];
      return { player, scope, rows: [{ tuple: scope.map(cell), utility: share() }], otherwise: share() };
    }),
    threshold: players.length === 0 ? [share()] : players.map(share),
  };
}

const ODD_NAMES = [
  '(cell 1 1)',
  '(cell 1 1)\n',
  'it\'s <b> & "so" ]]> --> ?>',
  'and',
  '42',
  '',
  'π≠é\u0007\uFFFF\uD800 😀',
  'x'.repeat(200),
  '%0 {"a":[1,2]}',
];

/** The same network with the tuples of its tables in order, each once, and stars alone in a column spelt out: what no solver could tell apart. */
export function normalForm(network: Network): Network {
  const constraints = network.constraints.map((constraint): Constraint => {
    if (constraint.kind !== 'table') return constraint;
    const { scope, tuples } = constraint;
    if (scope.length === 1 && tuples.includes(STAR))
      return { ...constraint, tuples: network.variables[scope[0]!]!.values.map((_, value) => value) };
    const rows = new Map<string, readonly number[]>();
    for (let at = 0; at < tuples.length; at += scope.length) {
      const row = tuples.slice(at, at + scope.length);
      rows.set(row.join(), row);
    }
    const ordered = [...rows.values()].sort((left, right) => {
      const at = left.findIndex((value, index) => value !== right[index]);
      return left[at]! - right[at]!;
    });
    return { ...constraint, tuples: ordered.flat() };
  });
  return { ...network, constraints };
}

/** Every assignment that satisfies the constraints, by their definitions and nothing else. */
export function solutionsOf({ variables, constraints }: Network): readonly string[] {
  const solutions: string[] = [];
  const values = new Array<number>(variables.length).fill(0);
  const visit = (variable: number): void => {
    if (variable === variables.length) {
      if (constraints.every((constraint) => isSatisfied(constraint, values))) solutions.push(values.join());
      return;
    }
    for (let value = 0; value < variables[variable]!.values.length; value++) {
      values[variable] = value;
      visit(variable + 1);
    }
  };
  visit(0);
  return solutions;
}

function isSatisfied(constraint: Constraint, values: readonly number[]): boolean {
  const [first, ...others] = constraint.scope.map((variable) => values[variable]!);
  switch (constraint.kind) {
    case 'table':
      return isInTable(constraint.tuples, [first!, ...others]);
    case 'equal':
      return first === others[0];
    case 'channel':
      return others.every((boolean, value) => (boolean === 1) === (first === value));
    default: {
      const [defined, ...parts] = constraint.claims.map(
        (claim, at) => (claim % 2 === 0) === (values[constraint.scope[at]!] === claim >> 1),
      );
      if (constraint.kind === 'clause') return defined === true || parts.includes(true);
      return defined === (constraint.kind === 'and' ? !parts.includes(false) : parts.includes(true));
    }
  }
}

function isInTable(tuples: readonly number[], values: readonly number[]): boolean {
  for (let at = 0; at < tuples.length; at += values.length)
    if (values.every((value, index) => tuples[at + index] === value || tuples[at + index] === STAR)) return true;
  return false;
}
