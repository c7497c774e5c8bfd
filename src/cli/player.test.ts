import { describe, expect, it } from 'vitest';
import { fileError, runIn } from './fakeOutside.js';

const NOW = { at: 0, completeAt: 0, peer: 'test' };

describe('woodstock player', { retry: 2 }, () => {
  it('listens, answers managers, and logs one JSON document a line', async () => {
    const replies: unknown[] = [];
    const { code, stdout, stderr } = await runIn(
      {
        listening: async (handler) => {
          replies.push(await handler.answer({ kind: 'info' }, NOW), handler.status());
          replies.push(await handler.answer({ kind: 'play', matchId: 'm1', news: { kind: 'nothing' } }, NOW));
        },
      },
      ...['player', '--name', 'Snoopy', '--port', '0'],
    );
    expect(code).toBe(0);
    expect(stdout).toBe('Snoopy listens on http://127.0.0.1:0/\n');
    expect(replies[0]).toEqual({ kind: 'info', name: 'Snoopy', status: 'available' });
    // One thread less than the machine has cores.
    expect(replies[1]).toMatchObject({ status: 'available', algorithm: 'woodstock', threads: 1, match: null });
    expect(replies[2]).toEqual({ kind: 'move', move: 'nil' });
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      { time: '1970-01-01T00:00:00.000Z', event: 'listening', host: '127.0.0.1', port: 0 },
      { time: '1970-01-01T00:00:00.000Z', event: 'unknown match', match: 'm1', asked: 'play', peer: 'test' },
      { time: '1970-01-01T00:00:00.000Z', event: 'ended' },
    ]);
  });

  it('gives its last status as JSON', async () => {
    const { stdout } = await runIn({}, 'player', '--json', '--threads', '2', '--algorithm', 'uct');
    expect(JSON.parse(stdout)).toMatchObject({ algorithm: 'uct', threads: 2, matches: 0 });
  });

  it.each([
    ['EADDRINUSE', /127\.0\.0\.1:9147 is taken by another program; choose another --port/],
    ['EACCES', /permission denied; choose a --port of 1024 or more/],
    ['EADDRNOTAVAIL', /127\.0\.0\.1 is no address of this machine; see --host/],
    ['EMFILE', /cannot listen on 127\.0\.0\.1:9147: EMFILE/],
  ])('explains why it cannot listen: %s', async (reason, message) => {
    const { code, stderr } = await runIn({ listening: fileError(reason) }, 'player');
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it.each([
    [['--algorithm', 'alphazero'], /there is no algorithm 'alphazero'/],
    [['--port', '70000'], /at most 65535/],
    [['--threads', '0'], /It must be 1 to 256/],
  ])('refuses %j', async (options, message) => {
    const { code, stderr } = await runIn({}, 'player', ...options);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('writes what a match was to a file', async () => {
    const rules = '(role x) (legal x go) (<= terminal (true end)) (goal x 50)';
    const { written } = await runIn(
      {
        listening: async (handler) => {
          const start = { kind: 'start', matchId: 'a/../b', role: 'x', rules, startClock: 0, playClock: 0 } as const;
          expect(await handler.answer(start, NOW)).toEqual({ kind: 'word', word: 'ready' });
          await handler.answer({ kind: 'abort', matchId: 'a/../b' }, NOW);
        },
      },
      ...['player', '--record', 'records'],
    );
    expect(Object.keys(written!)).toEqual(['records/a_.._b.x.json']);
    expect(JSON.parse(Object.values(written!)[0]!)).toMatchObject({
      ...{ format: 'woodstock match 1', match: 'a/../b', closing: 'aborted', sheet: rules },
    });
  });
});
