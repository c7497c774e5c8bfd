import { describe, expect, it } from 'vitest';
import { type Outcome, runIn, type World } from './fakeOutside.js';

const typed = (lines: readonly string[], ...argv: readonly string[]): Promise<Outcome> =>
  runIn({ stdin: lines.join('\n') }, 'play', ...argv, '--algorithm', 'random', '--seed', '1');

/** Any move will do: the first of the list, until the end. */
const FIRSTS = new Array<string>(60).fill('1');

describe('woodstock play', () => {
  it('draws the board, lists the moves, makes those that are typed, and tells the result', async () => {
    const { code, stdout, stderr } = await typed(FIRSTS, 'tic-tac-toe', '--as', 'x');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Tic-tac-toe[^\n]*: you are x against o \(random\); 'help' says what you can type$/m);
    expect(stdout).toMatch(/^1 \. \. \.$/m);
    expect(stdout).toMatch(/^ {3}9 {2}\(mark 3 3\)$/m);
    expect(stdout).toContain('x plays (mark 1 1)');
    expect(stdout).toMatch(/^o plays \(mark \d \d\)\n {2}value not known; without a search$/m);
    expect(stdout).toMatch(/^The end after \d rounds, with goal points: x \d+, o \d+$/m);
  });

  it('plays the second role as well, and the first where none is named', async () => {
    expect((await typed(FIRSTS, 'tic-tac-toe', '--as', 'o')).stdout).toMatch(/^o> o plays \(mark \d \d\)$/m);
    expect((await typed(FIRSTS, 'tic-tac-toe')).stdout).toContain('you are x');
  });

  it('takes back a choice with all that came after it', async () => {
    const { stdout } = await typed(['undo', 'mark 2 2', 'undo', 'mark 3 3', 'quit'], 'tic-tac-toe', '--as', 'x');
    expect(stdout).toContain('x> there is nothing to undo');
    expect(stdout).toContain('x plays (mark 2 2)');
    expect(stdout).toContain('x plays (mark 3 3)');
    expect(stdout).toMatch(/You left after 2 rounds\.\n$/);
  });

  it('gives hints, lists and help, and answers what it does not understand', async () => {
    const { stdout } = await typed(['hint', 'moves', 'help', 'mark', 'dance'], 'tic-tac-toe', '--as', 'x');
    expect(stdout).toMatch(/^x> try \(mark \d \d\): value not known$/m);
    expect(stdout.match(/^( {3}|x> {4})1 {2}\(mark 1 1\)$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/^ {2}undo +takes back your last choice$/m);
    expect(stdout).toContain('which one? (mark 1 1), ');
    expect(stdout).toContain('dance is not a legal move');
  });

  it('lists long lists only when asked', async () => {
    const { stdout } = await typed(['moves'], 'breakthrough-6x6');
    expect(stdout).toMatch(/^16 legal moves; 'moves' lists them$/m);
    expect(stdout).toMatch(/^ {2}16 {2}\(move /m);
  });

  it('ends cleanly with the input', async () => {
    const { code, stdout } = await typed([], 'tic-tac-toe');
    expect(code).toBe(0);
    expect(stdout).toMatch(/You left after 0 rounds\.\n$/);
  });

  it('prints the match as one JSON document, and all else beside', async () => {
    const { stdout, stderr } = await typed(FIRSTS, 'tic-tac-toe', '--json');
    const match = JSON.parse(stdout) as { moves: string[][]; goals: number[] };
    expect(match).toMatchObject({ game: 'tic-tac-toe', seed: 1, roles: ['x', 'o'] });
    expect(match.goals[0]! + match.goals[1]!).toBe(100);
    expect(match.moves[0]).toEqual(['(mark 1 1)', 'noop']);
    expect(stderr).toContain('The end after');
  });

  it('plays with chance, alone, at once, and games nobody described', async () => {
    expect((await typed(FIRSTS, 'orchard-2-2-1')).stdout).toMatch(/goal points: bob \d+$/m);
    expect((await typed(FIRSTS, 'maze')).stdout).not.toContain('against');
    expect((await typed(FIRSTS, 'rock-paper-scissors')).stdout).toMatch(/^bob plays /m);
    const files: World['files'] = { 'grid.kif': GRID };
    const { stdout } = await runIn({ files, stdin: '1\n' }, 'play', 'grid.kif', '--algorithm', 'random');
    expect(stdout).toContain('grid.kif: you are a; ');
    expect(stdout).toMatch(/^2 \. \. \.$/m);
    expect(stdout).toMatch(/^The end after 1 round, with goal points: a 100$/m);
  });

  it('shows no more of a game with hidden information than its role sees', async () => {
    const { code, stdout } = await typed(FIRSTS, 'monty-hall');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^you see /m);
    expect(stdout).not.toMatch(/^random plays|\(car /m);
  });

  it.each([
    [['tic-tac-toe', '--as', 'xx'], /--as xx: no player of this game; did you mean x\?/],
    [['tic-tac-toe', '--as', 'random'], /--as random: no player of this game; the players are x, o/],
    [['tic-tac-toe', '--algorithm', 'deepblue'], /there is no algorithm 'deepblue'/],
    [['-'], /standard input is what you type/],
  ])('%j is wrong use: one clear line and exit code 2', async (argv, complaint) => {
    const { code, stdout, stderr } = await runIn({}, 'play', ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^woodstock: [^\n]+\n$/);
    expect(stderr).toMatch(complaint);
  });
});

const GRID = `
  (role a) (index 1) (index 2) (index 3)
  (<= (init (cell ?x ?y blank)) (index ?x) (index ?y))
  (<= (legal a (fill ?x)) (index ?x))
  (<= (next (cell ?x ?y full)) (does a (fill ?x)) (true (cell ?x ?y blank)))
  (<= (next done) (does a (fill ?x)))
  (<= terminal (true done))
  (goal a 100)`;
