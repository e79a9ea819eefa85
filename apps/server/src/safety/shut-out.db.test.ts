import type { LiveEvent } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { openCalling, outcomeOf } from '../voice/direct/testing/house.ts';
import type { Caller } from '../voice/testing/house.ts';

const calling = await openCalling();
const { house, as, profiles, told } = calling;
const { clock } = house;

const ENDINGS = ['closed', 'blocked'] as const;
const STAGES = ['at rest', 'while it rings', 'in a call'] as const;

interface Friends {
  ann: Caller;
  bob: Caller;
  room: string;
}

async function friendsIn(stage: (typeof STAGES)[number]): Promise<Friends> {
  if (stage === 'while it rings') return calling.ringing();
  if (stage === 'in a call') return calling.talking();
  return calling.friends();
}

async function end(how: (typeof ENDINGS)[number], { ann, room }: Friends): Promise<void> {
  const chatRoomId = room;
  if (how === 'closed') await as(ann, 'deleteChatRoomV2v2', { chatRoomId });
  else await as(ann, 'blockUser', { target: { type: 'chatRoom', id: room } });
  await house.pass(0);
}

/** Everything of a chat, a profile and calls that reaches Bob, and what his calls answer. */
async function seenBy({ ann, bob, room }: Friends, chatRoomId = room) {
  const { userId } = ann;
  const asker = { userId: bob.userId, now: new Date(clock.now()) };
  const clientMessageId = uuidv7(clock.now());
  const blockOf = await outcomeOf(as(bob, 'blockUser', { target: { type: 'user', id: userId } }));
  return {
    page: await as(bob, 'listMessages', { chatRoomId }),
    newer: await as(bob, 'listMessages', {
      chatRoomId,
      after: 0,
    }),
    after: await as(bob, 'roomAfter', {
      chatRoomId,
      seq: 0,
    }),
    list: await as(bob, 'listChatRooms'),
    sync: await as(bob, 'sync', {
      since: 0,
      rooms: [
        {
          chatRoomId,
          seq: 0,
        },
      ],
    }),
    profile: await outcomeOf(profiles.get(asker, userId)),
    calls: await bob.call('listCalls'),
    state: await bob.call('getCallState'),
    send: await outcomeOf(
      as(bob, 'sendMessageV2v2', {
        chatRoomId,
        clientMessageId,
        type: 'text',
        content: '?',
      }),
    ),
    react: await outcomeOf(
      as(bob, 'setReaction', {
        messageId: `${room}.1`,
        emoji: '👍',
      }),
    ),
    reopen: await outcomeOf(as(bob, 'getOrCreateChatRoom', { userId })),
    ring: await outcomeOf(bob.call('startDirectCall', { chatRoomId })),
    blockOf,
    blocks: await as(bob, 'listBlocks'),
  };
}

/** What Bob received of it: of the chat, and of a call that ends with it. */
function eventsOf({ bob }: Friends, since: { told: number; heard: number }): Record<'chat' | 'call', LiveEvent[]> {
  const chat = told.slice(since.told).flatMap(({ userId, event }) => (userId === bob.userId ? [event] : []));
  return { chat, call: bob.heard.slice(since.heard) };
}

const CHANCE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|tab-[\w-]+|(?<=")[\w-]{22}(?=")|\b1\d{12}\b/g;

/** Ids and times differ by chance: each becomes the order in which it came up. */
function normal(seen: unknown): string {
  const names: string[] = [];
  return JSON.stringify(seen, null, 2).replace(CHANCE, (found) => {
    if (!names.includes(found)) names.push(found);
    return `#${names.indexOf(found)}`;
  });
}

describe.each(STAGES)('%s', (stage) => {
  test('who is blocked is shown and answered what they were if the chat had been closed, and told 0 things of the chat', async () => {
    const both: string[] = [];
    for (const how of ENDINGS) {
      const friends = await friendsIn(stage);
      await calling.say(friends.bob, friends.room, 'Hello');
      await as(friends.ann, 'markRead', { chatRoomId: friends.room, seedOrder: 1 });
      const since = { told: told.length, heard: friends.bob.heard.length };
      await end(how, friends);
      const { chat, call } = eventsOf(friends, since);
      if (how === 'blocked') expect(chat.filter(({ name }) => name !== 'message.updated')).toEqual([]);
      const seen = normal({ ann: friends.ann.userId, bob: friends.bob.userId, call, seen: await seenBy(friends) });
      expect(seen).not.toContain('Ann Anderson');
      both.push(seen);
    }
    expect(both[1]).toBe(both[0]);
  });
});

test('whoever has closed the chat still sees whom they had it with', async () => {
  const { ann, bob, room } = await calling.friends();
  await as(ann, 'deleteChatRoomV2v2', { chatRoomId: room });
  expect((await as(ann, 'listMessages', { chatRoomId: room })).chatRoom.other.name).toBe('Bob Brown');
  const asker = { userId: ann.userId, now: new Date(clock.now()) };
  expect(await profiles.get(asker, bob.userId)).toMatchObject({ relation: 'stranger', name: 'Bob Brown' });
});

test('a new chat shows both again', async () => {
  const { ann, bob, room } = await calling.friends();
  await as(ann, 'deleteChatRoomV2v2', { chatRoomId: room });
  await as(ann, 'getOrCreateChatRoom', { userId: bob.userId });
  const asker = { userId: bob.userId, now: new Date(clock.now()) };
  expect(await profiles.get(asker, ann.userId)).toMatchObject({ relation: 'partner', name: 'Ann Anderson' });
});
