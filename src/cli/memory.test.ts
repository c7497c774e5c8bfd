import { afterEach, describe, expect, it, vi } from 'vitest';
import { ALGORITHMS } from '../search/index.js';
import { deadPort, type Outcome, runIn, type World } from './fakeOutside.js';
import { memorySize } from './memory.js';

const MB = 2 ** 20;
const GB = 2 ** 30;

afterEach(() => {
  vi.restoreAllMocks();
});

/** What a command line gives the searches in this process, once each. */
async function bytesGiven(world: World, ...argv: readonly string[]): Promise<Outcome & { bytes: readonly number[] }> {
  const uct = ALGORITHMS.find(({ name }) => name === 'uct')!;
  const open = vi.spyOn(uct, 'open');
  const outcome = await runIn(world, ...argv, '--seed', '1');
  return { ...outcome, bytes: [...new Set(open.mock.calls.map(([setting]) => setting.bytes))] };
}

describe('--memory', () => {
  it.each([
    ['512', 512 * MB],
    ['0', 0],
    ['512M', 512 * MB],
    ['512MB', 512 * MB],
    ['2G', 2 * GB],
    ['1.5g', 1.5 * GB],
    ['1GiB', GB],
  ])('is megabytes, or a size with its unit: %s', (text, bytes) => {
    expect(memorySize(text)).toBe(bytes);
  });

  it.each(['', 'M', '1K', '1T', '-1', '1e3', '2 G', '512B', '1.M', 'lots'])('is refused: %j', (text) => {
    expect(() => memorySize(text)).toThrow('It must be a size such as 512M or 2G');
  });

  it.each([
    ['lots', /^woodstock: option '--memory <size>' argument 'lots' is invalid\. It must be a size .*\n$/],
    ['8', /^woodstock: option '--memory <size>' argument '8' is invalid\. It must be 16M or more\.\n$/],
    ['9G', /^woodstock: --memory 9216M: this machine has 8192M for programs\n$/],
  ])('of %s is refused by the commands in one line', async (size, line) => {
    for (const argv of [['match', 'tic-tac-toe'], ['play', 'tic-tac-toe'], ['player']]) {
      const { code, stdout, stderr } = await runIn({}, ...argv, '--memory', size);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(line);
    }
  });

  const MATCH = ['match', 'tic-tac-toe', '--players', 'uct,uct', '--start-clock', '0.1', '--play-clock', '0.1'];
  const NODES = ['match', 'tic-tac-toe', '--players', 'uct,uct', '--nodes', '10'];
  const TEAM = ['match', 'matching-pennies', ...MATCH.slice(2)];
  const PLAY = ['play', 'tic-tac-toe', '--algorithm', 'uct', '--play-clock', '0.1'];

  it.each([
    ['is divided among the algorithms of a match', [...MATCH, '--memory', '1G'], GB / 2],
    ['is a quarter of the machine without it', MATCH, GB],
    ['is one heap for all whose plans are objects', [...TEAM, '--memory', '4G'], GB / 2],
    ['is a constant for a budget of nodes, the same on every machine', NODES, GB / 2],
    ['is what was asked for, also for nodes', [...NODES, '--memory', '64'], 32 * MB],
    ['is divided among who plays and who gives hints', [...PLAY, '--memory', '1G'], GB / 2],
  ])('%s', async (_, argv, each) => {
    const { code, bytes } = await bytesGiven({ stdin: 'quit' }, ...argv);
    expect(code).toBe(0);
    expect(bytes).toEqual([each]);
  });

  it('goes to the algorithms alone where players are on the network', async () => {
    const players = ['--players', 'uct,http://127.0.0.1:9', '--start-clock', '1', '--play-clock', '1'];
    const { bytes } = await bytesGiven({}, 'match', 'tic-tac-toe', ...players, '--memory', '1G');
    expect(bytes).toEqual([GB]);
  });

  it('reaches the threads of a player, whose status tells it', async () => {
    const orders: unknown[] = [];
    const openThread: World['openThread'] = () => ({
      ...deadPort(),
      post: (message) => orders.push(message),
    });
    const now = { at: 0, completeAt: 0, peer: 'test' };
    const rules = '(role x) (legal x go) (<= terminal (true end)) (goal x 50)';
    const start = { kind: 'start', matchId: 'm', role: 'x', rules, startClock: 0, playClock: 0 } as const;
    const listening: World['listening'] = async (handler) => {
      await handler.answer(start, now);
    };
    const { stdout } = await runIn({ openThread, listening }, 'player', '--json', '--memory', '512M');
    expect(JSON.parse(stdout)).toMatchObject({ bytes: 512 * MB });
    expect(orders[0]).toMatchObject({ algorithm: 'woodstock', bytes: 512 * MB });
  });

  it('is a quarter of the machine for a player without it', async () => {
    expect(JSON.parse((await runIn({ memory: 2 * GB }, 'player', '--json')).stdout)).toMatchObject({ bytes: GB / 2 });
  });
});
