import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PREPROCESSING_PASSES } from '../solver/index.js';
import { fileError, runIn, type World } from './fakeOutside.js';

interface Solved {
  readonly code: number;
  readonly stderr: string;
  readonly network: Record<string, number>;
  readonly threshold: readonly number[];
  readonly preprocessing: { effects: { pass: string; ms: number }[]; network: Record<string, number> } | null;
  readonly method: string;
  readonly satisfiable: boolean | null;
  readonly found: number | null;
  readonly isComplete: boolean | null;
  readonly solutions: readonly Record<string, string>[];
  readonly policies: readonly { utilities: Record<string, number>; policy: PolicyJson }[];
  readonly nodes: number | null;
  readonly problem: string | null;
}

type PolicyJson =
  | { kind: 'decision'; values: Record<string, string>; child: PolicyJson }
  | { kind: 'chance'; variable: string; branches: { value: string; probability: number; child: PolicyJson }[] }
  | { kind: 'leaf'; utilities: number[]; isLost: boolean }
  | { kind: 'cut' };

async function solved(world: World, ...argv: readonly string[]): Promise<Solved> {
  const { code, stdout, stderr } = await runIn(world, 'network', ...argv, '--json');
  return { ...(JSON.parse(stdout) as Omit<Solved, 'code' | 'stderr'>), code, stderr };
}

const uniform = (variable: string): object => {
  return { kind: 'table', variable, scope: [], rows: [{ tuple: [], probabilities: [1 / 3, 1 / 3, 1 / 3] }] };
};
const numbered = (name: string, kind: string, stage: number): object => {
  return { name, kind, stage, values: ['0', '1', '2'] };
};
const pairs = (holds: (a: number, b: number) => boolean): number[][] =>
  [0, 1, 2].flatMap((a) => [0, 1, 2].filter((b) => holds(a, b)).map((b) => [a, b]));
const HEAD = { format: 'woodstock-network', version: 1 };

const FIGURE_2 = JSON.stringify({
  ...{ ...HEAD, name: '000 figure 2' },
  variables: [numbered('x', 'decision', 0), numbered('y', 'stochastic', 0), numbered('z', 'decision', 1)],
  constraints: [{ kind: 'equal', scope: ['x', 'z'] }],
  distributions: [uniform('y')],
  players: ['player'],
  utilities: [
    {
      player: 'player',
      scope: ['x', 'y'],
      rows: pairs((x, y) => x + y >= 1).map((tuple) => ({ tuple: tuple.map(String), utility: 1 })),
    },
  ],
  threshold: [0.5],
});

const EXAMPLE_2 = JSON.stringify({
  ...{ ...HEAD, name: '001 example 2' },
  variables: [0, 1].flatMap((stage) => [
    numbered(`xd${stage + 1}`, 'decision', stage),
    numbered(`xs${stage + 1}`, 'stochastic', stage),
  ]),
  constraints: [
    { kind: 'equal', scope: ['xd1', 'xd2'] },
    { kind: 'table', scope: ['xd1', 'xs1'], tuples: pairs((d, s) => d + s > 1) },
    { kind: 'table', scope: ['xd2', 'xs2'], tuples: pairs((d, s) => d + s > 1) },
  ],
  distributions: [uniform('xs1'), uniform('xs2')],
  threshold: [1 / 3],
});

const FILES = { 'figure.json': FIGURE_2, 'example.json': EXAMPLE_2 };
const METHODS = ['mac-sfc', 'fc', 'search', 'stochastic-mac'];

