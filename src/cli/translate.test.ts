import { describe, expect, it } from 'vitest';
import { type Network, networkSizes, readNetworkJson, readXcsp3 } from '../network/index.js';
import { fileError, type Outcome, runIn } from './fakeOutside.js';

function networkOf({ stdout }: Outcome, format: 'json' | 'xcsp3'): Network {
  const result = (format === 'json' ? readNetworkJson : readXcsp3)(stdout);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe('woodstock translate', () => {
  it('writes the same network as XCSP3 and as JSON', async () => {
    const json = await runIn({}, 'translate', 'tic-tac-toe', '--to', 'json');
    const xcsp3 = await runIn({}, 'translate', 'tic-tac-toe', '--to', 'xcsp3');
    expect([json.code, json.stderr, xcsp3.code, xcsp3.stderr]).toEqual([0, '', 0, '']);
    expect(xcsp3.stdout).toMatch(/^<instance format="XCSP3" type="CSP">\n/);
    const network = networkOf(json, 'json');
    expect(networkSizes(networkOf(xcsp3, 'xcsp3'))).toEqual(networkSizes(network));
    expect(networkOf(xcsp3, 'xcsp3').variables).toEqual(network.variables);
    expect(network.players).toEqual(['x', 'o']);
  });

  it('injects the initial state, unless the template is asked for', async () => {
    const options = ['translate', 'tic-tac-toe', '--to', 'json'];
    const template = networkOf(await runIn({}, ...options, '--template'), 'json');
    const injected = networkOf(await runIn({}, ...options), 'json');
    expect(injected.variables).toEqual(template.variables);
    const state = injected.constraints.slice(0, injected.constraints.length - template.constraints.length);
    const facts = state.map((constraint) => {
      const { name, values } = injected.variables[constraint.scope[0]]!;
      return constraint.kind === 'table' && `${name} ${values[constraint.tuples[0]!]!}`;
    });
    expect(facts).toHaveLength(10);
    expect(facts).toContain('(cell 2 2 _) blank');
    expect(facts).toContain('(control _) x');
  });

  it('glues rounds together', async () => {
    const network = networkOf(
      await runIn({}, 'translate', 'matching-pennies', '--horizon', '3', '--to', 'json'),
      'json',
    );
    expect(new Set(network.variables.map(({ stage }) => stage))).toEqual(new Set([0, 1, 2, 3]));
  });

  it('writes a file and says how large it is', async () => {
    const options = ['translate', 'matching-pennies', '--to', 'xcsp3', '-o', 'pennies.xml'];
    const outcome = await runIn({}, ...options, '--json');
    const text = outcome.written!['pennies.xml']!;
    const network = networkOf({ ...outcome, stdout: text }, 'xcsp3');
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toEqual({
      ...networkSizes(network),
      bytes: Buffer.byteLength(text),
      ms: expect.any(Number) as number,
    });
    const shown = await runIn({}, ...options);
    expect(shown.stdout).toMatch(
      /^file +pennies\.xml\nvariables +\d+, with \d+ values, at most \d each\nconstraints +\d+, with/,
    );
  });

  it.each([
    [
      {},
      ['--to', 'xcsp3', '--json'],
      'woodstock: --to xcsp3 --json needs -o FILE: the network is no JSON document, its sizes are\n',
    ],
    [{}, [], "woodstock: required option '--to <format>' not specified\n"],
    [
      {},
      ['--to', 'xml'],
      /^woodstock: option '--to <format>' argument 'xml' is invalid. Allowed choices are xcsp3, json.\n$/,
    ],
    [{}, ['--to', 'json', '--horizon', '0'], /It must be from 1 to 1000\.\n$/],
    [
      {},
      ['--to', 'json', '--horizon', '2', '--template'],
      /'--template' cannot be used with option '--horizon <rounds>'\n$/,
    ],
    [
      { isReadOnly: true },
      ['--to', 'json', '-o', 'a.json'],
      'woodstock: a.json: cannot be written: permission denied\n',
    ],
  ])('says what is wrong: %j %j', async (world, options, expected) => {
    const { code, stdout, stderr } = await runIn(world, 'translate', 'matching-pennies', ...options);
    expect([code, stdout]).toEqual([2, '']);
    if (typeof expected === 'string') expect(stderr).toBe(expected);
    else expect(stderr).toMatch(expected);
  });

  it('says when a game is too large for the time there is', async () => {
    const { code, stdout, stderr } = await runIn({ isTimeShort: true }, 'translate', 'othello-8x8', '--to', 'json');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^woodstock: othello-8x8\.kif: .*\n$/);
  });

  it('shows what it does on a terminal', async () => {
    const { stderr } = await runIn({ isTTY: true }, 'translate', 'matching-pennies', '--to', 'json', '-o', 'x');
    expect(stderr).toContain('matching-pennies.kif: translating …');
    expect(stderr).toContain('x: 0 MB …');
  });

  it('says why rules cannot be read', async () => {
    const world = { files: { 'a.kif': fileError('EACCES') } };
    expect(await runIn(world, 'translate', 'a.kif', '--to', 'json')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'woodstock: a.kif: permission denied\n',
    });
  });
});
