import type { EventData } from '@yonder/contract';
import { expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';

const world = await World.start();

async function open(who: Person) {
  const tab = who.tab();
  const heard: EventData<'feed.updated'>[] = [];
  tab.live.on('feed.updated', (event) => heard.push(event));
  tab.live.start();
  await expect.poll(() => tab.live.status.get()).toBe('online');
  return { tab, heard };
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
