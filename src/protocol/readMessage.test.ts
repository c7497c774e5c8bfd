import { describe, expect, it } from 'vitest';
import { printReply } from './messages.js';
import { readMessage } from './readMessage.js';

const read = (text: string): unknown => {
  const result = readMessage(text);
  return result.ok ? result.value : result.error;
};

const newsOf = (text: string): unknown => (read(text) as { news: unknown }).news;

describe('readMessage', () => {
  it.each([
    ['(info)', { kind: 'info' }],
    ['( INFO )', { kind: 'info' }],
    [' Info\n', { kind: 'info' }],
    ['(ping)', { kind: 'ping' }],
    ['(PING m17)', { kind: 'ping' }],
    ['(Abort m.1)', { kind: 'abort', matchId: 'm.1' }],
    ['(preview ((role a)) 10)', { kind: 'preview', rules: '(role a)', clock: 10 }],
    [
      '(START m1 White ((role White) (role Black)) 30 15)',
      {
        ...{ kind: 'start', matchId: 'm1', role: 'White', rules: '(role White) (role Black)' },
        ...{ startClock: 30, playClock: 15 },
      },
    ],
    ['(play m nil)', { kind: 'play', matchId: 'm', news: { kind: 'nothing' } }],
    ['(STOP M NIL)', { kind: 'stop', matchId: 'M', news: { kind: 'nothing' } }],
    [
      '( PLAY m (( mark 1 1 ) noop ) )',
      { kind: 'play', matchId: 'm', news: { kind: 'terms', terms: ['(mark 1 1)', 'noop'] } },
    ],
    ['(stop m ())', { kind: 'stop', matchId: 'm', news: { kind: 'terms', terms: [] } }],
  ])('%s', (text, request) => {
    expect(read(text)).toEqual(request);
  });

  it.each([
    ['(play m 0 nil nil)', { kind: 'percepts', turn: 0, lastMove: null, percepts: [] }],
    [
      '(play m 3 (a b) ((saw 1) dark))',
      { kind: 'percepts', turn: 3, lastMove: '(a b)', percepts: ['(saw 1)', 'dark'] },
    ],
    ['(STOP m 4 NOOP ())', { kind: 'percepts', turn: 4, lastMove: 'NOOP', percepts: [] }],
    ['(play m)', { kind: 'nothing' }],
    ['(play m ((mark ', { kind: 'unreadable', reason: 'the message is cut off' }],
    ['(play m noop)', { kind: 'unreadable', reason: "'noop' is neither nil nor a list" }],
    ['(play m (() a))', { kind: 'unreadable', reason: "'()' is no term: empty parentheses" }],
    ['(play m 1 a)', { kind: 'unreadable', reason: expect.stringMatching(/^3 arguments; there should be 2, or 4/) }],
    ['(play m one a (b))', { kind: 'unreadable', reason: "'one' is no turn" }],
    ['(play m 1 ((a)) ((b) (not c)))', { kind: 'unreadable', reason: expect.stringMatching(/'\(not c\)' is no term/) }],
  ])('%s tells', (text, news) => {
    expect(newsOf(text)).toEqual(news);
  });

  it.each([
    ['', "not a message: ''; it should look like (play match1 nil)"],
    ['()', "not a message: '()'; it should look like (play match1 nil)"],
    ['((info))', "not a message: '((info))'; it should look like (play match1 nil)"],
    ['(dance)', "unknown message 'dance'; there are info, ping, preview, start, play, stop and abort"],
    ['(__proto__)', "unknown message '__proto__'; there are info, ping, preview, start, play, stop and abort"],
    ['(play)', "play without a match id: '(play)'"],
    ['(abort (m))', "abort without a match id: '(abort (m))'"],
    ['(start m (white) rules x 10)', /^start without role, list of rules, start clock in seconds: /],
    ['(start m white ((role white)) 30 -1)', /^start without play clock in seconds: /],
    ['(start m white ((role white)) 30', /^start without play clock in seconds: /],
    ['(start m white ((role white', /^start without list of rules, start clock in seconds, play clock in seconds: /],
    ['(preview)', "preview needs a list of rules and a clock: '(preview)'"],
  ])('%s fails', (text, reason) => {
    if (typeof reason === 'string') expect(read(text)).toBe(reason);
    else expect(read(text)).toMatch(reason);
  });

  it('makes facts of bare words, as GGP Base sends them', () => {
    expect(read('(start m a (( role a ) fair ( <= ( legal a b ) fair )) 1 1)')).toMatchObject({
      rules: '( role a ) (fair) ( <= ( legal a b ) fair )',
    });
  });

  it('keeps comments and lines of the rules', () => {
    expect(read('(start m a (\n(role a) ; the ) only one\n(init x)\n) 1 2)')).toMatchObject({
      rules: '\n(role a) ; the ) only one\n(init x)\n',
      playClock: 2,
    });
  });

  it('is harmless with deep nests, many terms, long messages and names of Object', () => {
    const deep = `${'('.repeat(100_000)}a${')'.repeat(100_000)}`;
    expect(newsOf(`(play m (${deep}))`)).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringContaining('nested'),
    });
    expect(newsOf(`(play m (${'a '.repeat(100_000)}))`)).toEqual({
      kind: 'unreadable',
      reason: 'more than 65536 terms',
    });
    expect(newsOf('(play __proto__ (constructor (__proto__ toString)))')).toEqual({
      ...{ kind: 'terms', terms: ['constructor', '(__proto__ toString)'] },
    });
    const rules = '(fact __proto__ constructor)\n'.repeat(35_000);
    expect(read(`(start m __proto__ (${rules}) 1 1)`)).toMatchObject({ kind: 'start', role: '__proto__', rules });
    const words = 'a '.repeat(100_000);
    expect(read(`(start m r (${words}) 1 1)`)).toMatchObject({ rules: words });
    expect((read(`(${'x'.repeat(1_000_000)})`) as string).length).toBeLessThan(200);
  });
});

describe('printReply', () => {
  it.each([
    [{ kind: 'info', name: 'woodstock', status: 'busy' }, '((name woodstock) (status busy))'],
    [{ kind: 'info', name: 'My (best) player;', status: 'available' }, '((name My_best_player_) (status available))'],
    [{ kind: 'info', name: '', status: 'available' }, '((name player) (status available))'],
    [{ kind: 'word', word: 'ready' }, 'ready'],
    [{ kind: 'move', move: '(mark 1 1)' }, '(mark 1 1)'],
  ] as const)('%j', (reply, text) => {
    expect(printReply(reply)).toBe(text);
  });
});
