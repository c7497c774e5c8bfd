import { afterEach, describe, expect, it } from 'vitest';
import { FirstLegal } from '../../test/firstLegal.js';
import { playerHandler } from '../../test/playerHandler.js';
import { bundledRules } from '../../test/programs.js';
import { type MatchRecord, playMatch, replay, rulesHash } from '../match/index.js';
import { openPlay } from '../pipeline.js';
import { type Pace, type Player, SearchPlayer } from '../player/index.js';
import { referenceGame } from '../reference/index.js';
import type { ValidRules } from '../rules/index.js';
import { ALGORITHMS, chooseAlgorithm } from '../search/index.js';
import type { MessageHandler } from './httpAnswer.js';
import type { Request } from './messages.js';
import { RemotePlayer } from './remotePlayer.js';
import { type MessageServer, serveMessages } from './server.js';

const servers: MessageServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const clock = (): number => performance.now();

/** A player on a real socket; what it is asked is kept. */
async function remote(handler: MessageHandler, requests: Request[] = []): Promise<RemotePlayer> {
  const server = await serveMessages(
    { clock, port: 0 },
    {
      status: () => null,
      answer: (request, arrival) => {
        requests.push(request);
        return handler.answer(request, arrival);
      },
    },
  );
  servers.push(server);
  const address = { host: server.host, port: server.port };
  return new RemotePlayer({ name: `http://${server.host}:${String(server.port)}`, address, series: 'test' });
}

function randomPlayer(): Player {
  const chosen = chooseAlgorithm('random', ALGORITHMS);
  if (!chosen.ok) throw new Error(chosen.error);
  return new SearchPlayer({
    chosen: chosen.value,
    clock,
    open: (rules) => {
      const play = openPlay(rules, 'reference', { clock, milliseconds: 60_000, bytes: 2 ** 30 });
      if (!play.ok) throw new Error(play.error);
      return play.value;
    },
  });
}

const PACE: Pace = { kind: 'clocks', startMs: 5000, playMs: 1000 };

/** A match of the roles that are not random. */
function match(rules: ValidRules, players: readonly Player[], rounds?: number): Promise<MatchRecord> {
  let seat = 0;
  const seats = rules.roles.map((_, role) => (role === rules.randomRole ? -1 : seat++));
  return playMatch({
    ...{ game: 'test', rules, judge: referenceGame(rules), group: 0, seats, pace: PACE, seed: 1, clock },
    players: seats.map((each) => (each < 0 ? null : players[each]!)),
    ...(rounds === undefined ? {} : { limits: { rounds } }),
  });
}

const TIC_TAC_TOE = bundledRules('tic-tac-toe');

const saying = (say: (request: Request) => Promise<string> | string): MessageHandler => ({
  status: () => null,
  answer: async (request) => ({ kind: 'move', move: await say(request) }),
});

const waiting = (ms: number): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(() => {
      resolve('noop');
    }, ms);
  });