describe.each(METHODS)('policies by %s', (method) => {
  it('are those of 000, figure 2: x = z = 0 is worth 2/3, the best 1', async () => {
    const all = await solved({ files: FILES }, 'figure.json', '--method', method, '--wanted', 'all');
    expect(all).toMatchObject({ code: 0, method, satisfiable: true, found: 3, isComplete: true, threshold: [0.5] });
    const worth = new Map(
      all.policies.map(({ utilities, policy }) => [
        policy.kind === 'decision' && policy.values['x'],
        utilities['player'],
      ]),
    );
    expect(worth.get('0')).toBeCloseTo(2 / 3, 12);
    expect(worth.get('1')).toBeCloseTo(1, 12);
    expect(worth.get('2')).toBeCloseTo(1, 12);
    const best = await solved({ files: FILES }, 'figure.json', '--method', method);
    expect(best.policies.map(({ utilities }) => utilities['player']!.toFixed(9))).toEqual(['1.000000000']);
  });

  it('are those of 001, example 2: 4/9 and 1, whether preprocessed or not', async () => {
    for (const flags of [[], ['--preprocess']]) {
      const argv = ['example.json', '--method', method, '--wanted', 'all', ...flags];
      const { policies, code } = await solved({ files: FILES }, ...argv);
      expect(code).toBe(0);
      const worth = policies.map(({ utilities, policy }) => [
        policy.kind === 'decision' && policy.values['xd1'],
        utilities['satisfaction']!.toFixed(9),
      ]);
      expect(worth).toEqual([
        ['1', (4 / 9).toFixed(9)],
        ['2', '1.000000000'],
      ]);
    }
  });

  it('win Orchard within four rounds with probability 27/128, whether preprocessed or not', async () => {
    for (const flags of [[], ['--preprocess']]) {
      const argv = ['orchard-2-2-1', '--horizon', '4', '--method', method, ...flags];
      const { policies, code, found } = await solved({}, ...argv);
      expect({ code, found, utilities: policies[0]?.utilities }).toEqual({
        code: 0,
        found: 1,
        utilities: { bob: 27 / 128 },
      });
    }
  });

  it('are counted, and found one by one', async () => {
    const orchard = ['orchard-2-2-1', '--horizon', '4', '--method', method, '--threshold', String(27 / 128)];
    expect(await solved({}, ...orchard, '--count')).toMatchObject({ found: 144, isComplete: true, policies: [] });
    const few = await solved({}, ...orchard, '--wanted', 'all', '--limit', '3');
    expect(few).toMatchObject({ code: 0, found: 3, isComplete: false, problem: null });
    expect(new Set(few.policies.map((policy) => JSON.stringify(policy))).size).toBe(3);
    expect(await solved({}, ...orchard, '--wanted', 'first')).toMatchObject({ code: 0, found: 1, isComplete: true });
  });

  it('that do not reach a threshold are none', async () => {
    const argv = ['orchard-2-2-1', '--horizon', '4', '--method', method, '--threshold', '0.22'];
    expect(await solved({}, ...argv)).toMatchObject({ code: 1, satisfiable: false, found: 0, problem: null });
  });

  it('that lose a scenario are infeasible in the other reading', async () => {
    const argv = ['example.json', '--method', method, '--wanted', 'all', '--reading', 'feasibility'];
    const { found, policies } = await solved({ files: FILES }, ...argv);
    expect(found).toBe(1);
    expect(policies[0]!.utilities['satisfaction']).toBeCloseTo(1, 12);
  });
});

describe('solutions by MAC', () => {
  it('are the moves of tic-tac-toe, by names', async () => {
    const { code, method, found, solutions, isComplete } = await solved({}, 'tic-tac-toe');
    expect({ code, method, found, isComplete }).toEqual({ code: 0, method: 'mac', found: 9, isComplete: true });
    expect(solutions).toContainEqual({ '(does x)': '(mark 2 2)', '(does o)': 'noop' });
  });

  it('are counted, limited, or only the first', async () => {
    const two = ['tic-tac-toe', '--horizon', '2'];
    expect(await solved({}, ...two, '--count')).toMatchObject({ found: 72, solutions: [], isComplete: true });
    const few = await solved({}, ...two, '--limit', '3');
    expect([few.found, few.solutions.length]).toEqual([72, 3]);
    expect(await solved({}, ...two, '--wanted', 'first')).toMatchObject({ code: 0, found: 1, isComplete: true });
  });

  it('show all variables where that is asked for', async () => {
    const { solutions } = await solved({}, 'tic-tac-toe', '--auxiliary');
    expect(solutions[0]).toMatchObject({ '(cell 2 2 _)': 'blank', terminal: 'false' });
  });

  it('take draws for variables like others', async () => {
    const { found, solutions } = await solved({ files: FILES }, 'figure.json', '--method', 'mac');
    expect(found).toBe(9);
    expect(solutions).toContainEqual({ x: '2', y: '0', z: '2' });
  });

  it('are none where constraints contradict each other', async () => {
    const text = JSON.stringify({
      ...{ ...HEAD, name: 'none' },
      variables: [{ name: 'a', kind: 'decision' }],
      constraints: [true, false].map((value) => ({ kind: 'clause', literals: [['a', '=', String(value)]] })),
    });
    for (const flags of [[], ['--preprocess'], ['--wanted', 'first'], ['--method', 'fc'], ['--method', 'mac-sfc']])
      expect(await solved({ files: { n: text } }, 'n', ...flags)).toMatchObject({
        code: 1,
        satisfiable: false,
        found: 0,
        problem: null,
      });
  });
});

