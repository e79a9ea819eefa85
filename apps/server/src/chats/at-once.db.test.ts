import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { LiveEvent } from '@yonder/contract';
import type { Database, Tx } from '../platform/database.ts';
import { sendAtOnce } from './at-once.ts';
import type { Draft } from './draft.ts';
import { createSender } from './sending.ts';
import { openChats, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database, clock } = house;
const ALONE = 'chats/send-one';
const TOGETHER = 'chats/send-open';

/** A sender that notes which statements it runs by themselves, and what it tells whom. */
function noting({ looks, onUnread }: { looks: boolean | ((who: string) => boolean); onUnread?: () => void }) {
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
      unread: async (_, unread) => {
        onUnread?.();
        notices.push(...unread.map(({ reader, seq }) => `unread ${reader} ${seq}`));
      },
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

/** Whose messages go through the same lane as all others of these. */
async function pairInLane(): Promise<Awaited<ReturnType<typeof pair>>> {
  const two = await pair();
  return Number.parseInt(two.room.slice(-1), 16) % 2 === 0 ? two : pairInLane();
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
  'a text that comes alone, and those that come together, are stored and told as with care: $kind, by $side, seen: $looks',
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
    expect(ran.splice(0)).toEqual([ALONE]);
    const alone = { row: await rowOf(room), told: told.splice(0), notices: notices.splice(0) };
    expect(await listedAt(room)).toEqual([clock.now(), clock.now()]);
    expect(alone.row.last_message_at?.getTime()).toBe(clock.now());

    await clock.advance(60_000);
    const drafts = [draft(room, by, 3), draft(room, by, 4)];
    const sent = await Promise.all(drafts.map((one) => send(one)));
    expect(sent).toMatchObject([3, 4].map((seedOrder) => ({ seedOrder, createdAt: clock.now() })));
    expect(ran.splice(0)).toEqual([TOGETHER]);
    const together = { row: await rowOf(room), told: told.splice(0), notices: notices.splice(0) };
    expect(await listedAt(room)).toEqual([clock.now(), clock.now()]);
    expect(together.row.last_message_at?.getTime()).toBe(clock.now());

    const unknowing = noting({ looks });
    await unknowing.send(draft(room, by, 5));
    expect(unknowing.ran).toEqual([]);
    const careful = await rowOf(room);

    expect(alone.told.map(({ who }) => who)).toEqual([reader, writer]);
    const shape = shapeOf(unknowing.told, [draft(room, by, 5)]);
    expect(shapeOf(alone.told, [draft(room, by, 2)])).toEqual(shape);
    expect(shapeOf(together.told, drafts)).toEqual([...shape, ...shape]);
    expect([alone.notices, together.notices]).toEqual(
      looks ? [[], []] : [[2], [3, 4]].map((seqs) => seqs.map((seq) => unknowing.notices[0]!.replace(/5$/, `${seq}`))),
    );
    for (const [row, count] of [
      [alone.row, 2],
      [together.row, 4],
    ] as const) {
      expect([row.last_seq, row[own], row[others]]).toEqual([count, 0, count]);
      const changed = { last_seq: 5, [others]: 5, last_message_at: careful.last_message_at };
      expect({ ...row, ...changed }).toEqual(careful);
    }
    const [, ...stored] = await storedIn(room);
    const same = stored.map(({ seq, client_message_id, created_at, ...row }) => row);
    expect(same).toEqual(Array.from({ length: 4 }, () => same[3]));
  },
);

async function storedIn(room: string) {
  return database.read.selectFrom('chats.message').selectAll().where('room_id', '=', room).orderBy('seq').execute();
}

/** A room in which each has written once, which is known. */
async function dialogue({ send }: Pick<ReturnType<typeof noting>, 'send'>) {
  const two = await pairInLane();
  for (const [i, by] of [two.ann, two.bob].entries()) await send(draft(two.room, by, i + 1));
  return two;
}

