import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

function bench(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/run.js', ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

interface Document {
  readonly games: readonly {
    readonly game: string;
    readonly pairScores: readonly number[];
    readonly verdict: string;
  }[];
}

const duel = (...args: readonly string[]): Document => JSON.parse(bench('duel', ...args, '--json').stdout) as Document;

describe('npm run bench', () => {
  it('lists the benches, and says which there are where one is not', () => {
    expect(bench('--help').stdout).toContain('\n  duel ');
    const { status, stderr } = bench('duels');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^there is no bench 'duels'; there are calls, .*\n$/);
    expect(bench('duel', '--help').stdout).toMatch(/^Two players against each other/);
  });

  it.each([
    [['uct'], 'two players are needed'],
    [['uct', 'nobody'], "there is no algorithm 'nobody'"],
    [['uct', 'yardstick', '--games', 'tic-tac-toe'], 'there is no yardstick for tic-tac-toe'],
    [['uct', 'uct', '--games', 'nowhere'], 'there is no rule sheet nowhere'],
    [['uct', 'uct', '--memory', 'much'], '--memory takes a size'],
    [['uct', 'uct', '--old', 'src'], 'src is no checkout of this repository'],
  ])('duel %j: one line, exit code 2', (args, message) => {
    const { status, stderr } = bench('duel', ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('a duel', () => {
  const NODES = ['--games', 'connect-four', '--nodes', '300'];

  it('stops once the test is sure', () => {
    const { games } = duel('uct', 'random', ...NODES);
    expect(games).toMatchObject([{ game: 'connect-four', pairScores: [1, 1, 1, 1, 1, 1, 1], verdict: 'H1 accepted' }]);
  });

  it('is even in each pair between a version and itself, loaded from a checkout', () => {
    const { games } = duel('woodstock', 'woodstock', ...NODES, '--matches', '6', '--opening', '2', '--old', '.');
    expect(games).toMatchObject([{ pairScores: [0.5, 0.5, 0.5], verdict: 'undecided' }]);
  });
});
