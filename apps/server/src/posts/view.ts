import { ANONYMOUS, postAgeRange, type Comment, type Post } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import { findOwnThumb, personOf } from '../profiles/index.ts';
import type { StoredComment } from './comments-store.ts';
import type { Reader, StoredPost } from './store.ts';

const ANYBODY = 'any';

/** Returns posts as the reader sees them: authors see their own photo even while it is withheld. */
export async function postsFor(db: Kysely<DB>, { userId, now }: Reader, rows: readonly StoredPost[]): Promise<Post[]> {
  const lacksPhoto = ({ authorId, authorThumbPath }: StoredPost): boolean =>
    authorId === userId && authorThumbPath === null;
  const authorThumbPath = rows.some(lacksPhoto) ? await findOwnThumb(db, userId) : null;
  return rows.map((row) => postOf(lacksPhoto(row) ? { ...row, authorThumbPath } : row, now));
}

export function postOf(row: StoredPost, now: Date): Post {
  const { id, authorId, content, region, language, commentCount, yourComments } = row;
  const author = { userId: authorId, name: row.authorName ?? '', path: null, thumbPath: row.authorThumbPath };
  const { name, thumb } = personOf(author);
  return {
    id,
    authorId,
    authorName: name || ANONYMOUS,
    authorThumb: thumb,
    content,
    region,
    language,
    ageRange: postAgeRange.options.find((one) => one === row.ageRange) ?? ANYBODY,
    isActive: row.isActive && row.expiresAt > now,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    commentCount,
    yourComments,
  };
}

export function commentOf({ id, content, isPaid, createdAt, alias, chatRoomId }: StoredComment): Comment {
  return { id, content, isPaidUser: isPaid, createdAt: createdAt.getTime(), alias, seed: alias, chatRoomId };
}
