import { expect, test } from 'vitest';
import { World } from '../testing/world.ts';

const world = await World.start();

test('Home counts the others who wait, never oneself', async () => {
  const home = () => world.ann.tab().call('getHome');
  expect(await home()).toEqual({ waitingToTalk: 0, waitingToText: 0, momentsInRegion: 0, peopleNearby: null });
  const [ann, bob] = [world.ann.tab(), world.bob.tab()];
  const stop = ann.live.start();
  await ann.call('joinCallQueue', null);
  expect(await home()).toMatchObject({ waitingToTalk: 0 });
  expect(await bob.call('getHome')).toMatchObject({ waitingToTalk: 1, waitingToText: 0 });
  await ann.call('leaveCallQueue', null);
  expect(await bob.call('getHome')).toMatchObject({ waitingToTalk: 0 });
  stop();
});
