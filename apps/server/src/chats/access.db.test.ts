import type { InputDraft } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import type { ChatCallable } from './callables.ts';
import { openChats, text, type Member } from './testing/house.ts';

/**
 * Every callable of chats × caller: ok, or the error. The rpc pipeline rejects signed-out callers; one test covers that
 * for the whole contract.
 * member: of the open room. stranger: in no common room. blocked: by the other member, which closed it. left: the other
 * member closed it.
 */
interface Row<Name extends ChatCallable> {
  input(of: { room: string; own: string; other: string }): InputDraft<Name>;
  outcome: Record<'member' | 'stranger' | 'blocked' | 'left', string>;
}

const hers = { member: 'ok', stranger: 'room-not-found', blocked: 'ok', left: 'ok' };
const anybodys = { member: 'ok', stranger: 'ok', blocked: 'ok', left: 'ok' };
const written = { member: 'ok', stranger: 'room-not-found', blocked: 'room-closed', left: 'room-closed' };
const known = { member: 'ok', stranger: 'not-connected', blocked: 'not-connected', left: 'not-connected' };

const MATRIX: { [Name in ChatCallable]: Row<Name> } = {
  sendMessageV2v2: { input: ({ room }) => text(room, 99), outcome: written },
  listChatRooms: { input: () => null, outcome: anybodys },
  listMessages: { input: ({ room }) => ({ chatRoomId: room }), outcome: hers },
  markRead: { input: ({ room }) => ({ chatRoomId: room, seedOrder: 1 }), outcome: hers },
  markUnread: { input: ({ room }) => ({ chatRoomId: room }), outcome: hers },
  roomAfter: { input: ({ room }) => ({ chatRoomId: room, seq: 0 }), outcome: hers },
  deleteMessage: { input: ({ own }) => ({ messageId: own }), outcome: hers },
  setReaction: { input: ({ own }) => ({ messageId: own, emoji: '👍' }), outcome: written },
  setTyping: { input: ({ room }) => ({ chatRoomId: room, activity: 'typing' }), outcome: hers },
  reportPresence: { input: () => ({ presence: 'online' }), outcome: anybodys },
  getOrCreateChatRoom: { input: ({ other }) => ({ userId: other }), outcome: known },
  deleteChatRoomV2v2: { input: ({ room }) => ({ chatRoomId: room }), outcome: hers },
  leaveChatRoom: { input: ({ room }) => ({ chatRoomId: room }), outcome: hers },
  sync: { input: ({ room }) => ({ since: null, rooms: [{ chatRoomId: room, seq: 0 }] }), outcome: anybodys },
};

const house = await openChats();
const { database, clock, chats } = house;
const SECRET = 'what only two may read';

async function scene(kind: keyof Row<ChatCallable>['outcome']) {
  const [ann, bob, cem] = [await house.newcomer('Ann'), await house.newcomer('Bob'), await house.newcomer('Cem')];
  const room = await house.roomOf(ann, bob);
  for (const who of [ann, bob, cem]) await house.be(who, 'online');
  const { id: own } = await ann.call('sendMessageV2v2', text(room, 1, SECRET));
  if (kind === 'left') await bob.call('deleteChatRoomV2v2', { chatRoomId: room });
  if (kind === 'blocked') {
    await database.transaction(async (tx) => {
      const block = { id: uuidv7(clock.now()), who: bob.userId, whom: ann.userId, created_at: tx.now };
      await tx.db.insertInto('safety.block').values(block).execute();
      await chats.closeSilently(tx, bob.userId, ann.userId);
    });
  }
  const who: Member = kind === 'stranger' ? cem : ann;
  return { who, bob, ids: { room, own, other: bob.userId } };
}

async function outcomeOf(asking: Promise<unknown>): Promise<[outcome: string, said: string]> {
  return asking.then(
    (answer) => ['ok', JSON.stringify(answer)],
    (error: unknown) => [error instanceof Error && 'reason' in error ? String(error.reason) : String(error), ''],
  );
}

const names = Object.keys(MATRIX) as ChatCallable[];

describe.each(['member', 'stranger', 'blocked', 'left'] as const)('%s', (kind) => {
  test.each(names)('%s', async (name) => {
    const { who, bob, ids } = await scene(kind);
    const typed = bob.heard.length;
    const [outcome, said] = await outcomeOf(who.call(name, MATRIX[name].input(ids)));
    expect(outcome).toBe(MATRIX[name].outcome[kind]);
    if (kind === 'stranger') for (const secret of [ids.room, SECRET]) expect(said).not.toContain(secret);
    if (kind === 'blocked') expect(said).not.toContain('Bob');
    if (name === 'setTyping' && kind !== 'member') expect(bob.heard).toHaveLength(typed);
  });
});

test.each(names)('%s tells nobody whether a room, a message or a person is there', async (name) => {
  const { who, ids } = await scene('stranger');
  const missing = { room: uuidv7(clock.now()), own: `${uuidv7(clock.now())}.1`, other: uuidv7(clock.now()) };
  const ask = (of: typeof ids) => outcomeOf(who.call(name, MATRIX[name].input(of)));
  expect(await ask(missing)).toEqual(await ask(ids));
});