test('what both write at the same moment is numbered in the order in which it came, and counts for the other one', async () => {
  const lane = noting({ looks: true });
  const { ann, bob, room } = await dialogue(lane);
  lane.told.length = 0;
  const drafts = [ann, bob, ann, ann].map((by, i) => draft(room, by, i + 3));
  const sent = await Promise.all(drafts.map((one) => lane.send(one)));
  expect(lane.ran).toEqual([TOGETHER]);
  expect(sent.map(({ seedOrder }) => seedOrder)).toEqual([3, 4, 5, 6]);
  expect((await storedIn(room)).slice(2).map(({ sender_id }) => sender_id)).toEqual(
    [ann, bob, ann, ann].map(({ userId }) => userId),
  );
  const { a, a_unread, b_unread, last_message_sender } = await rowOf(room);
  expect(a === ann.userId ? [a_unread, b_unread] : [b_unread, a_unread]).toEqual([2, 4]);
  expect(last_message_sender).toBe(ann.userId);
  expect(lane.told.map(({ who }) => who)).toEqual([bob, ann, ann, bob, bob, ann, bob, ann].map(({ userId }) => userId));
});

test('what is written into several rooms at the same moment stays in its own', async () => {
  const lane = noting({ looks: true });
  const chats = [await dialogue(lane), await dialogue(lane), await dialogue(lane)] as const;
  for (const list of [lane.ran, lane.told]) list.length = 0;
  const writers = [
    [0, 'ann'],
    [1, 'bob'],
    [2, 'bob'],
    [1, 'ann'],
    [1, 'bob'],
    [2, 'bob'],
  ] as const;
  const drafts = writers.map(([chat, by], i): Draft => {
    const { room, [by]: member } = chats[chat];
    return { ...draft(room, member, i + 3), content: `${i} from ${by} into ${chat}`, clientCreatedAt: 1_000 + i };
  });
  const sent = await Promise.all(drafts.map((one) => lane.send(one)));
  expect(lane.ran).toEqual([TOGETHER]);
  expect(sent.map(({ seedOrder }) => seedOrder)).toEqual([3, 3, 3, 4, 5, 4]);

  const numbered = drafts.map((one, i) => ({ ...one, seq: sent[i]!.seedOrder }));
  for (const { room, ann, bob } of chats) {
    const theirs = numbered.filter(({ roomId }) => roomId === room);
    const stored = (await storedIn(room)).slice(2).map((row) => ({
      ...{ seq: row.seq, senderId: row.sender_id, clientMessageId: row.client_message_id, content: row.content },
      clientCreatedAt: row.client_created_at?.getTime(),
    }));
    expect(stored).toEqual(
      theirs.map(({ seq, senderId, clientMessageId, content, clientCreatedAt }) => ({
        ...{ seq, senderId, clientMessageId, content, clientCreatedAt },
      })),
    );
    expect((await rowOf(room)).last_message).toBe(theirs.at(-1)!.content);
    const told = lane.told.filter(({ who }) => who === ann.userId || who === bob.userId);
    expect(told).toEqual(
      theirs.flatMap(({ seq, senderId, content }) => {
        const event = { data: { chatRoomId: room, seedOrder: seq, senderId, content } };
        const other = senderId === ann.userId ? bob.userId : ann.userId;
        return [other, senderId].map((who): unknown =>
          expect.objectContaining({
            who,
            event: expect.objectContaining({ data: expect.objectContaining(event.data) }),
          }),
        );
      }),
    );
  }
});

test('one that comes twice at the same moment is one message, and holds up no other room', async () => {
  const lane = noting({ looks: true });
  const [twice, once] = [await dialogue(lane), await dialogue(lane)];
  for (const list of [lane.ran, lane.told]) list.length = 0;
  const same = draft(twice.room, twice.ann, 3);
  const drafts = [same, { ...same }, draft(once.room, once.ann, 3)];
  const sent = await Promise.all(drafts.map((one) => lane.send(one)));
  expect(sent[1]).toEqual(sent[0]);
  expect(sent.map(({ seedOrder }) => seedOrder)).toEqual([3, 3, 3]);
  expect(lane.ran).toEqual([ALONE]);
  expect(lane.told).toHaveLength(2 * 2);
});

