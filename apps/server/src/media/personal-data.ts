import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { byPages, ERASED_AT_ONCE, type Area, type PersonalData } from '../platform/personal-data.ts';
import { dropUsage, giveUp } from './rows.ts';

/** Returns the user's existing files, except one-time images. */
export function filesOf(db: Kysely<DB>, userId: string) {
  return byPages(async (last: { path: string } | null, limit) => {
    const theirs = db
      .selectFrom('media.object')
      .where('owner', '=', userId)
      .where('erase_at', 'is', null)
      .where('held_at', 'is', null)
      .where('folder', '<>', 'one-time');
    return (last ? theirs.where('path', '>', last.path) : theirs)
      .orderBy('path')
      .limit(limit)
      .select(['path', 'bytes', 'created_at as createdAt'])
      .execute();
  });
}

const files: Area = {
  name: 'files',
  about: 'Your photos, pictures and voice messages; each is in the folder media under its path.',
  rows: filesOf,
};

interface MediaDataOptions {
  /** Returns those of the paths that a report keeps. */
  held(tx: Tx, of: { owner: string; paths: readonly string[] }): Promise<ReadonlySet<string>>;
  /** Runs after the commit: something may leave the store. */
  wake(): void;
}

export function mediaData({ held, wake }: MediaDataOptions): PersonalData {
  return {
    areas: [files],
    async erase(tx, userId) {
      await tx.db.deleteFrom('media.one_time').where('sender', '=', userId).execute();
      const paths = await keptPaths(tx, userId);
      const kept = await held(tx, { owner: userId, paths });
      const free = paths.filter((path) => !kept.has(path)).slice(0, ERASED_AT_ONCE);
      for (const path of free) await giveUp(tx, path);
      if (free.length > 0) tx.after(wake);
      await dropUsage(tx, userId);
      if (free.length === ERASED_AT_ONCE) return 'more';
      return kept.size > 0 ? 'held' : 'done';
    },
  };
}

async function keptPaths(tx: Tx, owner: string): Promise<string[]> {
  const theirs = tx.db.selectFrom('media.object').where('owner', '=', owner).where('erase_at', 'is', null);
  return (await theirs.select('path').execute()).map(({ path }) => path);
}
