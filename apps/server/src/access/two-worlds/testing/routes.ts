import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { createChance } from '../../../testing/mutations.ts';
import type { Stage, Watcher } from './stage.ts';

interface Asked {
  path: string;
  init?: RequestInit;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const pushToken: RequestInit = { method: 'POST', headers: JSON_TYPE, body: '{"data":{"token":"{}"}}' };
/** 1 × 1 pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function upload(folder: string): () => Asked {
  return () => ({
    path: `/api/v1/media/${folder}`,
    init: { method: 'POST', headers: { 'content-type': 'image/png' }, body: Uint8Array.from(PNG) },
  });
}
function read(path: string, method = 'GET'): () => Asked {
  return () => ({ path, init: { method } });
}
function address(method: string): (stage: Stage, seed: number) => Asked {
  return (stage, seed) => {
    const seen = stage.known.of('address');
    return { path: seen.length === 0 ? '/media/photos/none.webp' : createChance(seed).pick(seen), init: { method } };
  };
}
function both(path: string): [string, () => Asked][] {
  return (['GET', 'HEAD'] as const).map((method) => [`${method} ${path}`, read(path, method)]);
}

/** How each route is asked for. A route without a row fails the test. */
export const ROUTES: Readonly<Record<string, (stage: Stage, seed: number) => Asked>> = {
  'POST /api/v1/call/:function': () => ({
    path: '/api/v1/call/getHome',
    init: { method: 'POST', headers: JSON_TYPE, body: '{"data":null}' },
  }),
  'POST /api/v1/media/photos': upload('photos'),
  'POST /api/v1/media/voice': upload('voice'),
  'POST /api/v1/media/images': upload('images'),
  'POST /api/v1/media/one-time': upload('one-time'),
  'GET /api/v1/media/:token': address('GET'),
  'HEAD /api/v1/media/:token': address('HEAD'),
  'GET /media/photos/:name': address('GET'),
  'HEAD /media/photos/:name': address('HEAD'),
  'POST /api/v1/auth/fcm-token': () => ({ path: '/api/v1/auth/fcm-token', init: pushToken }),
  'DELETE /api/v1/auth/fcm-token': () => ({
    path: '/api/v1/auth/fcm-token',
    init: { ...pushToken, method: 'DELETE' },
  }),
  'POST /api/v1/auth/token': read('/api/v1/auth/token', 'POST'),
  'POST /api/v1/auth/logout': read('/api/v1/auth/logout', 'POST'),
  ...Object.fromEntries(
    [
      '/api/v1/auth/login',
      '/api/v1/auth/callback/:provider',
      '/api/v1/age',
      '/api/v1/config',
      '/livez',
      '/readyz',
      '/metrics',
      '/api/openapi.json',
      '/api/docs',
      '/api/docs/style.css',
      '/*',
    ].flatMap(both),
  ),
};

const COMPARED_HEADERS = ['content-type', 'cache-control', 'location'];

/** The answer of one route, as far as it is the server's own: its addresses name this world's port. */
export async function askRoute(stage: Stage, { watcher, nth }: { watcher: Watcher; nth: number }): Promise<string[]> {
  const rows = Object.entries(ROUTES);
  const [route, make] = rows[nth % rows.length]!;
  const { path, init } = make(stage, nth);
  const account = stage.watchers.includes(watcher) ? watcher : 'w1';
  const response = await stage.fetch(account, path, init);
  // Figures of the process, which no two have alike.
  const isText = route !== 'GET /metrics' && /json|text/.test(response.headers.get('content-type') ?? '');
  const bytes = Buffer.from(await response.arrayBuffer());
  const headers = COMPARED_HEADERS.map((name) => response.headers.get(name)).join(' ');
  const body = isText ? bytes.toString().replaceAll(new URL(stage.world.url).port, 'port') : '';
  if (isText && response.ok) stage.known.learn(jsonOrNull(body));
  return [`${account} ${route} → ${response.status} "${headers} ${JSON.stringify(body).slice(1, -1)}"`];
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const CREATED = 'fastify.initialization';

function isCreated(message: unknown): message is { fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}

/** Notes every route of the servers that are started until it is stopped. */
export function recordRoutes(): { routes: ReadonlySet<string>; stop(): void } {
  const routes = new Set<string>();
  function record(message: unknown): void {
    if (!isCreated(message)) throw new Error('fastify publishes something else on this channel');
    message.fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.add(`${one} ${url}`);
    });
  }
  subscribe(CREATED, record);
  return { routes, stop: () => unsubscribe(CREATED, record) };
}
