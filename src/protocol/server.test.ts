import { afterEach, describe, expect, it } from 'vitest';
import { FirstLegal } from '../../test/firstLegal.js';
import { exchange, RawClient } from '../../test/rawHttp.js';
import type { Arrival, MessageHandler } from './httpAnswer.js';
import type { ServerFault, ServerLimits } from './limits.js';
import { type MessageServer, serveMessages } from './server.js';

const servers: MessageServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

interface Serving {
  readonly port: number;
  readonly faults: readonly ServerFault[];
}

async function serving(handler: MessageHandler, limits: Partial<ServerLimits> = {}): Promise<Serving> {
  const faults: ServerFault[] = [];
  const clock = (): number => performance.now();
  const server = await serveMessages({ clock, port: 0, limits, onFault: (fault) => faults.push(fault) }, handler);
  servers.push(server);
  return { port: server.port, faults };
}

const post = (message: string, length = new TextEncoder().encode(message).length): string =>
  `POST / HTTP/1.0\r\nContent-length: ${String(length)}\r\n\r\n${message}`;

const HEADERS = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: POST, GET, OPTIONS',
  'Access-Control-Allow-Headers: Content-Type',
  'Access-Control-Allow-Age: 86400',
  'Connection: close',
].join('\r\n');

const reply = (body: string, type = 'text/acl'): string =>
  `HTTP/1.0 200 OK\r\nContent-type: ${type}\r\nContent-length: ${String(body.length)}\r\n${HEADERS}\r\n\r\n${body}`;

