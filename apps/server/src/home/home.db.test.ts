import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { World } from '../testing/world.ts';

const world = await World.start();

test('Home counts 1 who waits for everybody who asks, the one who waits and who has blocked or just met them too', async () => {
  const people = [world.ann, world.bob, world.cem];
  const tabs = people.map((person) => person.tab());
  const counts = () => Promise.all(tabs.map(async (tab) => (await tab.call('getHome')).waitingToTalk));
  expect(await tabs[0]!.call('getHome')).toEqual({
    waitingToTalk: 0,
    waitingToText: 0,
    momentsInRegion: 0,
    peopleNearby: null,
  });
  const [, bob, cem] = tabs;
  const stop = bob!.live.start();
  await bob!.call('joinCallQueue', null);
  expect(await counts()).toEqual([1, 1, 1]);
  await cem!.call('blockUser', { target: { type: 'user', id: world.bob.userId } });
  await sql`
    INSERT INTO engagement.recent_partner (low, high, until)
    SELECT least(a, b), greatest(a, b), ${new Date(world.clock.now() + 1_000)}
    FROM (SELECT ${world.ann.userId}::uuid AS a, ${world.bob.userId}::uuid AS b) two`.execute(world.database.read);
  expect(await counts()).toEqual([1, 1, 1]);
  await bob!.call('leaveCallQueue', null);
  expect(await counts()).toEqual([0, 0, 0]);
  stop();
});

test('a tab that shows what is counted hears that it may be another; one that shows it no more does not', async () => {
  const [shows, left] = [world.ann.tab(), world.cem.tab()];
  const heard = { shows: 0, left: 0 };
  shows.live.on('counts.updated', () => (heard.shows += 1));
  left.live.on('counts.updated', () => (heard.left += 1));
  const bob = world.bob.tab();
  const stops = [shows, left, bob].map(({ live }) => live.start());
  for (const { live } of [shows, left, bob]) await expect.poll(() => live.status.get()).toBe('online');
  for (const tab of [shows, left]) await tab.call('watchCounts', { shown: 'home' });
  await left.call('watchCounts', { shown: null });
  /** Expects an event after the change, and waits until the next one may come. */
  async function isTold(of: 'shows' | 'left', change: Promise<unknown>): Promise<void> {
    const before = heard[of];
    await change;
    const later = () => world.advance(1_000).then(() => heard[of]);
    await expect.poll(later).toBeGreaterThan(before);
    await world.advance(3_000);
  }

  await world.advance(3_000);
  await isTold('shows', bob.call('joinCallQueue', null));
  await isTold('shows', bob.call('leaveCallQueue', null));
  await isTold('shows', bob.call('updateLocation', { lat: 25.03, lng: 121.56 }));
  const post = { content: 'Who is awake?', region: 'TW', language: 'en' };
  await isTold('shows', bob.call('createPostV2v2', post));
  expect(heard.left).toBe(0);

  await world.advance(30_000);
  await left.call('watchCounts', { shown: 'nearby' });
  await isTold('shows', bob.call('joinTextQueueV2v2', {}));
  expect(heard.left, 'who looks for people nearby hears nothing of queues').toBe(0);
  await isTold('left', bob.call('forgetLocation', null));
  await bob.call('leaveTextQueueV2v2', null);
  stops.forEach((stop) => stop());
});

test('a tab that has gone on to the feed hears of it, also when it is told last that Home is left', async () => {
  const tab = world.ann.tab();
  const heard: string[] = [];
  tab.live.on('feed.updated', ({ postId }) => heard.push(postId));
  const stop = tab.live.start();
  await expect.poll(() => tab.live.status.get()).toBe('online');
  await tab.call('watchCounts', { shown: 'home' });
  await tab.call('watchFeed', { region: 'TW' });
  await tab.call('watchCounts', { shown: null });
  const post = { content: 'Who is still awake?', region: 'TW', language: 'en' };
  const { postId } = await world.bob.tab().call('createPostV2v2', post);
  await expect.poll(() => heard).toEqual([postId]);
  stop();
});
