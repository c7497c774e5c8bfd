import type { HttpReply } from './httpReply.js';
import { printReply, type Reply, type Request } from './messages.js';
import { readMessage } from './readMessage.js';

/** When a request came; moments of the server's clock. */
export interface Arrival {
  /** The first byte of the request. */
  readonly at: number;
  /** Its last byte. */
  readonly completeAt: number;
  /** Address of the sender. */
  readonly peer: string;
}

/** What stands behind the server. */
export interface MessageHandler {
  /** Answers a message. Where it rejects, the manager gets an error of HTTP. */
  answer(request: Request, arrival: Arrival): Promise<Reply>;
  /** What `GET /status` shows, as JSON. */
  status(): unknown;
}

/** An HTTP request that was read. */
export interface HttpRequest {
  /** The request line. */
  readonly line: string;
  readonly body: string;
  readonly arrival: Arrival;
}

/** The reply to an HTTP request; never rejects. */
export async function httpAnswer(request: HttpRequest, handler: MessageHandler): Promise<HttpReply> {
  try {
    return await answered(request, handler);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { status: 500, type: 'text/plain', body: `the player failed: ${reason}` };
  }
}

async function answered({ line, body, arrival }: HttpRequest, handler: MessageHandler): Promise<HttpReply> {
  const { method, target } = partsOf(line);
  switch (method) {
    case 'POST':
      return replyTo(body, arrival, handler);
    case 'GET':
      if (/^\/status\/?$/.test(target))
        return { status: 200, type: 'application/json', body: JSON.stringify(handler.status()) };
      return replyTo(decoded(target), arrival, handler);
    case 'OPTIONS':
      // Web pages ask before they post whether they may.
      return { status: 200, type: 'text/acl', body: '' };
    default:
      return { status: 405, type: 'text/plain', body: `'${method.slice(0, 20)}' is not POST, GET or OPTIONS` };
  }
}

async function replyTo(text: string, arrival: Arrival, handler: MessageHandler): Promise<HttpReply> {
  const request = readMessage(text);
  if (!request.ok) return { status: 400, type: 'text/plain', body: request.error };
  return { status: 200, type: 'text/acl', body: printReply(await handler.answer(request.value, arrival)) };
}

/** The target goes to the last space, as GGP Base has it. */
function partsOf(line: string): { readonly method: string; readonly target: string } {
  const first = line.indexOf(' ');
  const last = line.lastIndexOf(' ');
  if (first < 0) return { method: line, target: '' };
  return { method: line.slice(0, first).toUpperCase(), target: line.slice(first + 1, Math.max(first, last)) };
}

/** A message that is the path of a URL; a plus is a space, as in forms. */
function decoded(target: string): string {
  const text = target.replace(/^\//, '').replaceAll('+', ' ');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
