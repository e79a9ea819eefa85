import { uploadAnswer } from '@yonder/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openSession } from '../identity/store.ts';
import { sessionCookie, type Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';

const world = await World.start();
const { url } = world;

async function upload(person: Person, background: string): Promise<string> {
  const file = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer();
  const { accessToken } = await person.token();
  const response = await fetch(`${url}/api/v1/media/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'image/png' },
    body: Uint8Array.from(file),
  });
  return uploadAnswer.parse(await response.json()).path;
}

async function statusOf(address: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url + address, { headers });
  await response.arrayBuffer();
  return response.status;
}
/** In sequence: of several connections at once one may stay unused, and the server would wait for it. */
async function statusesOf(addresses: readonly string[], headers: Record<string, string> = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (const address of addresses) statuses.push(await statusOf(address, headers));
  return statuses;
}

/** What the browser of a signed-in user sends along. */
async function cookiesOf({ userId }: Person): Promise<{ cookie: string }> {
  const { clock, database } = world;
  const expiresAt = new Date(clock.now() + 86_400_000);
  const { token } = await database.transaction((tx) => openSession(tx, { userId, expiresAt }));
  return { cookie: sessionCookie(world.url, token) };
}

async function isKept(path: string): Promise<boolean> {
  const found = await world.objects.get(path);
  found?.body.destroy();
  return found !== null;
}

/** Once a day it is checked whether a report keeps it. */
async function lookAgain(): Promise<void> {
  const due = new Date(world.clock.now());
  await world.database.read.updateTable('platform.deadline').set({ due }).where('kind', '=', 'media.held').execute();
  await world.app.platform.deadlines.runDue();
}

const edit = (person: Person, photos: string[]) => person.tab().call('updateProfile', { photos });

test('an uploaded photo is shown with its thumb, and gone from the store once it is taken out', async () => {
  const [red, blue] = [await upload(world.ann, 'red'), await upload(world.ann, 'blue')];
  const { photos, thumbs } = await edit(world.ann, [red, blue]);
  expect(photos).toEqual([`/media/${red}`, `/media/${blue}`]);
  const seen = await world.bob.tab().call('getProfile', { uid: world.ann.userId });
  expect(seen).toMatchObject({ relation: 'stranger', photos, thumbs });
  expect(await statusesOf([...photos, ...thumbs])).toEqual([200, 200, 200, 200]);

  await edit(world.ann, [photos[1]!]);
  await expect.poll(() => statusesOf([photos[0]!, thumbs[0]!])).toEqual([404, 404]);
  expect(await statusesOf([photos[1]!, thumbs[1]!])).toEqual([200, 200]);
  const again = await edit(world.ann, [red]).catch((error: unknown) => error);
  expect(again).toMatchObject({ reason: 'photo-not-found' });
});

test('what somebody else has uploaded is nobody else’s photo', async () => {
  const theirs = await upload(world.bob, 'green');
  expect(await edit(world.ann, [theirs]).catch((error: unknown) => error)).toMatchObject({ reason: 'photo-not-found' });
});

test('a photo that a report shows is seen by nobody once its profile lets it go, and its bytes outlive it until no report keeps it', async () => {
  const reported = await edit(world.cem, [await upload(world.cem, 'black')]);
  await world.bob.tab().call('reportUser', { target: { type: 'user', id: world.cem.userId }, reason: 'spam' });
  const { photos, thumbs } = await edit(world.cem, [...reported.photos, await upload(world.cem, 'white')]);
  expect((await edit(world.cem, [])).photos).toEqual([]);
  expect(await statusesOf([photos[0]!, thumbs[0]!])).toEqual([404, 404]);
  await expect.poll(() => statusOf(photos[1]!)).toBe(404);
  const [held, other] = photos.map((address) => address.replace('/media/', ''));
  const kept = async () => (await Promise.all([held!, other!].map(isKept))).join();
  await expect.poll(kept).toBe('true,false');
  const again = await edit(world.cem, [held!]).catch((error: unknown) => error);
  expect(again).toMatchObject({ reason: 'photo-not-found' });

  await lookAgain();
  expect(await kept()).toBe('true,false');
  await world.database.read.deleteFrom('safety.report').where('reported', '=', world.cem.userId).execute();
  await lookAgain();
  await expect.poll(kept).toBe('false,false');
});

test('a report that withholds a photo changes nothing for its owner: 0 of 6 answers; others get 404', async () => {
  const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
  const { photos, thumbs } = await edit(dan, [await upload(dan, 'red')]);
  const post = { content: 'Hello there.', region: 'TW', language: 'en', ageRange: 'any' } as const;
  const { postId } = await dan.tab().call('createPostV2v2', post);
  const [own, others] = [await cookiesOf(dan), await cookiesOf(eve)];
  const answers = async () => [
    (await dan.tab().call('getProfile', { uid: dan.userId })).photos,
    (await dan.tab().call('listOwnPosts', {})).posts,
    await dan.tab().call('getPost', { postId }),
    (await dan.tab().call('listPosts', { region: 'TW' })).posts.filter(({ id }) => id === postId),
    ...(await statusesOf([...photos, ...thumbs], own)),
  ];
  const before = await answers();
  await eve.tab().call('reportUser', { target: { type: 'user', id: dan.userId }, reason: 'minor' });
  await world.advance(1_000);
  expect(await statusesOf([...photos, ...thumbs], others)).toEqual([404, 404]);
  expect(await statusesOf([...photos, ...thumbs])).toEqual([404, 404]);
  expect(await answers()).toEqual(before);
  expect((await edit(dan, photos)).photos).toEqual(photos);
});
