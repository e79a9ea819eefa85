import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE, FIXED } from '@yonder/contract';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { Dispatcher } from '../door/dispatcher.ts';
import { DomainError } from '../errors.ts';
import { addressOf, hostOf, publicNetworkOf } from '../http/address.ts';
import { refusalOf, refuseStream } from '../http/errors.ts';
import type { OriginPolicy } from '../http/origins.ts';
import type { Log } from '../log.ts';
import { createSeldom } from '../seldom.ts';
import { Connection } from './connection.ts';
import type { Hub } from './hub.ts';
import { createPaces } from './pace.ts';

export const LIVE_PATH = '/api/v1/live';

export interface Sockets {
  count(): number;
  /** Takes no new sockets. Tells each to reconnect once its calls are answered. Resolves once all are closed. */
  stop(): Promise<void>;
}

interface SocketsOptions {
  server: Server;
  hub: Hub;
  dispatcher: Dispatcher;
  clock: Clock;
  log: Log;
  origins: OriginPolicy;
  trustProxy: boolean;
}

interface Caller {
  stream: Duplex;
  address: string;
  publicNetwork: string | null;
  host: string | undefined;
}

/** Applies to public networks: a private address or this machine may be the proxy that all callers come through. */
const MAX_STRANGERS_A_NETWORK = 500;

/** Handles a server's upgrades to /api/v1/live. */
export function serveSockets(options: SocketsOptions): Sockets {
  const { server, hub, dispatcher, clock, log } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FIXED.socketFrameBytes,
    perMessageDeflate: false,
  });
  const connections = new Map<WebSocket, Connection>();
  const strangers = createStrangers();
  const paceOf = createPaces();
  const seldom = createSeldom(clock);
  let stopping = false;

  function judge(request: IncomingMessage): void {
    if (request.url?.split('?')[0] !== LIVE_PATH) throw new DomainError('not-here');
    if (stopping) throw new DomainError('not-ready');
    if (!options.origins.isWelcome(request.headers)) throw new DomainError('foreign-origin');
  }

  function welcome(socket: WebSocket, { stream, host, ...from }: Caller): void {
    const { publicNetwork } = from;
    const onEnter = (known: Connection): void => {
      hub.enter(known);
      strangers.remove(publicNetwork, known);
    };
    const connection = new Connection({
      socket,
      stream,
      host,
      ...from,
      dispatcher,
      clock,
      paceOf,
      onEnter,
      onLeave: hub.leave,
    });
    connections.set(socket, connection);
    strangers.add(publicNetwork, connection);
    socket.once('close', () => {
      connections.delete(socket);
      strangers.remove(publicNetwork, connection);
    });
  }

  function onUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    // Until ws takes over, no other listener handles a broken connection.
    stream.on('error', () => stream.destroy());
    const address = addressOf(request, options);
    const publicNetwork = publicNetworkOf(address);
    try {
      judge(request);
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      const { code, reason } = refusal.error;
      if (code === 'permission-denied') seldom((times) => log.info({ reason, times }, 'a socket was refused'));
      refuseStream(stream, refusal);
      return;
    }
    const host = hostOf(request, options);
    sockets.handleUpgrade(request, stream, head, (socket) => welcome(socket, { stream, address, publicNetwork, host }));
  }

  server.on('upgrade', onUpgrade);
  return {
    count: () => connections.size,
    async stop() {
      stopping = true;
      const closed = [...connections].map(async ([socket, connection]) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        socket.once('close', () => resolve());
        connection.closeWhenAnswered(CLOSE.stopping);
        return promise;
      });
      await Promise.all(closed);
      server.off('upgrade', onUpgrade);
    },
  };
}

/**
 * Unauthenticated sockets, by network. Beyond the limit the oldest is dropped: a page authenticates at once, so idle
 * sockets cannot keep out the rest of a network. Authenticated sockets are counted by user.
 */
function createStrangers() {
  /** Each set is in order of arrival. */
  const byNetwork = new Map<string, Set<Connection>>();
  return {
    /** Null: a private network, not counted. */
    add(network: string | null, stranger: Connection): void {
      if (network === null) return;
      const theirs = byNetwork.get(network) ?? new Set();
      byNetwork.set(network, theirs.add(stranger));
      const [oldest] = theirs;
      if (theirs.size <= MAX_STRANGERS_A_NETWORK || !oldest) return;
      theirs.delete(oldest);
      oldest.drop();
    },
    remove(network: string | null, connection: Connection): void {
      if (network === null) return;
      const theirs = byNetwork.get(network);
      if (theirs?.delete(connection) && theirs.size === 0) byNetwork.delete(network);
    },
  };
}
