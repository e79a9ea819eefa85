import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { noteForLedger } from '../platform/ledger-note.ts';

/** What keeps an account hidden or excluded, as the ledger beside the object store has it. */
export interface LedgerStanding {
  /** SHA-256 of provider and subject, hex. */
  identity: string;
  erasesAt: number | null;
  suspendedUntil: number | 'ever' | null;
  isRefused: boolean;
}

/** Null: there is neither an account with this id nor the hash of an excluded one. */
export async function findLedgerStanding(db: Kysely<DB>, userId: string): Promise<LedgerStanding | null> {
  const { rows } = await sql<{ identity: string; erasesAt: Date | null; until: string | null; isRefused: boolean }>`
    SELECT encode(identity.hash_of(provider, subject), 'hex') AS identity, erases_at AS "erasesAt",
      suspended_until::text AS until, refused_at IS NOT NULL AS "isRefused"
    FROM identity.account WHERE user_id = ${userId}
    UNION ALL
    SELECT encode(identity_hash, 'hex'), NULL, until::text, false
    FROM identity.kept_out WHERE person = ${userId} AND NOT for_age
    LIMIT 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { identity, erasesAt, until, isRefused } = row;
  const suspendedUntil = until === null ? null : until === 'infinity' ? 'ever' : new Date(until).getTime();
  return { identity, erasesAt: erasesAt?.getTime() ?? null, suspendedUntil, isRefused };
}

/** Sets when an account is erased; false: the restored backup says the same, or has no such account. */
export async function restoreErasure(
  tx: Tx,
  { userId, erasesAt }: { userId: string; erasesAt: Date | null },
): Promise<boolean> {
  const changed = await tx.db
    .updateTable('identity.account')
    .set({ erases_at: erasesAt })
    .where('user_id', '=', userId)
    .where('erases_at', 'is distinct from', erasesAt)
    .returning('user_id')
    .executeTakeFirst();
  if (changed) await noteForLedger(tx, userId);
  return changed !== undefined;
}

/** Sets whether an account was refused for age; false: the restored backup says the same. */
export async function restoreRefusal(
  tx: Tx,
  { userId, isRefused }: { userId: string; isRefused: boolean },
): Promise<boolean> {
  const changed = await tx.db
    .updateTable('identity.account')
    .set({ refused_at: isRefused ? tx.now : null })
    .where('user_id', '=', userId)
    .where('refused_at', isRefused ? 'is' : 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Excludes an identity that has no account in the restored backup; false: it is excluded already. */
export async function restoreKeptOut(
  tx: Tx,
  { userId, identity, forAge }: { userId: string; identity: string; forAge: boolean },
): Promise<boolean> {
  const identity_hash = Buffer.from(identity, 'hex');
  const known = tx.db.selectFrom('identity.kept_out').where('identity_hash', '=', identity_hash).select('person');
  const theirs = forAge ? known.where('for_age', '=', true) : known.where('person', '=', userId);
  if (await theirs.executeTakeFirst()) return false;
  const person = forAge ? uuidv7(tx.now.getTime()) : userId;
  const until = forAge ? 'infinity' : tx.now;
  await tx.db.insertInto('identity.kept_out').values({ identity_hash, person, until, for_age: forAge }).execute();
  return true;
}
