import { describe, expect, it } from 'vitest';
import { oddNetwork } from '../../../test/networkForms.js';
import { seededRandom } from '../../base/index.js';
import { checkNetwork, type Network, NetworkBuilder, printFault, readNetworkJson, writeNetworkJson } from '../index.js';

function faultsOf(text: string): readonly string[] {
  const result = readNetworkJson(text);
  return result.ok ? [] : result.error.map(printFault);
}

const file = (fields: object): string =>
  JSON.stringify({
    format: 'woodstock-network',
    version: 1,
    name: 'n',
    variables: [{ name: 'x', kind: 'decision' }],
    ...fields,
  });

describe('networks as JSON', () => {
  it('come back as they went', () => {
    for (let seed = 0; seed < 200; seed++) {
      const network = oddNetwork(seededRandom(seed));
      expect(checkNetwork(network)).toEqual({ ok: true, value: network });
      expect(readNetworkJson([...writeNetworkJson(network)].join(''))).toEqual({ ok: true, value: network });
    }
  });

  it('are readable', () => {
    const builder = new NetworkBuilder('small');
    const x = builder.decision('x', { values: ['a', 'b', 'c'] });
    const b = builder.stochastic('b', { stage: 1 });
    builder
      .table(
        [x, b],
        [
          ['a', '*'],
          ['c', 'true'],
        ],
      )
      .and([b, '=', 1], [x, '!=', 'b'])
      .distribution(b, [0.25, 0.75]);
    expect([...writeNetworkJson(builder.build())].join(''))
      .toBe(`{"format":"woodstock-network","version":1,"name":"small",
"variables":[
{"name":"x","kind":"decision","stage":0,"values":["a","b","c"]},
{"name":"b","kind":"stochastic","stage":1}],
"constraints":[
{"kind":"table","scope":[0,1],"tuples":[[0,"*"],[2,1]]},
{"kind":"and","literals":[[1,"=",1],[0,"!=",1]]}],
"distributions":[{"kind":"table","variable":1,"scope":[],"rows":[{"tuple":[],"probabilities":[0.25,0.75]}]}],"players":[],"utilities":[],"threshold":[0]}
`);
  });

  it('are written in pieces', () => {
    const tuples = Array.from({ length: 300_000 }, (_, index) => index % 3);
    const builder = new NetworkBuilder('long');
    for (const name of 'xyz') builder.decision(name, { values: 3 });
    const network: Network = { ...builder.build(), constraints: [{ kind: 'table', scope: [0, 1, 2], tuples }] };
    const lengths = [...writeNetworkJson(network)].map((piece) => piece.length);
    expect(lengths.length).toBeGreaterThan(10);
    expect(Math.max(...lengths)).toBeLessThan(70_000);
  });

  it('may be written by hand, with names', () => {
    const text = file({
      variables: [
        { name: 'x', kind: 'decision', values: ['a', 'b'] },
        { name: 'y', kind: 'stochastic', stage: 1, values: ['a', 'b'] },
      ],
      constraints: [
        { kind: 'equal', scope: ['x', 'y'] },
        { kind: 'table', scope: ['x', 1], tuples: [['a', '*']] },
      ],
      distributions: [
        { kind: 'table', variable: 'y', scope: ['x'], rows: [{ tuple: ['*'], probabilities: [0.5, 0.5] }] },
      ],
      players: ['me'],
      utilities: [{ player: 'me', scope: ['y'], rows: [{ tuple: ['b'], utility: 1 }] }],
    });
    const result = readNetworkJson(text);
    expect(result).toMatchObject({
      ok: true,
      value: {
        constraints: [
          { kind: 'equal', scope: [0, 1] },
          { kind: 'table', scope: [0, 1], tuples: [0, -1] },
        ],
        distributions: [{ variable: 1, scope: [0], rows: [{ tuple: [-1] }] }],
        utilities: [{ player: 0, rows: [{ tuple: [1], utility: 1 }], otherwise: 0 }],
        threshold: [0],
      },
    });
  });

  it.each([
    ['{"format":1\n "name"}', /^line 2, column 2: this is not JSON \(.*\); correct it there$/],
    ['', /^the text: this is not JSON \(.*\); correct it there$/],
    ['[]', 'network: this is a list; make it an object'],
    [file({ format: 'other' }), 'format: this is "other"; make it "woodstock-network"'],
    [file({ version: 2 }), 'version: this is not 1; read it with the Woodstock that wrote it'],
    [file({ variable: [] }), /^network: it has no place for "variable"; keep to format, version, /],
    [file({ variables: 3 }), 'variables: this is 3; make it a list'],
    [
      file({ variables: [{ name: 'x', kind: 'random' }] }),
      'variables[0].kind: this is "random"; make it "decision" or "stochastic" or "auxiliary"',
    ],
    [
      file({ variables: [{ kind: 'decision' }] }),
      'variables[0]: "name" is missing; give it: name, kind, stage, values',
    ],
    [
      file({ variables: [{ name: 'x', kind: 'decision', values: [1] }] }),
      'variables[0].values[0]: this is 1; make it a string',
    ],
    [file({ constraints: [null] }), 'constraints[0]: this is null; make it an object'],
    [
      file({ constraints: [{ kind: 'table', scope: ['z'], tuples: [] }] }),
      'constraints[0].scope[0]: no variable is called "z"; declare it before',
    ],
    [
      file({ constraints: [{ kind: 'table', scope: ['x'], tuples: [[null]] }] }),
      'constraints[0].tuples[0][0]: this is null; make it a name or a number',
    ],
    [
      file({ constraints: [{ kind: 'table', scope: ['x'], tuples: [[0.5]] }] }),
      'constraints[0].tuples[0][0]: there is no value 0.5; use a value from 0 to 1',
    ],
    [
      file({ constraints: [{ kind: 'and', literals: [['x', '=']] }] }),
      'constraints[0].literals[0]: this is no literal; make it ["x", "=", 0] or ["x", "!=", 0]',
    ],
    [
      file({ constraints: [{ kind: 'and', literals: [['x', '<', 0]] }] }),
      'constraints[0].literals[0]: this is "<"; make it "=" or "!="',
    ],
    [
      file({ constraints: [{ kind: 'equal', scope: ['x'] }] }),
      'constraints[0].scope: an equality is between two variables; name two different ones',
    ],
    [
      file({ constraints: [{ kind: 'equal', scope: ['x', 0], a: 0 }] }),
      'constraints[0]: it has no place for "a"; keep to kind, scope',
    ],
    [
      file({ utilities: [{ player: 'me', scope: [], rows: [] }] }),
      'utilities[0].player: there is no player -1; declare a player first',
    ],
    [file({ threshold: 'high' }), 'threshold: this is "high"; make it a list'],
  ])('says what is wrong: %s', (text, expected) => {
    const faults = faultsOf(text);
    expect(faults).toHaveLength(1);
    if (typeof expected === 'string') expect(faults[0]).toBe(expected);
    else expect(faults[0]).toMatch(expected);
  });
});
