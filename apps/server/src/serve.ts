import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@yonder/contract/openapi';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from './app.ts';
import type { Config } from './config.ts';
import type { Modules } from './modules.ts';
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
  /** Null: another relay than ours. */
  relay: Pick<ClosedRelay, 'isListening'> | null;
  isRunning(): boolean;
}

/** The .sql files that make the database. */
export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Every address of the server. */
export async function buildHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, providers, database, clock, platform, modules, dispatcher, relay } = parts;
  const { productName, socialLinks, trustProxy, publicUrl, port } = config;
  const http = createHttpServer({ ...parts, trustProxy });
  // Whoever keeps connections to a node that stops opens the next one to another.
  http.addHook('onRequest', (_request, reply, done) => {
    if (!parts.isRunning()) void reply.header('Connection', 'close');
    done();
  });
  serveCallables(http, { dispatcher, clock });
  for (const routes of modules.routes) http.register(async (scope) => routes(scope));
  const described = publicConfigOf(config, { providers, pushKey: modules.push.publicKey });
  http.get('/api/v1/config', async () => ({ ...described, serverTime: clock.now() }));
  const checks = {
    running: async () => parts.isRunning(),
    database: () => answers(database),
    migrations: () => isMigrated(database),
    pairing: () => isSomebodyPairing(parts),
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

async function isMigrated({ read }: Database): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM public.migration WHERE name = ${NEWEST_MIGRATION}`.execute(read);
  return rows.length === 1;
}

/** A lease moves within this time when its node dies: until then nobody is to be sent away. */
const LEASE_MOVES_MS = 5_000;

/** Whoever holds the lease of the queue renews it every second; here or on another node. */
async function isSomebodyPairing({ database, clock }: HttpParts): Promise<boolean> {
  const held = await database.read
    .selectFrom('platform.lease')
    .select('name')
    .where('name', '=', 'voice')
    .where('expires_at', '>', new Date(clock.now() - LEASE_MOVES_MS))
    .executeTakeFirst();
  return held !== undefined;
}

/** The web application's typeface, once it is built: what words need and the other signs of ASCII. */
function fontFacesOf({ names }: StaticFiles): string {
  const range = 'font-weight: 430 740; font-stretch: 100% 125%; font-display: swap';
  const parts = { Words: /typeface-words-.*\.woff2$/, Latin: /typeface-latin-(?!ext).*\.woff2$/ };
  const faces = Object.entries(parts).map(([family, pattern]) => {
    const file = names.find((name) => pattern.test(name));
    return file && `@font-face { font-family: '${family}'; src: url('${file}') format('woff2'); ${range}; }\n`;
  });
  return faces.filter(Boolean).join('');
}

/** Without a port and a token of their own they are for who develops: nobody else shall read how busy a server is. */
function isMetricsHere({ metricsPort, metricsToken, environment }: Config): boolean {
  return metricsPort === null && (metricsToken !== null || environment === 'development');
}

/** GET /metrics on METRICS_PORT, when there is one; answers how to stop it. */
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

async function answers({ read }: Database): Promise<boolean> {
  await sql`SELECT 1`.execute(read);
  return true;
}
