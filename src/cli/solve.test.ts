import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledFacts, bundledNames } from './bundledGames.js';
import { runIn, type World } from './fakeOutside.js';

interface Solved {
  readonly value: Record<string, number | null>;
  readonly satisfiable: boolean | null;
  readonly policies: number | string | null;
  readonly branches: number | string | null;
  readonly policy: PolicyJson | null;
  readonly nodes: number;
  readonly kind: string;
  readonly bounds: Record<string, [number, number]>;
  readonly problem: string | null;
}

interface PolicyJson {
  readonly roles: readonly string[];
  readonly isComplete: boolean;
  readonly nodes: readonly {
    readonly kind: string;
    readonly value: number;
    readonly moves: Record<string, string>;
    readonly isChoice: boolean;
    readonly branches: readonly { moves: Record<string, string>; probability: number; to: number }[];
  }[];
}

async function solved(world: World, ...argv: readonly string[]): Promise<Solved & { code: number; stderr: string }> {
  const { code, stdout, stderr } = await runIn(world, 'solve', ...argv, '--json');
  return { ...(JSON.parse(stdout) as Solved), code, stderr };
}

const valueOf = async (...argv: readonly string[]): Promise<number> =>
  Object.values((await solved({}, ...argv)).value)[0]!;

/** Not solved in seconds, or values of another kind: what is hidden, and what mixed moves reach. */
const LEFT_OUT = {
  'connect-four': 'too large',
  'othello-6x6': 'too large',
  'othello-8x8': 'too large',
  'hex-5x5': 'too large',
  'monty-hall': 'its value is that of a candidate who does not see the car',
  'rock-paper-scissors': 'its value is that of an equilibrium',
};

describe('the values in the facts of bundled games', () => {
  const known = bundledNames().flatMap((name) => {
    const { value, worst } = bundledFacts(name);
    const asked = [
      ...(value === undefined ? [] : [{ name, flags: [], goals: value.goals }]),
      ...(worst === undefined ? [] : [{ name, flags: ['--worst'], goals: worst.goals }]),
    ];
    return Object.hasOwn(LEFT_OUT, name) ? [] : asked;
  });

  it.each(known)('$name $flags', async ({ name, flags, goals }) => {
    const { code, value } = await solved({}, name, ...flags);
    expect(code).toBe(0);
    expect(Object.keys(value)).toEqual([...goals.keys()]);
    for (const [role, points] of goals) expect(value[role]).toBeCloseTo(points, 5);
  });

  it('are left out for games that exist', () => {
    expect(bundledNames()).toEqual(expect.arrayContaining(Object.keys(LEFT_OUT)));
  });
});

