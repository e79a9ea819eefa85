import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publicAddress } from './paths.ts';
import { startMedia } from './testing/start-media.ts';

const { objects, root, url: origin } = await startMedia();
await writeFile(join(root, 'server.key'), 'a secret');

const bytes = randomBytes(1_000);
async function put(folder: 'photos' | 'one-time' = 'photos'): Promise<string> {
  const path = objects.newPath({ folder, extension: 'webp' });
  await objects.put(path, bytes);
  return path;
}

test('a photo is served for a year, as what it is and nothing else', async () => {
  const response = await fetch(origin + publicAddress(await put()));
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'inline; filename="picture.webp"',
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
