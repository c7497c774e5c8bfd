import type { Socket } from 'node:net';
import type { Clock } from '../base/index.js';
import type { Head } from './headReader.js';
import { httpAnswer, type MessageHandler } from './httpAnswer.js';
import { HttpReader } from './httpReader.js';
import { type HttpReply, replyBytes } from './httpReply.js';
import type { ServerFault, ServerLimits } from './limits.js';

export interface ConnectionSetting {
  readonly clock: Clock;
  readonly limits: ServerLimits;
  readonly handler: MessageHandler;
  readonly onFault: (fault: ServerFault) => void;
}

const SMALL_G = 0x67;
const LOWER_CASE = 0x20;

/** A connection to the server: reads one request, answers it, and closes. */
export class Connection {
  readonly #setting: ConnectionSetting;
  readonly #peer: string;
  #reader: HttpReader | undefined;
  #firstByteAt = 0;
  #hasHead = false;
  #timer: NodeJS.Timeout;
  #isReading = true;

  constructor(
    private readonly socket: Socket,
    setting: ConnectionSetting,
  ) {
    const { limits } = setting;
    this.#setting = setting;
    this.#peer = socket.remoteAddress ?? 'unknown';
    this.#timer = setTimeout(() => this.#giveUp(), limits.headMs);
    socket.setTimeout(limits.idleMs, () => this.#giveUp());
    socket.on('data', (bytes: Uint8Array) => this.#take(bytes));
    socket.on('end', () => this.#end());
    socket.on('error', () => this.drop());
    socket.on('close', () => clearTimeout(this.#timer));
  }

  /** Whether its message is still to come. */
  get isReading(): boolean {
    return this.#isReading;
  }

  drop(): void {
    this.#isReading = false;
    this.socket.destroy();
  }

  /** What comes after the message is read and dropped: closing before would take the reply from the other side. */
  #take(bytes: Uint8Array): void {
    if (!this.#isReading) return;
    const reader = (this.#reader ??= this.#openReader(bytes[0]!));
    reader.take(bytes);
    if (!this.#hasHead && reader.head !== undefined) this.#onHead(reader.head, reader.isComplete);
    if (reader.isComplete || reader.fault !== undefined) this.#finish(reader);
  }

  #openReader(firstByte: number): HttpReader {
    const { clock, limits } = this.#setting;
    this.#firstByteAt = clock();
    const isGet = (firstByte | LOWER_CASE) === SMALL_G;
    const headBytes = isGet ? limits.bodyBytes : limits.headBytes;
    return new HttpReader({ headBytes, bodyBytes: limits.bodyBytes }, ({ line }) =>
      /^post\s/i.test(line) ? 'list' : 'nothing',
    );
  }

  #onHead({ headers }: Head, isComplete: boolean): void {
    this.#hasHead = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#giveUp(), this.#setting.limits.messageMs);
    if (!isComplete && /100-continue/i.test(headers.get('expect') ?? ''))
      this.socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  }

  /** The other side says no more, and may still listen. */
  #end(): void {
    if (!this.#isReading) return;
    if (this.#reader === undefined) return this.drop();
    this.#reader.end();
    this.#finish(this.#reader);
  }

  #giveUp(): void {
    if (!this.#isReading) return;
    if (this.#reader === undefined) this.drop();
    else this.#finish(this.#reader);
  }

  #finish(reader: HttpReader): void {
    this.#isReading = false;
    // The answer may take as long as a clock: the bytes are let go before.
    this.#reader = undefined;
    clearTimeout(this.#timer);
    this.socket.setTimeout(0);
    const { clock, handler } = this.#setting;
    const arrival = { at: this.#firstByteAt, completeAt: clock(), peer: this.#peer };
    if (reader.head !== undefined && reader.isUsable)
      void httpAnswer({ line: reader.head.line, body: reader.text, arrival }, handler).then((reply) =>
        this.#send(reply),
      );
    else {
      const { status, reason } = reader.fault ?? { status: 408, reason: 'the rest of the message did not come' };
      this.#send({ status, type: 'text/plain', body: reason });
    }
  }

  #send(reply: HttpReply): void {
    const { status, body: reason } = reply;
    if (status !== 200) this.#setting.onFault({ status, reason, peer: this.#peer });
    if (this.socket.destroyed) return;
    this.#timer = setTimeout(() => this.drop(), this.#setting.limits.lingerMs);
    this.socket.end(replyBytes(reply));
  }
}