describe('what is searched by default', () => {
  it.each([
    [['tic-tac-toe'], 'mac'],
    [['tic-tac-toe', '--wanted', 'best'], 'stochastic-mac'],
    [['tic-tac-toe', '--threshold', '0'], 'stochastic-mac'],
    [['orchard-2-2-1'], 'mac-sfc'],
    [['orchard-2-2-1', '--horizon', '2'], 'stochastic-mac'],
    [['figure.json'], 'stochastic-mac'],
    [['tic-tac-toe', '--method', 'none'], 'none'],
  ])('%j: %s', async (argv, method) => {
    expect(await solved({ files: FILES }, ...argv)).toMatchObject({ code: 0, method });
  });

  it('is the best for both in Matching Pennies: 1/2', async () => {
    const { policies } = await solved({}, 'matching-pennies', '--horizon', '2');
    expect(policies.map(({ utilities }) => utilities)).toEqual([{ alice: 0.5, bob: 0.5 }]);
  });

  it('takes a threshold for each player', async () => {
    const pennies = ['matching-pennies', '--horizon', '2', '--threshold'];
    expect(await solved({}, ...pennies, '0.5')).toMatchObject({ code: 0, threshold: [0.5, 0.5] });
    expect(await solved({}, ...pennies, '0.5,0.6')).toMatchObject({ code: 1, threshold: [0.5, 0.6], found: 0 });
  });
});

describe('where nothing is drawn', () => {
  it.each(METHODS)('policies by %s are solutions', async (method) => {
    expect((await solved({}, 'tic-tac-toe', '--method', method, '--count')).found).toBe(9);
  });
});

describe('preprocessing', () => {
  it.each(PREPROCESSING_PASSES)('keeps what is found without %s', async (pass) => {
    const flags = ['--without', pass];
    const plain = await solved({}, 'tic-tac-toe');
    const smaller = await solved({}, 'tic-tac-toe', ...flags);
    const passes = smaller.preprocessing!.effects.map((effect) => effect.pass);
    expect(new Set(passes)).toEqual(new Set(PREPROCESSING_PASSES.filter((other) => other !== pass)));
    expect(smaller.preprocessing!.network['tuples']).toBeLessThan(plain.network['tuples']!);
    const sorted = ({ solutions }: Solved): readonly string[] => solutions.map((one) => JSON.stringify(one)).sort();
    expect(sorted(smaller)).toEqual(sorted(plain));
    const orchard = await solved({}, 'orchard-2-2-1', '--horizon', '4', ...flags);
    expect(orchard.policies[0]!.utilities).toEqual({ bob: 27 / 128 });
  });

  it('is switched off pass by pass', async () => {
    const without = PREPROCESSING_PASSES.flatMap((pass) => ['--without', pass]);
    const { preprocessing, network } = await solved({}, ...without, 'tic-tac-toe');
    expect(preprocessing).toEqual({ effects: [], network });
    const { effects } = (await solved({}, ...without.slice(2), 'tic-tac-toe', '--preprocess')).preprocessing!;
    expect(effects).toMatchObject([{ pass: PREPROCESSING_PASSES[0], before: { variables: 66 }, ms: 1 }]);
  });
});