const INFO = reply('((name first-legal) (status available))');

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('serveMessages', { retry: 2 }, () => {
  it.each([
    ['HTTP/1.0 without Host', 'POST / HTTP/1.0\r\nContent-type: text/acl\r\nContent-length: 6\r\n\r\n(info)', INFO],
    ['HTTP/1.1 without Host', 'POST / HTTP/1.1\r\nContent-length: 6\r\n\r\n(info)', INFO],
    ['keep-alive is not kept', 'POST / HTTP/1.1\r\nConnection: keep-alive\r\nContent-length: 6\r\n\r\n(info)', INFO],
    ['bare LF', 'POST / HTTP/1.0\nContent-length: 6\n\n(info)', INFO],
    ['lines after the body', 'POST / HTTP/1.0\r\nContent-length: 6\r\n\r\n(info)\r\n\r\n', INFO],
    ['no length', 'POST / HTTP/1.0\r\n\r\n(info)', INFO],
    ['GET with the message as path', 'GET /%28+Info+%29 HTTP/1.0\r\n\r\n\r\n', INFO],
    ['GET without encoding', 'GET /( info ) HTTP/1.0\r\n\r\n', INFO],
    ['OPTIONS', 'OPTIONS / HTTP/1.1\r\nOrigin: http://x\r\n\r\n', reply('')],
    ['status', 'GET /status HTTP/1.1\r\nHost: x\r\n\r\n', reply('{"match":null}', 'application/json')],
  ])('answers %s', async (_, request, expected) => {
    const { port, faults } = await serving(new FirstLegal());
    expect(await exchange(port, request)).toBe(expected);
    expect(faults).toEqual([]);
  });

  it.each([
    [post('(dance)'), 400, /^unknown message 'dance'/],
    [post(''), 400, /^not a message/],
    ['GET /%zz HTTP/1.0\r\n\r\n', 400, /^not a message: '%zz'/],
    ['PUT / HTTP/1.0\r\n\r\n', 405, /^'PUT' is not POST, GET or OPTIONS/],
    ['nonsense\r\n\r\n', 405, /^'nonsense' is not POST/],
    [post('', 2000), 413, /^the body has more than 1000 bytes/],
    [`POST / HTTP/1.0\r\nX: ${'x'.repeat(600)}`, 431, /^the head has more than 500 bytes/],
    [`GET /${'x'.repeat(2000)}`, 431, /^the head has more than 1000 bytes/],
    [post('(play unknown nil)'), 500, /^the player failed: /],
  ])('refuses %j with status %i and a reason', async (request, status, reason) => {
    const { port, faults } = await serving(new FirstLegal(), { bodyBytes: 1000, headBytes: 500 });
    const text = await exchange(port, request);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.0 ${String(status)} `));
    expect(text.split('\r\n\r\n')[1]).toMatch(reason);
    expect(faults).toEqual([{ status, reason: expect.stringMatching(reason), peer: '127.0.0.1' }]);
    expect(await exchange(port, post('(info)'))).toBe(INFO);
  });

  it('tells the handler when the first and the last byte came', async () => {
    const arrivals: Arrival[] = [];
    const first = new FirstLegal();
    const { port } = await serving({
      status: () => null,
      answer: (request, arrival) => {
        arrivals.push(arrival);
        return first.answer(request);
      },
    });
    const client = new RawClient(port);
    client.socket.write('POST / HTTP/1.0\r\nContent-length: 6\r\n\r\n(in');
    await pause(60);
    client.socket.write('fo)');
    await client.received;
    const [{ at, completeAt, peer }] = arrivals as [Arrival];
    expect(completeAt - at).toBeGreaterThan(30);
    expect(peer).toBe('127.0.0.1');
  });

  it('lets slow senders go, whether they send a little or nothing', async () => {
    const { port, faults } = await serving(new FirstLegal(), { headMs: 300, idleMs: 200, messageMs: 400 });
    const silent = new RawClient(port);
    const [head, body] = [new RawClient(port), new RawClient(port)];
    body.socket.write('POST / HTTP/1.0\r\nContent-length: 1000\r\n\r\n(');
    const drip = setInterval(() => {
      if (!head.socket.destroyed) head.socket.write('x');
      if (!body.socket.destroyed) body.socket.write('x');
    }, 50);
    expect((await silent.received).text).toBe('');
    expect((await head.received).text).toMatch(/^HTTP\/1\.0 408 .*the rest of the message did not come$/s);
    expect((await body.received).text).toMatch(/^HTTP\/1\.0 408 /);
    clearInterval(drip);
    expect(faults.map(({ status }) => status)).toEqual([408, 408]);
    expect(await exchange(port, post('(info)'))).toBe(INFO);
  });

  it('answers a whole message though more was announced, and refuses half of one', async () => {
    const { port, faults } = await serving(new FirstLegal(), { idleMs: 100 });
    expect(await exchange(port, post('(info)', 8))).toBe(INFO);
    const [whole, half] = [new RawClient(port), new RawClient(port)];
    whole.socket.end(post('(info)', 100));
    half.socket.end(post('(play m (', 100));
    expect((await whole.received).text).toBe(INFO);
    expect((await half.received).text).toMatch(
      /^HTTP\/1\.0 400 .*the connection was closed in the middle of a message$/s,
    );
    expect(faults).toHaveLength(1);
  });

  it('says Continue to those who ask before they send', async () => {
    const { port } = await serving(new FirstLegal());
    const client = new RawClient(port);
    client.socket.write('POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-length: 6\r\n\r\n');
    await pause(50);
    client.socket.write('(info)');
    expect((await client.received).text).toBe(`HTTP/1.1 100 Continue\r\n\r\n${INFO}`);
  });

  it('answers in the middle of many connections that say nothing', async () => {
    const { port } = await serving(new FirstLegal(), { connections: 8 });
    const idle = Array.from({ length: 200 }, () => new RawClient(port));
    await pause(50);
    expect(await exchange(port, post('(info)'))).toBe(INFO);
    const dropped = await Promise.all(idle.slice(0, 190).map(({ received }) => received));
    expect(dropped.every(({ text }) => text === '')).toBe(true);
    for (const { socket } of idle) socket.destroy();
  });

  it('leaves alone who waits for an answer', async () => {
    const waiting: (() => void)[] = [];
    const { port } = await serving(
      {
        status: () => null,
        answer: () =>
          new Promise((resolve) => {
            waiting.push(() => resolve({ kind: 'word', word: 'done' }));
          }),
      },
      { connections: 2, idleMs: 50 },
    );
    const managers = [new RawClient(port), new RawClient(port)];
    for (const { socket } of managers) socket.write(post('(play m nil)'));
    while (waiting.length < 2) await pause(5);
    expect(await exchange(port, post('(info)'))).toBe('');
    await pause(100);
    for (const answer of waiting) answer();
    for (const { received } of managers) expect((await received).text).toBe(reply('done'));
  });

  it('goes on when managers vanish before the answer', async () => {
    const { port, faults } = await serving({
      status: () => null,
      answer: async () => {
        await pause(30);
        return { kind: 'word', word: 'done' };
      },
    });
    for (let i = 0; i < 20; i++) {
      const client = new RawClient(port);
      client.socket.write(post('(play m nil)'));
      await pause(2);
      client.socket.resetAndDestroy();
    }
    await pause(60);
    expect(await exchange(port, post('(info)'))).toBe(reply('done'));
    expect(faults).toEqual([]);
  });

  it('takes ten megabytes of rules', async () => {
    const lengths: number[] = [];
    const { port } = await serving({
      status: () => null,
      answer: (request) => {
        lengths.push(request.kind === 'start' ? request.rules.length : -1);
        return Promise.resolve({ kind: 'word', word: 'ready' });
      },
    });
    const rules = '(fact __proto__ 1)'.repeat(600_000);
    expect(await exchange(port, post(`(start m r (${rules}) 1 1)`))).toBe(reply('ready'));
    expect(lengths).toEqual([rules.length]);
  });

  it('rejects where it cannot listen', async () => {
    const { port } = await serving(new FirstLegal());
    await expect(serveMessages({ clock: () => 0, port }, new FirstLegal())).rejects.toThrow(/EADDRINUSE/);
  });

  it('listens on this machine only', async () => {
    const server = await serveMessages({ clock: () => 0, port: 0 }, new FirstLegal());
    servers.push(server);
    expect(server.host).toBe('127.0.0.1');
  });
});
