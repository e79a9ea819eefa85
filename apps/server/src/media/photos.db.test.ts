import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chosenPlan } from '../testing/plans.ts';
import { adoptPhoto } from './drawn-photos.ts';
import { publicAddress } from './paths.ts';
import { giveUp, whetherShown, withdraw } from './rows.ts';
import { startMedia } from './testing/start-media.ts';

const { objects, root, url: origin, database, media } = await startMedia();
await writeFile(join(root, 'server.key'), 'a secret');

const bytes = randomBytes(1_000);
async function put(folder: 'photos' | 'one-time' = 'photos'): Promise<string> {
  const path = objects.newPath({ folder, extension: 'webp' });
  await objects.put(path, bytes);
  return path;
}

/** As an upload leaves it. */
async function photo(): Promise<{ path: string; thumbPath: string }> {
  const [path, thumbPath] = [await put(), await put()];
  const stored = { path, thumbPath, bytes: bytes.length, thumbBytes: bytes.length };
  await database.transaction((tx) => adoptPhoto(tx, randomUUID(), stored));
  return { path, thumbPath };
}

const statusOf = async (path: string): Promise<number> => (await fetch(origin + publicAddress(path))).status;

test('a photo is served for a year, as what it is and nothing else', async () => {
  const response = await fetch(origin + publicAddress((await photo()).path));
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

test('only what a row names is served: bytes without one are nobody’s', async () => {
  const { path, thumbPath } = await photo();
  expect([await statusOf(path), await statusOf(thumbPath), await statusOf(await put())]).toEqual([200, 200, 404]);
});

test('what is withheld is not served, nor what nobody may see any more', async () => {
  const [withheld, held, given] = [await photo(), await photo(), await photo()];
  const { path, thumbPath } = withheld;
  await database.transaction(async (tx) => {
    await media.withhold(tx, [path, thumbPath]);
    await withdraw(tx, held.path, 'any');
    await giveUp(tx, given.path);
  });
  for (const one of [withheld, held, given]) {
    expect([await statusOf(one.path), await statusOf(one.thumbPath)]).toEqual([404, 404]);
  }
  await database.transaction((tx) => media.serveAgain(tx, [path, thumbPath]));
  expect([await statusOf(path), await statusOf(thumbPath)]).toEqual([200, 200]);
});

test('among many objects a photo is found without reading them all', async () => {
  await sql`
    INSERT INTO media.object (path, owner, folder, bytes, thumb_path, meta, created_at)
    SELECT md5(n::text), gen_random_uuid(), 'photos', 1, md5((-n)::text), '{}', now()
    FROM generate_series(1, 20000) AS n`.execute(database.read);
  await sql`INSERT INTO media.withheld SELECT md5(n::text) FROM generate_series(1, 20000) AS n`.execute(database.read);
  await sql`ANALYZE media.object, media.withheld`.execute(database.read);
  const { scans } = await chosenPlan(database, whetherShown((await photo()).thumbPath));
  expect(scans).toEqual([]);
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