describe('FILE', () => {
  it('may be XCSP3, or have no ending, or be standard input', async () => {
    const options = ['--to', 'xcsp3', '-o', 'ttt.xml'];
    const { written } = await runIn({}, 'translate', 'tic-tac-toe', ...options);
    const xml = written!['ttt.xml']!;
    const answer = { code: 0, found: 9, file: 'ttt.xml', name: 'tic-tac-toe.kif' };
    expect(await solved({ files: { 'ttt.xml': xml } }, 'ttt.xml')).toMatchObject(answer);
    expect(await solved({ files: { ttt: xml } }, 'ttt')).toMatchObject({ ...answer, file: 'ttt' });
    expect(await solved({ stdin: `\uFEFF \n${FIGURE_2}` }, '-')).toMatchObject({ code: 0, name: '000 figure 2' });
    const sheet = readFileSync('games/tic-tac-toe.kif', 'utf8');
    expect(await solved({ stdin: sheet }, '-')).toMatchObject({ code: 0, found: 9, file: 'standard input' });
  });

  it('has every fault listed', async () => {
    const faulty = FIGURE_2.replace('"decision"', '"decison"').replace('"equal","scope":["x"', '"equal","scope":["w"');
    const { code, stdout, stderr } = await runIn({ files: { 'f.json': faulty } }, 'network', 'f.json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      'f.json: variables[0].kind: this is "decison"; make it "decision" or "stochastic" or "auxiliary"',
      expect.stringMatching(/^f\.json: constraints\[0\]\.scope\[0\]: no variable is called "w"; /),
      'woodstock: f.json is no network, for the faults above',
      '',
    ]);
  });

  it.each([
    ['a.json', '{"format": ', /a\.json: .*this is not JSON .*; correct it there/],
    ['a.json', 'null', /a\.json: network: this is null; make it an object/],
    ['a.json', Uint8Array.of(123, 200, 125), /a\.json: this is not UTF-8 text/],
    ['a.json', '['.repeat(100_000) + ']'.repeat(100_000), /a\.json: network: this is a list; make it an object/],
    ['a.json', fileError('EACCES'), /a\.json: permission denied/],
    ['a.xml', '<instance>', /a\.xml: line 1, column 1: this is no XCSP3 instance of type CSP; /],
    ['a', '<?xml version="1.0"?><svg/>', /a: line 1, column 22: here is <svg> where <instance> was expected; /],
    ['b', '{}'.padEnd(70_000), /b is no network, for the faults above/],
  ])('%s with %.20s is unreadable: clear lines and exit code 2', async (name, content, message) => {
    const { code, stdout, stderr } = await runIn({ files: { [name]: content } }, 'network', name);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/\nwoodstock: [^\n]+\n$|^woodstock: [^\n]+\n$/);
    expect(stderr).not.toMatch(/bug/);
  });

  it('is a game whose rules must be valid', async () => {
    const { code, stderr } = await runIn({ files: { 'a.kif': '(role a' } }, 'network', 'a.kif');
    expect(code).toBe(1);
    expect(stderr).toMatch(/woodstock: a\.kif is not valid: /);
  });

  it.each([
    [['nowhere.json'], /nowhere\.json: no such file/],
    [['figure.json', '--horizon', '2'], /figure\.json: --horizon is for games; a network has its stages already/],
    [['figure.json', '--method', 'magic'], /Allowed choices are mac, mac-sfc, fc, search, stochastic-mac, none/],
    [['figure.json', '--method', 'mac', '--wanted', 'best'], /--wanted best is about policies/],
    [['figure.json', '--method', 'mac', '--threshold', '0.5'], /--threshold is about policies/],
    [['figure.json', '--count', '--wanted', 'best'], /--count counts all: it cannot go with --wanted best/],
    [['figure.json', '--without', 'luck'], /Allowed choices are mergeScopes, projectUnary/],
    [['figure.json', '--threshold', '2'], /utility from 0 to 1/],
    [['figure.json', '--threshold', '0.5,0.5'], /--threshold: 2 utilities were given; give one\n/],
    [['matching-pennies', '--method', 'fc', '--threshold', '0,0,0'], /give one, or one for each of alice, bob\n/],
    [['figure.json', '--limit', '0'], /It must be 1 or more/],
    [['figure.json', '--seconds', '0'], /more than 0/],
    [['figure.json', '--reading', 'tea'], /Allowed choices are satisfaction, feasibility/],
  ])('is used wrongly: %j', async (argv, message) => {
    const { code, stdout, stderr } = await runIn({ files: FILES }, 'network', ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^woodstock: [^\n]+\n$/);
    expect(stderr).toMatch(message);
  });
});

/** Any decisions will do; the best ones are found only when all were tried, as what would be best of all is forbidden. */
const LONG = JSON.stringify({
  ...{ ...HEAD, name: 'long' },
  variables: [
    ...['a', 'b', 'c', 'd', 'e'].map((name) => ({
      name,
      kind: 'decision',
      values: ['0', '1', '2', '3', '4', '5', '6', '7'],
    })),
    { name: 'coin', kind: 'stochastic' },
  ],
  constraints: [{ kind: 'clause', literals: ['a', 'b', 'c', 'd', 'e'].map((name) => [name, '!=', '7']) }],
  distributions: [{ kind: 'table', variable: 'coin', scope: [], rows: [{ tuple: [], probabilities: [0.5, 0.5] }] }],
  players: ['p'],
  utilities: [
    {
      ...{ player: 'p', scope: ['a', 'b', 'c', 'd', 'e'], otherwise: 0.5 },
      rows: [{ tuple: ['7', '7', '7', '7', '7'], utility: 1 }],
    },
  ],
});

