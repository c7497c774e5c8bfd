import { describe, expect, it } from 'vitest';
import { checkNetwork, InvalidNetwork, NetworkBuilder, printFault } from './index.js';

/** 000, figure 2. */
function figure2(): NetworkBuilder {
  const builder = new NetworkBuilder('figure 2');
  const x = builder.decision('x', { values: 3 });
  const y = builder.stochastic('y', { values: 3 });
  const z = builder.auxiliary('z', { values: 3 });
  return builder
    .uniform(y)
    .equal(x, z)
    .worth('player', [x, y], (x, y) => (x + y >= 1 ? 1 : 0))
    .threshold(0.5);
}

function faultsOf(builder: NetworkBuilder): readonly string[] {
  try {
    builder.build();
    return [];
  } catch (error) {
    if (!(error instanceof InvalidNetwork)) throw error;
    return error.faults.map(printFault);
  }
}

describe('NetworkBuilder', () => {
  it('builds what is declared', () => {
    const network = figure2().build();
    expect(network.variables.map(({ name, kind, stage, values }) => [name, kind, stage, values.join(' ')])).toEqual([
      ['x', 'decision', 0, '0 1 2'],
      ['y', 'stochastic', 0, '0 1 2'],
      ['z', 'auxiliary', 0, '0 1 2'],
    ]);
    expect(network.constraints).toEqual([{ kind: 'equal', scope: [0, 2] }]);
    expect(network.distributions).toEqual([
      { kind: 'table', variable: 1, scope: [], rows: [{ tuple: [], probabilities: [1 / 3, 1 / 3, 1 / 3] }] },
    ]);
    expect(network.players).toEqual(['player']);
    const tuples = network.utilities[0]!.rows.map(({ tuple }) => tuple.join(''));
    expect(tuples).toEqual(['01', '02', '10', '11', '12', '20', '21', '22']);
    expect(network.threshold).toEqual([0.5]);
  });

  it('takes names and indexes, of variables and of values', () => {
    const build = (byName: boolean): unknown => {
      const builder = new NetworkBuilder('names');
      const x = builder.decision('x', { values: ['red', 'green'] });
      const b = builder.stochastic('b', { stage: 0 });
      const c = builder.stochastic('c');
      if (byName)
        builder
          .table(['x', 'b'], [['red', '*']])
          .and(['b', '=', 'true'], ['x', '!=', 'green'])
          .or(['b', '=', 'true'])
          .clause(['x', '=', 'green'], ['b', '!=', 'false'])
          .channel('x', ['b', 'c'])
          .conditional('b', ['x'], [{ tuple: ['red'], probabilities: [0.5, 0.5] }])
          .uniform('c', ['x', 'b'])
          .utility('me', ['x'], { rows: [{ tuple: ['green'], utility: 1 }], otherwise: 0.25 });
      else
        builder
          .table([x, b], [[0, -1]])
          .and([b, '=', 1], [x, '!=', 1])
          .or([b, '=', 1])
          .clause([x, '=', 1], [b, '!=', 0])
          .channel(x, [b, c])
          .conditional(b, [x], [{ tuple: [0], probabilities: [0.5, 0.5] }])
          .uniform(c, [x, b])
          .utility('me', [x], { rows: [{ tuple: [1], utility: 1 }], otherwise: 0.25 });
      return builder.build();
    };
    expect(build(true)).toEqual(build(false));
  });

  it('enumerates a relation', () => {
    const builder = new NetworkBuilder('sum');
    builder.decision('x', { values: 2 });
    builder.decision('y', { values: 3 });
    const { constraints } = builder.where(['y', 'x'], (y, x) => y + x === 2).build();
    expect(constraints).toEqual([{ kind: 'table', scope: [1, 0], tuples: [1, 1, 2, 0] }]);
  });

  it('gives each player a threshold', () => {
    const builder = new NetworkBuilder('thresholds');
    builder.decision('x');
    builder.player('a');
    builder.threshold(0.3).threshold(0.8, 'b');
    expect(builder.build()).toMatchObject({ players: ['a', 'b'], threshold: [0.3, 0.8] });
  });

  it('refuses to enumerate what is large', () => {
    const builder = new NetworkBuilder('large');
    const scope = [1, 2, 3].map((index) => builder.decision(`x${String(index)}`, { values: 200 }));
    builder.where(scope, () => true);
    expect(faultsOf(builder)).toEqual([
      'constraints[0]: more than 1000000 assignments; give a table with stars, or split the relation by auxiliary variables',
    ]);
  });

  it('says all names that nothing has', () => {
    const builder = new NetworkBuilder('strangers');
    builder.decision('x', { values: ['a'] });
    builder
      .table(['y'], [['a']])
      .clause(['x', '=', 'b'])
      .table(['x'], [[0, 0]]);
    expect(faultsOf(builder)).toEqual([
      'constraints[0].scope[0]: no variable is called "y"; declare it before',
      'constraints[1].literals[0]: "x" has no value "b"; name one that it has',
      'constraints[2].tuples[0]: a tuple of 2 for a scope of 1; give one value a variable',
    ]);
  });
});

