import { expect, test } from 'vitest';
import { World } from '../testing/world.ts';
import { decide, meet, newTexter, type TextPair, type Texter } from './testing/texters.ts';

const world = await World.start({ settings: { REMATCH_SECONDS: '3600' } });

const WAYS = {
  'by a dislike': (pair: TextPair) => decide(pair, 'ann', 'dislike'),
  'by deleting the chat': ({ ann, chatRoomId }: TextPair) => ann.call('deleteChatRoomV2v2', { chatRoomId }),
  'by leaving the chat': ({ ann, chatRoomId }: TextPair) => ann.call('leaveChatRoom', { chatRoomId }),
};
type Way = keyof typeof WAYS;

interface Ends {
  times: number;
  after: number;
  way?: Way;
}

/** Matches `times` users in turn and ends each match the given time after its start. */
async function endMatches(who: Texter, { times, after, way = 'by a dislike' }: Ends): Promise<void> {
  for (let i = 0; i < times; i++) {
    const pair = await meet(who, await newTexter(world, `Guest ${i}`));
    await world.advance(after);
    await WAYS[way](pair);
  }
}

test('who ends 2 matches at once waits in the next search for 30 s, then meets whoever waits', async () => {
  const ann = await newTexter(world, 'Ann');
  await endMatches(ann, { times: 2, after: 0 });
  const paused = { kind: 'paused', until: world.clock.now() + 30_000 };
  expect(await ann.join()).toMatchObject({ matched: false, queue: { position: 1, check: paused } });
  const bob = await newTexter(world, 'Bob');
  expect(await bob.join()).toMatchObject({ matched: false });
  await world.advance(29_000);
  expect((await ann.call('getTextMatchStateV2v2')).match).toBeNull();
  await world.advance(2_000);
  await expect.poll(async () => (await ann.call('getTextMatchStateV2v2')).match).not.toBeNull();
});

test.each(['by deleting the chat', 'by leaving the chat'] as const)(
  'who ends 2 matches at once %s waits in the next search for 30 s as well',
  async (way) => {
    const cem = await newTexter(world, 'Cem');
    await endMatches(cem, { times: 2, after: 0, way });
    const paused = { kind: 'paused', until: world.clock.now() + 30_000 };
    expect(await cem.join()).toMatchObject({ matched: false, queue: { check: paused } });
    await cem.call('leaveTextQueueV2v2');
  },
);

test('who blocks 2 strangers at once waits for nothing', async () => {
  const dan = await newTexter(world, 'Dan');
  for (let i = 0; i < 2; i++) {
    const { chatRoomId } = await meet(dan, await newTexter(world, `Blocked ${i}`));
    await dan.call('blockUser', { target: { type: 'chatRoom', id: chatRoomId } });
  }
  expect(await dan.join()).toMatchObject({ queue: { check: null } });
  await dan.call('leaveTextQueueV2v2');
});

test('who ends 3 matches after 10 s each waits for nothing', async () => {
  const eve = await newTexter(world, 'Eve');
  await endMatches(eve, { times: 3, after: 10_000 });
  expect(await eve.join()).toMatchObject({ queue: { check: null } });
});
