import { type Body, ChunkedBody, PlainBody, type Unsized } from './bodies.js';
import { type Head, HeadReader } from './headReader.js';

export interface HttpLimits {
  readonly headBytes: number;
  readonly bodyBytes: number;
}

/** Why something is no HTTP message, with the status that says so. */
export interface HttpFault {
  readonly status: 400 | 408 | 413 | 431;
  readonly reason: string;
}

/**
 * One request or reply, read from bytes as they come, as game managers and players write it: HTTP/1.0 or 1.1, lines ending with CR LF or LF, a body with a
 * length, in chunks, or without either. It holds little more than its limits say.
 */
export class HttpReader {
  #head: Head | undefined;
  #body: Body | undefined;
  #fault: HttpFault | undefined;
  readonly #headReader = new HeadReader();

  constructor(
    private readonly limits: HttpLimits,
    /** How a body ends where the head does not tell its length. */
    private readonly unsized: (head: Head) => Unsized,
  ) {}

  get head(): Head | undefined {
    return this.#head;
  }

  get fault(): HttpFault | undefined {
    return this.#fault;
  }

  get isComplete(): boolean {
    return this.#fault === undefined && this.#body?.isComplete === true;
  }

  /** Whether it makes sense as it is, though more was announced. */
  get isUsable(): boolean {
    return this.#fault === undefined && this.#body?.isUsable === true;
  }

  get text(): string {
    return this.#body?.text ?? '';
  }

  take(bytes: Uint8Array): void {
    if (this.#fault !== undefined || this.isComplete) return;
    if (this.#body !== undefined) this.#takeBody(this.#body, bytes);
    else this.#takeHead(bytes);
  }

  /** The stream is over. */
  end(): void {
    this.#body?.end();
    if (!this.isUsable) this.#fault ??= { status: 400, reason: 'the connection was closed in the middle of a message' };
  }

  #takeHead(bytes: Uint8Array): void {
    const end = this.#headReader.take(bytes);
    const { headBytes } = this.limits;
    if (this.#headReader.length > headBytes) {
      this.#fault = { status: 431, reason: `the head has more than ${String(headBytes)} bytes` };
    } else if (end !== undefined) {
      this.#head = this.#headReader.head();
      this.#body = this.#openBody(this.#head);
      if (this.#body !== undefined && !this.#body.isComplete) this.#takeBody(this.#body, bytes.subarray(end));
    }
  }

  #openBody(head: Head): Body | undefined {
    if (/chunked/i.test(head.headers.get('transfer-encoding') ?? '')) return new ChunkedBody();
    const length = head.headers.get('content-length');
    if (length === undefined) return new PlainBody(this.unsized(head));
    if (/^\d{1,15}$/.test(length)) {
      const size = Number(length);
      if (size <= this.limits.bodyBytes) return new PlainBody(size);
      this.#fault = this.#tooLarge();
    } else {
      this.#fault = { status: 400, reason: `Content-length is '${length.slice(0, 40)}', not a number` };
    }
    return undefined;
  }

  #takeBody(body: Body, bytes: Uint8Array): void {
    body.take(bytes);
    if (body.length > this.limits.bodyBytes) this.#fault = this.#tooLarge();
    else if (body.isBroken) this.#fault = { status: 400, reason: 'the chunks of the body are not as they should be' };
  }

  #tooLarge(): HttpFault {
    return { status: 413, reason: `the body has more than ${String(this.limits.bodyBytes)} bytes` };
  }
}
