import { describe, expect, test } from 'vitest';
import { type Network, STAR, type TableConstraint, unrollRounds } from '../network/index.js';
import { macSearch } from '../solver/index.js';
import { bundledProgram } from '../../test/programs.js';
import { type Translation, translateRound } from './translateRound.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 3e9 };

function translated(game: string, mayBeOver = false): Translation {
  const translation = translateRound(bundledProgram(game), { name: game, mayBeOver }, BUDGET);
  if (!translation.ok) throw new Error(translation.error);
  return translation.value;
}

/** The tables of just these variables, each tuple as its values' names, sorted. */
function tablesOf({ variables, constraints }: Network, scope: readonly string[]): string[][] {
  const places = scope.map((name) => variables.findIndex((variable) => variable.name === name));
  const tables = constraints.filter(
    (constraint): constraint is TableConstraint =>
      constraint.kind === 'table' &&
      constraint.scope.length === places.length &&
      places.every((place) => constraint.scope.includes(place)),
  );
  return tables.map((table) => {
    const arity = table.scope.length;
    return Array.from({ length: table.tuples.length / arity }, (_, row) =>
      places
        .map((place) => {
          const value = table.tuples[row * arity + table.scope.indexOf(place)]!;
          return value === STAR ? '*' : variables[place]!.values[value]!;
        })
        .join(' '),
    ).sort();
  });
}

describe('cooperative Matching Pennies is the network of 003, figure 3', () => {
  const { network } = translated('matching-pennies').round;
  const players = ['alice', 'bob', 'random'];
  const valuesOf = (name: string): readonly string[] | undefined =>
    network.variables.find((variable) => variable.name === name)?.values.toSorted();

  test('its variables and domains, with scores and one auxiliary beside them', () => {
    const sides = ['heads', 'tails', 'unset'];
    expect(valuesOf('terminal')).toEqual(['false', 'true']);
    for (const player of players) {
      expect(valuesOf(`(coin ${player} _)`)).toEqual(sides);
      expect(valuesOf(`(next (coin ${player} _))`)).toEqual(sides);
      expect(valuesOf(`(control ${player})`)).toEqual(['false', 'true']);
      expect(valuesOf(`(next (control ${player}))`)).toEqual(['false', 'true']);
      expect(valuesOf(`(does ${player})`)).toEqual(['(choose heads)', '(choose tails)', 'noop']);
    }
    expect(network.variables).toHaveLength(1 + 5 * 3 + 2 + 1);
    expect(network.variables.filter(({ kind }) => kind === 'stochastic').map(({ name }) => name)).toEqual([
      '(does random)',
    ]);
  });

  test('its terminal table', () => {
    const coins = players.map((player) => `(coin ${player} _)`);
    const [table] = tablesOf(network, [...coins, 'terminal']);
    expect(table).toHaveLength(27);
    expect(table!.every((row) => row.endsWith('true') === !row.includes('unset'))).toBe(true);
  });

  test.each(players)('its legal and next tables of %s', (player) => {
    expect(tablesOf(network, [`(control ${player})`, `(does ${player})`])).toEqual([
      ['false noop', 'true (choose heads)', 'true (choose tails)'],
    ]);
    // The figure writes unset where we write *: by the rules of figure 1 a coin that is chosen again changes.
    expect(tablesOf(network, [`(coin ${player} _)`, `(does ${player})`, `(next (coin ${player} _))`])).toEqual([
      ['* (choose heads) heads', '* (choose tails) tails', 'heads noop heads', 'tails noop tails', 'unset noop unset'],
    ]);
  });

  test('its conditional probability table', () => {
    const variable = network.variables.findIndex(({ name }) => name === '(does random)');
    const control = network.variables.findIndex(({ name }) => name === '(control random)');
    expect(network.distributions).toEqual([
      {
        kind: 'table',
        variable,
        scope: [control],
        rows: [
          { tuple: [0], probabilities: [0, 0, 1] },
          { tuple: [1], probabilities: [0.5, 0.5, 0] },
        ],
      },
    ]);
  });
});

describe('groups', () => {
  test.each([
    ['tic-tac-toe', 10],
    ['connect-four', 43],
    ['breakthrough-6x6', 37],
    ['othello-8x8', 65],
    ['eight-puzzle', 10],
  ])('of %s are proved to be one variable each', (game, groups) => {
    const translation = translated(game);
    expect(translation.groupsLeft).toBe(0);
    expect(translation.groups.length).toBe(groups);
  });
});

/** Complete lines of so many rounds: those that end before count once. */
function lines(game: string, rounds: number): number {
  const { round } = translated(game, true);
  const initial = bundledProgram(game).initial.map((atom) => atom - 1);
  const search = macSearch(unrollRounds(round, rounds, initial));
  while (search.advance());
  return search.solutions;
}

describe('rounds glued together', () => {
  test.each([
    ['tic-tac-toe', 1, 9],
    ['tic-tac-toe', 3, 504],
    ['matching-pennies', 1, 4],
    ['matching-pennies', 2, 8],
    ['matching-pennies', 4, 8],
    ['orchard-2-2-1', 1, 4],
    ['orchard-2-2-1', 2, 13],
    ['orchard-2-2-1', 3, 41],
  ])('%s has, in %i rounds, %i lines', (game, rounds, count) => {
    expect(lines(game, rounds)).toBe(count);
  });
});
