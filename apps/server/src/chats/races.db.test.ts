import { expect, test } from 'vitest';
import { createChance } from '../testing/mutations.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { file, openChats, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database } = house;
const seed = seedOf();
const ROUNDS = sizeOf({ small: 12, full: 300 });

/** Numbers of every message, and of the latest change to each changed one. */
async function numbersOf(room: string): Promise<number[]> {
  const { read } = database;
  const messages = await read.selectFrom('chats.message').where('room_id', '=', room).select('seq').execute();
  const changes = await read.selectFrom('chats.room_change').where('room_id', '=', room).select('seq').execute();
  return inOrder([...messages, ...changes].map(({ seq }) => seq));
}

/** Numbers a member received: of each message, and of its latest change. */
function numbersTold({ heard }: Member): { all: number[]; latest: number[] } {
  const changes = heard.flatMap((event) => (event.name === 'message.updated' ? [event.data] : []));
  const messages = heard.flatMap((event) => (event.name === 'message.created' ? [event.data.seedOrder] : []));
  const latest = new Map<string, number>();
  for (const { message, seq } of changes) latest.set(message.id, Math.max(seq, latest.get(message.id) ?? 0));
  return {
    all: inOrder([...messages, ...changes.map(({ seq }) => seq)]),
    latest: inOrder([...messages, ...latest.values()]),
  };
}

function inOrder(numbers: readonly number[]): number[] {
  return numbers.toSorted((one, other) => one - other);
}

/** Runs all that two members can do with ten messages at once, and closes the room at some moment. */
async function race(round: number): Promise<{ ann: Member; bob: Member; room: string }> {
  const chance = createChance(seed + round);
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  const room = await house.roomOf(ann, bob);
  for (let n = 1; n <= 10; n++) await chance.pick([ann, bob]).call('sendMessageV2v2', text(room, n));
  const acts = Array.from({ length: 40 }, (_, i) => {
    const who = chance.pick([ann, bob]);
    const messageId = `${room}.${1 + chance.below(12)}`;
    return chance.pick<() => Promise<unknown>>([
      () => who.call('sendMessageV2v2', text(room, 100 + i)),
      () => who.call('sendMessageV2v2', file(room, 200 + i, { type: 'voice', upload: round * 1_000 + i })),
      () => who.call('deleteMessage', { messageId }),
      () => who.call('setReaction', { messageId, emoji: chance.pick(['👍', '❤️', null]) }),
      () => who.call('markRead', { chatRoomId: room, seedOrder: chance.below(30) }),
    ]);
  });
  if (chance.below(2) === 0) {
    acts.splice(chance.below(acts.length), 0, () => ann.call('deleteChatRoomV2v2', { chatRoomId: room }));
  }
  await Promise.allSettled(acts.map((act) => act()));
  return { ann, bob, room };
}

test(
  `${ROUNDS} races of deleting, reacting, sending, reading and closing leave dense numbers and true counts (seed ${seed})`,
  { timeout: 900_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ann, bob, room } = await race(round);
      const numbers = await numbersOf(room);
      for (const who of [ann, bob]) {
        const { chatRoom, messages } = await who.call('listMessages', { chatRoomId: room, limit: 50 });
        const told = numbersTold(who);
        expect(told.all).toEqual(Array.from({ length: chatRoom.lastSeq }, (_, i) => i + 1));
        expect(told.latest).toEqual(numbers);
        const last = messages.at(-1)!;
        expect([chatRoom.lastMessage, chatRoom.lastMessageSenderId]).toEqual([last.content, last.senderId]);
        expect(chatRoom.lastMessageSummary?.kind === 'deleted').toBe(last.isDeleted);
        const toRead = messages.filter(
          ({ senderId, isDeleted, seedOrder }) =>
            senderId !== who.userId && senderId !== 'system' && !isDeleted && seedOrder > chatRoom.readSeq,
        );
        expect(chatRoom.unread).toBe(toRead.length);
      }
    }
  },
);
