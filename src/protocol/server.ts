import { createServer, type Server } from 'node:net';
import type { Clock } from '../base/index.js';
import { Connection } from './connection.js';
import type { MessageHandler } from './httpAnswer.js';
import { DEFAULT_SERVER, type ServerFault, type ServerLimits } from './limits.js';

export interface ServerOptions {
  /** Milliseconds; what `Arrival` is measured with. */
  readonly clock: Clock;
  /** Address to listen on: that of this machine alone, unless said otherwise. */
  readonly host?: string;
  /** 0: any that is free. */
  readonly port?: number;
  readonly limits?: Partial<ServerLimits>;
  /** Told of every request that could not be answered as it should be. */
  readonly onFault?: (fault: ServerFault) => void;
}

export interface MessageServer {
  readonly host: string;
  readonly port: number;
  /** Stops listening, and drops the connections that are open. */
  close(): Promise<void>;
}

/**
 * Listens for game managers: one message a connection, which is closed after the reply, for older managers read to the end of the stream. Whatever
 * is sent to it, it goes on. Rejects, as `node:net` does, where it cannot listen.
 */
export async function serveMessages(options: ServerOptions, handler: MessageHandler): Promise<MessageServer> {
  const { clock, host = DEFAULT_SERVER.host, port = DEFAULT_SERVER.port, onFault = () => undefined } = options;
  const limits = { ...DEFAULT_SERVER.limits, ...options.limits };
  const open = new Set<Connection>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (open.size >= limits.connections && !makeRoom(open)) return void socket.destroy();
    const connection = new Connection(socket, { clock, limits, handler, onFault });
    open.add(connection);
    socket.on('close', () => open.delete(connection));
  });
  await listening(server, host, port);
  const address = server.address();
  return {
    host,
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const connection of open) connection.drop();
      }),
  };
}

/** Drops the oldest connection that has not yet sent its message; who waits for an answer stays. */
function makeRoom(open: Set<Connection>): boolean {
  for (const connection of open) {
    if (!connection.isReading) continue;
    open.delete(connection);
    connection.drop();
    return true;
  }
  return false;
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // A connection that could not be accepted is its sender's loss.
      server.on('error', () => undefined);
      resolve();
    });
  });
}
