import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';

/** A copy of somebody's data, or the attempt at one. */
export interface StoredCopy {
  state: string;
  path: string;
  attempts: number;
  requestedAt: Date;
  bytes: number | null;
  expiresAt: Date | null;
}

export async function findCopy(db: Kysely<DB>, userId: string): Promise<StoredCopy | undefined> {
  return db
    .selectFrom('privacy.copy')
    .where('user_id', '=', userId)
    .select(['state', 'path', 'attempts', 'requested_at as requestedAt', 'bytes', 'expires_at as expiresAt'])
    .executeTakeFirst();
}

/** Of one that can be fetched. */
export async function copyBytes(
  db: Kysely<DB>,
  { path, now }: { path: string; now: Date },
): Promise<number | undefined> {
  const ready = db.selectFrom('privacy.copy').where('path', '=', path).where('expires_at', '>', now).select('bytes');
  return (await ready.executeTakeFirst())?.bytes ?? undefined;
}

/** A new one is made in place of what has failed or is over; false where one is being made, or ready. */
export async function beginCopy(tx: Tx, { userId, path }: { userId: string; path: string }): Promise<boolean> {
  const fresh = {
    ...{ path, state: 'making', attempts: 0, requested_at: tx.now, bytes: null, expires_at: null },
  };
  const begun = tx.db
    .insertInto('privacy.copy')
    .values({ user_id: userId, ...fresh })
    .onConflict((known) =>
      known
        .column('user_id')
        .doUpdateSet(fresh)
        .where((copy) =>
          copy.or([copy('privacy.copy.state', '=', 'failed'), copy('privacy.copy.expires_at', '<=', tx.now)]),
        ),
    );
  return (await begun.returning('user_id').executeTakeFirst()) !== undefined;
}

/** One more attempt at the one that is being made; undefined: there is none. */
export async function attemptCopy(tx: Tx, path: string): Promise<{ userId: string; attempts: number } | undefined> {
  return tx.db
    .updateTable('privacy.copy')
    .set((copy) => ({ attempts: copy('attempts', '+', 1) }))
    .where('path', '=', path)
    .where('state', '=', 'making')
    .returning(['user_id as userId', 'attempts'])
    .executeTakeFirst();
}

/** False: nobody waits for it any more. */
export async function finishCopy(
  tx: Tx,
  { path, bytes, expiresAt }: { path: string; bytes: number; expiresAt: Date },
): Promise<boolean> {
  const ready = tx.db.updateTable('privacy.copy').set({ state: 'ready', bytes, expires_at: expiresAt });
  const row = await ready.where('path', '=', path).where('state', '=', 'making').returning('path').executeTakeFirst();
  return row !== undefined;
}

export async function failCopy(tx: Tx, path: string): Promise<void> {
  await tx.db.updateTable('privacy.copy').set({ state: 'failed' }).where('path', '=', path).execute();
}

export async function deleteCopy(tx: Tx, path: string): Promise<void> {
  await tx.db.deleteFrom('privacy.copy').where('path', '=', path).execute();
}
