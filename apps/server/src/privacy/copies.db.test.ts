import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { FIXED, ownProfile, preferences } from '@yonder/contract';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';
import { comeBack } from './testing/come-back.ts';
import { leaveBehind, liveFully, say, sendImage } from './testing/full-life.ts';

const world = await World.start();
const { ann, bob, cem, database } = world;
const modules = world.app.modules;
let files: Record<string, Uint8Array>;
let url: string;
let strangers: string;
/** Long enough that no random id contains it. */
const NAME = 'Cemalettin';

async function made(person: Person) {
  await world.advance(1_000);
  await modules.privacy.settled();
  return person.tab().call('getExport');
}

async function download(person: Person, init: RequestInit = {}): Promise<Response> {
  const { accessToken } = await person.token();
  return fetch(world.url + url, { ...init, headers: { ...init.headers, authorization: `Bearer ${accessToken}` } });
}

function area(name: string): unknown {
  return JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array()));
}

beforeAll(async () => {
  const { roomId } = await liveFully(world, ann, bob);
  await leaveBehind(world, ann.userId, bob.userId);
  const alias = (letter: string): string => letter.repeat(22);
  await cem.tab().call('updateProfile', { name: NAME });
  strangers = await database.transaction((tx) =>
    modules.chats.createRoom(tx, { type: 'direct', a: ann.userId, b: cem.userId }),
  );
  await database.read
    .updateTable('chats.room')
    .set({ a_alias: alias('a'), b_alias: alias('b') })
    .where('id', '=', strangers)
    .execute();
  await say(ann, strangers, 'my words to a stranger');
  await say(cem, strangers, 'a stranger’s words');
  await sendImage(world, { from: bob, chatRoomId: roomId, type: 'image' });
  await ann.tab().call('requestExport');
  const { state, url: address } = await made(ann);
  expect(state).toBe('ready');
  url = address ?? '';
  files = unzipSync(new Uint8Array(await (await download(ann)).arrayBuffer()));
});

test('a copy has a page to read first, a list an area, and the person’s own files', () => {
  const names = Object.keys(files);
  const own = names.filter((name) => name.startsWith('media/'));
  expect(own.map((name) => name.split('/')[1])).toEqual(expect.arrayContaining(['photos', 'images']));
  expect(own.some((name) => name.includes('one-time'))).toBe(false);
  const lists = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  const readme = strFromU8(files['README.txt'] ?? new Uint8Array());
  expect(lists.length).toBeGreaterThan(15);
  for (const name of lists) expect(readme).toContain(`${name}.json\n  `);
});

test('it holds what they told, wrote and were sent by people they know', () => {
  expect(area('profile')).toMatchObject([{ name: 'Ann', birthDate: '1990-01-01', bio: 'my words' }]);
  expect(area('moments')).toMatchObject([{ content: 'my moment' }]);
  expect(area('comments')).toMatchObject([{ content: 'my comment' }]);
  expect(area('messages')).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ from: 'you', content: 'my message' }),
      expect.objectContaining({ from: 'them', content: 'their message' }),
      expect.objectContaining({ from: 'you', content: 'my words to a stranger' }),
    ]),
  );
  expect(area('terms')).toMatchObject([{ version: expect.any(String) }]);
});

test('of a profile it holds everything that is shown to its owner and can be set, whatever is added to that', () => {
  const [profile] = area('profile') as Record<string, unknown>[];
  // Covered by other keys or by the file itself, or derived from what is in it.
  const elsewhere = ['relation', 'userId', 'photos', 'thumbs', 'profile', 'preferences', 'onboarded', 'suggestedName'];
  const derived = ['ageRange', 'regionChangesAt', 'awaitsPremium', 'isModerator', 'erasesAt', 'currentMode'];
  const names = [...Object.keys(ownProfile.shape), ...Object.keys(preferences.shape)];
  const missing = names.filter((name) => !(name in profile!) && ![...elsewhere, ...derived].includes(name));
  expect(missing).toEqual(['termsVersion']);
});

test('nothing in it tells who a stranger is, what they said, or how to sign in as anybody', async () => {
  const secrets = await database.read
    .selectFrom('identity.session')
    .select('token_hash')
    .where('user_id', '=', ann.userId)
    .execute();
  const all = Object.entries(files)
    .filter(([name]) => !name.startsWith('media/'))
    .map(([, bytes]) => strFromU8(bytes))
    .join();
  expect(all).not.toContain(cem.userId);
  expect(all).not.toContain(NAME);
  expect(all).not.toContain('a stranger’s words');
  expect(all).not.toContain('my push address');
  for (const { token_hash } of secrets) expect(all).not.toContain(token_hash.toString('hex'));
});

