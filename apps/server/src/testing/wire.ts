import { createClient, type Client, type ClientOptions } from '@yonder/client';
import type { Priority, TokenAnswer } from '@yonder/contract';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Bearer, Handlers, Standing } from '../platform/dispatcher.ts';
import { createAnswers } from '../platform/door/answers.ts';
import { createDispatcher, type Dispatcher } from '../platform/door/dispatcher.ts';
import { createLimits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { createBus } from '../platform/bus.ts';
import { serveCallables } from '../platform/http/callables.ts';
import { createOriginPolicy } from '../platform/http/origins.ts';
import { createHttpServer, type HttpOptions } from '../platform/http/server.ts';
import { opaqueToken, uuidv7 } from '../platform/ids.ts';
import { createHub, type Hub } from '../platform/live/hub.ts';
import { createPresence, type Presence } from '../platform/live/presence.ts';
import { serveSockets, type Sockets } from '../platform/live/sockets.ts';
import type { Log } from '../platform/log.ts';
import { freePort } from './free-port.ts';

interface WireOptions {
  database: Database;
  clock: Clock;
  log: Log;
  handlers?: Partial<Handlers>;
  /** The same one brings a server back that was stopped. */
  port?: number;
  allowedOrigins?: readonly string[];
  timeouts?: HttpOptions['timeouts'];
  trustProxy?: boolean;
  /** Of each person; members by default. */
  standings?: ReadonlyMap<string, Standing>;
}

/** The door with both its transports and nothing behind it but a test's own handlers. */
export interface Wire {
  url: string;
  port: number;
  nodeId: string;
  dispatcher: Dispatcher;
  live: Hub;
  sockets: Sockets;
  presence: Presence;
  /** Sessions that are over. */
  revoked: Set<string>;
  /** Calls that were answered, with their codes. */
  observed: { name: string; code: string }[];
  /** Calls that were refused since there was too much to do. */
  shed: Readonly<Record<Priority, number>>;
  stop(): Promise<void>;
}

const TOKEN_MS = 300_000;

/** A bearer of this file's own: identity has its own tests. */
export function bearerOf(userId: string, { clock, sid = userId }: { clock: Clock; sid?: string }): TokenAnswer {
  const claims: Bearer = { userId, sid, onboarded: true, expiresAt: clock.now() + TOKEN_MS };
  const accessToken = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return { accessToken, expiresIn: TOKEN_MS / 1_000, userId };
}

export function tabOf(wire: Wire, userId: string, options: Partial<ClientOptions> & { time: Clock }): Client {
  const { time, ...rest } = options;
  const getToken = async (): Promise<TokenAnswer> => bearerOf(userId, { clock: time });
  return createClient({ baseUrl: wire.url, tabId: opaqueToken(12), getToken, ...rest });
}

export async function startWire(options: WireOptions): Promise<Wire> {
  const { clock, port = await freePort(), allowedOrigins = [], handlers = {}, timeouts, trustProxy = false } = options;
  const url = `http://127.0.0.1:${port}`;
  const nodeId = uuidv7(clock.now());
  const revoked = new Set<string>();
  const observed: Wire['observed'] = [];
  const shed = { high: 0, queued: 0, normal: 0, low: 0 };
  const presence: Presence = createPresence({
    ...options,
    nodeId,
    nodes: 'one',
    see: (userId) => live.seen(userId),
  });
  const live: Hub = createHub({
    clock,
    nodeId,
    nodes: 'one',
    bus: createBus(options.log),
    onPresence: presence.changed,
  });
  const dispatcher = createDispatcher({
    ...options,
    handlers,
    limits: createLimits({
      ...options,
      nodes: 'one',
    }),
    answers: createAnswers(options),
    admission: {
      authenticate: (bearer) =>
        open(bearer, {
          clock,
          revoked,
        }),
      standing: async ({ userId }) => options.standings?.get(userId) ?? 'member',
      mayListen: () => true,
      mayModerate: () => false,
    },
    observe: (name, code) =>
      void observed.push({
        name,
        code,
      }),
    onShed: (priority) => void (shed[priority] += 1),
  });
  const origins = createOriginPolicy({ own: [url], allowed: allowedOrigins });
  const http = createHttpServer({
    clock,
    log: options.log,
    ownOrigins: [url],
    origins,
    trustProxy,
    ...(timeouts && { timeouts }),
  });
  serveCallables(http, { dispatcher, clock });
  const stopPinging = live.start();
  const sockets = serveSockets({
    server: http.server,
    hub: live,
    dispatcher,
    clock,
    log: options.log,
    origins,
    trustProxy,
  });
  await http.listen({ port, host: '127.0.0.1' });
  return {
    url,
    port,
    nodeId,
    dispatcher,
    live,
    sockets,
    presence,
    revoked,
    observed,
    shed,
    async stop() {
      await Promise.all([dispatcher.drain(), sockets.stop()]);
      await http.close();
      stopPinging();
      await presence.settled();
    },
  };
}

function open(bearer: string, { clock, revoked }: { clock: Clock; revoked: ReadonlySet<string> }): Bearer {
  const claims = read(bearer);
  if (!claims || claims.expiresAt <= clock.now()) throw new DomainError('not-authenticated');
  if (revoked.has(claims.sid)) throw new DomainError('session-ended');
  return claims;
}

function read(bearer: string): Bearer | undefined {
  try {
    return JSON.parse(Buffer.from(bearer, 'base64url').toString());
  } catch {
    return undefined;
  }
}
