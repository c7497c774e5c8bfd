import { describe, expect, it } from 'vitest';
import { runIn } from './fakeOutside.js';

describe('woodstock demo', () => {
  it('draws a match of connect four round by round, with its result and what to try next', async () => {
    const { code, stdout, stderr } = await runIn({}, 'demo', '--seed', '1');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Connect four[^\n]*: red \(woodstock\) against yellow \(uct\)$/m);
    expect(stdout).toMatch(/^ {2}value \d+\.\d(, proved)?; \d[\d,]* nodes in .* playouts/m);
    expect(stdout).toMatch(/^round 7: red \(drop \d\), yellow noop$/m);
    expect(stdout).toMatch(/^1 ([XO.] ){6}[XO.]$/m);
    expect(stdout).toMatch(/^The end after \d+ rounds, with goal points: red (100|50|0), yellow (100|50|0)$/m);
    expect(stdout).toContain('woodstock demo connect-four --seed 1');
    expect(stdout).not.toContain('\u001B');
  });

  it('plays the same match for the same seed, and others for others', async () => {
    const play = async (seed: string): Promise<string> =>
      (await runIn({}, 'demo', 'nim', '--seed', seed, '--json')).stdout;
    expect(await play('5')).toBe(await play('5'));
    expect(new Set(await Promise.all(['1', '2', '3', '4'].map(play))).size).toBeGreaterThan(1);
  });

  it('prints one JSON document, from which the match can be replayed', async () => {
    const { stdout } = await runIn({}, 'demo', 'tic-tac-toe', '--json');
    const match = JSON.parse(stdout) as { moves: string[][]; goals: number[] };
    expect(match).toEqual({
      game: 'tic-tac-toe',
      seed: 7,
      roles: ['x', 'o'],
      players: ['woodstock', 'uct'],
      moves: expect.any(Array),
      goals: [expect.any(Number), expect.any(Number)],
    });
    const files = { 'moves.json': JSON.stringify(match.moves) };
    const traced = await runIn({ files }, 'trace', 'tic-tac-toe', '--moves', 'moves.json', '--json');
    const { states } = JSON.parse(traced.stdout) as { states: { terminal: boolean; goals: number[] }[] };
    expect(states.at(-1)).toMatchObject({ terminal: true, goals: match.goals });
  });

  it('changes the board in place on a terminal', async () => {
    const { stdout } = await runIn({ isTTY: true }, 'demo', 'tic-tac-toe', '--seed', '1');
    expect(stdout).toContain('\u001B[0J');
    expect(stdout).toContain('\u001B[31mX\u001B[39m');
  });

  it('shows games without a board, with chance, and such as do not end', async () => {
    expect((await runIn({}, 'demo', 'orchard-2-2-1')).stdout).toMatch(/goal points: bob \d+$/m);
    const endless = '(role a) (init p) (legal a wait) (<= (next p) (true p)) (<= terminal (not (true p))) (goal a 0)';
    expect((await runIn({ stdin: endless }, 'demo', '-')).stdout).toMatch(/^No end after 100 rounds\.$/m);
  });
});
