import { describe, expect, it } from 'vitest';
import { type Outcome, runIn } from './fakeOutside.js';

const WON = [
  ['(mark 1 1)', 'noop'],
  ['noop', '(mark 1 2)'],
  ['(mark 2 2)', 'noop'],
  ['noop', '(mark 1 3)'],
  ['(mark 3 3)', 'noop'],
];

const trace = (moves: unknown, ...options: string[]): Promise<Outcome> => {
  const text = typeof moves === 'string' ? moves : JSON.stringify(moves);
  return runIn({ files: { 'm.json': text } }, 'trace', 'tic-tac-toe', '--moves', 'm.json', ...options);
};

interface Trace {
  readonly roles: string[];
  readonly states: { true: string[]; legal: Record<string, string[]>; terminal: boolean; goals: number[] | null }[];
}

describe('woodstock trace', () => {
  it.each(['reference', 'ground', 'compiled'])('prints one JSON document with --engine %s', async (engine) => {
    const { code, stdout, stderr } = await trace(WON, '--json', '--engine', engine);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { roles, states } = JSON.parse(stdout) as Trace;
    expect(roles).toEqual(['x', 'o']);
    expect(states).toHaveLength(WON.length + 1);
    expect(states[4]).toEqual({
      true: [
        '(cell 1 1 x)',
        '(cell 1 2 o)',
        '(cell 1 3 o)',
        '(cell 2 1 blank)',
        '(cell 2 2 x)',
        '(cell 2 3 blank)',
        '(cell 3 1 blank)',
        '(cell 3 2 blank)',
        '(cell 3 3 blank)',
        '(control x)',
      ],
      legal: { x: ['(mark 2 1)', '(mark 2 3)', '(mark 3 1)', '(mark 3 2)', '(mark 3 3)'], o: ['noop'] },
      terminal: false,
      goals: expect.toSatisfy((goals: unknown) => goals === null || Array.isArray(goals)),
    });
    expect(states[5]).toMatchObject({ terminal: true, goals: [100, 0] });
  });

  it('shows the states to people', async () => {
    const { code, stdout } = await trace(WON);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^state 0\n {2}true {3}\(cell 1 1 blank\)/);
    expect(stdout).toContain('state 1, after x: (mark 1 1), o: noop\n');
    expect(stdout).toContain('  legal  o: noop (1 move)\n');
    expect(stdout).toMatch(/ {2}goals {2}x: 100, o: 0\n {2}terminal\n$/);
  });

  it('compares moves as terms, not as texts', async () => {
    const odd = [['( mark 1\n 1 )', '(noop)']];
    expect((await trace(odd, '--json')).stdout).toBe((await trace(WON.slice(0, 1), '--json')).stdout);
  });

  it('reads the moves from standard input', async () => {
    const { stdout } = await runIn({ stdin: '[]' }, 'trace', 'tic-tac-toe', '--moves', '-', '--json');
    expect((JSON.parse(stdout) as Trace).states).toHaveLength(1);
  });

  it.each([
    ['', /m\.json: not JSON/],
    ['[["(mark 1 1)", "noop"]', /m\.json: not JSON/],
    [{}, /not a JSON array of joint moves but an object/],
    [null, /not a JSON array of joint moves but null/],
    [['noop'], /step 1: not an array of moves but a string/],
    [[WON[0], ['noop']], /step 2: number of moves is 1, 2 needed, one for each of x, o/],
    [[['noop', 'noop', 'noop']], /step 1: number of moves is 3, 2 needed/],
    [[[1, 'noop']], /step 1: x: not a KIF string but a number/],
    [[['(mark 1 1', 'noop']], /step 1: x: cannot read "\(mark 1 1" as KIF/],
    [[['', 'noop']], /step 1: x: cannot read "" as KIF/],
    [[['a b', 'noop']], /step 1: x: cannot read "a b" as KIF/],
    [[['('.repeat(100_000), 'noop']], /step 1: x: cannot read/],
  ])('malformed moves %.60j are unreadable input', async (moves, complaint) => {
    const { code, stdout, stderr } = await trace(moves, '--json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^woodstock: [^\n]{1,300}\n$/);
    expect(stderr).toMatch(complaint);
  });

  it('says that the file of moves does not exist', async () => {
    const { code, stderr } = await runIn({}, 'trace', 'nim', '--moves', 'none.json');
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'woodstock: none.json: no such file\n' });
  });

  it.each([
    [[['noop', 'noop']], /step 1: x: noop is not legal; legal there: \(mark 1 1\), .*… \(9 in all\)/],
    [[WON[0], ['noop', '(mark 1 1)']], /step 2: o: \(mark 1 1\) is not legal; legal there: \(mark 1 2\)/],
    [[['(mark 9 9)', 'noop']], /step 1: x: \(mark 9 9\) is no move of this game/],
    [[['(mark ?x 1)', 'noop']], /step 1: x: \(mark \?x 1\) is no move of this game/],
    [[['(mark 1 1)', 'Noop']], /step 1: o: Noop is no move of this game; legal there: noop/],
    [[...WON, ['noop', '(mark 2 1)']], /step 6: the game is over after step 5, but 1 of 6 joint moves is left/],
  ])('%j has an illegal move: exit code 1', async (moves, complaint) => {
    for (const engine of ['reference', 'ground', 'compiled']) {
      const { code, stdout, stderr } = await trace(moves, '--engine', engine);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^woodstock: [^\n]+\n$/);
      expect(stderr).toMatch(complaint);
    }
  });

  it('keeps a role called __proto__', async () => {
    const sheet = `(role __proto__) (init p) (legal __proto__ wait) (<= (next q) (true p)) (<= terminal (true q))
(<= (goal __proto__ 100) (true q))`;
    const files = { 's.kif': sheet, 'm.json': '[["wait"]]' };
    const { stdout } = await runIn({ files }, 'trace', 's.kif', '--moves', 'm.json', '--json');
    expect(stdout).toContain('"legal":{"__proto__":["wait"]},"terminal":true,"goals":[100]');
  });

  it('has goals of null where a role has none or several', async () => {
    const sheet = `(role a) (role b) (init p) (legal a wait) (legal b wait) (<= (next q) (true p)) (<= terminal (true q))
(goal a 50) (<= (goal b 0) (true q)) (<= (goal b 100) (true q))`;
    const files = { 's.kif': sheet, 'm.json': '[["wait", "wait"]]' };
    const { stdout } = await runIn({ files }, 'trace', 's.kif', '--moves', 'm.json', '--json');
    expect((JSON.parse(stdout) as Trace).states.map((state) => state.goals)).toEqual([null, [50, null]]);
    const shown = await runIn({ files }, 'trace', 's.kif', '--moves', 'm.json');
    expect(shown.stdout).toContain('goals  a: 50, b: not exactly one');
  });
});
