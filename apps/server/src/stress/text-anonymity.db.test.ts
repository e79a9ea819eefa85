import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sizeOf } from '../testing/size.ts';
import { World } from '../testing/world.ts';
import { makeRecorded, type Recorded } from './testing/recorded.ts';

/** Each of the two tries everything that a match has; then it ends in one of these ways. */
const ENDINGS = ['dislike', 'second thoughts', 'lost', 'block', 'report', 'delete', 'mutual like'] as const;
type Ending = (typeof ENDINGS)[number];
const MATCHES = sizeOf({ small: 7, full: 1_000 });
const AT_ONCE = 7;

const world = await World.start({ settings: { TEXT_MATCH_LIMIT: '100000', TRUST_PROXY: 'true' } });
const { database } = world;

interface Pair {
  chatRoomId: string;
  ann: Recorded;
  bob: Recorded;
  ending: Ending;
}

async function matchedPairs(endings: readonly Ending[]): Promise<Pair[]> {
  const everybody = await Promise.all(endings.flatMap(() => [makeRecorded(world), makeRecorded(world)]));
  await Promise.all(everybody.map((one) => one.call('joinTextQueueV2v2', { interests: ['Trains'] })));
  await world.advance(1_000);
  const byId = new Map(everybody.map((one) => [one.userId, one]));
  const sessions = await database.read
    .selectFrom('text_match.session')
    .where('a', 'in', [...byId.keys()])
    .select(['id', 'a', 'b'])
    .execute();
  expect(sessions.length).toBe(endings.length);
  return sessions.map(({ id, a, b }, i) => {
    const [ann, bob, ending] = [byId.get(a), byId.get(b), endings[i]];
    if (!ann || !bob || !ending) throw new Error('a match of somebody else');
    return { chatRoomId: id, ann, bob, ending };
  });
}

/** Everything two clients do, also those who send more than they should: a key that says who they are. */
async function talk({ chatRoomId, ann, bob }: Pair): Promise<void> {
  for (const one of [ann, bob]) {
    await one.call('reportPresence', { presence: 'online', chatRoomId });
    await one.call('setTyping', { chatRoomId, activity: 'typing' });
    const text = { chatRoomId, type: 'text', content: 'Hello there' };
    await one.call('sendMessageV2v2', { ...text, clientMessageId: one.key });
    await one.call('sendMessageV2v2', { ...text, clientMessageId: randomUUID(), replyTo: 1 });
    await one.call('setReaction', { messageId: `${chatRoomId}.1`, emoji: '👋' });
    const path = `images/${randomUUID()}.webp`;
    await one.call('sendMessageV2v2', { chatRoomId, clientMessageId: randomUUID(), type: 'image', media: { path } });
    await one.call('startDirectCall', { chatRoomId });
    await one.call('markRead', { chatRoomId, seedOrder: 1 });
    await one.call('textHeartbeatV2v2', { chatRoomId });
    await one.call('textNotifyDisconnectV2v2', { chatRoomId });
    await one.call('textNotifyReconnectV2v2', { chatRoomId });
    await one.call('deleteMessage', { messageId: `${chatRoomId}.2` });
  }
  for (const one of [ann, bob]) await lookAround(one, chatRoomId);
}

async function lookAround(one: Recorded, chatRoomId: string): Promise<void> {
  await one.call('getTextMatchStateV2v2', { chatRoomId });
  await one.call('getCallState');
  await one.call('sync', { since: null, rooms: [{ chatRoomId, seq: 0 }] });
  await one.call('listChatRooms', {});
  await one.call('listMessages', { chatRoomId });
  await one.call('roomAfter', { chatRoomId, seq: 0 });
  await one.call('listNotifications');
  await one.call('listBlocks');
  await one.call('joinTextQueueV2v2');
}

async function finish({ chatRoomId, ann, bob, ending }: Pair): Promise<void> {
  const target = { type: 'chatRoom', id: chatRoomId };
  const decide = (one: Recorded, decision: 'like' | 'dislike') =>
    one.call('textMatchDecisionV2v2', { chatRoomId, decision });
  switch (ending) {
    case 'mutual like':
      await decide(ann, 'like');
      break;
    case 'dislike':
      await decide(ann, 'like');
      await decide(bob, 'dislike');
      break;
    case 'second thoughts':
      await decide(ann, 'like');
      await decide(ann, 'dislike');
      break;
    case 'lost':
      await ann.call('textNotifyDisconnectV2v2', { chatRoomId });
      ann.socket.close();
      break;
    case 'block':
      await ann.call('blockUser', { target });
      break;
    case 'report':
      await ann.call('reportUser', { target, reason: 'other', text: 'Shouted.' });
      break;
    case 'delete':
      await ann.call('deleteChatRoomV2v2', { chatRoomId });
      break;
    default:
      ending satisfies never;
  }
}

function expectAnonymous({ ann, bob, ending }: Pair): void {
  for (const [me, other] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    const everything = me.received.join('\n');
    expect(everything.length).toBeGreaterThan(5_000);
    expect(
      other.secrets.filter((secret) => everything.includes(secret)),
      ending,
    ).toEqual([]);
  }
}

test(
  `whatever one side receives before both like, frame or answer, tells nothing of the other (${MATCHES} matches)`,
  { timeout: 1_800_000 },
  async () => {
    for (let done = 0; done < MATCHES; done += AT_ONCE) {
      const count = Math.min(AT_ONCE, MATCHES - done);
      const pairs = await matchedPairs(Array.from({ length: count }, (_, i) => ENDINGS[i % ENDINGS.length]!));
      await Promise.all(pairs.map(talk));
      await Promise.all(pairs.map(finish));
      const liked = pairs.filter(({ ending }) => ending === 'mutual like');
      for (const pair of liked) expectAnonymous(pair);
      for (const { bob, chatRoomId } of liked) {
        await bob.call('textMatchDecisionV2v2', { chatRoomId, decision: 'like' });
      }
      await world.advance(61_000);
      const states = database.read.selectFrom('text_match.session').where('state', '=', 'active').select('id');
      expect(await states.execute()).toEqual([]);
      for (const { ann, bob, chatRoomId } of pairs)
        await Promise.all([ann, bob].map((one) => lookAround(one, chatRoomId)));
      for (const pair of pairs) {
        if (pair.ending !== 'mutual like') expectAnonymous(pair);
        // What is looked for would be found.
        else expect(pair.ann.received.join('\n')).toContain(pair.bob.userId);
        for (const { socket } of [pair.ann, pair.bob]) socket.close();
      }
      await database.read.deleteFrom('engagement.engagement').execute();
    }
  },
);