describe('checkNetwork', () => {
  const base = figure2().build();
  const faults = (change: object): readonly string[] => {
    const checked = checkNetwork({ ...base, ...change });
    return checked.ok ? [] : checked.error.map(printFault);
  };
  const constraint = (one: unknown): readonly string[] => faults({ constraints: [one] });

  it('finds nothing wrong with what is right', () => {
    expect(faults({})).toEqual([]);
  });

  it.each([
    [
      { kind: 'table', scope: [0, 3], tuples: [] },
      'constraints[0].scope: there is no variable 3; use a variable from 0 to 2',
    ],
    [{ kind: 'table', scope: [], tuples: [] }, 'constraints[0].scope: a table without variables; name at least one'],
    [
      { kind: 'table', scope: [0, 0], tuples: [] },
      'constraints[0].scope: a variable is there twice; drop the second column',
    ],
    [
      { kind: 'table', scope: [0, 1], tuples: [0, 1, 2] },
      'constraints[0].tuples: 3 values do not make tuples of 2; give each tuple one value a variable',
    ],
    [
      { kind: 'table', scope: [0, 1], tuples: [0, -1, 1, 3] },
      'constraints[0].tuples[1][1]: there is no value 3; use a value from 0 to 2',
    ],
    [
      { kind: 'and', scope: [], claims: [] },
      'constraints[0].scope: and has no literal; give it the literal that it defines',
    ],
    [
      { kind: 'or', scope: [0], claims: [] },
      'constraints[0].claims: 0 claims about 1 variables; give one claim a variable',
    ],
    [
      { kind: 'clause', scope: [0], claims: [6] },
      'constraints[0].claims[0]: there is no claim 6; use a claim from 0 to 5',
    ],
    [
      { kind: 'equal', scope: [0, 0] },
      'constraints[0].scope: an equality is between two variables; name two different ones',
    ],
    [
      { kind: 'channel', scope: [0, 1] },
      'constraints[0].scope: 1 Booleans for a variable of 3 values; name the variable, then one Boolean a value',
    ],
    [
      { kind: 'channel', scope: [0, 1, 1, 2] },
      'constraints[0].scope: variable 1 is not Boolean; name variables with two values, false and true',
    ],
    [
      { kind: 'sum', scope: [0] },
      'constraints[0]: no constraint is "sum"; make it table, and, or, clause, equal or channel',
    ],
  ])('finds what is wrong with %j', (one, expected) => {
    expect(constraint(one)).toEqual([expected]);
  });

  it('wants equal domains to be equal in size', () => {
    const variables = [...base.variables.slice(0, 2), { ...base.variables[2]!, values: ['a'] }];
    expect(faults({ variables })).toEqual([
      'constraints[0].scope: the variables have 3 and 1 values; use a table to relate domains of different sizes',
    ]);
  });

  it('finds what is wrong with variables', () => {
    const [x, y, z] = base.variables;
    expect(
      faults({
        variables: [
          { ...x!, stage: -1 },
          { ...y!, name: 'x' },
          { ...z!, values: ['a', 'b', 'a'] },
        ],
      }),
    ).toEqual([
      'variables[0].stage: a stage cannot be -1; count rounds from 0',
      'variables[1]: variables[0] is also called "x"; rename one of them',
      'variables[2].values: "a" is there twice; give each value a name of its own',
    ]);
    const empty = { constraints: [], distributions: [], utilities: [] };
    expect(faults({ ...empty, variables: [{ ...x!, values: [] }] })).toEqual([
      'variables[0].values: there are none; give the variable at least one value',
    ]);
    expect(faults({ ...empty, variables: [] })).toEqual(['variables: there are none; declare at least one']);
  });

  it('wants decisions before draws in each stage, and stages in order', () => {
    const builder = new NetworkBuilder('order');
    builder.stochastic('y', { stage: 1 });
    builder.auxiliary('a', { stage: 0 });
    builder.decision('x', { stage: 1 });
    builder.uniform('y');
    expect(faultsOf(builder)).toEqual([
      'variables[2]: the decision variable "x" of stage 1 comes after the stochastic variable "y" of stage 1; ' +
        'order them by stage, decisions before stochastic variables in each',
    ]);
  });

  const rows = [{ tuple: [], probabilities: [0.5, 0.5, 0] }];
  it.each([
    [[], 'variables[1]: "y" has no distribution; add one'],
    [[{ kind: 'table', variable: 1, scope: [], rows: [] }], 'distributions[0].rows: there are none; add at least one'],
    [
      [{ kind: 'table', variable: 1, scope: [2], rows: [{ ...rows[0]!, tuple: [0] }] }],
      'distributions[0].scope: variable 2 does not come before variable 1; let it depend on earlier variables only',
    ],
    [
      [{ kind: 'table', variable: 1, scope: [], rows: [{ tuple: [], probabilities: [0.5, 0.4, 0] }] }],
      'distributions[0].rows[0].probabilities: they add up to 0.9; make that 1',
    ],
    [
      [{ kind: 'table', variable: 1, scope: [], rows: [{ tuple: [], probabilities: [1.5, -0.5, 0] }] }],
      'distributions[0].rows[0].probabilities: 1.5 is no probability; keep them in [0, 1]',
    ],
    [
      [{ kind: 'table', variable: 1, scope: [], rows: [{ tuple: [], probabilities: [1] }] }],
      'distributions[0].rows[0].probabilities: 1 probabilities for 3 values; give one a value',
    ],
    [
      [{ kind: 'table', variable: 1, scope: [0], rows }],
      'distributions[0].rows[0].tuple: a tuple of 0 for a scope of 1; give one value a variable',
    ],
    [
      [{ kind: 'uniform', variable: 1, scope: [0] }],
      'distributions[0].scope: 1 Booleans for a variable of 3 values; name one Boolean a value',
    ],
  ])('finds what is wrong with the distributions %j', (distributions, expected) => {
    expect(faults({ distributions })).toEqual([expected]);
  });

  it('wants one distribution for stochastic variables, and none for others', () => {
    const [only] = base.distributions;
    expect(faults({ distributions: [only, only] })).toEqual([
      'distributions[1]: variable 1 already has distributions[0]; drop one',
    ]);
    expect(faults({ distributions: [only, { ...only, variable: 0 }, { ...only, variable: 9 }] })).toEqual([
      'distributions[1].variable: variable 0 is not stochastic; drop its distribution',
      'distributions[2].variable: there is no variable 9; use a variable from 0 to 2',
    ]);
  });

  it('finds what is wrong with players, utilities and thresholds', () => {
    const [only] = base.utilities;
    const utilities = [{ ...only, player: 1, otherwise: 2, rows: [{ tuple: [0, 5], utility: -1 }] }];
    expect(faults({ utilities })).toEqual([
      'utilities[0].player: there is no player 1; use a player from 0 to 0',
      'utilities[0].otherwise: 2 is not in [0, 1]; scale it to that range',
      'utilities[0].rows[0].tuple[1]: there is no value 5; use a value from 0 to 2',
      'utilities[0].rows[0].utility: -1 is not in [0, 1]; scale it to that range',
    ]);
    expect(faults({ players: ['a', 'a'], threshold: [0, Number.NaN] })).toEqual([
      'players: a name is there twice; rename one of them',
      'threshold[1]: NaN is not in [0, 1]; scale it to that range',
    ]);
    expect(faults({ threshold: [] })).toEqual([
      'threshold: 0 thresholds for 1 players; give one a player, or a single one where there are no players',
    ]);
  });

  it('does not drown in faults', () => {
    const found = faults({ constraints: [{ kind: 'table', scope: [0], tuples: new Array(500).fill(7) }] });
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toBe('network: 400 more faults; mend those above first');
  });
});
