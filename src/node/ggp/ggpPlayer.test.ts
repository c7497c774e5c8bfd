import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { isLegal } from '../../game/index.js';
import { readRecord, recordLine, replay, rulesHash } from '../../match/index.js';
import { loadRules } from '../../pipeline.js';
import { type Arrival, printReply, readMessage } from '../../protocol/index.js';
import { referenceGame } from '../../reference/index.js';
import { buttonBoards } from '../../../test/buttonBoards.js';
import { bundledRules } from '../../../test/programs.js';
import { sharedClock } from '../sharedClock.js';
import { fakeThreads, type FakeThreads } from '../thread/fakeThread.js';
import { GgpPlayer, type GgpPlayerSetting } from './ggpPlayer.js';
import type { GgpRecord } from './ggpRecord.js';

const rulesOf = (name: string): string =>
  readFileSync(new URL(`../../../games/${name}.kif`, import.meta.url), 'utf8').replace(/;.*/g, '');

interface Table {
  /** Sends a message as text; gives the reply as text. */
  readonly say: (text: string, arrival?: Partial<Arrival>) => Promise<string>;
  readonly player: GgpPlayer;
  readonly events: { readonly event: string; readonly details: Readonly<Record<string, unknown>> }[];
  readonly records: GgpRecord[];
  readonly threads: FakeThreads;
}

const opened: GgpPlayer[] = [];
afterEach(async () => {
  for (const player of opened.splice(0)) await player.close();
});

function table(more: Partial<GgpPlayerSetting> = {}, threads = fakeThreads()): Table {
  const events: Table['events'] = [];
  const records: GgpRecord[] = [];
  const player = new GgpPlayer({
    ...{ name: 'Wood Stock', algorithm: 'random', threads: 1, seed: () => 1, openThread: threads.open },
    witness: (event, details) => events.push({ event, details }),
    onRecord: (record) => records.push(record),
    ...more,
  });
  opened.push(player);
  const say: Table['say'] = async (text, arrival) => {
    const request = readMessage(text);
    if (!request.ok) throw new Error(request.error);
    const now = sharedClock();
    return printReply(await player.answer(request.value, { at: now, completeAt: now, peer: 'test', ...arrival }));
  };
  return { say, player, events, records, threads };
}

const start = (id: string, role = 'x', game = 'tic-tac-toe'): string => `(START ${id} ${role} (${rulesOf(game)}) 1 1)`;
const MARK = /^\(mark [123] [123]\)$/;

