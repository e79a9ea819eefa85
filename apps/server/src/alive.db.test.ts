import { expect, test } from 'vitest';
import { World } from './testing/world.ts';

const world = await World.start();
const presence = () => world.database.read.selectFrom('platform.presence').select('user_id').execute();

test('who waits with a live socket keeps the place, who went away without a word loses it after 10 s', async () => {
  const tab = world.ann.tab();
  const stop = tab.live.start();
  await expect.poll(() => tab.live.status.get()).toBe('online');
  // Long enough for the socket to be pinged only every 25 s.
  await world.advance(20_000);
  await tab.call('joinCallQueue');
  await world.advance(60_000);
  expect(await tab.call('getCallState')).toMatchObject({ kind: 'voice-queue', queue: { position: 1 } });

  stop();
  await expect.poll(() => world.app.platform.live.has(world.ann.userId)).toBe(false);
  // The last pong may have come 5 s before.
  await world.advance(4_000);
  const { kind } = await world.database.read
    .selectFrom('engagement.engagement')
    .select('kind')
    .where('user_id', '=', world.ann.userId)
    .executeTakeFirstOrThrow();
  expect(kind).toBe('voice-queue');
  await world.advance(8_000);
  expect(await world.database.read.selectFrom('engagement.engagement').selectAll().execute()).toEqual([]);
});

test('a server that was taken for dead says again who is here', async () => {
  const tab = world.cem.tab();
  const stop = tab.live.start();
  await expect.poll(() => tab.live.status.get()).toBe('online');
  await world.app.platform.presence.settled();
  await world.database.read.deleteFrom('platform.node').execute();
  await world.database.read.deleteFrom('platform.presence').execute();
  await world.advance(1_000);
  await expect.poll(presence).toEqual([{ user_id: world.cem.userId }]);
  stop();
  await expect.poll(() => world.app.platform.live.has(world.cem.userId)).toBe(false);
  await world.advance(5_000);
  await expect.poll(presence).toEqual([]);
});

test('a stopped server leaves no trace of its sockets', async () => {
  const tab = world.bob.tab();
  const stop = tab.live.start();
  await expect.poll(() => tab.live.status.get()).toBe('online');
  await world.app.platform.presence.settled();
  expect(await presence()).toEqual([{ user_id: world.bob.userId }]);
  await world.stop();
  await expect.poll(() => tab.live.status.get()).toBe('waiting');
  expect(await presence()).toEqual([]);
  expect(await world.database.read.selectFrom('platform.node').selectAll().execute()).toEqual([]);
  stop();
});
