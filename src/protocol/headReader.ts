import { Pieces } from './pieces.js';

/** The first line of a request or reply, and its headers by their names in lower case. */
export interface Head {
  readonly line: string;
  readonly headers: ReadonlyMap<string, string>;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Reads a head from bytes as they come; lines end with CR LF or LF. */
export class HeadReader {
  readonly #pieces = new Pieces();
  /** Empty lines before the first one are no end of the head (RFC 9112, section 2.2). */
  #hasLine = false;
  #isLineEmpty = true;

  get length(): number {
    return this.#pieces.length;
  }

  /** Takes what belongs to the head. Gives the number of those bytes if the head ends with them, else undefined. */
  take(bytes: Uint8Array): number | undefined {
    const end = this.#endIn(bytes);
    this.#pieces.push(bytes.subarray(0, end));
    return end;
  }

  #endIn(bytes: Uint8Array): number | undefined {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (byte === LINE_FEED) {
        if (this.#isLineEmpty && this.#hasLine) return at + 1;
        this.#isLineEmpty = true;
      } else if (byte !== CARRIAGE_RETURN) {
        this.#isLineEmpty = false;
        this.#hasLine = true;
      }
    }
    return undefined;
  }

  head(): Head {
    const [line, ...rest] = this.#pieces.text.trimStart().split(/\r?\n/);
    const headers = new Map<string, string>();
    for (const header of rest) {
      const colon = header.indexOf(':');
      if (colon > 0) headers.set(header.slice(0, colon).trim().toLowerCase(), header.slice(colon + 1).trim());
    }
    return { line: line!, headers };
  }
}
