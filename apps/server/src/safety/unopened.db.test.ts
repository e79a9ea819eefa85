import { expect, test } from 'vitest';
import { openCourt, refusalOf, user } from '../moderation/testing/court.ts';
import { sendImage } from '../privacy/testing/full-life.ts';

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
