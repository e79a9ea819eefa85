import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { LiveEvent } from '@yonder/contract';
import type { Database } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { createLog } from '../platform/log.ts';
import type { Draft } from './draft.ts';
import { createSender, type Sender } from './sending.ts';
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
    ...{ ...house, notices: { unread: async () => {} }, accept: async () => {} },
    presence: { seenElsewhere: async () => new Set() },
    live: { tell: (_, event) => void told.push(event), looksAt: () => false },
  });
  const outcomes = await Promise.allSettled(
    upTo(500).map((n) =>
      sender.send({
        ...{ roomId: room, senderId: ann.userId, clientMessageId: text(room, n).clientMessageId },
        ...{ content: n === 250 ? 'poison \u0000' : `message ${n}`, clientCreatedAt: null },
        ...{ type: 'text', replyTo: null, media: null },
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
    ...{ ...house, notices: { unread: async () => {} }, accept: async () => {} },
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

/** A sender whose statements are noted, and somebody who sees everything come. */
function noting(): { sender: Sender; ran: string[]; told: LiveEvent[] } {
  const [ran, told]: [string[], LiveEvent[]] = [[], []];
  const hot: Database['hot'] = (name) => {
    const lane = database.hot(`noting ${name}`);
    return { ...lane, run: (statement, values) => (ran.push(statement.name), lane.run(statement, values)) };
  };
  const sender = createSender({
    ...{ ...house, database: { ...database, hot }, notices: { unread: async () => {} }, accept: async () => {} },
    presence: { seenElsewhere: async () => new Set() },
    live: { tell: (_, event) => void told.push(event), looksAt: () => true },
  });
  return { sender, ran, told };
}

test('a text that comes alone is stored, told and answered as one that comes with others', async () => {
  const { ann, bob, room } = await twoPeople();
  const { sender, ran, told } = noting();
  const draft = ({ userId }: Member, n: number): Draft => ({
    ...{ roomId: room, senderId: userId, clientMessageId: text(room, n).clientMessageId, clientCreatedAt: n },
    ...{ type: 'text', content: `${n} `.repeat(60), replyTo: null, media: null },
  });
  async function state() {
    const rooms = database.read.selectFrom('chats.room').selectAll().where('id', '=', room);
    const row = await rooms.executeTakeFirstOrThrow();
    const { last_seq, last_message, last_message_at, a_unread, b_unread, ...same } = row;
    const [ofAnn, ofBob] = row.a === ann.userId ? [a_unread, b_unread] : [b_unread, a_unread];
    const seats = database.read.selectFrom('chats.room_seat').select('listed_at').where('room_id', '=', room);
    const listed = (await seats.execute()).map(({ listed_at }) => listed_at.getTime());
    return { said: { last_seq, last_message, at: last_message_at?.getTime(), ofAnn, ofBob, listed }, same };
  }
  // Of whom nothing is known is written to with care.
  await sender.send(draft(bob, 1));
  await sender.send(draft(ann, 2));
  const before = await state();
  expect(ran).toEqual([]);

  await clock.advance(60_000);
  const at = clock.now();
  expect(await sender.send(draft(ann, 3))).toMatchObject({ seedOrder: 3, createdAt: at });
  expect(ran).toEqual(['chats/send-one']);
  const alone = await state();
  const listed = [at, at];
  expect(alone.said).toEqual({ last_seq: 3, last_message: '3 '.repeat(50), at, ofAnn: 1, ofBob: 2, listed });

  await clock.advance(60_000);
  await Promise.all([draft(ann, 4), draft(ann, 5)].map((one) => sender.send(one)));
  expect(ran).toHaveLength(1);
  const together = await state();
  expect(together.said).toMatchObject({ last_seq: 5, last_message: '5 '.repeat(50), at: at + 60_000, ofBob: 4 });
  expect([alone.same, together.same]).toEqual([before.same, before.same]);

  const messages = database.read.selectFrom('chats.message').selectAll().where('room_id', '=', room).orderBy('seq');
  const rows = await messages.execute();
  expect(rows.map(({ client_created_at }) => client_created_at?.getTime())).toEqual(upTo(5));
  const [, , third, fourth] = rows.map(
    ({ seq, content, client_message_id, created_at, client_created_at, ...row }) => row,
  );
  expect(third).toEqual(fourth);
  const shapes = told.map(({ name, data }) => `${name} ${Object.keys(data).join()}`);
  expect([shapes.length, new Set(shapes).size]).toEqual([2 * 5, 1]);
});

test('a text that is sent again, each time alone, keeps its number', async () => {
  const { ann, room } = await twoPeople();
  const { sender, ran, told } = noting();
  const draft: Draft = {
    ...{ roomId: room, senderId: ann.userId, clientMessageId: text(room, 1).clientMessageId, clientCreatedAt: null },
    ...{ type: 'text', content: 'once', replyTo: null, media: null },
  };
  const first = await sender.send(draft);
  const later = { ...draft, clientMessageId: text(room, 2).clientMessageId };
  const second = await sender.send(later);
  expect(await sender.send(draft)).toEqual(first);
  expect(await sender.send(later)).toEqual(second);
  expect(ran).toEqual(Array.from({ length: 3 }, () => 'chats/send-one'));
  expect(await seqs(room)).toEqual(upTo(2));
  expect(told).toHaveLength(2 * 2);
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
