import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openCourt, refusalOf, user } from '../moderation/testing/court.ts';
import { sendImage } from '../privacy/testing/full-life.ts';
import { waitingForLocks } from '../testing/held-open.ts';

const { world, as, friends } = await openCourt();

test('what who blocks has sent to be seen once is withdrawn, what they were sent stays unseen, and its sender learns nothing', async () => {
  const { ann, bob } = world;
  const room = await friends(ann, bob);
  await sendImage(world, { from: ann, chatRoomId: room, type: 'one_time_image' });
  await sendImage(world, { from: bob, chatRoomId: room, type: 'one_time_image' });
  await as(ann).call('blockUser', { target: user(bob) });
  const open = (who: typeof ann, number: number) =>
    refusalOf(as(who).call('mintOneTimeImageUrlV2v2', { messageId: `${room}.${number}` }));
  expect([await open(bob, 1), await open(ann, 2)]).toEqual(['one-time-over', 'one-time-over']);
  const states = async (who: typeof ann) =>
    (await as(who).call('listMessages', { chatRoomId: room })).messages.flatMap(({ attachment }) =>
      attachment?.kind === 'one_time_image' ? [attachment.state] : [],
    );
  expect([await states(ann), await states(bob)]).toEqual([
    ['withdrawn', 'sealed'],
    ['withdrawn', 'sealed'],
  ]);
});

test('in a chat that one of the two has closed without a block it opens as before', async () => {
  const { bob, cem } = world;
  const room = await friends(bob, cem);
  await sendImage(world, { from: bob, chatRoomId: room, type: 'one_time_image' });
  await as(bob).call('deleteChatRoomV2v2', { chatRoomId: room });
  const opened = await as(cem).call('mintOneTimeImageUrlV2v2', { messageId: `${room}.1` });
  expect(opened.url).toContain('/api/v1/media/');
});

test('what is opened while its chat is blocked waits for the block, and nothing deadlocks', async () => {
  const { ann, cem, database } = world;
  const room = await friends(ann, cem);
  await sendImage(world, { from: ann, chatRoomId: room, type: 'one_time_image' });
  const release = Promise.withResolvers<void>();
  // A blocker has locked the room by then.
  const held = database.transaction(async ({ db }) => {
    await sql`LOCK TABLE safety.block IN SHARE MODE`.execute(db);
    await release.promise;
  });
  const blocking = as(ann).call('blockUser', { target: { type: 'chatRoom', id: room } });
  await expect.poll(() => waitingForLocks(world.database.read)).toBe(1);
  const opening = refusalOf(as(cem).call('mintOneTimeImageUrlV2v2', { messageId: `${room}.1` }));
  await expect.poll(() => waitingForLocks(world.database.read)).toBe(2);
  release.resolve();
  await Promise.all([held, blocking]);
  expect(await opening).toBe('one-time-over');
  const { rows } = await sql<{ deadlocks: number }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()
  `.execute(database.read);
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
