import { expect, test } from 'vitest';
import { statement } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { freshDatabase } from '../testing/database.ts';
import { sequentialScans } from '../testing/plans.ts';
import { pageOf, standingOf, unreadOf } from './store.ts';

const { database, clock } = await freshDatabase();
const userId = uuidv7(clock.now());

test.each([
  ['the first page', pageOf({ userId, before: null, limit: 50 })],
  ['a later page', pageOf({ userId, before: userId, limit: 50 })],
  ['the count of what is unread', unreadOf([userId])],
  ['where the list stands', standingOf(userId)],
])('%s reads no table from end to end, planned while all of them are empty', async (_, query) => {
  expect(await sequentialScans(database, { text: query.compile(database.read).sql })).toEqual([]);
});

test('noting who begins to have something to read reads no table from end to end', async () => {
  const noteUnread = statement(import.meta.resolve('../chats/note-unread.sql'));
  expect(await sequentialScans(database, noteUnread)).toEqual([]);
});
