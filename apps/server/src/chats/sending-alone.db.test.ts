import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { LiveEvent } from '@yonder/contract';
import type { Database, Tx } from '../platform/database.ts';
import type { Draft } from './draft.ts';
import { createSender } from './sending.ts';
import { openChats, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database, clock } = house;
const ALONE = 'chats/send-one';

/** A sender that notes which statements it runs by themselves, and what it tells whom. */
function noting({ looks }: { looks: boolean | (() => boolean) }) {
  const ran: string[] = [];
  const told: { who: string; event: LiveEvent }[] = [];
  const notices: string[] = [];
  const hot: Database['hot'] = (name) => {
    const lane = database.hot(`noting ${name}`);
    return { ...lane, run: (statement, values) => (ran.push(statement.name), lane.run(statement, values)) };
  };
  const { send } = createSender({
    ...{ ...house, database: { ...database, hot }, accept: async () => {} },
    notices: {
      unread: async (_, unread) => void notices.push(...unread.map(({ reader, seq }) => `unread ${reader} ${seq}`)),
      saidMore: ({ reader, sender, seq }) => void notices.push(`more ${reader} ${sender} ${seq}`),
    },
    presence: { seenElsewhere: async () => new Set() },
    live: {
      tell: (who, event) => void told.push({ who, event }),
      looksAt: typeof looks === 'boolean' ? () => looks : looks,
    },
  });
  return { send, ran, told, notices };
}

function draft(roomId: string, { userId }: Pick<Member, 'userId'>, n: number): Draft {
  const { clientMessageId } = text(roomId, n);
  const words = { type: 'text', content: 'the same words '.repeat(10), replyTo: null, media: null } as const;
  return { roomId, senderId: userId, clientMessageId, clientCreatedAt: 5, ...words };
}

async function pair(kind: 'known' | 'strangers' = 'known') {
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  const room = await (kind === 'known' ? house.roomOf(ann, bob) : house.strangersRoomOf(ann, bob));
  return { ann, bob, room };
}

async function rowOf(room: string) {
  return database.read.selectFrom('chats.room').selectAll().where('id', '=', room).executeTakeFirstOrThrow();
}

/** Who has been notified of something unread there. */
async function notified(room: string, { a, b }: { a: boolean; b: boolean }): Promise<void> {
  await sql`UPDATE chats.room SET a_notified = ${a}, b_notified = ${b} WHERE id = ${room}`.execute(database.read);
}

async function listedAt(room: string): Promise<number[]> {
  const seats = database.read.selectFrom('chats.room_seat').select('listed_at').where('room_id', '=', room);
  return (await seats.execute()).map(({ listed_at }) => listed_at.getTime());
}

/** Without what differs from one message to the next. */
function shapeOf(told: readonly { who: string; event: LiveEvent }[], sent: readonly Draft[]) {
  return told.map(({ who, event }) => {
    if (event.name !== 'message.created') throw new Error(event.name);
    const { id, seedOrder, createdAt, clientMessageId, ...same } = event.data;
    return { who, key: sent.some((one) => one.clientMessageId === clientMessageId) ? 'its own' : 'another', ...same };
  });
}

const CASES = (['known', 'strangers'] as const).flatMap((kind) =>
  (['a', 'b'] as const).flatMap((side) => [true, false].map((looks) => ({ kind, side, looks }))),
);

test.each(CASES)(
  'a text that comes alone is stored and told as those that come together: $kind, by $side, seen: $looks',
  async ({ kind, side, looks }) => {
    const { room } = await pair(kind);
    const before = await rowOf(room);
    const [writer, reader] = side === 'a' ? [before.a, before.b] : [before.b, before.a];
    const [own, others] = side === 'a' ? (['a_unread', 'b_unread'] as const) : (['b_unread', 'a_unread'] as const);
    const { send, ran, told, notices } = noting({ looks });
    const by = { userId: writer };
    // To whom nothing is known to have gone, it goes with care; so they are notified.
    await send(draft(room, by, 1));
    if (!looks) await notified(room, side === 'a' ? { a: false, b: true } : { a: true, b: false });
    for (const list of [ran, told, notices]) list.length = 0;

    await clock.advance(60_000);
    expect(await send(draft(room, by, 2))).toMatchObject({ seedOrder: 2, createdAt: clock.now() });
    expect(ran).toEqual([ALONE]);
    const alone = { row: await rowOf(room), told: told.splice(0), notices: notices.splice(0), at: clock.now() };
    expect(await listedAt(room)).toEqual([alone.at, alone.at]);

    await clock.advance(60_000);
    const drafts = [draft(room, by, 3), draft(room, by, 4)];
    await Promise.all(drafts.map((one) => send(one)));
    expect(ran).toEqual([ALONE]);
    const together = await rowOf(room);

    expect(alone.told.map(({ who }) => who)).toEqual([reader, writer]);
    expect(shapeOf(alone.told, [draft(room, by, 2)])).toEqual(shapeOf(told.slice(0, 2), drafts));
    expect(alone.notices).toEqual(notices.slice(0, 1).map((notice) => notice.replace(/3$/, '2')));
    expect(alone.notices).toHaveLength(looks ? 0 : 1);
    expect([alone.row.last_seq, alone.row[own], alone.row[others]]).toEqual([2, 0, 2]);
    expect([together.last_seq, together[own], together[others]]).toEqual([4, 0, 4]);
    expect(alone.row.last_message_at?.getTime()).toBe(alone.at);
    expect(alone.row.last_message_sender).toBe(writer);
    const kept = { last_seq: 4, [others]: 4, last_message_at: together.last_message_at };
    expect({ ...alone.row, ...kept }).toEqual(together);

    const messages = database.read.selectFrom('chats.message').selectAll().where('room_id', '=', room).orderBy('seq');
    const [, second, third] = await messages.execute();
    expect({ ...second, seq: 3, client_message_id: third!.client_message_id, created_at: third!.created_at }).toEqual(
      third,
    );
  },
);

