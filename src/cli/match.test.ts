import { describe, expect, it } from 'vitest';
import { FirstLegal } from '../../test/firstLegal.js';
import { type MessageHandler, serveMessages } from '../protocol/index.js';
import { bundledSheet } from './bundledGames.js';
import { runIn } from './fakeOutside.js';

interface SeriesDocument {
  readonly game: string;
  readonly players: readonly string[];
  readonly matches: readonly {
    readonly roles: readonly string[];
    readonly goals: readonly number[];
    readonly moves: readonly (readonly string[])[];
    readonly errors: readonly { readonly kind: string; readonly role: string }[];
    readonly thoughts?: readonly unknown[];
  }[];
  readonly mean: readonly number[];
  readonly wins: readonly number[];
  readonly confidence: readonly (readonly [number, number])[];
  readonly test: { readonly pairs: number } | null;
}

const series = (stdout: string): SeriesDocument => JSON.parse(stdout) as SeriesDocument;

const RANDOM = ['match', 'tic-tac-toe', '--players', 'random,random'];

describe('woodstock match', () => {
  it('plays matches and prints one JSON document, in the order of the players', async () => {
    const { code, stdout, stderr } = await runIn({}, ...RANDOM, '--matches', '6', '--swap', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { game, players, matches, mean, wins, confidence, test } = series(stdout);
    expect({ game, players }).toEqual({ game: 'tic-tac-toe', players: ['random', 'random'] });
    expect(matches.map(({ roles }) => roles.join())).toEqual(['x,o', 'o,x', 'x,o', 'o,x', 'x,o', 'o,x']);
    for (const { goals, errors } of matches) {
      expect(errors).toEqual([]);
      expect(goals[0]! + goals[1]!).toBe(100);
    }
    const first = matches.map(({ goals }) => goals[0]!);
    expect(mean[0]).toBeCloseTo(first.reduce((sum, goal) => sum + goal, 0) / 6, 2);
    expect(wins[0]).toBe(first.filter((goal) => goal === 100).length);
    expect(confidence[0]![0]).toBeLessThanOrEqual(confidence[0]![1]);
    expect(test).toMatchObject({ pairs: 3 });
  });

  it('gives moves that can be traced to the same end', async () => {
    const { stdout } = await runIn({}, ...RANDOM, '--json');
    const [match] = series(stdout).matches;
    const files = { 'moves.json': JSON.stringify(match!.moves) };
    const traced = await runIn({ files }, 'trace', 'tic-tac-toe', '--moves', 'moves.json', '--json');
    const { states } = JSON.parse(traced.stdout) as { states: { terminal: boolean; goals: number[] }[] };
    expect(states.at(-1)).toMatchObject({ terminal: true, goals: match!.goals });
  });

  it('is the same for the same seed and nodes', async () => {
    const play = async (seed: string): Promise<string> =>
      JSON.stringify(
        series((await runIn({}, ...RANDOM, '--nodes', '5', '--seed', seed, '--json')).stdout).matches[0]!.moves,
      );
    expect(await play('1')).toBe(await play('1'));
    expect(await play('1')).not.toBe(await play('2'));
  });

  it.each([[['--nodes', '300']], [['--play-clock', '0.3']]])(
    'lets players with the same goals agree: %j',
    async (limits) => {
      const asked = ['match', 'matching-pennies', '--players', 'woodstock,woodstock', '--matches', '4', '--json'];
      const { code, stdout } = await runIn({}, ...asked, ...limits);
      expect(code).toBe(0);
      const { matches } = series(stdout);
      expect(matches).toHaveLength(4);
      for (const { moves } of matches) expect(moves[0]![0]).toBe(moves[0]![1]);
    },
  );

  it('prints a row a match, then means, wins and the test', async () => {
    const { code, stdout, stderr } = await runIn({}, ...RANDOM, '--matches', '2', '--swap', '--seed', '1');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^match {2}x +o +rounds +errors$/m);
    expect(stdout).toMatch(/^ {4}2 {2}random +\d+ {2}random +\d+ +\d +0$/m);
    expect(stdout).toMatch(/^random +\d+\.0 +\d +\d +\d +\d+ % – \d+ %$/m);
    expect(stdout).toMatch(
      /^(no difference|the (first|second) player is \d+\.0 points a match better) over 1 pair with swapped roles \(p = 1\.0000/m,
    );
    expect(stdout).toMatch(/^seed 1$/m);
  });

  it('shows progress on a terminal only', async () => {
    const { stderr } = await runIn({ isTTY: true }, ...RANDOM);
    expect(stderr).toContain('match 1 of 1, round 3 …');
  });

  it('tells move by move what the players thought', async () => {
    const { stdout } = await runIn({}, ...RANDOM, '--verbose');
    expect(stdout).toMatch(/^round 1\nx: \(mark \d \d\), \d\.\d ms\n {2}value not known; without a search$/m);
    expect(stdout).toMatch(/^ {2}move +value +visits +chance$/m);
    expect(stdout).toMatch(/^ {2}… 4 other moves$/m);
    const { matches } = series((await runIn({}, ...RANDOM, '--verbose', '--json')).stdout);
    expect(matches[0]!.thoughts).toHaveLength(matches[0]!.moves.length);
  });

  it('counts late moves, replaces them, goes on, and ends with 1', async () => {
    const { code, stdout, stderr } = await runIn({ isTimeShort: true }, ...RANDOM, '--json');
    expect(code).toBe(1);
    const [match] = series(stdout).matches;
    expect(match!.errors.every(({ kind }) => kind === 'late')).toBe(true);
    expect(match!.errors[0]).toMatchObject({ role: 'x', round: 0 });
    expect(match!.goals).toHaveLength(2);
    expect(stderr).toMatch(/^woodstock: match 1, round 1: x \(random\): late: 120000 ms at a clock of 1000 ms$/m);
  });

  it.each([
    ['eight-puzzle', ['player']],
    ['orchard-2-2-1', ['bob']],
    ['monty-hall', ['candidate']],
  ])('plays %s with one player', async (game, roles) => {
    const { code, stdout } = await runIn({}, 'match', game, '--players', 'random', '--seed', '1', '--json');
    expect(code).toBe(0);
    const [match] = series(stdout).matches;
    expect(match!.roles).toEqual(roles);
    expect(match!.goals).toHaveLength(1);
  });

  it('takes RANDOM for chance in any case: nobody plays it, and it has no goal to miss', async () => {
    const sheet = bundledSheet('orchard-2-2-1').replaceAll(/\brandom\b/g, 'RANDOM');
    const files = { 'o.kif': sheet };
    const players = ['--players', 'woodstock', '--nodes', '50', '--seed', '1', '--json'];
    const { code, stdout, stderr } = await runIn({ files }, 'match', 'o.kif', ...players);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(series(stdout).matches[0]!.roles).toEqual(['bob']);
    const valueOf = async (game: string): Promise<unknown> =>
      (JSON.parse((await runIn({ files }, 'solve', game, '--json')).stdout) as { value: unknown }).value;
    expect(await valueOf('o.kif')).toEqual(await valueOf('orchard-2-2-1'));
  });

  it('writes records that the rules agree with when they are replayed', async () => {
    const record = await runIn({}, ...RANDOM, '--matches', '3', '--record', 'r.jsonl', '--json');
    const lines = record.written!['r.jsonl']!;
    expect(lines.trimEnd().split('\n')).toHaveLength(3);
    const replay = (content: string, ...more: string[]): ReturnType<typeof runIn> =>
      runIn({ files: { 'r.jsonl': content } }, 'match', 'tic-tac-toe', '--replay', 'r.jsonl', ...more);
    expect(await replay(lines)).toEqual({ code: 0, stdout: '3 records: the rules agree\n', stderr: '' });
    const changed = lines.replace(/"scores":\[[\d,]+\]/, '"scores":[7,7]');
    expect(await replay(changed, '--json')).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^\{"records":3,"problems":\[\{"line":1,"problem":"scores: .*"\}\]\}\n$/),
      stderr: expect.stringMatching(/^woodstock: r\.jsonl:1: scores: \[7,7\] in the record, /),
    });
    expect(await replay('{}\n')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'woodstock: r.jsonl:1: not a record of a match\n',
    });
  });

  it.each([
    [
      ['tic-tac-toe', '--players', 'random'],
      /--players names 1, but this game has 2 players: x, o; try --players 'random,random'/,
    ],
    [['nim', '--players', 'random,random,random'], /--players names 3, but this game has 2 players/],
    [
      ['tic-tac-toe', '--players', 'random,alphazero'],
      /there is no algorithm 'alphazero'; there are woodstock, random/,
    ],
    [['tic-tac-toe', '--players', 'random,random:x=1'], /random has no option 'x'/],
    [
      ['tic-tac-toe', '--players', 'https://localhost:9147,random'],
      /players speak plain HTTP; write http:\/\/host:port/,
    ],
    [['tic-tac-toe', '--players', 'http://localhost:99999,random'], /http:\/\/localhost:99999 is no URL/],
    [['tic-tac-toe', '--players', 'http://localhost:9147/x,random'], /players have no path/],
    [['tic-tac-toe', '--players', 'http://localhost:9147,random', '--nodes', '5'], /need clocks, not --nodes/],
    [['tic-tac-toe', '--players', 'http://localhost:9147,random', '--play-clock', '0.5'], /clocks of whole seconds/],
    [[...RANDOM.slice(1), '--nodes', '5', '--play-clock', '1'], /either clocks or --nodes, not both/],
    [[...RANDOM.slice(1), '--matches', '0'], /--matches.*1 or more/],
    [[...RANDOM.slice(1), '--play-clock', '0'], /--play-clock.*more than 0/],
  ])('%j is wrong use: one clear line and exit code 2', async (argv, complaint) => {
    const { code, stdout, stderr } = await runIn({}, 'match', ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^woodstock: [^\n]+\n$/);
    expect(stderr).toMatch(complaint);
  });

  describe('with players on the network', () => {
    const withPlayer = async (handler: MessageHandler, test: (url: string) => Promise<void>): Promise<void> => {
      const server = await serveMessages({ clock: () => performance.now(), port: 0 }, handler);
      await test(`http://${server.host}:${String(server.port)}`).finally(() => server.close());
    };

    const play = (game: string, players: string, ...more: string[]): ReturnType<typeof runIn> =>
      runIn({ isTimeReal: true }, 'match', game, '--players', players, ...more);

    it('plays them against algorithms, and keeps records', async () => {
      await withPlayer(new FirstLegal(), async (url) => {
        const more = ['--matches', '2', '--swap', '--record', 'r.jsonl', '--json'];
        const { code, stdout, stderr, written } = await play('tic-tac-toe', `${url},random`, ...more);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const { players, matches } = series(stdout);
        expect(players).toEqual([url, 'random']);
        expect(matches.map(({ roles, errors }) => [roles.join(), errors.length])).toEqual([
          ['x,o', 0],
          ['o,x', 0],
        ]);
        expect(matches[0]!.moves[0]![0]).toBe('(mark 1 1)');
        const files = { 'r.jsonl': written!['r.jsonl']! };
        const replayed = await runIn({ files }, 'match', 'tic-tac-toe', '--replay', 'r.jsonl');
        expect(replayed).toMatchObject({ code: 0, stdout: '2 records: the rules agree\n' });
      });
    });

    it('plays them alone, with hidden information, move by move', async () => {
      await withPlayer(new FirstLegal(), async (url) => {
        const { code, stdout, stderr } = await play('monty-hall', url, '--verbose');
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toMatch(/^round 1$/m);
        expect(stdout).toContain(url);
      });
    });

    it('counts what they do wrong, and ends with 1', async () => {
      const wrong: MessageHandler = {
        status: () => null,
        answer: () => Promise.resolve({ kind: 'move', move: '(mark 9 9)' }),
      };
      await withPlayer(wrong, async (url) => {
        const { code, stdout, stderr } = await play('tic-tac-toe', `${url},random`, '--json');
        expect(code).toBe(1);
        const [match] = series(stdout).matches;
        expect(match!.errors.length).toBe(match!.moves.length);
        expect(stderr).toContain(`woodstock: match 1, round 1: x (${url}): illegal: (mark 9 9)\n`);
      });
    });
  });

  it('finds out before it plays that the records cannot be written', async () => {
    const { code, stdout, stderr } = await runIn({ isReadOnly: true }, ...RANDOM, '--record', 'r.jsonl');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('woodstock: r.jsonl: cannot be written: permission denied\n');
  });
});
