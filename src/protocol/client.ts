import { connect } from 'node:net';
import { fail, ok, type Result } from '../base/index.js';
import { HttpReader } from './httpReader.js';

/** Where a player listens. */
export interface PlayerAddress {
  readonly host: string;
  readonly port: number;
}

/** Longest reply; a move has some bytes. */
const REPLY_LIMITS = { headBytes: 64 * 2 ** 10, bodyBytes: 2 ** 20 };

/** Longest part of a reply that a complaint quotes. */
const SHOWN = 200;

/** An address from its URL, or what is wrong with it. */
export function playerAddress(url: string): Result<PlayerAddress, string> {
  const example = 'write http://host:port, like http://127.0.0.1:9147';
  if (!URL.canParse(url)) return fail(`${url} is no URL; ${example}`);
  const { protocol, hostname, port, pathname, search } = new URL(url);
  if (protocol !== 'http:') return fail(`${url}: players speak plain HTTP; ${example}`);
  if (pathname !== '/' || search !== '') return fail(`${url}: players have no path; ${example}`);
  return ok({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? 80 : Number(port) });
}

export interface Sending {
  readonly to: PlayerAddress;
  /** As the header `Receiver` has it. */
  readonly receiver: string;
  readonly message: string;
  /** From the call to the last byte of the reply, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Sends a message as GGP Base's server does, byte for byte, and gives the reply without the space around it. Rejects with a reason where none comes in
 * time, or none that is HTTP.
 */
export function sendMessage(sending: Sending): Promise<string> {
  const { to, timeoutMs } = sending;
  const socket = connect({ ...to, noDelay: true });
  const reader = new HttpReader(REPLY_LIMITS, () => 'stream');
  return new Promise((resolve, reject) => {
    const settle = (reply: Result<string, string>): void => {
      clearTimeout(timer);
      socket.destroy();
      if (reply.ok) resolve(reply.value);
      else reject(new Error(reply.error));
    };
    const timer = setTimeout(() => settle(fail(`no reply within ${String(timeoutMs)} ms`)), timeoutMs);
    socket.on('connect', () => socket.write(requestBytes(sending)));
    socket.on('data', (bytes: Uint8Array) => {
      reader.take(bytes);
      if (reader.fault !== undefined) settle(fail(reader.fault.reason));
      else if (reader.isComplete) settle(replyOf(reader));
    });
    socket.on('end', () => settle(replyOf(reader)));
    socket.on('error', ({ message }) => settle(fail(message)));
  });
}

function requestBytes({ to, receiver, message }: Sending): Uint8Array {
  const encoder = new TextEncoder();
  const lines = [
    'POST / HTTP/1.0',
    'Accept: text/delim',
    `Host: ${to.host}`,
    'Sender: GAMESERVER',
    `Receiver: ${receiver}`,
    'Content-Type: text/acl',
    `Content-Length: ${String(encoder.encode(message).length)}`,
  ];
  return encoder.encode(`${lines.join('\r\n')}\r\n\r\n${message}`);
}

/** A body that is shorter than announced is taken as it is. */
function replyOf({ head, text }: HttpReader): Result<string, string> {
  if (head === undefined) return fail('the connection was closed without a reply');
  const status = /^HTTP\/\S+\s+(\d{3})/.exec(head.line)?.[1];
  if (status === undefined) return fail(`not a reply of HTTP: '${head.line.slice(0, SHOWN)}'`);
  const reply = text.trim();
  return status === '200' ? ok(reply) : fail(`answered with status ${status}: ${reply.slice(0, SHOWN)}`);
}
