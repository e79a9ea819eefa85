import { expect, test } from 'vitest';
import { World } from '../../testing/world.ts';

const world = await World.start();

test('smoke', async () => {
  const me = await world.ann.tab().call('getProfile');
  expect(me).toMatchObject({ relation: 'self', name: 'Ann' });
  const tab = world.ann.tab();
  const stop = tab.live.start();
  await expect.poll(() => tab.live.status.get()).toBe('online');
  expect(await tab.call('getProfile')).toMatchObject({ name: 'Ann' });
  await world.advance(60_000);
  expect(await tab.call('getProfile')).toMatchObject({ name: 'Ann' });
  stop();
});
