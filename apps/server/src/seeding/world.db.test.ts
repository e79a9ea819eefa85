import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { tokenAnswer } from '@yonder/contract';
import { afterAll, expect, test } from 'vitest';
import { Browser, startIdentityWorld } from '../identity/testing.ts';
import { buffer } from 'node:stream/consumers';
import { openObjectStore } from '../media/index.ts';
import { createTestProfiles } from '../profiles/testing.ts';
import { freshDatabase } from '../testing/database.ts';
import { seedWorld, unseedWorld } from './index.ts';
import { SEEDED_PEOPLE } from './people.ts';
import { drawPortraits } from './photos.ts';

const root = await mkdtemp(join(tmpdir(), 'yonder-seeding-'));
const fresh = await freshDatabase();
const { database, clock } = fresh;
const objects = openObjectStore({ url: `file:${root}`, s3: null, clock });
const { profiles, onboard } = createTestProfiles(fresh);
const server = await startIdentityWorld(fresh);
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

const photosOnDisk = async (): Promise<number> => (await readdir(join(root, 'photos'))).length;

const keptPhotos = () =>
  database.read.selectFrom('media.object').where('taken_by', 'is not', null).select('path').execute();

async function signIn(persona: 'mei' | 'kai' | 'nameless') {
  const browser = new Browser();
  await browser.signIn(server.origin, persona);
  const { userId, accessToken } = tokenAnswer.parse(
    await (await browser.post(server.origin, '/api/v1/auth/token')).json(),
  );
  return { userId, accessToken, profile: await profiles.get({ userId, now: new Date(clock.now()) }, userId) };
}

test('the first start makes six people with drawn photos, who sign in as members; a second one makes nobody', async () => {
  expect(await seedWorld({ database, objects })).toBe(6);
  expect(await seedWorld({ database, objects })).toBe(0);
  expect(await photosOnDisk()).toBe(12);
  // Each photo belongs to its user, as an upload would: removed from the profile, it leaves the store.
  expect(await keptPhotos()).toHaveLength(6);
  const { profile } = await signIn('mei');
  expect(profile).toMatchObject({
    name: 'Mei-Lin',
    onboarded: true,
    isPaid: false,
    region: 'TW-KHH',
    ageRange: '25-34',
  });
  const [photo, thumb] = [profile.photos[0]!, profile.thumbs[0]!].map((address) => address.replace('/media/', ''));
  expect(await sharp(await buffer((await objects.get(photo!))!.body)).metadata()).toMatchObject({
    format: 'webp',
    width: 1024,
    height: 1024,
  });
  expect(await sharp(await buffer((await objects.get(thumb!))!.body)).metadata()).toMatchObject({
    format: 'webp',
    width: 256,
    height: 256,
  });
});

test('who cannot be drawn is told by name, and the start does not wait for a picture that never comes', async () => {
  await expect(drawPortraits(['mei', 'nobody'])).rejects.toThrow('There is no nobody among the demo people.');
});

test('each of them finds three moments of others at home, and three answers to one of their own', async () => {
  const posts = await database.read.selectFrom('posts.post').selectAll().execute();
  for (const { region } of SEEDED_PEOPLE) expect(posts.filter((post) => post.region === region)).toHaveLength(3);
  expect(posts.map(({ comment_count }) => comment_count).toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 12 }, () => 0),
    ...Array.from({ length: 6 }, () => 3),
  ]);
});

test('kai and ama are paid; nameless and teen are left to onboarding', async () => {
  expect(SEEDED_PEOPLE.filter(({ isPaid }) => isPaid).map(({ subject }) => subject)).toEqual(['kai', 'ama']);
  expect((await signIn('kai')).profile).toMatchObject({ isPaid: true, commentOpportunities: 999 });
  expect((await signIn('nameless')).profile).toMatchObject({ onboarded: false, suggestedName: '' });
});

test('unseeding takes profiles, photos and sessions away for good; a persona then meets onboarding', async () => {
  const { accessToken } = await signIn('mei');
  expect(await unseedWorld({ database, objects })).toBe(6);
  expect(await unseedWorld({ database, objects })).toBe(0);
  expect(await photosOnDisk()).toBe(0);
  expect(await keptPhotos()).toEqual([]);
  await clock.advance(2_000);
  const isAdmitted = (): boolean => {
    try {
      return Boolean(server.identity.admission.authenticate(accessToken));
    } catch {
      return false;
    }
  };
  await expect.poll(isAdmitted).toBe(false);
  expect(await seedWorld({ database, objects })).toBe(0);
  const { userId, profile } = await signIn('mei');
  expect(profile).toMatchObject({ onboarded: false, suggestedName: 'Mei-Lin', photos: [] });
  await onboard({ userId });
});
