import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE, FIXED } from '@yonder/contract';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { Dispatcher } from '../door/dispatcher.ts';
import { DomainError } from '../errors.ts';
import { addressOf, hostOf, publicNetworkOf } from '../http/address.ts';
import { plainRefusal, refusalOf } from '../http/errors.ts';
import type { OriginPolicy } from '../http/origins.ts';
import type { Log } from '../log.ts';
import { createSeldom } from '../seldom.ts';
import { Connection } from './connection.ts';
import type { Hub } from './hub.ts';

export const LIVE_PATH = '/api/v1/live';

export interface Sockets {
  count(): number;
  /** Takes no new sockets, and tells each to come back in a moment, once what it asked is answered. Resolves once all are closed. */
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

/** Of a public one: a private address or this machine may be the proxy that everybody comes through. */
const MAX_SOCKETS_A_NETWORK = 500;

/** Takes a server's upgrades to /api/v1/live. */
export function serveSockets(options: SocketsOptions): Sockets {
  const { server, hub, dispatcher, clock, log } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FIXED.socketFrameBytes,
    perMessageDeflate: false,
  });
  const connections = new Map<WebSocket, Connection>();
  const networks = createCounter();
  const seldom = createSeldom(clock);
  let stopping = false;

  function judge(request: IncomingMessage, publicNetwork: string | null): void {
    if (request.url?.split('?')[0] !== LIVE_PATH) throw new DomainError('not-here');
    if (stopping) throw new DomainError('not-ready');
    if (!options.origins.isWelcome(request.headers)) throw new DomainError('foreign-origin');
    if (networks.count(publicNetwork) >= MAX_SOCKETS_A_NETWORK) {
      throw new DomainError('too-many-requests', { retryAfter: 60 });
    }
  }

  function welcome(socket: WebSocket, { stream, host, ...from }: Caller): void {
    const { enter: onEnter, leave: onLeave } = hub;
    connections.set(socket, new Connection({ socket, stream, host, ...from, dispatcher, clock, onEnter, onLeave }));
    networks.add(from.publicNetwork);
    socket.once('close', () => {
      connections.delete(socket);
      networks.remove(from.publicNetwork);
    });
  }

  function onUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    // Until ws takes it over, a broken connection has nobody else to tell.
    stream.on('error', () => stream.destroy());
    const address = addressOf(request, options);
    const publicNetwork = publicNetworkOf(address);
    try {
      judge(request, publicNetwork);
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      const { code, reason } = refusal.error;
      if (code === 'permission-denied') seldom((times) => log.info({ reason, times }, 'a socket was refused'));
      stream.end(plainRefusal(refusal));
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

/** Null is counted nowhere. */
function createCounter() {
  const counts = new Map<string, number>();
  const count = (key: string | null): number => (key === null ? 0 : (counts.get(key) ?? 0));
  const change = (key: string | null, by: number): void => {
    if (key === null) return;
    const changed = count(key) + by;
    if (changed > 0) counts.set(key, changed);
    else counts.delete(key);
  };
  return {
    count,
    add: (key: string | null): void => change(key, 1),
    remove: (key: string | null): void => change(key, -1),
  };
}
