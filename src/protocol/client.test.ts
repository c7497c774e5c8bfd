import { describe, expect, it } from 'vitest';
import { scriptedServer } from '../../test/rawHttp.js';
import { playerAddress, sendMessage } from './client.js';

async function replyTo(reply: string, timeoutMs = 5000): Promise<string> {
  const server = await scriptedServer([reply]);
  const to = { host: '127.0.0.1', port: server.port };
  try {
    return await sendMessage({ to, receiver: 'x', message: '( INFO )', timeoutMs });
  } finally {
    server.close();
  }
}

describe('sendMessage', { retry: 2 }, () => {
  it.each([
    ['CR LF and a length', 'HTTP/1.0 200 OK\r\nContent-length: 10\r\n\r\n(mark 1 1)', '(mark 1 1)'],
    ['LF and a length', 'HTTP/1.0 200 OK\nContent-length: 10\n\n(mark 1 1)', '(mark 1 1)'],
    ['no length', 'HTTP/1.0 200 OK\nContent-type: text/acl\n\n\n noop \n', 'noop'],
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nnoop\r\n0\r\n\r\n', 'noop'],
    ['less than announced', 'HTTP/1.1 200 OK\r\nContent-length: 10\r\n\r\nnoop', 'noop'],
    ['more than announced', 'HTTP/1.1 200 OK\r\nContent-length: 4\r\n\r\nnoop\r\n', 'noop'],
  ])('takes replies with %s', async (_, reply, text) => {
    expect((await replyTo(reply)).slice(0, text.length)).toBe(text);
  });

  it.each([
    ['', 'the connection was closed without a reply'],
    ['noop\n\n', "not a reply of HTTP: 'noop'"],
    ['HTTP/1.0 500 Oops\r\nContent-length: 3\r\n\r\nbad', 'answered with status 500: bad'],
    ['HTTP/1.0 200 OK\r\nContent-length: 99999999\r\n\r\n', 'the body has more than 1048576 bytes'],
    [`HTTP/1.0 200 OK\r\n\r\n${'x'.repeat(2 ** 20 + 1)}`, 'the body has more than 1048576 bytes'],
  ])('rejects %#', async (reply, reason) => {
    await expect(replyTo(reply)).rejects.toThrow(reason);
  });

  it('waits as long as it should, and no longer', async () => {
    const server = await scriptedServer([]);
    const to = { host: '127.0.0.1', port: server.port };
    const start = performance.now();
    await expect(sendMessage({ to, receiver: 'x', message: '( INFO )', timeoutMs: 150 })).rejects.toThrow(
      'no reply within 150 ms',
    );
    expect(performance.now() - start).toBeGreaterThan(140);
    server.close();
  });

  it('says why there is no connection', async () => {
    const { port, close } = await scriptedServer([]);
    close();
    const to = { host: '127.0.0.1', port };
    await expect(sendMessage({ to, receiver: 'x', message: '( INFO )', timeoutMs: 5000 })).rejects.toThrow(
      /ECONNREFUSED/,
    );
  });
});

describe('playerAddress', { retry: 2 }, () => {
  it.each([
    ['http://127.0.0.1:9147', { host: '127.0.0.1', port: 9147 }],
    ['http://localhost:9147/', { host: 'localhost', port: 9147 }],
    ['HTTP://[::1]:80', { host: '::1', port: 80 }],
    ['http://player.example', { host: 'player.example', port: 80 }],
  ])('%s', (url, address) => {
    expect(playerAddress(url)).toEqual({ ok: true, value: address });
  });

  it.each([
    ['http://', /is no URL; write http:\/\/host:port/],
    ['http://x:99999', /is no URL/],
    ['https://x:1', /players speak plain HTTP/],
    ['http://x:1/path', /players have no path/],
  ])('%s is none', (url, reason) => {
    expect(playerAddress(url)).toEqual({ ok: false, error: expect.stringMatching(reason) });
  });
});
