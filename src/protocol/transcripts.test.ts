import { describe, expect, it } from 'vitest';
import { FirstLegal } from '../../test/firstLegal.js';
import { rulesOf } from '../../test/programs.js';
import { exchange, scriptedServer, transcript } from '../../test/rawHttp.js';
import { readMessage } from './readMessage.js';
import { RemotePlayer } from './remotePlayer.js';
import { serveMessages } from './server.js';

const NAMES = ['ggp-base', 'ggp-base-gdl2', 'dresden', 'dresden-percepts', 'ggpserver-gdl2'];

const bodyOf = (request: string): string => request.slice(request.indexOf('\r\n\r\n') + 4);

describe('transcripts of game managers', () => {
  it.each(NAMES)('%s: the server answers byte for byte, and closes', async (name) => {
    const faults: string[] = [];
    const server = await serveMessages(
      { clock: () => 0, port: 0, onFault: ({ reason }) => faults.push(reason) },
      new FirstLegal(),
    );
    for (const { request, reply } of transcript(name)) expect(await exchange(server.port, request)).toBe(reply);
    expect(faults).toEqual([]);
    await server.close();
  });

  it.each([
    {
      name: 'ggp-base',
      turns: [{ joint: null }, { joint: ['(mark 2)', 'noop'] }],
      last: { joint: ['noop', '(mark 1)'] },
    },
    {
      name: 'ggp-base-gdl2',
      turns: [{ joint: null }, { joint: ['look', '(toss tails)'], percepts: ['(shows tails)'] }],
      last: { joint: ['(call tails)', 'wait'], percepts: [] },
    },
  ])('$name: the client sends byte for byte', async ({ name, turns, last }) => {
    const exchanges = transcript(name).slice(0, 4);
    const server = await scriptedServer(exchanges.map(({ reply }) => reply));
    const address = { host: '127.0.0.1', port: server.port };
    const player = new RemotePlayer({ name: 'remote', address, series: 'series' });
    const start = readMessage(bodyOf(exchanges[0]!.request));
    if (!start.ok || start.value.kind !== 'start') throw new Error('the transcript does not begin with a start');
    const rules = rulesOf(start.value.rules);
    const role = rules.roles.indexOf(start.value.role);
    const pace = { kind: 'clocks', startMs: 30_000, playMs: 15_000 } as const;
    await player.start({ rules, role, pace, deadline: Infinity, seed: 1, played: [] });
    const moves: string[] = [];
    for (const turn of turns) moves.push(await player.play({ ...turn, deadline: Infinity }));
    await player.stop(last);
    expect(server.requests).toEqual(exchanges.map(({ request }) => request));
    expect(moves).toEqual(exchanges.slice(1, 3).map(({ reply }) => bodyOf(reply)));
    server.close();
  });
});