describe('RemotePlayer', { retry: 2 }, () => {
  it('plays matches over sockets, and their records are replayed', async () => {
    const players = [await remote(playerHandler(randomPlayer())), await remote(playerHandler(randomPlayer()))];
    for (let i = 0; i < 3; i++) {
      const record = await match(TIC_TAC_TOE, players);
      expect(record.errors).toEqual([]);
      expect(record.ending).toBe('terminal');
      expect(record.players).toEqual(players.map(({ name }) => name));
      const judged = { judge: referenceGame(TIC_TAC_TOE), rules: rulesHash(TIC_TAC_TOE) };
      expect(replay(record, judged)).toEqual([]);
    }
  });

  it('tells both players the same id, all moves, and the end', async () => {
    const heard: [Request[], Request[]] = [[], []];
    const players = [await remote(new FirstLegal(), heard[0]), await remote(new FirstLegal(), heard[1])];
    const record = await match(TIC_TAC_TOE, players);
    expect(record.errors).toEqual([]);
    for (const requests of heard) {
      expect(requests[0]).toMatchObject({ kind: 'start', matchId: 'test.1', startClock: 5, playClock: 1 });
      expect(requests.slice(1, -1)).toEqual(
        record.moves.map((_, round) => ({
          ...{ kind: 'play', matchId: 'test.1' },
          news: round === 0 ? { kind: 'nothing' } : { kind: 'terms', terms: record.moves[round - 1] },
        })),
      );
      expect(requests.at(-1)).toEqual({
        ...{ kind: 'stop', matchId: 'test.1' },
        news: { kind: 'terms', terms: record.moves.at(-1) },
      });
    }
  });

  it('mixes with players of this process', async () => {
    const record = await match(TIC_TAC_TOE, [randomPlayer(), await remote(playerHandler(randomPlayer()))]);
    expect(record).toMatchObject({ errors: [], ending: 'terminal' });
  });

  it('tells what it saw and not what was done, where the rules hide something', async () => {
    const rules = bundledRules('monty-hall');
    const requests: Request[] = [];
    const record = await match(rules, [await remote(new FirstLegal(), requests)]);
    expect(record).toMatchObject({ errors: [], ending: 'terminal' });
    const candidate = rules.roles.indexOf('candidate');
    const news = requests.flatMap((request) => ('news' in request ? [request.news] : []));
    expect(news[0]).toEqual({ kind: 'percepts', turn: 0, lastMove: null, percepts: [] });
    const game = referenceGame(rules);
    let state = game.initial();
    for (const [round, joint] of record.moves.entries()) {
      const moves = joint.map((text) => game.names.findMove(text)!);
      const percepts = game.percepts(state, moves)[candidate];
      expect(news[round + 1]).toEqual({ kind: 'percepts', turn: round + 1, lastMove: joint[candidate], percepts });
      state = game.next(state, moves);
    }
    expect(requests.at(-1)).toMatchObject({ kind: 'stop' });
  });

  it('asks all at the same time', async () => {
    let asked = 0;
    // Neither answers before both were asked.
    const patient = (player: FirstLegal): MessageHandler => ({
      status: () => null,
      answer: async (request) => {
        asked++;
        while (asked % 2 === 1) await waiting(5);
        return player.answer(request);
      },
    });
    const players = [await remote(patient(new FirstLegal())), await remote(patient(new FirstLegal()))];
    expect(await match(TIC_TAC_TOE, players)).toMatchObject({ errors: [], ending: 'terminal' });
  });

  it('replaces what is illegal or late by random moves, with a second of grace, and counts it', async () => {
    let turn = 0;
    const late = saying(({ kind }) => waiting(kind === 'start' ? 0 : ++turn === 1 ? 1500 : 4000));
    const wrong = saying(() => 'nonsense');
    const record = await match(TIC_TAC_TOE, [await remote(wrong), await remote(late)], 2);
    const { errors } = record;
    expect(errors.filter(({ role }) => role === 0)).toEqual([
      { kind: 'illegal', round: 1, role: 0, details: 'nonsense' },
      { kind: 'illegal', round: 2, role: 0, details: 'nonsense' },
    ]);
    expect(errors.filter(({ role }) => role === 1)).toEqual([
      { kind: 'late', round: 2, role: 1, details: 'no reply within 2000 ms' },
      { kind: 'failed', round: 2, role: 1, details: 'no reply within 1000 ms' },
    ]);
    expect(record.moves).toHaveLength(2);
    expect(record.ending).toBe('capped');
  });

  it('goes on without a player that is not there, or busy', async () => {
    const gone = await remote(new FirstLegal());
    await servers.splice(0)[0]!.close();
    const busy = await remote(saying(({ kind }) => (kind === 'start' ? 'busy' : 'noop')));
    const { errors, ending } = await match(TIC_TAC_TOE, [gone, busy]);
    expect(ending).toBe('terminal');
    expect(errors[0]).toMatchObject({
      kind: 'failed',
      round: 0,
      role: 0,
      details: expect.stringMatching(/ECONNREFUSED/),
    });
    expect(errors[1]).toEqual({ kind: 'failed', round: 0, role: 1, details: 'busy with another match' });
  });

  it('aborts a match that is broken off', async () => {
    const requests: Request[] = [];
    const players = [
      await remote(playerHandler(randomPlayer()), requests),
      await remote(playerHandler(randomPlayer())),
    ];
    await match(TIC_TAC_TOE, players, 2);
    expect(requests.at(-1)).toEqual({ kind: 'abort', matchId: 'test.1' });
  });

  it('needs clocks, and the beginning of a match', async () => {
    const player = await remote(new FirstLegal());
    const start = { rules: TIC_TAC_TOE, role: 0, pace: PACE, deadline: Infinity, seed: 1, played: [] };
    await expect(player.start({ ...start, pace: { kind: 'nodes', nodes: 1 } })).rejects.toThrow(/needs clocks/);
    await expect(player.start({ ...start, played: [['a', 'b']] })).rejects.toThrow(/in the middle of a match/);
    await expect(player.play({ joint: null, deadline: 0 })).rejects.toThrow(/no match was started/);
    await expect(player.stop()).resolves.toBeUndefined();
  });
});
