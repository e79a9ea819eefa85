import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { freshDatabase } from '../testing/database.ts';
import { chosenPlan, sequentialScans } from '../testing/plans.ts';
import { sizeOf } from '../testing/size.ts';
import { commentFor, commentOnceFor, commentsOf } from './comments-store.ts';
import { countOf, goneBefore, newestOf, ownOf, postFor, postOnceSeenBy, postSeenBy } from './store.ts';

const POSTS = sizeOf({ small: 20_000, full: 1_000_000 });
/** Rows per statement, which takes a few seconds. */
const POSTS_AT_ONCE = 20_000;

const { database, clock } = await freshDatabase();
const reader = { userId: uuidv7(clock.now()), now: new Date(clock.now()) };
const wanted = { region: 'R7', ageRange: null, language: null };
const feed = newestOf(reader, wanted);
const queries = [
  ['the feed of a region', feed],
  ['the feed with both filters', newestOf(reader, { region: 'R7', ageRange: '18-24', language: 'en' })],
  ['the count for Home', countOf({ region: wanted.region, now: reader.now, upTo: 100 })],
  ['one post', postFor(reader, reader.userId)],
  ['one that may be over', postSeenBy(reader, reader.userId)],
  ['one that may be hidden', postOnceSeenBy(reader, reader.userId)],
  ['one’s own posts', ownOf(reader.userId)],
  ['the comments on a post', commentsOf(reader, reader.userId)],
  ['one comment', commentFor(reader, reader.userId)],
  ['one comment that may be hidden', commentOnceFor(reader, reader.userId)],
  ['what goes in the end', goneBefore({ before: reader.now, limit: 1_000 })],
] as const;

test.each(queries)('%s reads no table from end to end, planned while all of them are empty', async (_, query) => {
  expect(await sequentialScans(database, { text: query.compile(database.read).sql })).toEqual([]);
});

test(
  `nor with ${POSTS} posts in 20 regions, as the planner likes it best; and a feed sorts nothing`,
  { timeout: 240_000 },
  async () => {
    const { read } = database;
    await sql`
    INSERT INTO identity.account (user_id, provider, subject, created_at, onboarded_at)
    SELECT uuidv7(), 'test', n::text, ${reader.now}, ${reader.now} FROM generate_series(1, 1000) n`.execute(read);
    for (let made = 0; made < POSTS; made += POSTS_AT_ONCE) {
      await sql`
      WITH made AS (
        INSERT INTO posts.post (id, author_id, content, region, age_range, language, created_at, expires_at, comment_count)
        SELECT uuidv7(), people.ids[1 + n % 1000], 'x', 'R' || n % 20, 'any', 'en', ${reader.now},
          ${reader.now}::timestamptz + interval '1 day', 1
        FROM generate_series(1, ${POSTS_AT_ONCE}) n, (SELECT array_agg(user_id) AS ids FROM identity.account) people
        RETURNING id, author_id, created_at
      ), commenters AS (
        INSERT INTO posts.commenter (post_id, user_id, alias, comments) SELECT id, author_id, 'x', 1 FROM made
      )
      INSERT INTO posts.comment (id, post_id, author_id, content, is_paid, created_at)
      SELECT uuidv7(), id, author_id, 'x', false, created_at FROM made`.execute(read);
    }
    await sql`ANALYZE`.execute(read);
    for (const [name, query] of queries) {
      const { scans, sorts } = await chosenPlan(database, query);
      // A test has so few people and blocks that reading all of them is best.
      const large = scans.filter((table) => ['post', 'comment', 'commenter'].includes(table));
      expect([name, large]).toEqual([name, []]);
      // A region may be large, so its index must deliver the order.
      if (query === feed) expect(sorts).toBe(0);
    }
  },
);