test('one statement for many rooms stores what it can; the rest goes with care, each as it would alone', async () => {
  const lane = noting({ looks: true });
  const open = await Promise.all([dialogue(lane), dialogue(lane)]);
  const closed = await dialogue(lane);
  const fresh = await pairInLane();
  const stranger = await house.newcomer('Eve');
  await sql`UPDATE chats.room SET open = false WHERE id = ${closed.room}`.execute(database.read);
  for (const list of [lane.ran, lane.told]) list.length = 0;
  const outcomes = await Promise.allSettled([
    lane.send(draft(open[0].room, open[0].ann, 3)),
    lane.send(draft(closed.room, closed.ann, 3)),
    lane.send(draft(open[1].room, open[1].ann, 3)),
    lane.send(draft(open[1].room, stranger, 4)),
    lane.send(draft(fresh.room, fresh.ann, 1)),
    lane.send(draft(open[0].room, open[0].bob, 4)),
    lane.send(draft(open[1].room, open[1].bob, 5)),
  ]);
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value.seedOrder : String(one.reason)))).toEqual([
    3,
    'DomainError: This chat is closed.',
    3,
    'DomainError: This chat is not here, or it is not yours.',
    1,
    4,
    4,
  ]);
  for (const [{ room }, count] of [
    [open[0], 4],
    [open[1], 4],
    [closed, 2],
    [fresh, 1],
  ] as const) {
    expect((await storedIn(room)).map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  }
  expect((await storedIn(open[1].room)).map(({ sender_id }) => sender_id)).not.toContain(stranger.userId);
  expect(lane.ran).toEqual([TOGETHER]);
  const toldIn = lane.told.map(({ event }) => (event.name === 'message.created' ? event.data.chatRoomId : event.name));
  const rooms = [open[0].room, open[0].room, open[1].room, open[1].room, fresh.room];
  expect(toldIn.toSorted()).toEqual(rooms.flatMap((room) => [room, room]).toSorted());
});

test('of texts that come together, one that is stored already keeps its number; nobody is told twice', async () => {
  const lane = noting({ looks: true });
  const two = [await dialogue(lane), await dialogue(lane)] as const;
  const again = draft(two[0].room, two[0].ann, 3);
  expect(await lane.send(again)).toMatchObject({ seedOrder: 3 });
  for (const list of [lane.ran, lane.told]) list.length = 0;
  const sent = await Promise.all(
    [again, draft(two[1].room, two[1].ann, 3), draft(two[0].room, two[0].ann, 4)].map(lane.send),
  );
  expect(sent.map(({ seedOrder }) => seedOrder)).toEqual([3, 3, 4]);
  expect(lane.ran).toEqual([TOGETHER]);
  expect(lane.told).toHaveLength(2 * 2);
});

test('what is stored is answered, though the care for the rest fails', async () => {
  const fresh = await pairInLane();
  const lane = noting({
    looks: (who) => who !== fresh.bob.userId,
    onUnread() {
      throw new Error('no notice can be kept');
    },
  });
  const known = await dialogue(lane);
  const both = [draft(known.room, known.ann, 3), draft(fresh.room, fresh.ann, 1)].map((one) => lane.send(one));
  expect(await Promise.allSettled(both)).toMatchObject([
    { status: 'fulfilled', value: { seedOrder: 3 } },
    { status: 'rejected', reason: { message: 'no notice can be kept' } },
  ]);
  expect(await storedIn(fresh.room)).toEqual([]);
});

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
  const next = (count: number) => Array.from({ length: count }, (_, i) => draft(two.room, two.ann, i + 2));
  return { ...two, ...lane, sendNext: (count = 1) => Promise.all(next(count).map((one) => lane.send(one))) };
}

