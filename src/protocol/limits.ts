/** What a sender can take from us at most. */
export interface ServerLimits {
  /** Of one message. The largest known sheets have 70 kB. */
  readonly bodyBytes: number;
  /** Of the request line and headers, unless the message is in the request line. */
  readonly headBytes: number;
  /** From the connection to the end of the headers. */
  readonly headMs: number;
  /** Between two pieces of a message. */
  readonly idleMs: number;
  /** From the end of the headers to the last byte of a message. */
  readonly messageMs: number;
  /** How long we wait for the other side to close after the reply. */
  readonly lingerMs: number;
  /** Open at once. One more, and the oldest that has not yet sent its message is dropped. */
  readonly connections: number;
}

/** A request that could not be answered as it should be. */
export interface ServerFault {
  /** Of HTTP. */
  readonly status: number;
  readonly reason: string;
  readonly peer: string;
}

export const DEFAULT_SERVER = {
  host: '127.0.0.1',
  /** GGP Base's first player. */
  port: 9147,
  limits: {
    bodyBytes: 16 * 2 ** 20,
    headBytes: 64 * 2 ** 10,
    headMs: 5_000,
    idleMs: 5_000,
    messageMs: 60_000,
    lingerMs: 2_000,
    connections: 16,
  } satisfies ServerLimits,
};
