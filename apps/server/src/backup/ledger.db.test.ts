import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TERMS_VERSION } from '@yonder/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '../app.ts';
import { readCommand } from '../commands/index.ts';
import { readConfig } from '../config.ts';
import { findExclusion } from '../identity/leaving.ts';
import { openSession } from '../identity/store.ts';
import { liftByOperator, suspendByOperator } from '../moderation/index.ts';
import { comeBack } from '../privacy/testing/come-back.ts';
import { freshDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { personOf, type Person } from '../testing/person.ts';
import { settle, World } from '../testing/world.ts';
import { backUp } from './back-up.ts';

const world = await World.start();
const { clock, database, files } = world;
const target = await freshDatabase();
const backup = mkdtempSync(join(tmpdir(), 'yonder-ledger-'));
const PORT = String(await freePort());
const later = `http://localhost:${PORT}`;
const nobodyIsTold = { stated: async () => {}, reportsClosed: async () => {} };
let app: App;

const NAMES = ['leaver', 'stayer', 'blocker', 'blocked', 'unblocked', 'banned', 'lifted', 'hour'] as const;
type Name = (typeof NAMES)[number];
const people = new Map<Name, Person>();
const of = (name: Name): Person => people.get(name)!;
let roomId: string;
let joinedLater: Person;
let minor: Person;
let lost: Person;

async function suspend({ userId }: Person, hours: number | null): Promise<void> {
  await database.transaction((tx) => suspendByOperator(tx, { userId, hours, text: 'A threat.' }, nobodyIsTold));
}

const blockUser = async (who: Person, whom: Person): Promise<string> =>
  (await who.tab().call('blockUser', { target: { type: 'user', id: whom.userId } })).blockId;

/** The changes of the day after the backup. */
async function liveOn(blockId: string): Promise<void> {
  await of('leaver').tab().call('requestDeletion');
  await (await comeBack(world, of('stayer'))).tab().call('cancelDeletion');
  await of('blocker').tab().call('unblockUser', { blockId });
  await blockUser(of('blocker'), of('blocked'));
  await suspend(of('banned'), null);
  await database.transaction((tx) => liftByOperator(tx, of('lifted').userId, nobodyIsTold));
  await suspend(of('hour'), 48);
  joinedLater = await world.join('Joined later');
  lost = await world.join('Lost');
  await blockUser(lost, joinedLater);
  await suspend(joinedLater, null);
  minor = await world.newcomer('Minor');
  const year = new Date(clock.now()).getUTCFullYear();
  const answers = { name: 'Minor', region: 'TW', languages: ['en'], termsVersion: TERMS_VERSION };
  await minor
    .tab()
    .call('completeOnboarding', { ...answers, birthDate: `${year - 15}-01-01` })
    .catch(() => {});
}

beforeAll(async () => {
  for (const name of NAMES) people.set(name, await world.join(name));
  roomId = await database.transaction((tx) =>
    world.app.modules.chats.createRoom(tx, { type: 'mode2', a: of('blocker').userId, b: of('blocked').userId }),
  );
  await of('stayer').tab().call('requestDeletion');
  await suspend(of('lifted'), null);
  const blockId = await blockUser(of('blocker'), of('unblocked'));
  await world.advance(3_000);
  await backUp({ url: world.databaseUrl, objects: world.objects, folder: backup, now: new Date(clock.now()) });
  await liveOn(blockId);
  await world.advance(3_000);
  await world.app.modules.privacy.settled();
  const config = readConfig({ PORT, RELAY_PORT: '0', OBJECT_STORE_URL: `file:${files}` });
  await target.clock.advance(clock.now() - target.clock.now());
  await readCommand(['restore', backup], config)({ ...target, print() {} });
  app = await startApp({ ...target, config, providers: [] });
  await target.clock.advance(1_000);
  await settle(app, target.database);
});
afterAll(async () => {
  await app.stop();
  rmSync(backup, { recursive: true });
});

/** Signs in at the restored server. */
async function signIn({ name, userId }: Person): Promise<Person> {
  const expiresAt = new Date(target.clock.now() + 86_400_000);
  const { token } = await target.database.transaction((tx) => openSession(tx, { userId, expiresAt }));
  return personOf({ url: later }, { name, userId, session: token });
}

const outcome = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    ({ reason }) => reason,
  );

test('0 people who asked to go are visible, and they are erased when they were to be', async () => {
  const { userId } = of('leaver');
  const other = await signIn(of('blocked'));
  expect(await outcome(other.tab().call('getProfile', { uid: userId }))).toBe('profile-not-found');
  const there = await database.read
    .selectFrom('identity.account')
    .where('user_id', '=', userId)
    .select('erases_at')
    .execute();
  const here = await target.database.read
    .selectFrom('identity.account')
    .where('user_id', '=', userId)
    .select('erases_at')
    .execute();
  expect(here).toEqual(there);
});

test('1 person who asked to go before the backup and stayed after it is visible', async () => {
  const other = await signIn(of('blocked'));
  expect(await outcome(other.tab().call('getProfile', { uid: of('stayer').userId }))).toBe('done');
});

test('0 people are unblocked: the block is there and their chat is closed; what was taken back stays away', async () => {
  const blocker = await signIn(of('blocker'));
  const { blocks } = await blocker.tab().call('listBlocks');
  expect(blocks.map(({ person }) => person?.userId)).toEqual([of('blocked').userId]);
  const blocked = await signIn(of('blocked'));
  expect(await outcome(blocked.tab().call('getProfile', { uid: of('blocker').userId }))).toBe('profile-not-found');
  expect((await blocker.tab().call('listMessages', { chatRoomId: roomId })).chatRoom.isActive).toBe(false);
});

test('0 people are unbanned, and the ban that was lifted since is lifted', async () => {
  const standings = new Map<Name, unknown>();
  for (const name of ['banned', 'hour', 'lifted'] as const) {
    standings.set(name, await outcome((await signIn(of(name))).tab().call('listBlocks')));
  }
  expect(Object.fromEntries(standings)).toEqual({ banned: 'suspended', hour: 'suspended', lifted: 'done' });
});

test('who joined after the backup and was banned, or was refused for their age, opens 0 accounts', async () => {
  for (const [{ userId }, why] of [
    [joinedLater, 'account-banned'],
    [minor, 'under-age'],
  ] as const) {
    const account = database.read.selectFrom('identity.account').where('user_id', '=', userId);
    const identity = await account.select(['provider', 'subject']).executeTakeFirstOrThrow();
    expect(await target.database.transaction((tx) => findExclusion(tx, identity))).toBe(why);
  }
});

test('of somebody who is in no backup 0 objects are left in the ledger', async () => {
  await app.modules.privacy.settled();
  expect(existsSync(join(files, 'ledger', `${of('blocker').userId}.bin`))).toBe(true);
  expect(existsSync(join(files, 'ledger', `${lost.userId}.bin`))).toBe(false);
});

test('a second replay changes 0 people', async () => {
  const lines: string[] = [];
  const config = readConfig({ PORT, RELAY_PORT: '0', OBJECT_STORE_URL: `file:${files}` });
  await readCommand(['after-recovery'], config)({ ...target, print: (line) => void lines.push(line) });
  expect(lines).toContain('Leaving, suspended or blocked since, or not any more: 0 people are as they were.');
});
