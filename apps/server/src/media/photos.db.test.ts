import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createHttpServer } from '../platform/http/server.ts';
import { createOriginPolicy } from '../platform/http/origins.ts';
import { createLog } from '../platform/log.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createFileObjectStore, mediaRoutes, publicAddress } from './index.ts';

const folder = await mkdtemp(join(tmpdir(), 'yonder-objects-'));
const root = join(folder, 'objects');
const objects = createFileObjectStore({ root, clock: createManualClock() });
const app = createHttpServer({
  log: createLog({ level: 'silent' }),
  ownOrigins: [],
  origins: createOriginPolicy({ own: [], allowed: [] }),
  trustProxy: false,
});
app.register(async (scope) => mediaRoutes({ objects })(scope));
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
await writeFile(join(folder, 'server.key'), 'a secret');
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const bytes = randomBytes(1_000);
const put = (target: 'photos' | 'one-time' = 'photos') => objects.put({ folder: target, extension: 'webp', bytes });

test('what is put is got again, until it is deleted, and deleting twice is no error', async () => {
  const path = await put();
  expect(path).toMatch(/^photos\/[0-9a-f-]{36}\.webp$/);
  expect(await objects.get(path)).toEqual(bytes);
  await objects.delete(path);
  expect(await objects.get(path)).toBeNull();
  await expect(objects.delete(path)).resolves.toBeUndefined();
});

test('no draft stays behind, and nobody else on the machine can look', async () => {
  await put();
  expect((await readdir(join(root, 'photos'))).filter((name) => !name.endsWith('.webp'))).toEqual([]);
  expect((await stat(join(root, 'photos'))).mode & 0o077).toBe(0);
});

test('the root, and whatever is not of the one form, is neither read nor deleted', async () => {
  for (const path of ['', '/', '.', 'photos', '../server.key', 'photos/../../server.key']) {
    expect(await objects.get(path)).toBeNull();
    await expect(objects.delete(path)).rejects.toThrow('not a path of the object store');
  }
  expect(await readdir(folder)).toContain('server.key');
});

test('a photo is served for a year, as what it is and nothing else', async () => {
  const response = await fetch(origin + publicAddress(await put()));
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-length': '1000',
  });
});

test('only photos are public, and a missing one is not remembered as missing', async () => {
  const hidden = await put('one-time');
  for (const address of [publicAddress(hidden), '/media/photos/0199aaaa-0000-7000-8000-000000000000.webp']) {
    const response = await fetch(origin + address);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  }
});

const outside = [
  '../server.key',
  '..%2fserver.key',
  '%2e%2e%2fserver.key',
  '..%5cserver.key',
  '....//server.key',
  '%2e%2e/%2e%2e/server.key',
  '..%252fserver.key',
  'x/../../../server.key',
  '%00',
  '%c0%ae%c0%ae%2fserver.key',
  '',
  '.',
  '..',
  '%',
  'server.key%00.webp',
];

test.each(outside)('/media/photos/%s reads nothing', async (name) => {
  const { status, body } = await rawGet(`/media/photos/${name}`);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(body).not.toContain('a secret');
});

/** fetch would resolve the dots by itself. */
function rawGet(path: string): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const { port } = new URL(origin);
  request({ host: '127.0.0.1', port, path }, (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (text: string) => (body += text));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
  })
    .on('error', reject)
    .end();
  return promise;
}

test('a file that was planted under the root by another name is not served', async () => {
  await mkdir(join(root, 'photos'), { recursive: true });
  await writeFile(join(root, 'photos', 'page.html'), '<script>');
  expect((await fetch(`${origin}/media/photos/page.html`)).status).toBe(404);
});
