import { describe, expect, test } from 'vitest';
import { openCourt, refusalOf } from '../moderation/testing/court.ts';
import type { Person } from '../testing/person.ts';

const { world, as, post, friends, say } = await openCourt();
const [one, other] = [await world.join('One'), await world.join('Other')];
for (const person of [one, other]) {
  await world.online(as(person));
  const place = person === one ? { lat: 25.03, lng: 121.56 } : { lat: 25.04, lng: 121.57 };
  await as(person).call('updateLocation', { ...place, accuracy: 20 });
}
const room = await friends(one, other);
const posts = new Map([
  [one.userId, await post(one, 'A moment of one.')],
  [other.userId, await post(other, 'A moment of the other.')],
]);
await say(one, room, 'Hello.');
await say(other, room, 'Hello back.');

/** Whether a user meets the other one there. */
type Look = (me: Person, them: Person) => Promise<boolean>;

const works = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );
const postOf = (person: Person): string => posts.get(person.userId) ?? '';

const EVERYWHERE: [string, Look][] = [
  ['profiles', (me, { userId: uid }) => works(as(me).call('getProfile', { uid }))],
  ['the feed', async (me, them) => (await as(me).call('listPosts')).posts.some(({ id }) => id === postOf(them))],
  ['a post', (me, them) => works(as(me).call('getPost', { postId: postOf(them) }))],
  ['comments', (me, them) => works(as(me).call('addCommentV2v2', { postId: postOf(them), content: 'Hi.' }))],
  [
    'people nearby',
    async (me, them) => (await as(me).call('findNearbyUsers')).users.some(({ userId }) => userId === them.userId),
  ],
  [
    'a hello',
    async (me, { userId }) =>
      (await refusalOf(as(me).call('sayHello', { userId, content: 'Hi.' }))) !== 'person-not-found',
  ],
  [
    'names in chats',
    async (me, them) => {
      const { chatRoom } = await as(me).call('listMessages', { chatRoomId: room });
      return chatRoom.other.name === them.name;
    },
  ],
  ['messages', (me) => works(say(me, room, 'Still there?'))],
  [
    'direct calls',
    async (me) => {
      const rung = await as(me)
        .call('startDirectCall', { chatRoomId: room })
        .catch(() => null);
      if (rung) await as(me).call('endDirectCall', { callId: rung.call.id });
      return rung !== null;
    },
  ],
  [
    'notifications',
    async (me, them) => {
      const { notifications } = await as(me).call('listNotifications');
      return notifications.some(({ person }) => person?.userId === them.userId);
    },
  ],
  ['the voice queue', meet('joinCallQueue', 'leaveCallQueue')],
  ['the text queue', meet('joinTextQueueV2v2', 'leaveTextQueueV2v2')],
];

/** They meet where joining in sequence makes a pair; it is undone. */
function meet(join: 'joinCallQueue' | 'joinTextQueueV2v2', leave: 'leaveCallQueue' | 'leaveTextQueueV2v2'): Look {
  return async (me, them) => {
    await as(them).call(join);
    const answer = await as(me).call(join);
    const met = 'callId' in answer || ('matched' in answer && answer.matched);
    for (const person of [me, them]) await leaveAll(person, leave);
    // A call that was left before it began keeps the two apart for 10 minutes.
    await world.database.read.deleteFrom('engagement.recent_partner').execute();
    await world.database.read.deleteFrom('engagement.connection_record').execute();
    return met;
  };
}

async function leaveAll(person: Person, leave: 'leaveCallQueue' | 'leaveTextQueueV2v2'): Promise<void> {
  await as(person).call(leave);
  const { call } = await as(person).call('getCallState');
  if (call) await as(person).call('leaveCall', { callId: call.callId, comingBack: 'no' });
  const { match } = await as(person).call('getTextMatchStateV2v2');
  if (match) await as(person).call('textMatchDecisionV2v2', { chatRoomId: match.chatRoomId, decision: 'dislike' });
}

describe('before a block the two meet', () => {
  test.each(EVERYWHERE)('in %s', async (_name, look) => {
    expect(await look(one, other)).toBe(true);
  });
});

describe('after it neither meets the other', () => {
  test('blocked once, by one of them', async () => {
    await as(one).call('blockUser', { target: { type: 'user', id: other.userId } });
    expect((await as(other).call('listBlocks')).blocks).toEqual([]);
  });

  describe.each(EVERYWHERE)('in %s', (_name, look) => {
    test('who has blocked', async () => expect(await look(one, other)).toBe(false));
    test('who was blocked', async () => expect(await look(other, one)).toBe(false));
  });
});
