import { expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { freshDatabase } from '../testing/database.ts';
import { sequentialScans } from '../testing/plans.ts';
import { commentFor, commentsOf } from './comments-store.ts';
import { countOf, newestOf, ownOf, postFor, postSeenBy } from './store.ts';

const { database, clock } = await freshDatabase();
const reader = { userId: uuidv7(clock.now()), now: new Date(clock.now()) };
const wanted = { region: 'TW', ageRange: null, language: null };

test.each([
  ['the feed of a region', newestOf(reader, wanted)],
  ['the feed with both filters', newestOf(reader, { region: 'TW', ageRange: '18-24', language: 'en' })],
  ['the count for Home', countOf(reader, { wanted, upTo: 100 })],
  ['one post', postFor(reader, reader.userId)],
  ['one that may be over', postSeenBy(reader, reader.userId)],
  ['one’s own posts', ownOf(reader.userId)],
  ['the comments on a post', commentsOf(reader, reader.userId)],
  ['one comment', commentFor(reader, reader.userId)],
])('%s reads no table from end to end, planned while all of them are empty', async (_, query) => {
  expect(await sequentialScans(database, { text: query.compile(database.read).sql })).toEqual([]);
});
