import type { EventData } from '@yonder/contract';
import { expect, test, vi } from 'vitest';
import { suspendByOperator } from '../moderation/index.ts';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';

const world = await World.start();

async function open(who: Person) {
  const tab = who.tab();
  const heard: EventData<'feed.updated'>[] = [];
  const removed: string[] = [];
  tab.live.on('feed.updated', (event) => heard.push(event));
  tab.live.on('feed.removed', ({ postId }) => removed.push(postId));
  tab.live.start();
  await expect.poll(() => tab.live.status.get()).toBe('online');
  return { tab, heard, removed };
}

test('a tab hears by its socket of what is new in the feed it shows; another tab of the person does not', async () => {
  const [here, elsewhere] = [await open(world.ann), await open(world.ann)];
  const bob = world.bob.tab();
  const post = { content: 'Who is awake?', region: 'TW', language: 'en' };
  await here.tab.call('watchFeed', { region: 'TW' });
  const { postId, post: made } = await bob.call('createPostV2v2', post);
  await expect.poll(() => here.heard).toEqual([{ region: 'TW', postId, createdAt: made.createdAt }]);
  await here.tab.call('watchFeed', { region: null });
  await elsewhere.tab.call('watchFeed', { region: 'TW' });
  await bob.call('createPostV2v2', post);
  await expect.poll(() => elsewhere.heard).toHaveLength(1);
  expect(here.heard).toHaveLength(1);
});

test('what is new is one message between nodes, however many look', async () => {
  const { bus } = world.app.platform;
  const tabs = [await open(world.ann), await open(world.ann), await open(world.cem)];
  for (const { tab } of tabs) await tab.call('watchFeed', { region: 'KR' });
  vi.spyOn(bus, 'listeners').mockReturnValue(Infinity);
  const published = vi.spyOn(bus, 'publish');
  await world.bob.tab().call('createPostV2v2', { content: 'Who is awake?', region: 'KR', language: 'en' });
  for (const { heard } of tabs) await expect.poll(() => heard).toHaveLength(1);
  expect(published.mock.calls.map(([subject]) => subject)).toEqual(['posts']);
  vi.restoreAllMocks();
});

test('what stands in the blocker’s open feed leaves it with the block, and the blocked person’s feed is told nothing', async () => {
  const [ann, bob, cem] = [await open(world.ann), await open(world.bob), await open(world.cem)];
  const post = { content: 'Who is awake?', region: 'JP', language: 'en' };
  await ann.tab.call('createPostV2v2', post);
  const { postId: bobs } = await bob.tab.call('createPostV2v2', post);
  for (const { tab } of [ann, bob, cem]) await tab.call('watchFeed', { region: 'JP' });
  await ann.tab.call('blockUser', { target: { type: 'post', id: bobs } });
  await expect.poll(() => ann.removed).toEqual([bobs]);
  expect([bob.removed, cem.removed]).toEqual([[], []]);
});

test.each([
  [
    'is shut out',
    async ({ userId }: Person) => {
      const shutOut = { userId, hours: 1, text: 'Spam.' };
      await world.database.transaction((tx) =>
        suspendByOperator(tx, shutOut, { stated: async () => {}, reportsClosed: async () => {} }),
      );
      await world.advance(1_000);
    },
  ],
  ['leaves', async (who: Person) => void (await who.tab().call('requestDeletion'))],
])('the moments of somebody who %s leave open feeds, and nobody else’s do', async (_, goes) => {
  const [cem, dan, eve] = [await open(world.cem), await world.join('Dan'), await world.join('Eve')];
  const post = { content: 'Who is awake?', region: 'DE', language: 'en' };
  await eve.tab().call('createPostV2v2', post);
  const { postId: first } = await dan.tab().call('createPostV2v2', post);
  const { postId: second } = await dan.tab().call('createPostV2v2', post);
  await cem.tab.call('watchFeed', { region: 'DE' });
  await goes(dan);
  await expect.poll(() => cem.removed.toSorted()).toEqual([first, second].toSorted());
});
