import { describe, expect, it } from 'vitest';
import { HttpReader } from './httpReader.js';

const LIMITS = { headBytes: 200, bodyBytes: 100 };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function reading(text: string, pieces: 'at once' | 'byte by byte' = 'at once'): HttpReader {
  const reader = new HttpReader(LIMITS, ({ line }) => (line.startsWith('POST') ? 'list' : 'nothing'));
  const bytes = bytesOf(text);
  if (pieces === 'at once') reader.take(bytes);
  else for (const byte of bytes) reader.take(Uint8Array.of(byte));
  return reader;
}

describe('HttpReader', () => {
  describe.each(['at once', 'byte by byte'] as const)('%s', (pieces) => {
    it.each([
      ['CR LF and a length', 'POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(info)', '(info)'],
      ['LF and a length', 'POST / HTTP/1.0\nContent-length:6\n\n(info)', '(info)'],
      ['empty lines before', '\r\n\r\nPOST / HTTP/1.1\r\nCONTENT-LENGTH:  6 \r\n\r\n(info)', '(info)'],
      ['more than announced', 'POST / HTTP/1.0\r\nContent-length: 6\r\n\r\n(info)\r\n', '(info)'],
      ['no length', 'POST / HTTP/1.0\r\n\r\n(play m ; )\n((a) b))', '(play m ; )\n((a) b))'],
      ['no body', 'GET /info HTTP/1.0\r\n\r\n', ''],
      ['characters counted, not bytes', 'POST / HTTP/1.0\r\nContent-length: 10\r\n\r\n(ä (ö 𝄞', undefined],
      ['characters counted to the end', 'POST / HTTP/1.0\r\nContent-length: 10\r\n\r\n(ä (ö 𝄞))', '(ä (ö 𝄞))'],
      [
        'chunks',
        'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n(in\r\n3;x=y\r\nfo)\r\n0\r\n\r\n',
        '(info)',
      ],
      ['chunks and trailers', 'POST / HTTP/1.1\nTransfer-Encoding: Chunked\n\n6\n(info)\n0\nA: b\n\n', '(info)'],
    ])('%s', (_, text, body) => {
      const reader = reading(text, pieces);
      expect(reader.fault).toBeUndefined();
      expect(reader.isComplete).toBe(body !== undefined);
      if (body !== undefined) expect(reader.text.slice(0, body.length)).toBe(body);
    });

    it.each([
      ['POST / HTTP/1.0\r\nContent-length: 101\r\n\r\n', 413],
      ['POST / HTTP/1.0\r\nContent-length: 999999999999999\r\n\r\n', 413],
      ['POST / HTTP/1.0\r\nContent-length: many\r\n\r\n', 400],
      ['POST / HTTP/1.0\r\nContent-length: -1\r\n\r\n', 400],
      [`POST / HTTP/1.0\r\n\r\n(${'a'.repeat(200)}`, 413],
      [`POST / HTTP/1.0\r\n${'a'.repeat(200)}`, 431],
      ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 400],
      [`POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${'0'.repeat(2000)}`, 400],
    ])('%j is refused', (text, status) => {
      const reader = reading(text, pieces);
      expect(reader.fault).toMatchObject({ status, reason: expect.any(String) });
      expect(reader.isComplete).toBe(false);
    });
  });

  it.each([
    ['POST / HTTP/1.0\r\nContent-length: 9\r\n\r\n(info)', true],
    ['POST / HTTP/1.0\r\nContent-length: 9\r\n\r\n(info', false],
    ['POST / HTTP/1.0\r\nContent-', false],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n(info)', false],
  ])('%j is usable at the end of the stream: %s', (text, isUsable) => {
    const reader = reading(text);
    expect(reader.isComplete).toBe(false);
    reader.end();
    expect(reader.isUsable).toBe(isUsable);
    expect(reader.fault === undefined).toBe(isUsable);
  });
});
