import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { FIXED } from '@yonder/contract';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import type { Log } from '../log.ts';
import { createSeldom } from '../seldom.ts';
import { addressOf, hostOf } from './address.ts';
import { refusalOf, refuseConnection, sendRefusal } from './errors.ts';
import { securityHeaders } from './headers.ts';
import { createOnTheirWay } from './on-their-way.ts';
import type { OriginPolicy } from './origins.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's address; taken from the proxy in front only when it is trusted. */
    address: string;
    /** The host of the request, by the same rule. Proves nothing but where the caller looks for this server. */
    calledHost: string | undefined;
  }
  interface FastifyContextConfig {
    /** How long a body may take to arrive on this route, where that is longer than elsewhere. */
    bodyMs?: number;
  }
}

export interface HttpOptions {
  clock: Pick<Clock, 'now' | 'timer'>;
  log: Log;
  ownOrigins: readonly string[];
  origins: OriginPolicy;
  trustProxy: boolean;
  timeouts?: { headersMs: number; requestMs: number };
  /** Limit of answers that clients have not taken yet. */
  onTheirWay?: number;
}

/** `headersMs` limits the head of a request, `requestMs` the whole of it, which may be a file. */
const TIMEOUTS = { headersMs: 10_000, requestMs: FIXED.uploadTimeoutMs };
/** Limit for a body that is no file; slower ones hold a connection on purpose. */
const BODY_MS = 60_000;
/** An unread file takes some 140 KB, a text answer up to a megabyte. */
const ON_THEIR_WAY = 500;
/** Half of Node's limit for a whole head: providers redirect back with codes of a few thousand characters. */
const MAX_PATH_LENGTH = 8_192;

/** Time for the answers under way when the server ends. */
const LAST_ANSWERS_MS = 5_000;

/** The HTTP server without its routes: limits, headers, origins, and one shape for every error. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { headersMs, requestMs } = options.timeouts ?? TIMEOUTS;
  const app = fastify({
    bodyLimit: FIXED.bodyBytes,
    routerOptions: { maxParamLength: MAX_PATH_LENGTH },
    requestTimeout: requestMs,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(headersMs / 2, 1_000),
      // An offer of another protocol, as of HTTP/2, is passed over (RFC 9110, 7.8).
      shouldUpgradeCallback: ({ headers: { upgrade } }) => upgrade?.toLowerCase() === 'websocket',
    },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, _request, reply) => void sendRefusal(reply, refusalOf(error)),
    forceCloseConnections: 'idle',
  });
  // A connection that never sent a request counts as busy: closing would wait for it.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref();
  });
  const headers = securityHeaders(options.ownOrigins);
  const methodsAt = recordRoutes(app);
  const seldom = createSeldom(options.clock);
  const onTheirWay = createOnTheirWay(options.onTheirWay ?? ON_THEIR_WAY);

  function refuseAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const methods = methodsAt(request.url.split('?')[0] ?? '');
    if (methods.length === 0) return sendRefusal(reply, refusalOf(new DomainError('not-here')));
    void reply.header('Allow', methods.join(', '));
    return sendRefusal(reply, { status: 405, error: new DomainError('wrong-method') });
  }

  app.decorateRequest('address', '');
  app.decorateRequest('calledHost', undefined);
  app.addHook('onRequest', async (request, reply) => {
    request.address = addressOf(request.raw, options);
    request.calledHost = hostOf(request.raw, options);
    expectBody(request, reply, options.clock);
    void reply.headers(headers);
    if (request.url.length > MAX_PATH_LENGTH) {
      return sendRefusal(reply, { status: 414, error: new DomainError('address-too-long') });
    }
    const answered = asksInterface(request) ? await guardInterface(request, reply, options.origins) : undefined;
    // Refuses before an unwanted body is read.
    return answered ?? (request.is404 ? refuseAddress(request, reply) : undefined);
  });
  app.addHook('onSend', async (request, reply) => onTheirWay.add(request, reply));
  app.setErrorHandler((thrown, request, reply) => {
    const refusal = refusalOf(thrown);
    const { code, reason } = refusal.error;
    if (code === 'internal') options.log.error({ err: thrown, req: request }, 'a request failed');
    if (reason === 'foreign-origin') seldom((times) => options.log.info({ reason, times }, 'a request was refused'));
    return sendRefusal(reply, refusal);
  });
  app.setNotFoundHandler(refuseAddress);
  return app;
}

/** Cuts off a body that does not arrive in time. */
function expectBody({ raw, routeOptions }: FastifyRequest, reply: FastifyReply, clock: HttpOptions['clock']): void {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
  const stop = clock.timer(routeOptions.config?.bodyMs ?? BODY_MS, () => {
    if (raw.complete) return;
    if (reply.raw.headersSent) raw.socket.destroy();
    else refuseConnection(Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
  });
  raw.once('close', stop);
}

/** Whether the address is the API or media, and not a page or its files. */
export function isInterface(url: string): boolean {
  return /^\/(api|media)(?=[/?]|$)/.test(url);
}

/** An address can be written in many ways (%61pi, http://host/api), so the matched route counts too. */
function asksInterface({ url, routeOptions }: FastifyRequest): boolean {
  return isInterface(url) || isInterface(routeOptions.url ?? '');
}

async function guardInterface(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: OriginPolicy,
): Promise<FastifyReply | undefined> {
  const { origin } = request.headers;
  if (!origins.isWelcome(request.headers)) throw new DomainError('foreign-origin');
  void reply.header('Cache-Control', 'no-store');
  if (!origins.isGuest(origin)) return undefined;
  void reply.headers({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Retry-After',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Origin',
  });
  if (request.method !== 'OPTIONS') return undefined;
  return reply
    .headers({
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Idempotency-Key, X-Tab-Id, X-Firebase-AppCheck, Firebase-Instance-ID-Token',
      'Access-Control-Max-Age': 600,
    })
    .code(204)
    .send();
}

/** Returns which methods a path takes, for 405. */
function recordRoutes(app: FastifyInstance): (path: string) => string[] {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (!isInterface(url)) return;
    const pattern = new RegExp(`^${url.replaceAll(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')}$`);
    for (const one of [method].flat()) routes.push({ method: one, pattern });
  });
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
