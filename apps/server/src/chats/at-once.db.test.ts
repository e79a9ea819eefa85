import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendAtOnce } from './at-once.ts';
import type { Draft } from './draft.ts';
import { ALONE, draft, openLanes, TOGETHER, type Told } from './testing/lanes.ts';

const lanes = await openLanes();
const { database, clock, noting, pair, pairInLane, rowOf, notified, listedAt, storedIn, dialogue } = lanes;

/** Omits what differs between messages. */
function shapeOf(told: readonly Told[], sent: readonly Draft[]) {
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
    // The first text takes the checked path, since its recipient is unknown; so it notifies.
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
      seq: row.seq,
      senderId: row.sender_id,
      clientMessageId: row.client_message_id,
      content: row.content,
      clientCreatedAt: row.client_created_at?.getTime(),
    }));
    expect(stored).toEqual(
      theirs.map(({ seq, senderId, clientMessageId, content, clientCreatedAt }) => ({
        seq,
        senderId,
        clientMessageId,
        content,
        clientCreatedAt,
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
  const stranger = await lanes.newcomer('Eve');
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
  // Asked once for the first text, once before the second is stored, and once when it is emitted.
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

test('whatever is thought to be known, nobody writes into a room of others', async () => {
  const [{ ann, bob, room }, eve] = [await pair(), await lanes.newcomer('Eve')];
  const atOnce = {
    ...lanes,
    live: {
      tell: () => {},
      looksAt: () => true,
    },
    notices: {},
    connection: database.hot('believing'),
    correspondents: {
      sees: () => true,
      learn: () => {},
    },
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