describe('GgpPlayer', { retry: 2 }, () => {
  it('plays a match from start to stop, and another one', async () => {
    const { say, records, threads } = table();
    for (const id of ['m1', 'm2']) {
      expect(await say('(info)')).toBe('((name Wood_Stock) (status available))');
      expect(await say(start(id))).toBe('ready');
      expect(await say('(info)')).toBe('((name Wood_Stock) (status busy))');
      const move = await say(`(play ${id} nil)`);
      expect(move).toMatch(MARK);
      expect(await say(`(play ${id} (${move} noop))`)).toBe('noop');
      expect(await say(`(stop ${id} (noop (mark 3 3)))`)).toBe('done');
      expect(threads.running()).toBe(0);
      expect(records.at(-1)).toMatchObject({ match: id, role: 'x', closing: 'stopped', ending: 'capped', errors: [] });
      expect(records.at(-1)!.moves).toEqual([
        [move, 'noop'],
        ['noop', '(mark 3 3)'],
      ]);
    }
    expect(await say('(ping)')).toBe('available');
    // Those of the first match, one that knows what is legal and one that searches, played the second one too.
    expect([threads.opened(), threads.assignments.length]).toEqual([2, 4]);
  });

  it('is busy when a second match is started, and goes on with the first', async () => {
    const { say, events } = table();
    await say(start('m1'));
    expect(await say(start('m2'))).toBe('busy');
    expect(await say('(preview ((role x)) 1)')).toBe('busy');
    expect(await say('(play m1 nil)')).toMatch(MARK);
    expect(events).toContainEqual({ event: 'busy', details: { match: 'm1', refused: 'm2', peer: 'test' } });
  });

  it('makes room for the next match once the clocks of one are over whose manager is gone, and answers it until then', async () => {
    const { say, records } = table();
    const late = sharedClock() - 20_000;
    await say(start('gone'), { at: late, completeAt: late });
    expect(await say('(info)')).toContain('available');
    expect(await say('(play gone nil)')).toMatch(MARK);
    expect(await say('(info)')).toContain('busy');
    await say('(play gone ((mark 1 1) noop))', { at: late, completeAt: late });
    expect(await say(start('next'))).toBe('ready');
    expect(records).toMatchObject([{ match: 'gone', closing: 'dropped' }]);
    expect(await say('(play gone nil)')).toBe('nil');
  });

  it('waits for clocks that are longer than any timer', async () => {
    const { say, events } = table({ algorithm: 'flat-ucb' });
    const ready = say(start('m1').replace(/1 1\)$/, '99999999 99999999)'));
    await setTimeout(50);
    expect(await say('(info)')).toContain('busy');
    expect(events.map(({ event }) => event)).not.toContain('dropped');
    await say('(abort m1)');
    expect(await ready).toBe('ready');
  });

  it('does not wait for a stop where its own move ends the match', async () => {
    const { say } = table({ algorithm: 'woodstock' });
    await say(start('m1'));
    const joints = ['((mark 1 1) noop)', '(noop (mark 2 1))', '((mark 1 2) noop)', '(noop (mark 2 2))'];
    let move = await say('(play m1 nil)');
    for (const joint of joints) move = await say(`(play m1 ${joint})`);
    expect(move).toBe('(mark 1 3)');
    await setTimeout(100);
    expect(await say('(info)')).toContain('available');
    expect(await say(start('m2'))).toBe('ready');
  });

  it('catches up with moves out of order: told again, missed, and from the beginning', async () => {
    const { say, events } = table();
    const faults = (): unknown[] =>
      events.filter(({ event }) => event === 'told what makes no sense').map(({ details }) => details['fault']);
    await say(start('m1', 'o'));
    // The first question was lost.
    expect(await say('(play m1 ((mark 1 1) noop))')).toMatch(MARK);
    expect(faults()).toEqual([]);
    const again = await say('(play m1 ((mark 1 1) noop))');
    expect(again).toMatch(MARK);
    expect(again).not.toBe('(mark 1 1)');
    expect(faults()).toEqual(['told again: (mark 1 1) noop']);
    // A round of which nothing was told: whose turn it is follows from the moves after it.
    expect(await say('(play m1 ((mark 3 3) noop))')).toMatch(MARK);
    expect(faults()[1]).toContain('a round was missed');
    expect(await say('(play m1 nil)')).toBe('noop');
    expect(faults()[2]).toContain('nothing was played yet');
  });

  it.each([
    ['(play m1 (mark 1 1))', /number of moves|no moves of this game/],
    ['(play m1 ((mark 1 1) noop noop))', /number of moves is 3, not 2/],
    ['(play m1 ((jump 9) (fly)))', /no moves of this game/],
    ['(play m1 ((mark 1 1', /cut off/],
    ['(play m1 5 five', /cut off/],
  ])('answers %s as well as it can, and says what is wrong', async (message, fault) => {
    const { say, events } = table();
    await say(start('m1'));
    await say('(play m1 nil)');
    expect(await say(message)).toBe('noop');
    const told = events.filter(({ event }) => event === 'told what makes no sense');
    expect(told.map(({ details }) => String(details['fault'])).join('\n')).toMatch(fault);
  });

  it('answers questions about a match that it does not know', async () => {
    const { say, events } = table();
    expect(await say('(play other nil)')).toBe('nil');
    expect(await say('(stop other nil)')).toBe('done');
    expect(await say('(abort other)')).toBe('aborted');
    expect(events.map(({ event }) => event)).toEqual(['unknown match', 'unknown match', 'unknown match']);
  });

  it('speaks to a manager that writes everything in upper case', async () => {
    const { say } = table();
    await say(start('M1').toUpperCase());
    const move = await say('(PLAY M1 NIL)');
    expect(move).toMatch(/^\(MARK [123] [123]\)$/);
    expect(await say(`(PLAY m1 (${move} NOOP))`)).toBe('NOOP');
  });

  it.each(['woodstock', 'random'])(
    'makes moves that are combinations of actions on 20 boards, by %s',
    async (algorithm) => {
      const content = buttonBoards({ boards: 20, moves: 'together' });
      const rules = loadRules({ name: 'boards', content });
      if (!rules.ok) throw new Error(rules.error[0]?.message);
      const game = referenceGame(rules.value);
      let state = game.initial();
      const { say, events } = table({ algorithm });
      expect(await say(`(START m1 robot (${content}) 5 2)`)).toBe('ready');
      let told = 'nil';
      for (let round = 0; round < 6; round++) {
        const text = await say(`(play m1 ${told})`);
        const move = game.names.findMove(text)!;
        expect(isLegal(game, state, { role: 0, move })).toBe(true);
        state = game.next(state, [move]);
        told = `(${text})`;
      }
      expect(await say(`(stop m1 ${told})`)).toBe('done');
      expect(game.isTerminal(state)).toBe(true);
      expect(game.goals(state)).toEqual([algorithm === 'woodstock' ? 100 : 0]);
      const sources = events.filter(({ event }) => event === 'move').map(({ details }) => details['source']);
      expect(sources).toEqual(new Array(6).fill('search'));
    },
  );

  it('plays where only percepts are told, in both forms', async () => {
    const { say } = table({ algorithm: 'woodstock' });
    await say(start('m1', 'candidate', 'monty-hall'));
    const pick = await say('(play m1 0 nil nil)');
    expect(pick).toMatch(/^\(pick [123]\)$/);
    expect(await say(`(play m1 1 ${pick} nil)`)).toBe('noop');
    expect(await say('(play m1 2 noop ((opened 2)))')).toMatch(/^(stay|switch)$/);
    await say('(stop m1 3 stay nil)');
    await say(start('m2', 'candidate', 'monty-hall'));
    expect(await say('(play m2 nil)')).toMatch(/^\(pick [123]\)$/);
    expect(await say('(play m2 nil)')).toBe('noop');
    expect(await say('(play m2 ((opened 1)))')).toMatch(/^(stay|switch)$/);
  });

  it('keeps a larger margin after a manager made another move in the place of its own', async () => {
    const { say, events } = table();
    await say(start('m1'));
    const move = await say('(play m1 nil)');
    const other = move === '(mark 1 1)' ? '(mark 2 2)' : '(mark 1 1)';
    await say(`(play m1 (${other} noop))`);
    expect(events).toContainEqual({
      event: 'the manager made another move than ours',
      details: { match: 'm1', answered: move, made: other },
    });
  });

  it('gives the same answer to the same question asked twice', async () => {
    const { say, player } = table({ algorithm: 'flat-ucb' });
    await say(start('m1'));
    const [first, second] = await Promise.all([say('(play m1 nil)'), say('(play m1 nil)')]);
    expect(second).toBe(first);
    expect(player.status().match?.rounds).toBe(0);
  });

  it('tells what it does', async () => {
    const { say, player } = table({ algorithm: 'flat-ucb', threads: 2 });
    expect(player.status()).toMatchObject({ name: 'Wood Stock', status: 'available', matches: 0, match: null });
    await say(start('m1'));
    const move = say('(play m1 nil)');
    await setTimeout(400);
    const { match } = player.status();
    expect(match).toMatchObject({ id: 'm1', role: 'x', doing: 'thinking', rounds: 0, isSolved: false });
    expect(match!.playouts).toBeGreaterThan(0);
    await move;
    expect(player.status().match).toMatchObject({
      doing: 'waiting',
      lastAnswer: { move: await move, source: 'search' },
    });
    expect(await say('(abort m1)')).toBe('aborted');
    expect(player.status()).toMatchObject({ status: 'available', matches: 1, match: null });
  });

  it('says that rules cannot be played, and takes the next match', async () => {
    const { say, events } = table();
    expect(await say('(start bad x ((role x) (legal x)) 1 1)')).toBe('ready');
    expect(events.map(({ event }) => event)).toContain('the rules cannot be played');
    expect(await say('(play bad nil)')).toBe('nil');
    // The rules do not get better by being read again.
    expect(events.map(({ event }) => event)).not.toContain('thread died');
    await say('(stop bad nil)');
    expect(await say(start('good'))).toBe('ready');
    expect(await say('(play good nil)')).toMatch(MARK);
  });
});

