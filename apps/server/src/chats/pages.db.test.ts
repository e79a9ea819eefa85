import { expect, test } from 'vitest';
import { createPages } from './pages.ts';
import { openChats, text } from './testing/house.ts';

const house = await openChats();
const { database, presence } = house;
const reader = database.reader('pages');
/** As one that follows has it, but for who is here; the empty one lacks what was written a moment ago. */
const lanes = { writer: null, replica: reader, empty: { run: async () => [] } };

function pagesBy(lane: (typeof lanes)[keyof typeof lanes]) {
  return createPages({
    ...{ reader, presence },
    database: { read: database.read, recall: (_, read) => read(database.read, lane) },
  });
}

test('a page of a room and the list of chats are the same by the replica, by the writer, and by one that lacks them', async () => {
  const [ann, bob, cem] = [await house.newcomer('Ann'), await house.newcomer('Bob'), await house.newcomer('Cem')];
  const room = await house.roomOf(ann, bob);
  await house.roomOf(ann, cem);
  for (let n = 1; n <= 3; n++) await bob.call('sendMessageV2v2', text(room, n));
  for (const [who, state] of [
    [bob, 'away'],
    [cem, 'offline'],
  ] as const) {
    await house.be(who, state);
  }
  const { userId: member } = ann;
  const [byWriter, ...others] = await Promise.all(
    Object.values(lanes).map(async (lane) => {
      const pages = pagesBy(lane);
      return [
        await pages.messages({ roomId: room, member, before: 3, limit: 1 }),
        await pages.list(member, { after: undefined, limit: 10 }),
      ] as const;
    }),
  );
  expect(byWriter![0]).toMatchObject({ rows: [{ seq: 2 }], hasMore: true });
  expect(JSON.stringify(byWriter![1])).toContain('"away"');
  for (const other of others) expect(other).toEqual(byWriter);
  expect(await pagesBy(reader).messages({ roomId: room, member: cem.userId, before: null, limit: 1 })).toBeUndefined();
});
