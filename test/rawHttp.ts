import { connect, createServer, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';

/** What a sender got: everything to the end of the stream, and whether it ended well. */
export interface Received {
  readonly text: string;
  readonly isReset: boolean;
}

/** A connection that a test drives by hand. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the other side has closed. */
  readonly received: Promise<Received>;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.received = new Promise((resolve) => {
      let text = '';
      this.socket.on('data', (bytes) => (text += bytes.toString('utf8')));
      this.socket.on('end', () => {
        this.socket.end();
        resolve({ text, isReset: false });
      });
      this.socket.on('error', () => {
        resolve({ text, isReset: true });
      });
      this.socket.on('close', () => {
        resolve({ text, isReset: false });
      });
    });
  }
}

/** Sends bytes and reads to the end of the stream, as older managers do. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const client = new RawClient(port);
  client.socket.write(bytes);
  const { text } = await client.received;
  return text;
}

/** A server that answers each connection with the next of its replies, and keeps what it was sent. */
export async function scriptedServer(replies: readonly string[]): Promise<{
  readonly port: number;
  readonly requests: readonly string[];
  readonly close: () => void;
}> {
  const requests: string[] = [];
  let next = 0;
  const server = createServer((socket) => {
    const index = next++;
    let request = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      request += bytes.toString('utf8');
      requests[index] = request;
      const length = Number(/content-length: (\d+)/i.exec(request)?.[1]);
      const [, body] = request.split('\r\n\r\n');
      if (body?.length === length && replies[index] !== undefined) socket.end(replies[index]);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  return { port, requests, close: () => server.close() };
}

export interface Exchange {
  readonly request: string;
  readonly reply: string;
}

/** A transcript of `test/golden/transcripts`: lines of the manager begin with `>`, those of the player with `<`; `\r` and `\n` are written out. */
export function transcript(name: string): readonly Exchange[] {
  const text = readFileSync(new URL(`golden/transcripts/${name}.txt`, import.meta.url), 'utf8');
  const blocks = text.split('\n\n').map((block) => block.split('\n').filter((line) => /^[<>] /.test(line)));
  const side = (lines: readonly string[], mark: string): string =>
    lines
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(2).replace(/\\([rn\\])/g, (_, letter: string) => ESCAPES[letter]!))
      .join('');
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => ({ request: side(lines, '>'), reply: side(lines, '<') }));
}

const ESCAPES: Readonly<Record<string, string>> = { r: '\r', n: '\n', '\\': '\\' };