describe('records of GgpPlayer', { retry: 2 }, () => {
  /** What `woodstock match --replay` says of a record. */
  function replayed(record: GgpRecord, game: string): readonly string[] {
    const rules = bundledRules(game);
    return replay(readRecord(recordLine(record).trimEnd())!, {
      judge: referenceGame(rules),
      rules: rulesHash(rules),
    });
  }

  it('are those of managers: they replay to the same end, goals and scores', async () => {
    const { say, records } = table();
    await say(start('m1', 'o'));
    await say('(play m1 nil)');
    const joints = ['((mark 1 1) noop)', '(noop (mark 2 1))', '((mark 1 2) noop)', '(noop (mark 2 2))'];
    for (const joint of joints) await say(`(play m1 ${joint})`);
    await say('(stop m1 ((mark 1 3) noop))');
    const [record] = records;
    expect(record).toMatchObject({
      ...{ players: ['unknown', 'Wood Stock'], roles: ['x', 'o'], ending: 'terminal', goals: [100, 0] },
      ...{ scores: [100, 0], pace: { kind: 'clocks', startMs: 1000, playMs: 1000 }, closing: 'stopped' },
    });
    expect(record!.moves).toHaveLength(5);
    expect(record!.ms.map(([x, o]) => [x, typeof o])).toEqual(Array(5).fill([null, 'number']));
    expect(replayed(record!, 'tic-tac-toe')).toEqual([]);
    const [first, ...others] = record!.moves;
    const changed = { ...record!, moves: [['(mark 3 3)', first![1]!], ...others] };
    expect(replayed(changed, 'tic-tac-toe')[0]).toBe('ending: "terminal" in the record, "capped" by the rules');
  });

  it('tell what the manager made in the place of an answer', async () => {
    const { say, records } = table();
    await say(start('m1'));
    const move = await say('(play m1 nil)');
    const other = move === '(mark 1 1)' ? '(mark 2 2)' : '(mark 1 1)';
    await say(`(stop m1 (${other} noop))`);
    const details = `answered ${move}; the manager made ${other}`;
    expect(records[0]!.errors).toEqual([{ kind: 'late', round: 1, role: 0, details }]);
  });

  it('do not ask the seed for the moves of chance, which the manager drew', async () => {
    const { say, records } = table();
    await say(start('m1', 'bob', 'orchard-2-2-1'));
    const game = referenceGame(bundledRules('orchard-2-2-1'));
    let state = game.initial();
    let told = 'nil';
    for (let round = 0; round < 6 && !game.isTerminal(state); round++) {
      const move = await say(`(play m1 ${told})`);
      const joint = game.roles.map((role, index) =>
        role === 'bob' ? game.names.findMove(move)! : game.legalMoves(state, index).at(-1)!,
      );
      told = `(${joint.map((each) => game.names.move(each)).join(' ')})`;
      state = game.next(state, joint);
    }
    await say(`(stop m1 ${told})`);
    expect(records[0]!.moves.length).toBeGreaterThan(1);
    expect(replayed(records[0]!, 'orchard-2-2-1')).toEqual([]);
  });

  it('say so where the rules could not be followed', async () => {
    const { say, records } = table();
    await say('(start bad x ((role x) (legal x)) 1 1)');
    await say('(stop bad nil)');
    expect(records[0]).toMatchObject({ moves: [], rules: '', notes: ['the rules could not be followed'] });
  });
});

