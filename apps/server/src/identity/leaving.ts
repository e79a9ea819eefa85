import { createHash } from 'node:crypto';
import { sql, type Insertable, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { lockLeases } from '../platform/leases.ts';
import { noteForLedger } from '../platform/ledger-note.ts';
import { endSessionsOf } from './store.ts';

/** Being under 18 is final. A ban has an end of its own. */
const FOR_EVER = new Date(8_640_000_000_000_000);

/** False when the account is leaving already, or missing. A concurrent sign-in waits for this transaction. */
export async function leave(tx: Tx, { userId, erasesAt }: { userId: string; erasesAt: Date }): Promise<boolean> {
  const row = await tx.db
    .updateTable('identity.account')
    .set({ erases_at: erasesAt })
    .where('user_id', '=', userId)
    .where('erases_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (row) await noteForLedger(tx, userId);
  return row !== undefined;
}

/** False when there is nothing to cancel, or it is too late. */
export async function stay(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.db
    .updateTable('identity.account')
    .set({ erases_at: null })
    .where('user_id', '=', userId)
    .where('erases_at', '>', tx.now)
    .returning('user_id')
    .executeTakeFirst();
  if (row) await noteForLedger(tx, userId);
  return row !== undefined;
}

/** Whether the account is about to be erased, or is gone. */
export async function isLeaving(db: Kysely<DB>, userId: string): Promise<boolean> {
  const account = db.selectFrom('identity.account').where('user_id', '=', userId).where('erases_at', 'is', null);
  return (await account.select('user_id').executeTakeFirst()) === undefined;
}

/** Returns when the account is erased; undefined: it stays, or is gone. */
export async function findErasure(db: Kysely<DB>, userId: string): Promise<Date | undefined> {
  const account = db.selectFrom('identity.account').where('user_id', '=', userId).select('erases_at');
  return (await account.executeTakeFirst())?.erases_at ?? undefined;
}

/** Returns when the most overdue account should have been erased. */
export async function findOverdueErasure(db: Kysely<DB>, now: Date): Promise<Date | undefined> {
  const leaving = db.selectFrom('identity.account').where('erases_at', '<', now).select('erases_at');
  return (await leaving.orderBy('erases_at').limit(1).executeTakeFirst())?.erases_at ?? undefined;
}

/**
 * Returns accounts that were never onboarded and are unused since `before`, and those refused for age before it.
 * Leaving accounts are not among them.
 */
export async function findUnused(
  db: Kysely<DB>,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    SELECT user_id AS "userId" FROM identity.account
    WHERE ${isUnused(before)} ORDER BY created_at LIMIT ${limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Erases an unused account from now on, like `leave`. A concurrent sign-in or onboarding keeps it: false. */
export async function leaveUnused(tx: Tx, { userId, before }: { userId: string; before: Date }): Promise<boolean> {
  const unused = tx.db.updateTable('identity.account').set({ erases_at: tx.now }).where('user_id', '=', userId);
  const row = await unused.where(isUnused(before)).returning('user_id').executeTakeFirst();
  if (row) await noteForLedger(tx, userId);
  return row !== undefined;
}

function isUnused(before: Date) {
  return sql<boolean>`erases_at IS NULL AND created_at < ${before} AND (
    refused_at < ${before}
    OR refused_at IS NULL AND onboarded_at IS NULL AND coalesce(signed_in_at, created_at) < ${before}
      AND NOT EXISTS (
        SELECT FROM identity.session WHERE session.user_id = account.user_id AND last_seen_at >= ${before}
      )
  )`;
}

/** Returns all account ids after `after`, ascending. */
export async function accountsAfter(
  db: Kysely<DB>,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  let accounts = db.selectFrom('identity.account').select('user_id').orderBy('user_id').limit(limit);
  if (after !== null) accounts = accounts.where('user_id', '>', after);
  return (await accounts.execute()).map(({ user_id }) => user_id);
}

/**
 * Erases the account and its sessions. A hash stays of a suspended, banned or refused one, and of one with an open
 * case: the same sign-in opens no new account.
 */
export async function eraseAccount(tx: Tx, userId: string): Promise<void> {
  // A concurrent report has opened its case by now, or finds no account.
  await lockLeases(tx);
  // Locked first: a concurrent sign-in waits, or its session is seen.
  const account = await tx.db
    .selectFrom('identity.account')
    .where('user_id', '=', userId)
    .select(['provider', 'subject', 'suspended_until', 'refused_at'])
    .forUpdate()
    .executeTakeFirst();
  if (!account) return;
  await endSessionsOf(tx, userId);
  await noteForLedger(tx, userId);
  await tx.db.deleteFrom('identity.account').where('user_id', '=', userId).execute();
  const identity_hash = identityHash(account);
  if (account.refused_at !== null) {
    // No decision about the account undoes a refusal for age: it gets an id of its own.
    await keepOut(tx, { identity_hash, person: uuidv7(tx.now.getTime()), until: FOR_EVER, for_age: true });
  }
  // A second row: undoing a refusal for age ends no ban and no open case.
  const until = account.suspended_until ?? tx.now;
  if (until > tx.now || (await isUndecided(tx.db, userId))) await keepOut(tx, { identity_hash, person: userId, until });
}

async function keepOut(tx: Tx, row: Insertable<DB['identity.kept_out']>): Promise<void> {
  await tx.db.insertInto('identity.kept_out').values(row).execute();
}

async function isUndecided(db: Kysely<DB>, userId: string): Promise<boolean> {
  const theirs = db.selectFrom('moderation.undecided').where('user_id', '=', userId).select('user_id');
  return (await theirs.executeTakeFirst()) !== undefined;
}

/** Whether a hash is all that is left of the account. */
export async function isOnlyKeptOut(db: Kysely<DB>, userId: string): Promise<boolean> {
  const kept = db
    .selectFrom('identity.kept_out')
    .where(sql<string>`person::text`, '=', userId)
    .select('person');
  return (await kept.executeTakeFirst()) !== undefined;
}

/** Returns why this sign-in opens no account: its last one was banned or refused, or has an open case. Null: it may. */
export async function findExclusion(
  tx: Tx,
  identity: { provider: string; subject: string },
): Promise<'account-banned' | 'under-age' | null> {
  await releaseKeptOut(tx);
  const kept = await tx.db
    .selectFrom('identity.kept_out')
    .where('identity_hash', '=', identityHash(identity))
    .select('for_age')
    .orderBy('for_age', 'desc')
    .executeTakeFirst();
  if (kept === undefined) return null;
  return kept.for_age ? 'under-age' : 'account-banned';
}

/** Lets a sign-in open an account again after a refusal for age and an erasure; false: there was none. */
export async function readmitErased(tx: Tx, identity: { provider: string; subject: string }): Promise<boolean> {
  const kept = tx.db.deleteFrom('identity.kept_out').where('identity_hash', '=', identityHash(identity));
  const { numDeletedRows } = await kept.where('for_age', '=', true).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the hashes of ended bans and suspensions that have no open case. */
export async function releaseKeptOut(tx: Tx): Promise<void> {
  const released = await tx.db
    .deleteFrom('identity.kept_out')
    .where('until', '<=', tx.now)
    .where('person', 'not in', (undecided) => undecided.selectFrom('moderation.undecided').select('user_id'))
    .returning('person')
    .execute();
  await noteForLedger(tx, ...released.map(({ person }) => person));
}

/** Returns the ids of all accounts, open or erased, of the account's identity; `userId` among them. */
export async function findSameIdentity(db: Kysely<DB>, userId: string): Promise<string[]> {
  const { rows: identities } = await sql<{ hash: Buffer }>`
    SELECT identity_hash AS hash FROM identity.kept_out WHERE person = ${userId} AND NOT for_age
    UNION ALL
    SELECT identity.hash_of(provider, subject) FROM identity.account WHERE user_id = ${userId}`.execute(db);
  const hashes = identities.map(({ hash }) => hash);
  const { rows } = await sql<{ person: string }>`
    SELECT user_id AS person FROM identity.account WHERE identity.hash_of(provider, subject) = ANY(${hashes}::bytea[])
    UNION ALL
    SELECT person FROM identity.kept_out WHERE identity_hash = ANY(${hashes}::bytea[]) AND NOT for_age`.execute(db);
  return [...new Set([userId, ...rows.map(({ person }) => person)])].toSorted();
}

function identityHash({ provider, subject }: { provider: string; subject: string }): Buffer {
  return createHash('sha256').update(`${provider}\0${subject}`).digest();
}
