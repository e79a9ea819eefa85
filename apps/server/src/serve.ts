import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@yonder/contract/openapi';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from './app.ts';
import type { Config } from './config.ts';
import type { Modules } from './modules.ts';
import { askedOnce } from './platform/asked-once.ts';
import type { Database } from './platform/database.ts';
import type { Dispatcher } from './platform/door/dispatcher.ts';
import { serveApiDocs } from './platform/http/api-docs/routes.ts';
import { serveCallables } from './platform/http/callables.ts';
import { serveHealth, serveMetrics } from './platform/http/health.ts';
import { createOriginPolicy, type OriginPolicy } from './platform/http/origins.ts';
import { servePages } from './platform/http/pages.ts';
import { createHttpServer } from './platform/http/server.ts';
import { loadStaticFiles, type StaticFiles } from './platform/http/static-files.ts';
import type { Platform } from './platform/platform.ts';
import type { ClosedRelay } from './platform/relay/index.ts';
import { publicConfigOf } from './public-config.ts';

interface HttpParts extends AppOptions {
  platform: Platform;
  modules: Modules;
  dispatcher: Dispatcher;
  origins: OriginPolicy;
  ownOrigins: readonly string[];
  /** Null: the operator uses another relay. */
  relay: Pick<ClosedRelay, 'isListening'> | null;
  isRunning(): boolean;
}

/** The .sql files that make the database. */
export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Registers every route of the server. */
export async function buildHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, providers, database, clock, platform, modules, dispatcher, relay } = parts;
  const { productName, socialLinks, trustProxy, publicUrl, port } = config;
  const http = createHttpServer({ ...parts, trustProxy });
  // Makes clients open their next connection elsewhere while this node stops.
  http.addHook('onRequest', (_request, reply, done) => {
    if (!parts.isRunning()) void reply.header('Connection', 'close');
    done();
  });
  serveCallables(http, { dispatcher, clock });
  for (const routes of modules.routes) http.register(async (scope) => routes(scope));
  const described = publicConfigOf(config, { providers, pushKey: modules.push.publicKey });
  http.get('/api/v1/config', async () => ({ ...described, serverTime: clock.now() }));
  const standing = askedOnce(clock, LOOK_LASTS_MS, () => look(database, new Date(clock.now())));
  const checks = {
    running: async () => parts.isRunning(),
    database: async () => (await standing()).database,
    migrations: async () => (await standing()).migrations,
    pairing: async () => (await standing()).pairing,
    ...(relay && { relay: async () => relay.isListening() }),
  };
  serveHealth(http, checks, config.busUrl === null ? {} : { bus: async () => platform.bus.isConnected() });
  if (isMetricsHere(config)) serveMetrics(http, platform.metrics, config.metricsToken);
  const PUBLIC_URL = (publicUrl ?? `http://localhost:${port}`).replace(/\/$/, '');
  const files = loadStaticFiles(WEB, {
    PRODUCT_NAME: productName,
    PUBLIC_URL,
    SOCIAL_LINKS: JSON.stringify(socialLinks),
    PROVIDERS: JSON.stringify(described.providers),
  });
  serveApiDocs(http, { document: openApiDocument({ productName }), fonts: fontFacesOf(files) });
  servePages(http, { files, productName });
  return http;
}

const NEWEST_MIGRATION = readdirSync(MIGRATIONS)
  .toSorted()
  .findLast((name) => name.endsWith('.sql'));

/** Readiness is queried once a second at most, no matter how often it is asked for. */
const LOOK_LASTS_MS = 1_000;
/** The lease of a dead node moves within this time: until then every node stays ready. */
const LEASE_MOVES_MS = 5_000;

/** pairing: a node holds the lease of the queue and renews it every second; this one or another. */
type Standing = Record<'database' | 'migrations' | 'pairing', boolean>;

/** Reads this node's readiness from the database. Rejects when it does not answer. */
async function look({ vital }: Database, now: Date): Promise<Standing> {
  const heldUntil = new Date(now.getTime() - LEASE_MOVES_MS);
  const { rows } = await sql<Standing>`
    SELECT current_setting('transaction_read_only') = 'off' AS database,
      EXISTS (SELECT FROM public.migration WHERE name = ${NEWEST_MIGRATION}) AS migrations,
      EXISTS (SELECT FROM platform.lease WHERE name = 'voice' AND expires_at > ${heldUntil}) AS pairing`.execute(vital);
  return rows[0]!;
}

/** The web application's typeface, once it is built: the subset for words, and the rest of ASCII. */
function fontFacesOf({ names }: StaticFiles): string {
  const range = 'font-weight: 430 740; font-stretch: 100% 125%; font-display: swap';
  const parts = { Words: /typeface-words-.*\.woff2$/, Latin: /typeface-latin-(?!ext).*\.woff2$/ };
  const faces = Object.entries(parts).map(([family, pattern]) => {
    const file = names.find((name) => pattern.test(name));
    return file && `@font-face { font-family: '${family}'; src: url('${file}') format('woff2'); ${range}; }\n`;
  });
  return faces.filter(Boolean).join('');
}

/**
 * Without a port and a token of their own, metrics are for development: strangers must not read how busy a server is.
 */
function isMetricsHere({ metricsPort, metricsToken, environment }: Config): boolean {
  return metricsPort === null && (metricsToken !== null || environment === 'development');
}

/** Serves GET /metrics on METRICS_PORT, when there is one; returns how to stop it. */
export async function listenForMetrics(
  { metricsPort, metricsToken, host }: Config,
  { metrics, log, clock }: Platform,
): Promise<() => Promise<void>> {
  if (metricsPort === null) return async () => {};
  const origins = createOriginPolicy({ own: [], allowed: [] });
  const http = createHttpServer({ clock, log, ownOrigins: [], origins, trustProxy: false });
  serveMetrics(http, metrics, metricsToken);
  await http.listen({ port: metricsPort, host });
  return () => http.close();
}