describe('GgpPlayer with threads that fail', { retry: 2 }, () => {
  it('starts them again where they die, and answers in time', async () => {
    const { say, events, threads } = table({ algorithm: 'flat-ucb' });
    await say(start('m1'));
    const move = say('(play m1 nil)');
    await setTimeout(200);
    threads.kill('compiled');
    threads.kill('reference');
    expect(await move).toMatch(MARK);
    expect(events.filter(({ event }) => event === 'thread died')).toHaveLength(2);
    expect(await say(`(play m1 (${await move} noop))`)).toBe('noop');
    expect(await say(`(play m1 (noop ${(await move) === '(mark 3 3)' ? '(mark 1 1)' : '(mark 3 3)'}))`)).toMatch(MARK);
    expect(threads.running()).toBe(2);
  });

  it('answers a legal move where all that search hang, and replaces them', async () => {
    const threads = fakeThreads({ hangs: ({ engine }) => engine === 'compiled' });
    const { say, events } = table({ algorithm: 'flat-ucb', silenceMs: 100 }, threads);
    await say(start('m1').replace(/1 1\)$/, '1 0.3)'));
    expect(await say('(play m1 nil)')).toMatch(MARK);
    await setTimeout(1700);
    expect(events).toContainEqual({ event: 'thread died', details: expect.objectContaining({ reason: 'it hangs' }) });
  });

  it('does not let the next match have threads that hang when the last one is over, nor wait for them', async () => {
    const isFirst = (): boolean => events.filter(({ event }) => event === 'start').length === 1;
    const threads = fakeThreads({ hangs: ({ engine }) => engine === 'compiled' && isFirst() });
    const { say, events } = table({ algorithm: 'flat-ucb' }, threads);
    await say(start('m1'));
    await say('(abort m1)');
    expect(threads.running()).toBe(0);
    await say(start('m2'));
    expect(await say('(play m2 nil)')).toMatch(MARK);
    expect(events).toContainEqual({
      event: 'thread ready',
      details: expect.objectContaining({ match: 'm2', thread: 'search' }),
    });
  });

  it('gives up threads that die again and again, and answers what is legal', async () => {
    const threads = fakeThreads({ dies: ({ engine, algorithm }) => engine === 'compiled' || algorithm === 'none' });
    const { say, threads: started } = table({ algorithm: 'flat-ucb' }, threads);
    await say(start('m1'));
    expect(await say('(play m1 nil)')).toMatch(MARK);
    // Two tries with the fast engine, then the slow one.
    expect(started.assignments.filter(({ engine }) => engine === 'compiled')).toHaveLength(2);
  });
});
