import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { chosenPlan } from '../testing/plans.ts';
import { adoptPhoto } from './drawn-photos.ts';
import { publicAddress } from './paths.ts';
import { giveUp, shownPhotos, withdraw } from './rows.ts';
import { startMedia } from './testing/start-media.ts';

const { objects, root, url: origin, database, clock, media } = await startMedia();
await writeFile(join(root, 'server.key'), 'a secret');

const bytes = randomBytes(1_000);
async function put(folder: 'photos' | 'one-time' = 'photos'): Promise<string> {
  const path = objects.newPath({ folder, extension: 'webp' });
  await objects.put(path, bytes);
  return path;
}

/** A photo as an upload leaves it. */
async function photo(): Promise<{ path: string; thumbPath: string }> {
  const [path, thumbPath] = [await put(), await put()];
  const stored = { path, thumbPath, bytes: bytes.length, thumbBytes: bytes.length };
  await database.transaction((tx) => adoptPhoto(tx, randomUUID(), stored));
  return { path, thumbPath };
}

/** Creates an account with a photo. */
async function owner(): Promise<{ userId: string; paths: string[] }> {
  const [path, thumbPath] = [await put(), await put()];
  const userId = randomUUID();
  const stored = { path, thumbPath, bytes: bytes.length, thumbBytes: bytes.length };
  await database.transaction(async (tx) => {
    const account = { user_id: userId, provider: 'test', subject: userId, created_at: tx.now };
    await tx.db.insertInto('identity.account').values(account).execute();
    await adoptPhoto(tx, userId, stored);
  });
  return { userId, paths: [path, thumbPath] };
}

const statusesOf = (paths: readonly string[]): Promise<number[]> => Promise.all(paths.map(statusOf));

const statusOf = async (path: string): Promise<number> => (await fetch(origin + publicAddress(path))).status;

test('a photo is served as what it is and nothing else, and caches ask for it each time', async () => {
  const response = await fetch(origin + publicAddress((await photo()).path));
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'inline; filename="picture.webp"',
    'cache-control': 'public, no-cache',
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
  await clock.advance(500);
  expect([await statusOf(path), await statusOf(thumbPath)]).toEqual([200, 200]);
});

const end = { 'a ban': 'infinity', 'a suspension': new Date(clock.now() + 3_600_000) } as const;

test.each(['a ban', 'a suspension', 'leaving'] as const)(
  '%s takes photo and thumb away within 500 ms, and its end brings them back within 500 ms',
  async (what) => {
    const { userId, paths } = await owner();
    const set = (to: { suspended_until?: Date | 'infinity' | null; erases_at?: Date | null }) =>
      database.read.updateTable('identity.account').set(to).where('user_id', '=', userId).execute();
    expect(await statusesOf(paths)).toEqual([200, 200]);
    await set(what === 'leaving' ? { erases_at: new Date(clock.now() + 86_400_000) } : { suspended_until: end[what] });
    await clock.advance(500);
    expect(await statusesOf(paths)).toEqual([404, 404]);
    await set({ suspended_until: null, erases_at: null });
    await clock.advance(500);
    expect(await statusesOf(paths)).toEqual([200, 200]);
  },
);

test('a suspension that is over withholds nothing, though nobody has lifted it', async () => {
  const { userId, paths } = await owner();
  const suspended_until = new Date(clock.now() + 60_000);
  await database.read.updateTable('identity.account').set({ suspended_until }).where('user_id', '=', userId).execute();
  expect(await statusesOf(paths)).toEqual([404, 404]);
  await clock.advance(60_000);
  expect(await statusesOf(paths)).toEqual([200, 200]);
});

test('asked again with its ETag a photo is 304 without its bytes, and 404 once it is withheld', async () => {
  const { path } = await photo();
  const first = await fetch(origin + publicAddress(path));
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  const get = vi.spyOn(objects, 'get');
  const again = await fetch(origin + publicAddress(path), { headers });
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, no-cache']);
  expect(get).not.toHaveBeenCalled();
  await database.transaction((tx) => media.withhold(tx, [path]));
  await clock.advance(500);
  expect((await fetch(origin + publicAddress(path), { headers })).status).toBe(404);
  expect(get).not.toHaveBeenCalled();
});

test('among many objects a photo is found without reading them all', async () => {
  await sql`
    INSERT INTO media.object (path, owner, folder, bytes, thumb_path, meta, created_at)
    SELECT md5(n::text), gen_random_uuid(), 'photos', 1, md5((-n)::text), '{}', now()
    FROM generate_series(1, 20000) AS n`.execute(database.read);
  await sql`INSERT INTO media.withheld SELECT md5(n::text) FROM generate_series(1, 20000) AS n`.execute(database.read);
  await sql`
    INSERT INTO identity.account (user_id, provider, subject, created_at, suspended_until)
    SELECT gen_random_uuid(), 'many', n::text, now(), CASE WHEN n % 10 = 0 THEN now() END
    FROM generate_series(1, 20000) AS n`.execute(database.read);
  await sql`ANALYZE media.object, media.withheld, identity.account`.execute(database.read);
  const { scans } = await chosenPlan(database, shownPhotos([(await photo()).thumbPath], new Date(clock.now())));
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

/** Needed because fetch resolves dots itself. */
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
