import { ListEnd } from './listEnd.js';
import { Pieces } from './pieces.js';

/** A body as its bytes come. */
export interface Body {
  readonly text: string;
  readonly length: number;
  /** Whether nothing more is to come. */
  readonly isComplete: boolean;
  /** Whether it is a whole KIF list, though more was announced. */
  readonly isUsable: boolean;
  readonly isBroken: boolean;
  take(bytes: Uint8Array): void;
  /** The stream is over. */
  end(): void;
}

/** How a body without a length ends. `list`: with its KIF list; `stream`: with the stream. */
export type Unsized = 'nothing' | 'list' | 'stream';

/** A body of a length that was announced, or of none. */
export class PlainBody implements Body {
  readonly isBroken = false;
  readonly #pieces = new Pieces();
  readonly #list = new ListEnd();
  #hasEnded = false;

  constructor(private readonly size: number | Unsized) {}

  get text(): string {
    return this.#pieces.text;
  }

  get length(): number {
    return this.#pieces.length;
  }

  get isComplete(): boolean {
    const { size } = this;
    if (typeof size === 'number') return this.#isLongEnough(size);
    return size === 'nothing' || this.#hasEnded || (size === 'list' && this.#list.isClosed);
  }

  get isUsable(): boolean {
    return this.isComplete || this.#list.isClosed;
  }

  take(bytes: Uint8Array): void {
    this.#list.take(bytes);
    this.#pieces.push(bytes);
  }

  end(): void {
    this.#hasEnded = true;
  }

  /** The managers in Java announce the number of characters, not of bytes: a list that is still open goes on. */
  #isLongEnough(announced: number): boolean {
    return this.length >= announced && (!this.#list.isOpen || this.#list.characters >= announced);
  }
}

const LINE_FEED = 0x0a;

/** Longest line before a chunk. */
const LONGEST_LINE = 1024;

/** A body in chunks (RFC 9112, section 7.1), each after a line with its size. */
export class ChunkedBody implements Body {
  readonly #pieces = new Pieces();
  #line = '';
  /** Bytes of the chunk that are still to come. */
  #left = 0;
  #place: 'size' | 'chunk' | 'after chunk' | 'trailer' | 'end' = 'size';
  #isBroken = false;

  get text(): string {
    return this.#pieces.text;
  }

  get length(): number {
    return this.#pieces.length;
  }

  get isComplete(): boolean {
    return this.#place === 'end';
  }

  get isUsable(): boolean {
    return this.isComplete;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  take(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length && this.#place !== 'end' && !this.#isBroken) {
      if (this.#place === 'chunk') {
        const piece = bytes.subarray(at, at + this.#left);
        this.#pieces.push(piece);
        this.#left -= piece.length;
        at += piece.length;
        if (this.#left === 0) this.#place = 'after chunk';
      } else {
        this.#takeOfLine(bytes[at]!);
        at += 1;
      }
    }
  }

  end(): void {
    this.#isBroken ||= !this.isComplete;
  }

  #takeOfLine(byte: number): void {
    if (byte !== LINE_FEED) {
      this.#line += String.fromCharCode(byte);
      this.#isBroken = this.#line.length > LONGEST_LINE;
      return;
    }
    const line = this.#line.trim();
    this.#line = '';
    if (this.#place === 'size') this.#readSize(line);
    else if (this.#place === 'after chunk') this.#place = 'size';
    else if (line === '') this.#place = 'end';
  }

  #readSize(line: string): void {
    const digits = /^([0-9a-f]{1,8})\s*(;|$)/i.exec(line)?.[1];
    this.#isBroken = digits === undefined;
    this.#left = Number.parseInt(digits ?? '0', 16);
    this.#place = this.#left > 0 ? 'chunk' : 'trailer';
  }
}