test.each([1, 2])('%i that wait for their room take the numbers after what was stored meanwhile', async (count) => {
  const { room, sendNext, ran } = await begun({ looks: true });
  await clock.advance(60_000);
  const justNow = new Date(clock.now() - 1);
  const sent = await whileHeld(
    room,
    () => sendNext(count),
    (db) =>
      sql`
        WITH listed AS (UPDATE chats.room_seat SET listed_at = ${justNow} WHERE room_id = ${room})
        UPDATE chats.room SET last_seq = 8, a_unread = a_unread + 7, b_unread = b_unread + 7 WHERE id = ${room}
      `.execute(db),
  );
  expect(await listedAt(room)).toEqual([justNow, justNow].map((at) => at.getTime()));
  expect(sent.map(({ seedOrder }) => seedOrder)).toEqual([9, 10].slice(0, count));
  expect(ran).toEqual([count === 1 ? ALONE : TOGETHER]);
  const { last_seq, a_unread, b_unread } = await rowOf(room);
  expect([last_seq, [a_unread, b_unread].toSorted((one, other) => one - other)]).toEqual([8 + count, [7, 8 + count]]);
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
])('texts into a room that is shut to them while they wait are refused: $says', async ({ says, change }) => {
  for (const count of [1, 2]) {
    const { ann, room, sendNext, told } = await begun({ looks: true });
    const held = whileHeld(
      room,
      () => sendNext(count),
      (db) => change(room, ann).execute(db),
    );
    await expect(held).rejects.toThrow(says);
    expect((await rowOf(room)).last_seq).toBe(1);
    expect(told).toEqual([]);
  }
});

test.each([1, 2])('%i to somebody who has read the rest while they wait notify them anew', async (count) => {
  const { ann, bob, room, sendNext, notices } = await begun({ looks: false });
  const { a } = await rowOf(room);
  const reading = sql`
    UPDATE chats.room SET a_notified = ${a === ann.userId}, b_notified = ${a === bob.userId} WHERE id = ${room}
  `;
  const sent = await whileHeld(
    room,
    () => sendNext(count),
    (db) => reading.execute(db),
  );
  expect(sent.map(({ seedOrder }) => seedOrder)).toEqual([2, 3].slice(0, count));
  expect(notices[0]).toBe(`unread ${bob.userId} 2`);
});

test.each((['a', 'b'] as const).flatMap((reader) => (['a', 'b'] as const).map((last) => ({ reader, last }))))(
  'what both write, $last last, is sent with care if $reader has read the rest meanwhile',
  async ({ reader, last }) => {
    const lane = noting({ looks: false });
    const { room } = await pair();
    await notified(room, { a: true, b: true });
    const { a, b, [reader]: who } = await rowOf(room);
    const writers = (last === 'a' ? [b, a] : [a, b]).map((userId) => ({ userId }));
    for (const [i, by] of writers.entries()) await lane.send(draft(room, by, i + 1));
    for (const list of [lane.ran, lane.notices]) list.length = 0;
    const sendBoth = () => Promise.all(writers.map((by, i) => lane.send(draft(room, by, i + 3))));
    const sent = await whileHeld(room, sendBoth, (db) =>
      sql`UPDATE chats.room SET a_notified = ${reader !== 'a'}, b_notified = ${reader !== 'b'} WHERE id = ${room}`.execute(
        db,
      ),
    );
    expect(sent.map(({ seedOrder }) => seedOrder)).toEqual([3, 4]);
    expect(lane.ran).toEqual([TOGETHER]);
    expect(lane.notices).toContainEqual(expect.stringMatching(`unread ${who}`));
  },
);

test('whatever is thought to be known, nobody writes into a room of others', async () => {
  const [{ ann, bob, room }, eve] = [await pair(), await house.newcomer('Eve')];
  const atOnce = {
    ...{ ...house, live: { tell: () => {}, looksAt: () => true }, notices: {} },
    connection: database.hot('believing'),
    correspondents: { sees: () => true, learn: () => {} },
  };
  const hers = draft(room, eve, 1);
  for (const drafts of [[hers], [hers, draft(room, eve, 2)]])
    expect((await sendAtOnce(drafts, atOnce)).sent.size).toBe(0);
  for (const member of [draft(room, ann, 3), draft(room, bob, 4)]) {
    expect((await sendAtOnce([hers, member], atOnce)).sent.size).toBe(0);
    expect((await sendAtOnce([member, hers], atOnce)).sent.size).toBe(0);
  }
  expect(await storedIn(room)).toEqual([]);
});