test('somebody who looks away just as a text comes, and has not been notified, is told of no more', async () => {
  const { ann, room } = await pair();
  // Of the first text once, of the second before it is stored; and once more when it is told.
  let times = 0;
  const { send, ran, notices } = noting({ looks: () => ++times <= 2 });
  for (const n of [1, 2]) await send(draft(room, ann, n));
  expect(ran).toEqual([ALONE]);
  expect(notices).toEqual([]);
});

test('a second text within ten seconds does not list the room anew', async () => {
  const { ann, room } = await pair();
  const { send, ran } = noting({ looks: true });
  for (const n of [1, 2]) {
    await send(draft(room, ann, n));
    await clock.advance(60_000);
  }
  await send(draft(room, ann, 3));
  const listed = await listedAt(room);
  await clock.advance(5_000);
  await send(draft(room, ann, 4));
  expect(ran).toEqual([ALONE, ALONE, ALONE]);
  expect(await listedAt(room)).toEqual(listed);
});

test('a text that is sent again, each time alone, keeps its number and is told once', async () => {
  const { ann, room } = await pair();
  const { send, ran, told } = noting({ looks: true });
  const first = await send(draft(room, ann, 1));
  const second = await send(draft(room, ann, 2));
  expect(await send(draft(room, ann, 1))).toEqual(first);
  expect(await send(draft(room, ann, 2))).toEqual(second);
  expect(ran).toEqual([ALONE, ALONE, ALONE]);
  expect((await rowOf(room)).last_seq).toBe(2);
  expect(told).toHaveLength(2 * 2);
});

/** What is begun waits for the room, which is changed meanwhile. */
async function whileHeld<T>(
  room: string,
  begin: () => Promise<T>,
  change: (db: Tx['db']) => Promise<unknown>,
): Promise<T> {
  const outside = AsyncLocalStorage.snapshot();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  await database.transaction(async ({ db }) => {
    await sql`SELECT FROM chats.room WHERE id = ${room} FOR NO KEY UPDATE`.execute(db);
    outside(() => void begin().then(resolve, reject));
    await expect.poll(() => waiting(db)).toBe(1);
    await change(db);
  });
  return promise;
}

async function waiting(db: Tx['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  `.execute(db);
  return rows[0]!.count;
}

async function begun({ looks }: { looks: boolean }) {
  const two = await pair();
  const lane = noting({ looks });
  await lane.send(draft(two.room, two.ann, 1));
  if (!looks) await notified(two.room, { a: true, b: true });
  for (const list of [lane.told, lane.notices]) list.length = 0;
  return { ...two, ...lane, sendNext: () => lane.send(draft(two.room, two.ann, 2)) };
}

test('a text that waits for its room takes the number after what was stored meanwhile', async () => {
  const { room, sendNext, ran } = await begun({ looks: true });
  const sent = await whileHeld(room, sendNext, (db) =>
    sql`UPDATE chats.room SET last_seq = 8, a_unread = a_unread + 7, b_unread = b_unread + 7 WHERE id = ${room}`.execute(
      db,
    ),
  );
  expect(sent.seedOrder).toBe(9);
  expect(ran).toEqual([ALONE]);
  const { last_seq, a_unread, b_unread } = await rowOf(room);
  expect([last_seq, [a_unread, b_unread].toSorted((one, other) => one - other)]).toEqual([9, [7, 9]]);
});

test.each([
  {
    says: 'This chat is closed.',
    change: (room: string) => sql`UPDATE chats.room SET open = false WHERE id = ${room}`,
  },
  {
    says: 'They have not answered yet.',
    change: (room: string, { userId }: Member) =>
      sql`UPDATE chats.room SET requested_by = ${userId} WHERE id = ${room}`,
  },
])('a text into a room that is shut to it while it waits is refused: $says', async ({ says, change }) => {
  const { ann, room, sendNext, told } = await begun({ looks: true });
  await expect(whileHeld(room, sendNext, (db) => change(room, ann).execute(db))).rejects.toThrow(says);
  expect((await rowOf(room)).last_seq).toBe(1);
  expect(told).toEqual([]);
});

test('a text to somebody who has read the rest while it waits notifies them anew', async () => {
  const { ann, bob, room, sendNext, notices } = await begun({ looks: false });
  const { a } = await rowOf(room);
  const reading = sql`
    UPDATE chats.room SET a_notified = ${a === ann.userId}, b_notified = ${a === bob.userId} WHERE id = ${room}
  `;
  expect((await whileHeld(room, sendNext, (db) => reading.execute(db))).seedOrder).toBe(2);
  expect(notices).toEqual([`unread ${bob.userId} 2`]);
});