describe('when time runs out', () => {
  const files = { 'long.json': LONG };

  it.each(['fc', 'stochastic-mac'])('%s tells any policy that it found', async (method) => {
    const few = ['long.json', '--method', method, '--seconds', '0.001'];
    const { stderr, ...rest } = await solved({ files }, ...few);
    expect(rest).toMatchObject({ code: 1, satisfiable: true, found: 1, isComplete: false, nodes: null });
    expect(rest.policies[0]!.utilities).toEqual({ p: 0.5 });
    expect(stderr).toBe(
      'woodstock: long.json: given up after 0.001 s: 1 policy found so far; allow more by --seconds\n',
    );
    expect(await solved({ files }, ...few, '--wanted', 'first')).toMatchObject({ code: 0, found: 1, problem: null });
  });

  it.each(['search', 'mac-sfc'])('%s says that nothing was found', async (method) => {
    const { stdout, stderr, code } = await runIn(
      { files },
      'network',
      'long.json',
      '--method',
      method,
      '--seconds',
      '0.001',
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/\nsatisfiable +not known\npolicies +none found so far\n/);
    expect(stderr).toMatch(/given up after 0\.001 s: 0 policies found so far; allow more by --seconds\n$/);
  });

  it('mac tells the solutions found so far', async () => {
    const argv = ['long.json', '--method', 'mac', '--seconds', '0.1'];
    const { code, satisfiable, found, isComplete, problem, solutions } = await solved({ files }, ...argv);
    expect({ code, satisfiable, isComplete }).toEqual({ code: 1, satisfiable: true, isComplete: false });
    expect(found).toBeGreaterThan(10);
    expect(problem).toBe(`given up after 0.1 s: ${found!} solutions found so far; allow more by --seconds`);
    expect(solutions).toHaveLength(10);
    const nothing = await solved({ files, isTimeShort: true }, ...argv);
    expect(nothing).toMatchObject({ code: 1, satisfiable: null, found: 0 });
  });

  it('says that a network is too large for recursion', async () => {
    const variables = Array.from({ length: 100_000 }, (_, index) => ({ name: `x${index}`, kind: 'decision' }));
    const text = JSON.stringify({ ...HEAD, name: 'wide', variables });
    const argv = ['network', 'wide.json', '--method', 'search', '--wanted', 'first'];
    expect(await runIn({ files: { 'wide.json': text } }, ...argv)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'woodstock: wide.json: too large for --method search: Maximum call stack size exceeded\n',
    });
  });
});