describe('woodstock solve', () => {
  it('finds the paper’s values of Orchard within some rounds, and without a bound', async () => {
    const within = await Promise.all(
      [1, 2, 3, 4, 5].map((rounds) => valueOf('orchard-2-2-1', '--horizon', String(rounds))),
    );
    expect(within).toEqual([0, 0, 0, (100 * 27) / 128, (100 * 21) / 64]);
    expect(await valueOf('orchard-2-2-1')).toBeCloseTo((100 * 107) / 288, 9);
    expect(await valueOf('orchard-2-2-1', '--worst')).toBeCloseTo((100 * 35) / 96, 9);
  });

  it('counts the winning branches of the paper’s tables 4 and 5: those after a basket and a fruit of each tree', async () => {
    const counted = async (choice: string, rounds: number): Promise<number> => {
      const moves = JSON.stringify([
        ['noop', '(roll p)'],
        [choice, 'noop'],
      ]);
      const argv = [
        'orchard-2-2-1',
        '--moves',
        'm.json',
        '--horizon',
        String(Math.max(0, rounds - 2)),
        '--threshold',
        '0.5',
      ];
      return Number((await solved({ files: { 'm.json': moves } }, ...argv)).branches);
    };
    const sums = [1, 2, 3, 4, 5].map(
      async (rounds) => (await counted('(choice r v)', rounds)) + (await counted('(choice v r)', rounds)),
    );
    expect(await Promise.all(sums)).toEqual([0, 0, 0, 6, 12]);
  });

  it('counts no policy of Orchard that reaches one half, and all that reach nothing', async () => {
    const half = await solved({}, 'orchard-2-2-1', '--horizon', '5', '--threshold', '0.5');
    expect(half).toMatchObject({ code: 1, satisfiable: false, policies: 0, policy: null, branches: 42 });
    expect((await solved({}, 'orchard-2-2-1', '--horizon', '2', '--threshold', '0')).policies).toBe(4);
    const best = await solved({}, 'orchard-2-2-1', '--horizon', '4', '--threshold', String(27 / 128));
    expect(best).toMatchObject({ code: 0, satisfiable: true, policies: 144 });
  });

  it('plays both pennies alike for one half', async () => {
    const { value, kind, policy } = await solved({}, 'matching-pennies', '--threshold', '0.5');
    expect({ value, kind }).toEqual({ value: { alice: 50, bob: 50 }, kind: 'cooperative' });
    const { alice, bob } = policy!.nodes[0]!.moves;
    expect(alice).toBe(bob);
  });

  it('guarantees nothing where moves are made at once, and says so', async () => {
    const { value, kind } = await solved({}, 'rock-paper-scissors');
    expect({ value, kind }).toEqual({ value: { alice: 0, bob: 0 }, kind: 'guarantee' });
    const { stdout } = await runIn({}, 'solve', 'rock-paper-scissors');
    expect(stdout).toContain('a guarantee, not an equilibrium');
  });

  it('shows everything in a game that hides something, and says so', async () => {
    const { stdout } = await runIn({}, 'solve', 'monty-hall');
    expect(stdout).toMatch(/^value +candidate 100\n/);
    expect(stdout).toContain('everybody sees everything');
  });

  it.each([
    ['maze', 27],
    ['eight-puzzle', 20],
    ['coins', 4],
  ])('finds a shortest plan for %s', async (name, rounds) => {
    const { policy } = await solved({}, name);
    expect(policy).toMatchObject({ isComplete: true });
    expect(policy!.nodes.map(({ kind }) => kind)).toEqual([...new Array<string>(rounds).fill('decision'), 'terminal']);
  });

  it.skipIf(!existsSync('../shared/games'))('finds the plan of 30 moves of the public eight puzzle', async () => {
    const files = { 'p.kif': readFileSync('../shared/games/eightPuzzle.kif') };
    const { value, policy } = await solved({ files }, 'p.kif');
    expect(value).toEqual({ player: 100 });
    expect(policy!.nodes).toHaveLength(31);
  });

  it('solves for one role, and after a line of play', async () => {
    const moves = JSON.stringify([
      ['(mark 1 1)', 'noop'],
      ['noop', '(mark 1 2)'],
    ]);
    const { value, policy } = await solved(
      { files: { 'm.json': moves } },
      'tic-tac-toe',
      '--moves',
      'm.json',
      '--role',
      'o',
    );
    expect(value).toEqual({ o: 0 });
    expect(policy!.roles).toEqual(['o']);
  });

  it.each(['reference', 'ground', 'event', 'network'])('agrees with --engine %s', async (engine) => {
    for (const name of ['tic-tac-toe', 'orchard-2-2-1', 'matching-pennies', 'random-tic-tac-toe-2x2', 'coins']) {
      const compiled = await solved({}, name);
      const other = await solved({}, name, '--engine', engine);
      expect({ ...other.value, nodes: other.nodes }).toEqual({ ...compiled.value, nodes: compiled.nodes });
    }
  });
});

/** Who has walked may end the game for half of the points, or go on hoping that the other gives all of them. */
const CYCLE = `(role a) (role b) (init (at 1)) (legal b noop) (legal b give) (legal a walk) (<= (legal a end) (true (at 2)))
(<= (next (at 2)) (true (at 1)) (does a walk)) (<= (next (at 1)) (true (at 2)) (does a walk))
(<= (next given) (does b give)) (<= (next ended) (does a end) (does b noop)) (<= terminal (true given)) (<= terminal (true ended))
(<= (goal a 100) (true given)) (<= (goal a 50) (true ended)) (<= (goal b 0) (true given)) (<= (goal b 50) (true ended))`;

