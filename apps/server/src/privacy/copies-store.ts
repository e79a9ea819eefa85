import type { Kysely, UpdateQueryBuilder, UpdateResult } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';

/** A copy of a user's data, or the attempt at one. */
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

/** The size of a copy that can be fetched. */
export async function copyBytes(
  db: Kysely<DB>,
  { path, now }: { path: string; now: Date },
): Promise<number | undefined> {
  const ready = db.selectFrom('privacy.copy').where('path', '=', path).where('expires_at', '>', now).select('bytes');
  return (await ready.executeTakeFirst())?.bytes ?? undefined;
}

/** Begins a new copy in place of one that has failed or expired. False: one is being made, or ready. */
export async function beginCopy(tx: Tx, { userId, path }: { userId: string; path: string }): Promise<boolean> {
  const fresh = {
    path,
    state: 'making',
    attempts: 0,
    requested_at: tx.now,
    bytes: null,
    expires_at: null,
    alive_at: null,
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

/** One attempt at a copy: of two at once the later one counts. */
export interface Attempt {
  path: string;
  attempts: number;
}

export async function isToBeMade(tx: Tx, path: string): Promise<boolean> {
  const copy = tx.db.selectFrom('privacy.copy').where('path', '=', path).where('state', '=', 'making');
  return (await copy.select('path').executeTakeFirst()) !== undefined;
}

/** Begins another attempt at a copy being made. Undefined: there is none to make, or one has been alive since. */
export async function attemptCopy(
  tx: Tx,
  { path, since }: { path: string; since: Date },
): Promise<(Attempt & { userId: string }) | undefined> {
  const copy = tx.db.selectFrom('privacy.copy').where('path', '=', path).where('state', '=', 'making');
  const found = await copy.select(['user_id as userId', 'attempts', 'alive_at']).forUpdate().executeTakeFirst();
  if (!found) return undefined;
  if (found.alive_at !== null && found.alive_at > since) return undefined;
  const attempts = found.attempts + 1;
  await tx.db.updateTable('privacy.copy').set({ attempts, alive_at: tx.now }).where('path', '=', path).execute();
  return { path, attempts, userId: found.userId };
}

/** False: another attempt has replaced this one. */
export async function keepAlive(db: Kysely<DB>, attempt: Attempt, now: Date): Promise<boolean> {
  const alive = underWay(db.updateTable('privacy.copy').set({ alive_at: now }), attempt);
  return (await alive.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Marks the attempt as ended, successful or not: the next one need not wait for it to fall silent. */
export async function giveOver(db: Kysely<DB>, attempt: Attempt): Promise<void> {
  await underWay(db.updateTable('privacy.copy').set({ alive_at: null }), attempt).execute();
}

/** False: another attempt has replaced this one. */
export async function finishCopy(
  tx: Tx,
  { bytes, expiresAt, ...attempt }: Attempt & { bytes: number; expiresAt: Date },
): Promise<boolean> {
  const ready = tx.db.updateTable('privacy.copy').set({ state: 'ready', bytes, expires_at: expiresAt });
  return (await underWay(ready, attempt).executeTakeFirst()).numUpdatedRows > 0n;
}

function underWay(update: UpdateQueryBuilder<DB, 'privacy.copy', 'privacy.copy', UpdateResult>, attempt: Attempt) {
  const { path, attempts } = attempt;
  return update.where('path', '=', path).where('state', '=', 'making').where('attempts', '=', attempts);
}

export async function failCopy(tx: Tx, path: string): Promise<void> {
  await tx.db.updateTable('privacy.copy').set({ state: 'failed' }).where('path', '=', path).execute();
}

export async function deleteCopy(tx: Tx, path: string): Promise<void> {
  await tx.db.deleteFrom('privacy.copy').where('path', '=', path).execute();
}