describe('what is printed', () => {
  const files = { ...FILES, 'examples/umbrella.json': readFileSync('examples/umbrella.json') };

  it('is a policy as a tree', async () => {
    const { code, stdout, stderr } = await runIn({ files }, 'network', 'examples/umbrella.json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(/[\d.]+ ms(, [\d,.]+ nodes a second)?$/gm, 'TIME'))
      .toBe(`network      umbrella (examples/umbrella.json)
variables    4: 2 decision, 2 stochastic, 0 auxiliary; 2 stages
values       8, at most 2 of a variable
constraints  1, with 0 tuples
players      walker
threshold    0.75
read in      TIME

method       stochastic-mac, best
satisfiable  yes
policies     1
nodes        19
time         TIME

policy: walker 0.83
way = walk
  forecast = dry (0.6)
    umbrella = leave
      sky = sun (0.9): walker 1
      sky = rain (1/10): walker 0
  forecast = wet (0.4)
    umbrella = take
      sky = sun (1/4): walker 0.8
      sky = rain (0.75): walker 0.7
`);
  });

  it('is what preprocessing does, pass by pass', async () => {
    const { stdout } = await runIn({}, 'network', 'tic-tac-toe', '--preprocess', '--method', 'none');
    expect(stdout).toMatch(
      /\npass +open variables +values +constraints +tuples +time\nmergeScopes +66 +168 +68 → 66 +/,
    );
    expect(stdout).toMatch(/\nmakeConsistent +56 → 19 +149 → 92 +56 +104 +[\d,.]+ ms\n/);
    expect(stdout).toMatch(/\n\npreprocessed +[\d,.]+ ms\nvariables +66: 12 decision,.*\nvalues +92, at most 9/);
    expect(stdout).not.toMatch(/method/);
  });

  it('is a number of solutions, and the first of them', async () => {
    const { stdout } = await runIn({}, 'network', 'tic-tac-toe', '--limit', '2');
    expect(stdout).toMatch(/\nmethod +mac, all\nsatisfiable +yes\nsolutions +9\nnodes +16, with 0 failures\ntime +/);
    expect(stdout).toMatch(/ms, [\d,.]+ solutions a second, [\d,.]+ nodes a second\n\n\(does x\) = /);
    expect(stdout).toMatch(/, \(does o\) = noop\n… and 7 more\n$/);
  });

  it('are scenarios that are lost, and policies one by one', async () => {
    const { stdout } = await runIn({ files }, 'network', 'example.json', '--wanted', 'all');
    expect(stdout).toMatch(/\nplayers +none: policies are worth their satisfaction\nthreshold +0\.333333333\n/);
    expect(stdout).toContain(`policy 1: satisfaction 0.444444444
xd1 = 1
  xs1 = 0 (1/3): lost
  xs1 = 1 (1/3)
    xd2 = 1
      xs2 = 0 (1/3): lost
      xs2 = 1 (1/3): satisfied
      xs2 = 2 (1/3): satisfied
`);
  });

  it('leaves out what is certain or over, and what is too long', async () => {
    const { stdout } = await runIn({}, 'network', 'orchard-2-2-1', '--horizon', '4');
    expect(stdout).toContain(`policy: bob 0.2109375
(does bob)@0 = noop
  (does random)@0 = (roll c) (1/4): bob 0
  (does random)@0 = (roll p) (1/4)
    (does bob)@1 = (choice r v), (does bob)@2 = noop
`);
    expect(stdout).toMatch(/\n… and \d+ more lines\n$/);
    const whole = await runIn({}, 'network', 'orchard-2-2-1', '--horizon', '4', '--auxiliary');
    expect(whole.stdout).toMatch(/\(does random\)@1 = noop \(1\)\n/);
    expect(whole.stdout).toMatch(/\(does bob\)@2 = undefined/);
  });

  it('is cut in JSON where policies are too large', async () => {
    const { policies } = await solved({}, 'orchard-2-2-1', '--horizon', '4', '--wanted', 'all', '--limit', '1000');
    expect(policies).toHaveLength(216);
    const variables = Array.from({ length: 18 }, (_, stage) => ({ name: `y${stage}`, kind: 'stochastic', stage }));
    const half = { rows: [{ tuple: [], probabilities: [0.5, 0.5] }], scope: [], kind: 'table' };
    const distributions = variables.map(({ name }) => ({ ...half, variable: name }));
    const text = JSON.stringify({ ...HEAD, name: 'coins', variables, distributions });
    const { stdout } = await runIn({ stdin: text }, 'network', '-', '--json');
    expect(stdout).toContain('{"kind":"cut"}');
    expect(stdout.length).toBeLessThan(2e7);
  });

  it('is how far it has come, on a terminal', async () => {
    const tty = { files: { ...files, 'long.json': LONG }, isTTY: true };
    const mac = await runIn(tty, 'network', 'long.json', '--method', 'mac', '--preprocess', '--count');
    expect(mac.stderr).toMatch(/long\.json: reading …/);
    expect(mac.stderr).toMatch(/long\.json: preprocessing …/);
    expect(mac.stderr).toMatch(/long\.json: [\d,]+ solutions, [\d,]+ nodes …/);
    expect((await runIn(tty, 'network', 'long.json', '--method', 'fc')).stderr).toMatch(/long\.json: fc, 0 s …/);
    expect((await runIn(tty, 'network', 'long.json')).stderr).toMatch(/long\.json: \d+ policies, [\d,]+ nodes …/);
  });

  it('has examples in the help that work', async () => {
    const { stdout } = await runIn({}, 'network', '--help');
    const examples = [...stdout.matchAll(/^ {2}\$ woodstock (.*)$/gm)].map(([, line]) => line!.split(' '));
    expect(examples).toHaveLength(4);
    for (const argv of examples) expect(await runIn({ files }, ...argv)).toMatchObject({ code: 0, stderr: '' });
  });
});
