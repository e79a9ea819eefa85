import { ERASED_COMMENT } from '@yonder/contract';
import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import { byPages, ERASED_AT_ONCE, lastOf, type PersonalData } from '../platform/personal-data.ts';

export const postData: PersonalData = {
  areas: [
    {
      name: 'moments',
      about: 'The moments you have posted, the latest first.',
      rows: (db, userId) =>
        byPages(async (last: { id: string } | null, limit) => {
          const theirs = db.selectFrom('posts.post').where('author_id', '=', userId);
          return (last ? theirs.where('id', '<', last.id) : theirs)
            .orderBy('id', 'desc')
            .limit(limit)
            .select(['id', 'content', 'region', 'language', 'age_range as ageRange', 'is_active as isActive'])
            .select(['created_at as createdAt', 'expires_at as expiresAt'])
            .execute();
        }),
    },
    {
      name: 'comments',
      about: 'What you have commented on the moments of others.',
      rows: (db, userId) =>
        byPages(async (last: { id: string } | null, limit) => {
          const theirs = db.selectFrom('posts.comment').where('author_id', '=', userId);
          return (last ? theirs.where('id', '<', last.id) : theirs)
            .orderBy('id', 'desc')
            .limit(limit)
            .select(['id', 'post_id as postId', 'content', 'created_at as createdAt'])
            .execute();
        }),
    },
  ],
  async erase(tx, userId) {
    await tx.db.deleteFrom('posts.turn').where('user_id', '=', userId).execute();
    const { numDeletedRows } = await tx.db
      .deleteFrom('posts.post')
      .where('id', 'in', (theirs) =>
        theirs
          .selectFrom('posts.post')
          .where('author_id', '=', userId)
          .orderBy('id')
          .limit(ERASED_AT_ONCE)
          .select('id'),
      )
      .executeTakeFirstOrThrow();
    if (lastOf(numDeletedRows, ERASED_AT_ONCE) === 'more') return 'more';
    return lastOf(await eraseComments(tx, userId), ERASED_AT_ONCE);
  },
};

/** Puts an invented commenter in the user's place on each post; returns the number of posts. */
async function eraseComments(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ post_id: string; nobody: string }>`
    INSERT INTO posts.commenter (post_id, user_id, alias, comments)
    SELECT post_id, gen_random_uuid(), alias, comments FROM posts.commenter
    WHERE user_id = ${userId} ORDER BY post_id LIMIT ${ERASED_AT_ONCE}
    RETURNING post_id, user_id AS nobody`.execute(tx.db);
  for (const { post_id, nobody } of rows) {
    await tx.db
      .updateTable('posts.comment')
      .set({ author_id: nobody, content: ERASED_COMMENT, chat_room_id: null })
      .where('post_id', '=', post_id)
      .where('author_id', '=', userId)
      .execute();
    await tx.db.deleteFrom('posts.commenter').where('post_id', '=', post_id).where('user_id', '=', userId).execute();
  }
  return rows.length;
}