describe('what cannot be solved', () => {
  it('is refused for its cycles, with the way to come back and the mend', async () => {
    const { code, value, bounds, problem, policy, stderr } = await solved({ stdin: CYCLE }, '-', '--role', 'a');
    expect({ code, value, bounds, policy }).toEqual({
      code: 1,
      value: { a: null },
      bounds: { a: [50, 100] },
      policy: null,
    });
    expect(problem).toMatch(
      /^cannot be solved without a horizon: a state comes back after 2 rounds, by b noop, then a walk and b noop, /,
    );
    expect(stderr).toBe(`woodstock: standard input: ${problem!}\n`);
    expect(problem).toMatch(/give a --horizon/);
  });

  it('has a value with a horizon', async () => {
    expect(await solved({ stdin: CYCLE }, '-', '--role', 'a', '--horizon', '5')).toMatchObject({
      code: 0,
      value: { a: 50 },
    });
  });

  it.each([
    ['--nodes', '10', 'more than 10 states'],
    ['--seconds', '0.001', 'more than 0.001 s'],
    ['--memory', '0', 'more than 0 MB of memory'],
  ])('is given up when %s run out, with what is known', async (option, amount, reason) => {
    const { code, stdout, stderr } = await runIn({}, 'solve', 'connect-four', option, amount);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^value +red between 0 and 100\n +yellow between 0 and 100\n/);
    expect(stderr).toMatch(
      new RegExp(
        `^woodstock: connect-four.kif: given up after ${reason}: the value is between 0 and 100; .*--horizon\n$`,
      ),
    );
  });

  it.each([
    [['tic-tac-toe', '--role', 'y'], /--role y: no player of this game; did you mean x\?|the players are x, o/],
    [['tic-tac-toe', '--role', 'random'], /--role random: no player/],
    [['tic-tac-toe', '--threshold', '50'], /utility from 0 to 1/],
    [['tic-tac-toe', '--threshold', 'half'], /utility from 0 to 1/],
    [['tic-tac-toe', '--horizon', '-1'], /whole number/],
    [['tic-tac-toe', '--horizon', '1000001'], /at most 1000000/],
    [['tic-tac-toe', '--seconds', '0'], /more than 0/],
    [['tic-tac-toe', '--decide'], /--decide needs a --threshold/],
    [['tic-tac-toe', '--policy', 'p.txt'], /must end in \.json, \.dot or \.gv/],
    [['-', '--moves', '-'], /cannot be both/],
    [['tic-tac-toe', '--engine', 'magic'], /Allowed choices are .*network/],
  ])('is asked for wrongly: %j', async (argv, message) => {
    const { code, stdout, stderr } = await runIn({}, 'solve', ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('is a game that only chance plays', async () => {
    const stdin = '(role random) (init p) (legal random noop) (<= terminal (true p)) (<= (next p) (true p))';
    const { code, stderr } = await runIn({ stdin }, 'solve', '-');
    expect(code).toBe(1);
    expect(stderr).toMatch(/nobody plays this game but chance|no goal/);
  });

  it('begins after a line of play that is legal', async () => {
    const files = { 'm.json': '[["(mark 9 9)", "noop"]]' };
    const { code, stderr } = await runIn({ files }, 'solve', 'tic-tac-toe', '--moves', 'm.json');
    expect(code).toBe(1);
    expect(stderr).toMatch(/step 1: x: \(mark 9 9\) is no move of this game/);
  });
});

describe('what is printed and written', () => {
  it('is a report for people', async () => {
    const { code, stdout, stderr } = await runIn({}, 'solve', 'orchard-2-2-1', '--horizon', '4', '--threshold', '0.2');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^value +bob 21\.09375\nmeaning .* not over after 4 rounds counts 0\nthreshold +0\.2 is reached\n/,
    );
    expect(stdout).toMatch(/\npolicies +144 reach it\nbranches +19 sequences .*\nstates +16 expanded in .* a second\n/);
    expect(stdout).toMatch(/\n\npolicy of bob\nrandom \(roll c\) 1\/4: 0 \(end\)\n/);
  });

  it('only decides a threshold where that is asked for', async () => {
    const { code, stdout } = await runIn({}, 'solve', 'connect-four-4x4', '--threshold', '0.6', '--decide');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^value +red between 0 and 50\n +yellow between 50 and 100\n/);
    expect(stdout).toMatch(/\nthreshold +0\.6 is not reached\n/);
    expect(await runIn({}, 'solve', 'connect-four-4x4', '--threshold', '0.5', '--decide')).toMatchObject({ code: 0 });
  });

  it('is a policy in JSON, with the facts of its states', async () => {
    const { written } = await runIn({}, 'solve', 'coins', '--policy', 'p.json');
    const { roles, nodes } = JSON.parse(written!['p.json']!) as { roles: string[]; nodes: Record<string, unknown>[] };
    expect(roles).toEqual(['player']);
    expect(nodes).toHaveLength(5);
    expect(nodes[0]).toMatchObject({ kind: 'decision', true: expect.arrayContaining(['(stack 1 1)']) as unknown });
  });

  it('is a policy for Graphviz', async () => {
    const { written } = await runIn({}, 'solve', 'coins', '--policy', 'p.dot');
    expect(written!['p.dot']).toMatch(/^digraph policy \{\n[^]*n3 -> n4 \[label=""\];\n[^]*\}\n$/);
  });

  it('is not written where it cannot be', async () => {
    const { code, stderr } = await runIn({ isReadOnly: true }, 'solve', 'coins', '--policy', 'p.dot');
    expect(code).toBe(2);
    expect(stderr).toBe('woodstock: p.dot: cannot be written: permission denied\n');
  });

  it('tells on a terminal how far it has come, on standard error', async () => {
    const { stderr } = await runIn({ isTTY: true }, 'solve', 'connect-four-4x4', '--json');
    expect(stderr).toMatch(/connect-four-4x4\.kif: [\d,]+ states, red between 0 and 100 …/);
  });
});
