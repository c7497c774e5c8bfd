import { describe, expect, it } from 'vitest';
import { fileError, runIn } from './fakeOutside.js';

const COMMANDS = ['games', 'check', 'info', 'trace', 'perft', 'solve', 'translate', 'network', 'match', 'play', 'demo'];

describe('woodstock', () => {
  it('lists its commands in the help', async () => {
    const { code, stdout, stderr } = await runIn({}, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of [...COMMANDS, 'bench']) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  it.each(['-V', '--version'])('prints its version with %s', async (option) => {
    expect(await runIn({}, option)).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });

  it('shows the help and ends with 2 when no command is given', async () => {
    const { code, stdout, stderr } = await runIn({});
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: woodstock/);
    expect(stderr).toMatch(/woodstock: no command given\n$/);
  });

  it('shows the help and ends with 2 when help is asked of no command', async () => {
    const { code, stderr } = await runIn({}, 'help', 'chek');
    expect(code).toBe(2);
    expect(stderr).toMatch(/woodstock: unknown command 'chek'\n$/);
  });

  it.each(COMMANDS)('%s has help with an example, --json and --seed', async (command) => {
    for (const argv of [
      [command, '--help'],
      ['help', command],
    ]) {
      const { code, stdout, stderr } = await runIn({}, ...argv);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`Example:\n  $ woodstock ${command}`);
      expect(stdout).toContain('--json');
      expect(stdout).toContain('--seed');
    }
  });

  it.each([
    [['chek', 'nim'], /unknown command 'chek'.*Did you mean check\?/],
    [['check'], /missing required argument 'GAME'/],
    [['check', 'nim', 'nim'], /too many arguments/],
    [['check', 'nim', '--jsno'], /unknown option '--jsno'.*Did you mean --json\?/],
    [['check', 'nim', '--seed', 'x'], /--seed.*whole number/],
    [['check', 'nim', '--seed', '-1'], /--seed.*whole number/],
    [['check', 'nim', '--seed', '4294967296'], /--seed.*4294967295/],
    [['perft', 'nim'], /required option '--depth <number>' not specified/],
    [['perft', 'nim', '--depth', '2.5'], /--depth.*whole number/],
    [['perft', 'nim', '--depth', '-2'], /--depth.*whole number/],
    [['perft', 'nim', '--depth', ''], /--depth.*whole number/],
    [['perft', 'nim', '--depth', '1', '--engine', 'steam'], /--engine.*Allowed choices are/],
    [['trace', 'nim'], /required option '--moves <file>' not specified/],
    [['trace', '-', '--moves', '-'], /standard input cannot be both/],
    [['games', '--orchard', '2,2'], /--orchard/],
  ])('%j is wrong use: one clear line and exit code 2', async (argv, complaint) => {
    const { code, stdout, stderr } = await runIn({}, ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^woodstock: [^\n]+\n$/);
    expect(stderr).toMatch(complaint);
  });
});

describe('GAME', () => {
  const unreadable = {
    'a-folder': fileError('EISDIR'),
    'secret.kif': fileError('EACCES'),
    'strange.kif': fileError('EWHATEVER'),
  };

  it.each([
    ['conect-four', /no such file or bundled game; did you mean connect-four\?/],
    ['./tictactoe.kif', /no such file or bundled game; did you mean tic-tac-toe\?/],
    ['quidditch', /no such file or bundled game; `woodstock games` lists/],
    ['', /"": no such file or bundled game/],
    ['a-folder', /a-folder: is a directory/],
    ['secret.kif', /secret\.kif: permission denied/],
    ['strange.kif', /strange\.kif: EWHATEVER/],
    ['a\u001B[31mred\nname', /no such file/],
  ])('%j cannot be read: one clear line and exit code 2 from every command', async (game, complaint) => {
    for (const argv of [['check'], ['info'], ['perft', '--depth', '1'], ['trace', '--moves', 'moves.json'], ['demo']]) {
      const [command, ...options] = argv;
      const { code, stdout, stderr } = await runIn({ files: unreadable }, command!, game, ...options);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^woodstock: [\P{Cc}]+\n$/u);
      expect(stderr).toMatch(complaint);
    }
  });

  it.each([
    ['empty', ''],
    ['binary', Uint8Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256)],
    ['unbalanced', '(role a) (init (p 1)'],
  ])('an %s file is not valid: exit code 1, errors on standard error', async (_, content) => {
    for (const argv of [['info'], ['perft', '--depth', '1'], ['trace', '--moves', 'moves.json'], ['demo']]) {
      const [command, ...options] = argv;
      const { code, stdout, stderr } = await runIn({ files: { 'bad.kif': content } }, command!, 'bad.kif', ...options);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^bad\.kif:\d+:\d+: error \[/);
      expect(stderr).toMatch(/woodstock: bad\.kif is not valid: \d+ errors?[^\n]*\n$/);
    }
  });

  it('may come from standard input', async () => {
    const { code, stderr } = await runIn({ stdin: '(role a)' }, 'info', '-');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^standard input:1:1: error/);
  });
});

describe('a bug', () => {
  const world = {
    files: {
      'x.kif': new Proxy(new Uint8Array(1), {
        get: () => {
          throw new Error('boo');
        },
      }),
    },
  };

  it('is one line with a hint, never a stack trace', async () => {
    const { code, stdout, stderr } = await runIn(world, 'check', 'x.kif');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('woodstock: this is a bug in woodstock: boo (WOODSTOCK_DEBUG=1 shows where)\n');
  });

  it('shows its stack with WOODSTOCK_DEBUG', async () => {
    const { code, stderr } = await runIn({ ...world, env: { WOODSTOCK_DEBUG: '1' } }, 'check', 'x.kif');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Error: boo\n +at /);
  });
});
