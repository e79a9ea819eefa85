import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { LiveEvent } from '@yonder/contract';
import { DomainError } from '../platform/errors.ts';
import { createLog } from '../platform/log.ts';
import { createSender } from './sending.ts';
import { openChats, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database, clock } = house;

async function seqs(room: string): Promise<number[]> {
  const rows = await database.read
    .selectFrom('chats.message')
    .select('seq')
    .where('room_id', '=', room)
    .orderBy('seq')
    .execute();
  return rows.map(({ seq }) => seq);
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

async function twoPeople(): Promise<{ ann: Member; bob: Member; room: string }> {
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  return { ann, bob, room: await house.roomOf(ann, bob) };
}

test('20 senders at once who repeat themselves: every message once, numbered densely, told in order', async () => {
  const { ann, bob, room } = await twoPeople();
  await Promise.all(
    upTo(20).map(async (sender) => {
      const who = sender % 2 === 0 ? ann : bob;
      for (let i = 0; i < 25; i++) {
        const draft = text(room, sender * 1_000 + i);
        const [first, again] = await Promise.all([
          who.call('sendMessageV2v2', draft),
          who.call('sendMessageV2v2', draft),
        ]);
        expect(again).toEqual(first);
      }
    }),
  );
  expect(await seqs(room)).toEqual(upTo(500));
  const told = ann.heard.flatMap((event) => (event.name === 'message.created' ? [event.data.seedOrder] : []));
  expect(told).toEqual(upTo(500));
});

test('one poisoned message among 500 is refused, the other 499 are stored', async () => {
  const { ann, room } = await twoPeople();
  const told: LiveEvent[] = [];
  const sender = createSender({
    ...house,
    notices: { unread: async () => {} },
    accept: async () => {},
    presence: { seenElsewhere: async () => new Set() },
    live: {
      tell: (_, event) => void told.push(event),
      looksAt: () => false,
    },
  });
  const outcomes = await Promise.allSettled(
    upTo(500).map((n) =>
      sender.send({
        roomId: room,
        senderId: ann.userId,
        clientMessageId: text(room, n).clientMessageId,
        content: n === 250 ? 'poison \0' : `message ${n}`,
        clientCreatedAt: null,
        type: 'text',
        replyTo: null,
        media: null,
      }),
    ),
  );
  const refused = outcomes.flatMap((outcome, i) => (outcome.status === 'rejected' ? [[i + 1, outcome.reason]] : []));
  expect(refused).toEqual([[250, expect.any(DomainError)]]);
  expect(await seqs(room)).toEqual(upTo(499));
  expect(told).toHaveLength(2 * 499);
});

test('a message that is stored is answered, also where it could not be told', async () => {
  const { ann, room } = await twoPeople();
  const lines: string[] = [];
  const told: LiveEvent[] = [];
  const sender = createSender({
    ...house,
    notices: { unread: async () => {} },
    accept: async () => {},
    presence: { seenElsewhere: async () => new Set() },
    log: createLog({ to: { write: (line) => void lines.push(line) } }),
    live: {
      looksAt: () => true,
      tell(_, event) {
        if (told.push(event) > 2) throw new Error('nobody can be told');
      },
    },
  });
  for (const n of upTo(2)) {
    const draft = { roomId: room, senderId: ann.userId, clientMessageId: text(room, n).clientMessageId };
    const words = { type: 'text', content: `message ${n}`, clientCreatedAt: null, replyTo: null, media: null } as const;
    expect(await sender.send({ ...draft, ...words })).toMatchObject({ seedOrder: n });
  }
  expect(await seqs(room)).toEqual(upTo(2));
  expect(lines.filter((line) => line.includes('nobody can be told'))).toHaveLength(1);
});

test('a database that breaks the connection in the middle of a batch loses and doubles nothing', async () => {
  const { ann, bob, room } = await twoPeople();
  const sending = upTo(200).map((n) => ann.call('sendMessageV2v2', text(room, n)));
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'yonder send%'
  `.execute(database.read);
  const waking = setInterval(() => void clock.advance(1_000), 5);
  await Promise.all(sending).finally(() => clearInterval(waking));
  expect(await seqs(room)).toEqual(upTo(200));
  const told = bob.heard.flatMap((event) => (event.name === 'message.created' ? [event.data.seedOrder] : []));
  expect(new Set(told).size).toBe(told.length);
});

test('rooms of many people share transactions without waiting for one another in a circle', async () => {
  const people = await Promise.all(upTo(12).map((n) => house.newcomer(`Person ${n}`)));
  const rooms = await Promise.all(people.map((one, i) => house.roomOf(one, people[(i + 1) % people.length]!)));
  await Promise.all(upTo(30).flatMap((n) => rooms.map((room, i) => people[i]!.call('sendMessageV2v2', text(room, n)))));
  for (const room of rooms) expect(await seqs(room)).toEqual(upTo(30));
});

test('what is sent at once to somebody who has read, closed or turned away meanwhile is sent with care instead', async () => {
  const { ann, bob, room } = await twoPeople();
  const unread = async () => (await bob.call('listNotifications')).unread;
  for (const n of [1, 2, 3]) await ann.call('sendMessageV2v2', text(room, n));
  expect(await unread()).toBe(1);
  await bob.call('markRead', { chatRoomId: room, seedOrder: 3 });
  expect(await unread()).toBe(0);
  await ann.call('sendMessageV2v2', text(room, 4));
  expect(await unread()).toBe(1);
  expect(await seqs(room)).toEqual([1, 2, 3, 4]);

  await bob.call('markRead', { chatRoomId: room, seedOrder: 4 });
  await bob.call('reportPresence', { presence: 'online', chatRoomId: room });
  for (const n of [5, 6]) await ann.call('sendMessageV2v2', text(room, n));
  expect(await unread()).toBe(0);
  await bob.call('reportPresence', { presence: 'online', chatRoomId: null });
  await ann.call('sendMessageV2v2', text(room, 7));
  expect(await unread()).toBe(1);

  await bob.call('deleteChatRoomV2v2', { chatRoomId: room });
  await expect(ann.call('sendMessageV2v2', text(room, 8))).rejects.toThrow('This chat is closed.');
  expect(await ann.call('sendMessageV2v2', text(room, 7))).toMatchObject({ seedOrder: 7 });
});