test('what moderators have hidden, and who has blocked them or closed the chat, is in nobody else’s copy', async () => {
  const names = ['Dan', 'Eve', 'Fay', 'Gus'] as const;
  const [dan, eve, fay, gus] = await Promise.all(names.map((name) => world.join(name)));
  const friends = (other: Person) =>
    database.transaction((tx) => modules.chats.createRoom(tx, { type: 'direct', a: dan!.userId, b: other.userId }));
  const room = await friends(eve!);
  await say(eve!, room, 'words that nobody should read');
  await say(dan!, room, 'an answer');
  await database.read
    .updateTable('chats.message')
    .set({ hidden_at: new Date(world.clock.now()) })
    .where('room_id', '=', room)
    .execute();
  const call = { id: room, kind: 'anonymous', other_alias: 'x'.repeat(22), direction: 'matched', outcome: 'match' };
  for (const other of [fay!, gus!]) {
    const chatRoomId = await friends(other);
    await say(other, chatRoomId, `from ${other.name.length} letters`);
    const past = { ...call, id: chatRoomId, at: new Date(world.clock.now()), revealed: true };
    await database.read
      .insertInto('voice.past_call')
      .values({ ...past, user_id: dan!.userId, other_id: other.userId })
      .execute();
    if (other === gus) await other.tab().call('deleteChatRoomV2v2', { chatRoomId });
    else await other.tab().call('blockUser', { target: { type: 'user', id: dan!.userId } });
  }
  await dan!.tab().call('requestExport');
  const { url: address } = await made(dan!);
  const { accessToken } = await dan!.token();
  const answer = await fetch(world.url + address, { headers: { authorization: `Bearer ${accessToken}` } });
  const all = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const lists = Object.values(all)
    .map((bytes) => strFromU8(bytes))
    .join();
  expect(lists).toContain('an answer');
  expect(lists).toContain('Eve');
  for (const secret of ['words that nobody should read', 'Fay', 'Gus']) expect(lists).not.toContain(secret);
});

test('its address is good for that person alone, never kept by a cache, and answers a range', async () => {
  const whole = await download(ann);
  expect([whole.status, whole.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(whole.headers.get('content-disposition')).toContain('my-data.zip');
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const part = await download(ann, { headers: { range: 'bytes=2-5' } });
  expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, bytes.slice(2, 6)]);
  expect((await download(bob)).status).toBe(403);
  expect((await fetch(world.url + url)).status).toBe(403);
});

test('asking again while one is there begins no other', async () => {
  const before = await ann.tab().call('getExport');
  await world.advance(1_000);
  const again = await ann.tab().call('requestExport');
  expect([again.state, again.requestedAt]).toEqual(['ready', before.requestedAt]);
});

test('whoever leaves still gets a copy', async () => {
  await bob.tab().call('requestDeletion');
  const back = await comeBack(world, bob);
  expect((await back.tab().call('requestExport')).state).toBe('making');
  expect((await made(back)).state).toBe('ready');
});

test('a copy that fails is tried again, and after five attempts it has failed; another one may be asked for', async () => {
  const dora = await world.join('Dora');
  await dora.tab().call('requestExport');
  const store = join(world.files, 'copies');
  renameSync(store, `${store}.away`);
  writeFileSync(store, 'no folder');
  for (let attempt = 0; attempt < 6; attempt++) {
    await world.advance(1_000);
    await modules.privacy.settled();
    const due = new Date(world.clock.now());
    const next = database.read.updateTable('platform.deadline').set({ due }).where('kind', '=', 'privacy.make-copy');
    await next.execute();
  }
  rmSync(store);
  renameSync(`${store}.away`, store);
  expect((await dora.tab().call('getExport')).state).toBe('failed');
  expect((await dora.tab().call('requestExport')).state).toBe('making');
  expect((await made(dora)).state).toBe('ready');
});

test('an attempt that is alive is not begun beside itself, however long it takes; one that fell silent is', async () => {
  const dora = await world.join('Dora');
  await dora.tab().call('requestExport');
  expect((await made(dora)).state).toBe('ready');
  const copy = () =>
    database.read
      .selectFrom('privacy.copy')
      .where('user_id', '=', dora.userId)
      .select(['path', 'attempts', 'state'])
      .executeTakeFirstOrThrow();
  const { path } = await copy();
  const underWay = (aliveFor: number) =>
    database.read
      .updateTable('privacy.copy')
      .set({ state: 'making', bytes: null, expires_at: null, alive_at: new Date(world.clock.now() - aliveFor) })
      .where('path', '=', path)
      .execute();
  const look = () => database.transaction((tx) => tx.deadline({ kind: 'privacy.make-copy', key: path, due: tx.now }));
  await underWay(590_000);
  await look();
  await made(dora);
  expect(await copy()).toMatchObject({ attempts: 1, state: 'making' });
  await underWay(600_000);
  await look();
  expect((await made(dora)).state).toBe('ready');
  expect(await copy()).toMatchObject({ attempts: 2 });
});

test('after 24 hours it is gone: its address, its row and its bytes', async () => {
  const { path } = await database.read
    .selectFrom('privacy.copy')
    .where('user_id', '=', ann.userId)
    .select('path')
    .executeTakeFirstOrThrow();
  const stored = async () => (await database.read.selectFrom('media.object').where('path', '=', path).execute()).length;
  expect(await stored()).toBe(1);
  await database.read
    .updateTable('privacy.copy')
    .set({ expires_at: new Date(world.clock.now()) })
    .where('path', '=', path)
    .execute();
  const object = await database.read
    .selectFrom('media.object')
    .where('path', '=', path)
    .select('erase_at')
    .executeTakeFirst();
  expect(object?.erase_at?.getTime()).toBeGreaterThan(world.clock.now() + FIXED.exportLifeMs - 60_000);
  expect((await download(ann)).status).toBe(404);
  expect((await ann.tab().call('getExport')).state).toBe('none');
  expect((await ann.tab().call('requestExport')).state).toBe('making');
});
