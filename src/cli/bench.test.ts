import { describe, expect, it } from 'vitest';
import { fileError, type Outcome, runIn, type World } from './fakeOutside.js';

const bench = (world: World, ...argv: readonly string[]): Promise<Outcome> =>
  runIn({ ...world, isTimeReal: true }, 'bench', ...argv, '--seconds', '0.05');

const KEYS = {
  playouts: ['game', 'engine', 'playoutsPerSecond', 'pliesPerSecond', 'meanLength', 'buildMs'],
  expand: ['game', 'expansionsPerSecond', 'successorsPerSecond'],
};

describe.each(['playouts', 'expand'] as const)('woodstock bench %s', (kind) => {
  it('has help with an example, --json and --seed', async () => {
    const { code, stdout, stderr } = await runIn({}, 'bench', kind, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Example:\n  $ woodstock bench ${kind}`);
    for (const option of ['--json', '--seed', '--seconds', '--engine', '--threads']) expect(stdout).toContain(option);
  });

  it('prints one JSON document for several games', async () => {
    const { code, stdout, stderr } = await bench({}, kind, 'nim', 'tic-tac-toe', '--engine', 'ground', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const results = JSON.parse(stdout) as readonly Record<string, unknown>[];
    expect(results.map(({ game, engine, threads }) => ({ game, engine, threads }))).toEqual([
      { game: 'nim', engine: 'ground', threads: 1 },
      { game: 'tic-tac-toe', engine: 'ground', threads: 1 },
    ]);
    for (const result of results) {
      expect(Object.keys(result)).toEqual(expect.arrayContaining(KEYS[kind]));
      for (const value of Object.values(result)) if (typeof value === 'number') expect(value).toBeGreaterThanOrEqual(0);
    }
  });

  it('prints a table for people', async () => {
    const { code, stdout } = await bench({}, kind, 'rock-paper-scissors', 'nim');
    expect(code).toBe(0);
    const [titles, ...rows] = stdout.trimEnd().split('\n');
    expect(titles).toMatch(/^game {17}engine +\S+\/s +\S+\/s +\S+ +ready in$/);
    expect(rows.map((row) => row.split(/ +/)[0])).toEqual(['rock-paper-scissors', 'nim']);
    for (const row of rows) expect(row).toHaveLength(titles!.length);
  });

  it.each([
    ['a file that is not there', ['quidditch'], 2, /^woodstock: quidditch: no such file/m],
    ['a file that is not valid', ['bad.kif'], 1, /^woodstock: bad\.kif is not valid/m],
    ['rules without end', ['endless.kif'], 1, /^woodstock: [^\n]*levels of nesting/m],
    ['all of these', ['bad.kif', 'secret.kif', 'endless.kif'], 2, /^woodstock: secret\.kif: permission denied/m],
  ])('measures the other games after %s', async (_, games, exitCode, complaint) => {
    const files = { 'bad.kif': '(role a)', 'secret.kif': fileError('EACCES'), 'endless.kif': ENDLESS };
    const argv = [kind, ...games, 'nim', '--engine', 'reference', '--json'];
    const { code, stdout, stderr } = await bench({ files }, ...argv);
    expect({ code, stderr }).toEqual({ code: exitCode, stderr: expect.stringMatching(complaint) });
    expect(JSON.parse(stdout)).toMatchObject([{ game: 'nim' }]);
  });

  it('shows on a terminal what it is doing, and erases it', async () => {
    const { stderr } = await bench({ isTTY: true }, kind, 'nim', 'nim', '--json', '--engine', 'ground');
    expect(stderr).toContain('nim (2 of 2): measuring since ');
    expect(stderr.endsWith('\r\u001B[2K')).toBe(true);
  });

  it('takes a rule sheet from standard input, but not two', async () => {
    const stdin = ENDING;
    expect(await bench({ stdin }, kind, '-', '--engine', 'ground')).toMatchObject({ code: 0, stderr: '' });
    expect(await bench({ stdin }, kind, '-', 'nim', '-')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'woodstock: standard input cannot be two games\n',
    });
  });

  it.each([
    [['nim', '--seconds', '0'], /--seconds.*more than 0/],
    [['nim', '--seconds', '1e9'], /--seconds.*at most 3600/],
    [['nim', '--seconds', 'x'], /--seconds.*number of seconds/],
    [['nim', '--threads', '0'], /--threads.*1 or more/],
    [['nim', '--threads', 'x'], /--threads.*whole number/],
    [['nim', '--threads', '5'], /--threads.*at most 4/],
    [['nim', '--engine', 'steam'], /--engine.*Allowed choices are/],
    [[], /missing required argument 'GAME'/],
  ])('%j is wrong use: one clear line and exit code 2', async (argv, complaint) => {
    const { code, stdout, stderr } = await runIn({}, 'bench', kind, ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^woodstock: [^\n]+\n$/);
    expect(stderr).toMatch(complaint);
  });

  it('says that a slower engine plays where the rules do not ground', async () => {
    const { code, stdout, stderr } = await runIn({ isTimeShort: true }, 'bench', kind, 'othello-4x4', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ engine: 'reference', engineReason: expect.stringContaining('ms') }]);
    expect(stderr).toMatch(/^woodstock: othello-4x4\.kif: --engine reference plays instead of compiled: [^\n]+\n$/);
  });
});

describe('woodstock bench playouts', () => {
  it('tells what came of the playouts', async () => {
    const { stdout } = await bench({ stdin: ENDING }, 'playouts', '-', '--engine', 'reference', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ meanLength: 1, capped: 0, stuck: 0, meanGoals: [70] }]);
  });

  it('counts playouts that have no end', async () => {
    const stdin = '(role a) (init p) (legal a x) (<= (next p) (true p)) (<= terminal (not (true p))) (goal a 0)';
    const { stdout } = await bench({ stdin }, 'playouts', '-', '--engine', 'ground', '--json');
    const [result] = JSON.parse(stdout) as readonly [{ playouts: number }];
    expect(result).toMatchObject({ meanLength: 1000, capped: result.playouts, meanGoals: null });
  });
});

describe('woodstock bench solver', () => {
  it('has help with an example, --json and --seed', async () => {
    const { code, stdout } = await runIn({}, 'bench', 'solver', '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('Example:\n  $ woodstock bench solver');
    for (const option of ['--json', '--seed', '--seconds']) expect(stdout).toContain(option);
  });

  it('measures random networks with both kinds of tables', async () => {
    const { code, stdout, stderr } = await bench({}, 'solver', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const results = JSON.parse(stdout) as readonly Record<string, number | null>[];
    expect(results.map(({ network }) => network)).toContain('short-tables');
    for (const { nodesPerSecond, naiveNodesPerSecond, compactOverNaive, tuples, sacMs } of results) {
      expect(nodesPerSecond).toBeGreaterThan(0);
      expect(sacMs).toBeNull();
      if (tuples === 0) expect(compactOverNaive).toBeNull();
      else expect(compactOverNaive).toBeCloseTo(nodesPerSecond! / naiveNodesPerSecond!, 2);
    }
  });

  it('measures a round in the middle of games, and the others after one that is wrong', async () => {
    const files = { 'bad.kif': '(role a)' };
    const { code, stdout, stderr } = await bench(
      { files },
      'solver',
      'bad.kif',
      'tic-tac-toe',
      'matching-pennies',
      '--json',
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/bad\.kif is not valid/) });
    const [first, second] = JSON.parse(stdout) as readonly Record<string, number | null>[];
    expect(first).toMatchObject({ network: 'tic-tac-toe', compactOverNaive: null });
    expect(first!['solutions']).toBeGreaterThanOrEqual(1);
    expect(first!['solutions']).toBeLessThanOrEqual(9);
    for (const key of ['injectMs', 'sacMs', 'macMs']) expect(first![key]).toBeGreaterThan(0);
    expect(second).toMatchObject({ network: 'matching-pennies' });
  });

  it('prints a table for people', async () => {
    const { code, stdout } = await bench({}, 'solver', 'nim', 'tic-tac-toe');
    expect(code).toBe(0);
    const [titles, ...rows] = stdout.trimEnd().split('\n');
    expect(titles).toMatch(/^network +variables +constraints .* SAC +MAC +solutions$/);
    expect(titles).not.toContain('naive');
    expect(rows.map((row) => row.split(/ +/)[0])).toEqual(['nim', 'tic-tac-toe']);
  });

  it('does not take standard input twice', async () => {
    expect(await bench({}, 'solver', '-', '-')).toMatchObject({
      code: 2,
      stderr: 'woodstock: standard input cannot be two games\n',
    });
  });
});

describe('woodstock bench signature', () => {
  const GAMES = ['tic-tac-toe', 'matching-pennies', 'orchard-2-2-1'];

  it('is one integer, the same on every run, whatever time it is', async () => {
    const first = await runIn({}, 'bench', 'signature', ...GAMES);
    expect(first).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\n$/), stderr: '' });
    expect(await runIn({ isTimeReal: true }, 'bench', 'signature', ...GAMES)).toEqual(first);
    const { stdout } = await runIn({ isTimeShort: true }, 'bench', 'signature', ...GAMES, '--json');
    expect(JSON.parse(stdout)).toEqual({ signature: Number(first.stdout) });
  });

  it('changes with the seed, the games, the algorithms and their options', async () => {
    const lines = [[], ['--seed', '2'], ['nim'], ['--algorithms', 'uct'], ['--algorithms', 'uct:exploration=0.1']];
    const outcomes = await Promise.all(lines.map((line) => runIn({}, 'bench', 'signature', 'tic-tac-toe', ...line)));
    expect(outcomes.map(({ code }) => code)).toEqual(lines.map(() => 0));
    expect(new Set(outcomes.map(({ stdout }) => stdout)).size).toBe(lines.length);
  });

  it.each([
    [['no-such-game'], "there is no bundled game 'no-such-game'"],
    [['nim', '--algorithms', 'uct,abc'], "there is no algorithm 'abc'"],
  ])('of %j is wrong use', async (line, message) => {
    const { code, stdout, stderr } = await runIn({}, 'bench', 'signature', ...line);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});

describe('woodstock bench', () => {
  it('without a kind shows its help and ends with 2', async () => {
    const { code, stdout, stderr } = await runIn({}, 'bench');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: woodstock bench/);
  });

  it('of an unknown kind is wrong use', async () => {
    expect(await runIn({}, 'bench', 'playout')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/unknown command 'playout'.*Did you mean playouts\?/),
    });
  });
});

/** One move, and it is over. */
const ENDING = '(role a) (init p) (legal a x) (<= (next q) (true p)) (<= terminal (true q)) (goal a 70)';

/** A term one level deeper each round. */
const ENDLESS = `(role a) (init (p 0)) (legal a wait) (<= (next (p (s ?x))) (true (p ?x)))
(<= terminal (true (p 9))) (goal a 0)`;
