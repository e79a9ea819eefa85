import { expect, test } from 'vitest';
import type { Statement } from '../platform/database.ts';
import { readMessages } from './messages-store.ts';
import { createPages } from './pages.ts';
import { openChats, text } from './testing/house.ts';

const house = await openChats();
const { database } = house;
const { reader } = database;
/** A replica without presence; one that lags, and one that lacks the room. */
const lanes = {
  writer: null,
  replica: reader,
  behind: {
    async run<Row>(wanted: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
      const rows = await reader.run(wanted, values);
      return structuredClone(rows).map((row) => {
        const { room } = row as { room: { version: string; blocked: boolean } };
        Object.assign(room, { version: 'another', blocked: true });
        return { ...row, messages: null };
      });
    },
  },
  empty: { run: async () => [] },
};

function pagesBy(lane: (typeof lanes)[keyof typeof lanes]) {
  return createPages({ reader, database: { recall: (read) => read(database.read, lane) } });
}

test('a page of a room is the same by the replica, by one that is behind, by one that lacks it, and by the writer', async () => {
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

test('a replica that has yet to hide what was said, the last of it or an earlier one, shows it to nobody', async () => {
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  const room = await house.roomOf(ann, bob);
  const sent = [await bob.call('sendMessageV2v2', text(room, 1)), await bob.call('sendMessageV2v2', text(room, 2))];
  for (const { id: messageId } of sent) {
    let copied: unknown[] | undefined;
    const behind = {
      async run<Row>(wanted: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
        copied ??= await reader.run(wanted, values);
        return structuredClone(copied) as Row[];
      },
    };
    const [late, writer] = [behind, null].map((lane) => {
      const pages = createPages({ reader, database: { recall: (read) => read(database.read, lane) } });
      return () => pages.messages({ roomId: room, member: ann.userId, before: null, limit: 10 });
    });
    expect(await late!()).toEqual(await writer!());
    await database.transaction((tx) => house.chats.changeMessage(tx, { messageId, change: { kind: 'hidden' } }));
    expect(await late!()).toEqual(await writer!());
  }
});

test('what few messages have comes with each of them as its row has it, alone and all together', async () => {
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  const room = await house.roomOf(ann, bob);
  const then = new Date(1_700_000_000_000);
  const each = [
    {},
    { type: 'voice' },
    { reply_to: 1 },
    { attachment: { kind: 'some' } },
    { a_reaction: '👍' },
    { b_reaction: '🎉' },
    { deleted_at: then },
    { hidden_at: then },
    { client_created_at: then },
  ];
  const marks = [...each, Object.assign({}, ...each)];
  for (const [i, mark] of marks.entries()) {
    await bob.call('sendMessageV2v2', text(room, i + 1));
    const { attachment, ...columns } = { attachment: null, ...mark };
    const row = { content: `number ${i + 1}`, ...columns, attachment: attachment && JSON.stringify(attachment) };
    const messages = database.read.updateTable('chats.message').where('room_id', '=', room);
    await messages
      .where('seq', '=', i + 1)
      .set(row)
      .execute();
  }
  const { rows } = await readMessages(database.read, room, { upTo: marks.length, limit: marks.length });
  expect(rows).toMatchObject(marks);
  const page = await pagesBy(null).messages({ roomId: room, member: ann.userId, before: null, limit: marks.length });
  expect(page?.rows).toEqual(rows.map(({ media_path: _path, silent: _silent, ...seen }) => seen));
});
