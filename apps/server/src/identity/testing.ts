import type { Server } from 'node:http';
import { cookieNameAt } from '@yonder/contract';
import { startIdentityProvider, type IdentityProvider, type PersonaId } from '@yonder/identity-provider';
import type { FastifyInstance } from 'fastify';
import { createBus } from '../platform/bus.ts';
import type { Limits } from '../platform/door/limits.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { createOriginPolicy } from '../platform/http/origins.ts';
import { loadServerKeys, type ServerKeys } from '../platform/keys.ts';
import type { Stop } from '../platform/stop.ts';
import type { TestDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { createIdentity, createOrigins, TOKEN_KEYS, type Identity, type ProviderSettings } from './index.ts';

/** A server with nothing but sign-in, on a real port, in front of the local provider. */
export interface IdentityWorld {
  identity: Identity;
  keys: ServerKeys;
  provider: IdentityProvider;
  /** The two local addresses: two cookie jars. */
  origin: string;
  twin: string;
  /** Sessions whose sockets were told to close, with the reason. */
  closed: { sid: string; reason: string }[];
  /** Sessions for which other modules were told to drop what they store. */
  dropped: string[];
  stop(): Promise<void>;
}

interface WorldOptions {
  /** Unlimited, unless a test is about limits. */
  limits?: Pick<Limits, 'take'>;
  providers?: readonly ProviderSettings[];
  /** Behind a proxy that names the host. */
  publicUrl?: string;
  /** Other routes of the server. */
  extend?: (app: FastifyInstance, identity: Identity) => void;
}

export async function startIdentityWorld(
  { database, clock, log }: TestDatabase,
  { providers = [], publicUrl, extend, limits = { take: async () => {} } }: WorldOptions = {},
): Promise<IdentityWorld> {
  const port = await freePort();
  const origins = createOrigins({
    publicUrl: publicUrl ?? null,
    host: '127.0.0.1',
    port,
    trustProxy: publicUrl !== undefined,
  });
  const redirectUris = origins.all.map((origin) => `${origin}/api/v1/auth/callback/local`);
  const provider = await startIdentityProvider({ port: 0, redirectUris, productName: 'Yonder' });
  const keys = await loadServerKeys({ database, clock, log, purposes: [TOKEN_KEYS] });
  const closed: IdentityWorld['closed'] = [];
  const dropped: string[] = [];
  const local = {
    id: 'local',
    name: 'This machine',
    issuer: provider.issuer,
    clientId: provider.clientId,
    isLocal: true,
  } as const;
  const identity = createIdentity({
    database,
    clock,
    log,
    keys,
    origins,
    bus: createBus(log),
    live: { closeSession: (sid, reason) => void closed.push({ sid, reason }) },
    limits,
    providers: [local, ...providers],
    sessionClosed: async (_tx, { sid }) => void dropped.push(sid),
  });
  const policy = createOriginPolicy({ own: origins.all, allowed: [] });
  const app = createHttpServer({ clock, log, ownOrigins: origins.all, origins: policy, trustProxy: false });
  app.register(async (scope) => identity.routes(scope));
  extend?.(app, identity);
  const stopReading: Stop = await identity.start();
  await app.listen({ port, host: '127.0.0.1' });
  return {
    identity,
    keys,
    provider,
    origin: `http://localhost:${port}`,
    twin: `http://127.0.0.1:${port}`,
    closed,
    dropped,
    async stop() {
      stopReading();
      await Promise.all([app.close(), provider.stop()]);
    },
  };
}

interface Visit {
  url: URL;
  response: Response;
}

/** Stored by host, for every port, name and path. */
interface Cookie {
  host: string;
  name: string;
  path: string;
  /** Empty: deleted. */
  value: string;
}

/** As much of a browser as sign-in needs: a cookie jar and redirects one by one. */
export class Browser {
  #jar: Cookie[] = [];
  readonly #userAgent: string;

  constructor({ userAgent = 'a test' }: { userAgent?: string } = {}) {
    this.#userAgent = userAgent;
  }

  /** A cookie of ours at this address. */
  cookie(url: string, name: string): string | undefined {
    const { hostname, port } = new URL(url);
    return this.#jar.find((one) => one.host === hostname && one.name === cookieNameAt(name, port))?.value;
  }

  /** Sets a cookie of ours at this address. */
  plant(url: string, name: string, value: string): void {
    const { hostname, port } = new URL(url);
    this.#keep({ host: hostname, name: cookieNameAt(name, port), path: '/', value });
  }

  /** One request, no redirects. */
  async send(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const address = new URL(url);
    const headers = new Headers(init.headers);
    headers.set('user-agent', this.#userAgent);
    const cookies = this.#jar.filter(
      ({ host, path }) => host === address.hostname && address.pathname.startsWith(path),
    );
    if (cookies.length > 0) headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const header of response.headers.getSetCookie()) this.#keep(readSetCookie(address.hostname, header));
    return response;
  }

  /** Follows redirects until a page answers, or until `isThere` accepts the next address. */
  async visit(
    url: string | URL,
    init: RequestInit = {},
    isThere: (next: URL) => boolean = () => false,
  ): Promise<Visit> {
    let address = new URL(url);
    let response = await this.send(address, init);
    for (let next = nextOf(address, response); next !== undefined; next = nextOf(address, response)) {
      address = next;
      if (isThere(next)) break;
      response = await this.send(next);
    }
    return { url: address, response };
  }

  /** Goes to the provider's page; returns the address of its form. */
  async openPersonas(origin: string, returnTo = '/chats'): Promise<string> {
    const query = new URLSearchParams({ provider: 'local', returnTo });
    const { url, response } = await this.visit(`${origin}/api/v1/auth/login?${query}`);
    const action = /action="([^"]+\/login)"/.exec(await response.text())?.[1];
    if (action === undefined) throw new Error(`no persona page at ${url}`);
    return new URL(action, url).href;
  }

  /**
   * Presses a persona's button; returns where the product then sends the browser or, held back, the callback's address.
   */
  async choose(
    form: string,
    sub: string,
    { hold }: { hold: 'callback' | 'nothing' } = { hold: 'nothing' },
  ): Promise<URL> {
    const isCallback = (next: URL): boolean => next.pathname.startsWith('/api/v1/auth/callback/');
    const body = new URLSearchParams({ sub });
    const { url } = await this.visit(form, { method: 'POST', body }, (next) =>
      hold === 'callback' ? isCallback(next) : !next.pathname.startsWith('/api/') && next.port !== new URL(form).port,
    );
    return url;
  }

  async signIn(origin: string, persona: PersonaId, returnTo?: string): Promise<URL> {
    return this.choose(await this.openPersonas(origin, returnTo), persona);
  }

  /** POST from the product's own page. */
  post(origin: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(`${origin}${path}`, { method: 'POST', headers: { origin, ...headers } });
  }

  #keep({ host, name, path, value }: Cookie): void {
    this.#jar = this.#jar.filter((one) => one.host !== host || one.name !== name || one.path !== path);
    if (value !== '') this.#jar.push({ host, name, path, value });
  }
}

function readSetCookie(host: string, header: string): Cookie {
  const [pair = '', ...attributes] = header.split('; ');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
  const isGone = attributes.some((one) => /^max-age=0$|1970/i.test(one));
  return { host, name, path, value: isGone ? '' : value };
}

function nextOf(from: URL, response: Response): URL | undefined {
  const location = response.headers.get('location');
  return location === null || response.status < 300 || response.status >= 400 ? undefined : new URL(location, from);
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
