import { FIXED, type Input, type Output, type Post } from '@yonder/contract';
import { isRegion } from '@yonder/contract/regions';
import type { Kysely } from 'kysely';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import { canonicalLanguage, readerOf, readerQuery } from '../profiles/index.ts';
import { mixture } from './policy.ts';
import {
  countActive,
  countOf,
  findAuthor,
  insertPost,
  newestOf,
  ownOf,
  postFor,
  setActive,
  takeBack,
  takeTurns,
  type Reader,
} from './store.ts';
import { postsFor } from './view.ts';
import type { Watching } from './watching.ts';

export interface PostOptions {
  database: Database;
  /** Lifetime of a post. */
  postSeconds: number;
  watching: Pick<Watching, 'follow' | 'opened' | 'closed'>;
}

export type PostService = ReturnType<typeof createPostService>;

export function createPostService({ database, postSeconds, watching }: PostOptions) {
  /** @throws DomainError 'post-not-found'. */
  async function shown(db: Kysely<DB>, reader: Reader, postId: string): Promise<Post> {
    const { rows } = await postFor(reader, postId).execute(db);
    const [post] = await postsFor(db, reader, rows);
    if (!post) throw new DomainError('post-not-found');
    return post;
  }

  /** Emits a post that others see from now on. */
  function tellOf(tx: Tx, post: Post): void {
    tx.after(() => watching.opened(post));
  }

  return {
    async create({ userId }: CallContext, tx: Tx, input: Input<'createPostV2v2'>): Promise<Output<'createPostV2v2'>> {
      if (!isRegion(input.region)) throw new DomainError('unknown-region');
      const language = canonicalLanguage(input.language);
      const reader = { userId, now: tx.now };
      await takeTurns(tx, [userId]);
      const left = await activeLeft(tx.db, reader);
      if (left === 0) throw new DomainError('too-many-posts');
      const expiresAt = new Date(tx.now.getTime() + postSeconds * 1_000);
      const postId = await insertPost(tx, { ...input, language, authorId: userId, expiresAt });
      const post = await shown(tx.db, reader, postId);
      tellOf(tx, post);
      return { postId, post, activeLeft: left - 1 };
    },

    async remove({ userId }: CallContext, tx: Tx, { postId }: Input<'deletePostV2v2'>): Promise<null> {
      await assertAuthor(tx.db, { userId, now: tx.now }, postId);
      await takeTurns(tx, [userId]);
      const post = await shown(tx.db, { userId, now: tx.now }, postId);
      await takeBack(tx, postId);
      tx.after(() => watching.closed(post));
      return null;
    },

    async setActive({ userId }: CallContext, tx: Tx, input: Input<'setPostActive'>): Promise<Output<'setPostActive'>> {
      const reader = { userId, now: tx.now };
      await assertAuthor(tx.db, reader, input.postId);
      await takeTurns(tx, [userId]);
      const before = await shown(tx.db, reader, input.postId);
      if (before.isActive === input.isActive) return { post: before, activeLeft: await activeLeft(tx.db, reader) };
      if (input.isActive) await assertMayOpen(tx.db, reader, before);
      await setActive(tx, input);
      // A post shown again is not new, so no event.
      if (!input.isActive) tx.after(() => watching.closed(before));
      return { post: { ...before, isActive: input.isActive }, activeLeft: await activeLeft(tx.db, reader) };
    },

    async feed({ userId, now }: CallContext, input: Input<'listPosts'>): Promise<Output<'listPosts'>> {
      const language = input?.language == null ? null : canonicalLanguage(input.language);
      const asking = database.reader.query(readerQuery(database.read, userId));
      const region = input?.region ?? (await asking)[0]?.region ?? null;
      if (region === null) throw new DomainError('unknown-region');
      const wanted = { region, language, ageRange: anyIsAll(input?.ageRange ?? null) };
      const newestAsked = database.reader.query(newestOf({ userId, now }, wanted));
      const [[reader], newest] = await Promise.all([asking, newestAsked]);
      const chosen = mixture(newest, reader?.isPaid ? 'paid' : 'free');
      return { region, posts: await postsFor(database.read, { userId, now }, chosen) };
    },

    async get({ userId, now }: CallContext, { postId }: Input<'getPost'>): Promise<Output<'getPost'>> {
      return { post: await shown(database.read, { userId, now }, postId) };
    },

    async own({ userId, now }: CallContext): Promise<Output<'listOwnPosts'>> {
      const { rows } = await ownOf(userId).execute(database.read);
      return {
        posts: await postsFor(database.read, { userId, now }, rows),
        activeLeft: await activeLeft(database.read, { userId, now }),
      };
    },

    async watch({ userId, tab }: CallContext, { region }: Input<'watchFeed'>): Promise<null> {
      if (tab !== null) watching.follow({ userId, tab, region });
      return null;
    },

    /** Counts open posts in the user's region, 100 at most; null without a region. */
    async countFor(db: Kysely<DB>, { userId, now }: Reader): Promise<number | null> {
      const reader = await readerOf(db, userId);
      if (!reader?.region) return null;
      const { rows } = await countOf({ region: reader.region, now, upTo: FIXED.momentsCounted }).execute(db);
      return rows[0]?.posts ?? 0;
    },
  };
}

async function activeLeft(db: Kysely<DB>, reader: Reader): Promise<number> {
  return Math.max(0, FIXED.activePosts - (await countActive(db, reader)));
}

/** @throws DomainError 'post-over' or 'too-many-posts'. */
async function assertMayOpen(db: Kysely<DB>, reader: Reader, post: Post): Promise<void> {
  if (post.expiresAt <= reader.now.getTime()) throw new DomainError('post-over');
  if ((await activeLeft(db, reader)) === 0) throw new DomainError('too-many-posts');
}

/** 'any' as a reader's choice means every age range, not only posts for all. */
function anyIsAll(ageRange: string | null): string | null {
  return ageRange === 'any' ? null : ageRange;
}

/**
 * Another user's post that the reader is not shown counts as missing.
 * @throws DomainError 'post-not-found' or 'not-your-post'.
 */
export async function assertAuthor(db: Kysely<DB>, reader: Reader, postId: string): Promise<void> {
  if ((await findAuthor(db, postId)) === reader.userId) return;
  const { rows } = await postFor(reader, postId).execute(db);
  throw new DomainError(rows[0] ? 'not-your-post' : 'post-not-found');
}
