import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FIXED } from '@yonder/contract';
import { afterAll, expect, test } from 'vitest';
import { openCourt } from '../moderation/testing/court.ts';
import { sendImage, upload } from '../privacy/testing/full-life.ts';
import type { Person } from '../testing/person.ts';

/** An operator's hook that sends every picture to review. */
const judge = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"verdict":"review"}'),
);
judge.listen(0, '127.0.0.1');
await once(judge, 'listening');
afterAll(() => {
  judge.closeAllConnections();
  judge.close();
});

const { port } = judge.address() as AddressInfo;
const court = await openCourt({ IMAGE_HASH_URL: `http://127.0.0.1:${port}/` });
const { world, as, caseOf, friends } = court;
const { database, clock } = world;
const mod = await court.moderator('Maud');

const words = { ground: 'sexual', text: 'Not here.' } as const;
const kept = (path: string) =>
  database.read.selectFrom('media.object').where('path', '=', path).select('path').execute();

async function wake(kind: string, key: string): Promise<void> {
  await database.transaction((tx) => tx.deadline({ kind, key, due: tx.now }));
  await world.advance(2_000);
}

/** Returns the status of each picture that the moderator is shown. */
async function seen(about: Person): Promise<number[]> {
  await world.advance(1_000);
  const { allReports } = await caseOf(mod, about);
  const { accessToken } = await mod.token();
  const headers = { authorization: `Bearer ${accessToken}` };
  const urls = allReports.flatMap(({ evidence }) => evidence.portrait?.photoUrls ?? []);
  return Promise.all(urls.map(async (url) => (await fetch(`${world.url}${url}`, { headers })).status));
}

async function forgetCase(about: Person): Promise<void> {
  const { caseId } = await caseOf(mod, about);
  await as(mod).call('decideCase', { caseId, action: 'dismiss' });
  const closed_at = new Date(clock.now() - FIXED.evidenceMs);
  await database.read.updateTable('moderation.case').set({ closed_at }).where('id', '=', caseId).execute();
  await wake('moderation.let-go', caseId);
}

test.each(['that nobody has taken', 'whose message was deleted', 'that was seen once'] as const)(
  'a picture %s is there for moderators as long as its case, and gone after that',
  async (which) => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    const room = await friends(dan, eve);
    const path = await put(which, { dan, eve, room });
    await world.advance(1_000);
    expect(await seen(dan)).toEqual([200]);
    expect(await kept(path)).toHaveLength(1);
    await forgetCase(dan);
    await wake('media.held', path);
    await expect.poll(() => kept(path)).toEqual([]);
  },
);

async function put(which: string, { dan, eve, room }: { dan: Person; eve: Person; room: string }): Promise<string> {
  if (which === 'that nobody has taken') {
    const path = await upload(world, dan, 'photos');
    await wake('media.untaken', path);
    return path;
  }
  const type = which === 'that was seen once' ? 'one_time_image' : 'image';
  const path = await sendImage(world, { from: dan, chatRoomId: room, type });
  const messageId = `${room}.1`;
  if (type === 'image') {
    await as(dan).call('deleteMessage', { messageId });
    return path;
  }
  const { url } = await as(eve).call('mintOneTimeImageUrlV2v2', { messageId });
  const { accessToken } = await eve.token();
  await fetch(`${world.url}${url}`, { headers: { authorization: `Bearer ${accessToken}` } });
  return path;
}

test('a picture is taken away from where it is: a profile, a message; all else of the person stays', async () => {
  const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
  const room = await friends(dan, eve);
  const [photo, other] = [await upload(world, dan, 'photos'), await upload(world, dan, 'photos')];
  await as(dan).call('updateProfile', { photos: [photo, other], bio: 'I paint.' });
  const image = await sendImage(world, { from: dan, chatRoomId: room, type: 'image' });
  const clientMessageId = randomUUID();
  await as(dan).call('sendMessageV2v2', { chatRoomId: room, clientMessageId, type: 'text', content: 'Hello.' });
  expect(await seen(dan)).toEqual([200, 200, 200]);
  const { caseId, allReports } = await caseOf(mod, dan);
  const remove = allReports.filter(({ text }) => text === photo || text === image).map(({ reportId }) => reportId);
  expect(allReports.map(({ content }) => content)).toEqual(['shown', 'shown', 'shown']);
  const after = await as(mod).call('decideCase', { caseId, action: 'remove-content', remove, ...words });
  expect(after.allReports.map(({ content }) => content).toSorted()).toEqual(['removed', 'removed', 'shown']);
  const profile = await as(dan).call('getProfile');
  expect(profile).toMatchObject({ name: 'Dan', bio: 'I paint.', photos: [expect.stringContaining(other)] });
  const { messages } = await as(eve).call('listMessages', { chatRoomId: room });
  expect(messages.map(({ isDeleted, content }) => [isDeleted, content])).toEqual([
    [true, ''],
    [false, 'Hello.'],
  ]);
});
