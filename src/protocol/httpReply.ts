const REASONS = {
  200: 'OK',
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
} as const;

export interface HttpReply {
  readonly status: keyof typeof REASONS;
  readonly type: 'text/acl' | 'text/plain' | 'application/json';
  readonly body: string;
}

/** The bytes of a reply: the lines of GGP Base's players, which web pages may read as well, and a promise to close. */
export function replyBytes({ status, type, body }: HttpReply): Uint8Array {
  const encoder = new TextEncoder();
  const lines = [
    `HTTP/1.0 ${String(status)} ${REASONS[status]}`,
    `Content-type: ${type}`,
    `Content-length: ${String(encoder.encode(body).length)}`,
    'Access-Control-Allow-Origin: *',
    'Access-Control-Allow-Methods: POST, GET, OPTIONS',
    'Access-Control-Allow-Headers: Content-Type',
    'Access-Control-Allow-Age: 86400',
    'Connection: close',
  ];
  return encoder.encode(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
