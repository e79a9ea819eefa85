import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '../platform/database.ts';
import { waitingForLocks } from '../testing/held-open.ts';
import type { Member } from './testing/house.ts';
import { ALONE, draft, openLanes, TOGETHER } from './testing/lanes.ts';

const lanes = await openLanes();
const { database, clock, noting, pair, rowOf, notified, listedAt } = lanes;

/** Begins while the room is locked, and changes the room before the lock is released. */
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
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    await change(db);
  });
  return promise;
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
