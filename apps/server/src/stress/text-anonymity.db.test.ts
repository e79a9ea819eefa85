import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sizeOf } from '../testing/size.ts';
import { World } from '../testing/world.ts';
import type { Recorded } from './testing/recorded.ts';
import { expectAnonymous, expectRevealed, secretPairs, type SecretPair } from './testing/secret-pairs.ts';

/** Each of the two tries everything that a match has; then it ends in one of these ways. */
const ENDINGS = ['dislike', 'second thoughts', 'lost', 'block', 'report', 'delete', 'mutual like'] as const;
type Ending = (typeof ENDINGS)[number];
const MATCHES = sizeOf({ small: 7, full: 1_000 });
const AT_ONCE = 7;

const world = await World.start({ settings: { TEXT_MATCH_LIMIT: '100000', TRUST_PROXY: 'true' } });
const { database } = world;

type Pair = SecretPair<Ending>;

/** Everything two clients do, also those who send more than they should: a key that says who they are. */
async function talk({ id: chatRoomId, ann, bob }: Pair): Promise<void> {
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

async function finish({ id: chatRoomId, ann, bob, ending }: Pair): Promise<void> {
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

test(
  `whatever one side receives before both like, frame or answer, tells nothing of the other (${MATCHES} matches)`,
  { timeout: 1_800_000 },
  async () => {
    const mode = {
      sessions: 'text_match.session',
      join: ['joinTextQueueV2v2', { interests: ['Trains'] }],
      endings: ENDINGS,
    } as const;
    for await (const pairs of secretPairs(world, { ...mode, pairs: MATCHES, atOnce: AT_ONCE })) {
      await Promise.all(pairs.map(talk));
      await Promise.all(pairs.map(finish));
      const liked = pairs.filter(({ ending }) => ending === 'mutual like');
      for (const pair of liked) expectAnonymous(pair);
      for (const { bob, id: chatRoomId } of liked) {
        await bob.call('textMatchDecisionV2v2', { chatRoomId, decision: 'like' });
      }
      await world.advance(61_000);
      const states = database.read.selectFrom('text_match.session').where('state', '=', 'active').select('id');
      expect(await states.execute()).toEqual([]);
      for (const { ann, bob, id: chatRoomId } of pairs)
        await Promise.all([ann, bob].map((one) => lookAround(one, chatRoomId)));
      for (const pair of pairs) {
        if (pair.ending !== 'mutual like') expectAnonymous(pair);
        else expectRevealed(pair);
      }
    }
  },
);
