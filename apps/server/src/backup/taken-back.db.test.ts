import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '../app.ts';
import { readCommand } from '../commands/index.ts';
import { readConfig } from '../config.ts';
import { openSession } from '../identity/store.ts';
import { sendImage } from '../privacy/testing/full-life.ts';
import { freshDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { personOf } from '../testing/person.ts';
import { World } from '../testing/world.ts';
import { backUp } from './back-up.ts';

const world = await World.start();
const { ann, bob, clock } = world;
const target = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'yonder-taken-back-'));
const [backup, files] = [join(folder, 'backup'), join(folder, 'files')];
const PORT = String(await freePort());
const later = `http://localhost:${PORT}`;
let app: App;

interface Before {
  session: string;
  bearer: string;
  roomId: string;
  image: string;
}
let before: Before;

async function signIn({ database }: Pick<World, 'database'>, userId: string): Promise<string> {
  const expiresAt = new Date(clock.now() + 86_400_000);
  const { token } = await database.transaction((tx) => openSession(tx, { userId, expiresAt }));
  return token;
}

const tokenOf = (url: string, session: string) => personOf({ url }, { ...ann, session }).token();

async function statusAt(url: string, bearer: string): Promise<number> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  return (await fetch(`${url}/api/v1/call/getProfile`, { method: 'POST', headers, body: '{}' })).status;
}

async function live(): Promise<Before> {
  const session = await signIn(world, ann.userId);
  const { accessToken: bearer } = await tokenOf(world.url, session);
  const roomId = await world.database.transaction((tx) =>
    world.app.modules.chats.createRoom(tx, { type: 'direct', a: ann.userId, b: bob.userId }),
  );
  const image = await sendImage(world, { from: ann, chatRoomId: roomId, type: 'one_time_image' });
  const browser = {
    endpoint_hash: Buffer.of(1),
    endpoint: 'https://push.example',
    user_id: ann.userId,
    platform: 'web',
  };
  const keys = { p256dh: Buffer.of(1), auth: Buffer.of(1), sid: ann.userId, created_at: new Date(clock.now()) };
  await world.database.read
    .insertInto('push.subscription')
    .values({ ...browser, ...keys })
    .execute();
  return { session, bearer, roomId, image };
}

const keysOf = ({ database }: Pick<World, 'database'>) =>
  database.read.selectFrom('platform.server_key').orderBy('purpose').select(['purpose', 'kid']).execute();

beforeAll(async () => {
  before = await live();
  const objects = world.objects;
  await backUp({ url: world.databaseUrl, objects, folder: backup, now: new Date(clock.now()) });
  // Later changes in the first database are not in the backup.
  const config = readConfig({ PORT, RELAY_PORT: '0', OBJECT_STORE_URL: `file:${files}` });
  await readCommand(['restore', backup], config)({ ...target, print() {} });
  expect(existsSync(join(files, before.image))).toBe(true);
  app = await startApp({ ...target, config, providers: [] });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

test('whoever was signed in signs in anew: neither their cookie nor their bearer opens anything', async () => {
  expect(await statusAt(world.url, before.bearer)).toBe(200);
  expect(await statusAt(later, before.bearer)).toBe(401);
  await expect(tokenOf(world.url, before.session)).resolves.toMatchObject({ userId: ann.userId });
  await expect(tokenOf(later, before.session)).rejects.toThrow();
  const { accessToken } = await tokenOf(later, await signIn(target, ann.userId));
  expect(await statusAt(later, accessToken)).toBe(200);
});

test('no browser is woken that may have been signed out since', async () => {
  const { read } = target.database;
  expect(await read.selectFrom('push.subscription').select('sid').execute()).toEqual([]);
});

test('of the keys of before only those are there that never change', async () => {
  const [old, now] = [await keysOf(world), await keysOf(target)];
  expect(now.map(({ purpose }) => purpose)).toEqual(old.map(({ purpose }) => purpose));
  const kept = now.filter(({ kid }) => old.some((one) => one.kid === kid));
  expect(kept.map(({ purpose }) => purpose)).toEqual(['nearby', 'push']);
});

test('a one-time image that was sealed then is opened by nobody, and leaves the store', async () => {
  const { roomId, image } = before;
  const messageId = `${roomId}.1`;
  const tab = personOf({ url: later }, { ...bob, session: await signIn(target, bob.userId) }).tab();
  await expect(tab.call('mintOneTimeImageUrlV2v2', { messageId })).rejects.toMatchObject({ reason: 'one-time-over' });
  await app.platform.deadlines.runDue();
  const { messages } = await tab.call('listMessages', { chatRoomId: roomId });
  expect(messages).toMatchObject([{ attachment: { kind: 'one_time_image', state: 'expired' } }]);
  await expect.poll(() => existsSync(join(files, image))).toBe(false);
  await expect(bob.tab().call('mintOneTimeImageUrlV2v2', { messageId })).resolves.toMatchObject({});
});
