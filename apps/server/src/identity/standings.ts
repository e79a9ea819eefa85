import { type Kysely } from 'kysely';
import { statement, type DB, type HotConnection, type Tx } from '../platform/database.ts';
import { noteForLedger } from '../platform/ledger-note.ts';

const suspended = statement<{ userId: string }>(import.meta.resolve('./suspended.sql'));
const moderating = statement<{ userId: string }>(import.meta.resolve('./moderators.sql'));

export async function suspendedAt(line: Pick<HotConnection, 'run'>, now: Date): Promise<string[]> {
  return (await line.run(suspended, [now])).map(({ userId }) => userId);
}

export async function moderators(line: Pick<HotConnection, 'run'>): Promise<string[]> {
  return (await line.run(moderating, [])).map(({ userId }) => userId);
}

/**
 * Suspends all accounts of one identity until then; null: lifts it, 'ever': no end. Nodes see it with their next read.
 * The hash of an erased account gets the same end, and opens no new account until then.
 */
export async function suspendAccounts(
  tx: Tx,
  { userIds, until }: { userIds: readonly string[]; until: Date | 'ever' | null },
): Promise<void> {
  const end = until === 'ever' ? 'infinity' : until;
  await tx.db.updateTable('identity.account').set({ suspended_until: end }).where('user_id', 'in', userIds).execute();
  await tx.db
    .updateTable('identity.kept_out')
    .set({ until: end ?? tx.now })
    .where('person', 'in', userIds)
    .where('for_age', '=', false)
    .execute();
  await noteForLedger(tx, ...userIds);
}

/** Returns which of these users are suspended now. */
export async function findBarred(db: Kysely<DB>, userIds: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('identity.account')
    .where('user_id', 'in', userIds)
    .where('suspended_until', '>', now)
    .select('user_id')
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** False when the role is as asked already, or there is no account. */
export async function setModerator(
  tx: Tx,
  { userId, moderates }: { userId: string; moderates: boolean },
): Promise<boolean> {
  const role = moderates ? 'moderator' : null;
  const changed = await tx.db
    .updateTable('identity.account')
    .set({ role })
    .where('user_id', '=', userId)
    .where('role', 'is distinct from', role)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Returns the moderators that are neither suspended nor leaving. */
export async function findModerators(db: Kysely<DB>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('identity.account')
    .where('role', '=', 'moderator')
    .where('erases_at', 'is', null)
    .where((account) => account.or([account('suspended_until', 'is', null), account('suspended_until', '<=', now)]))
    .select('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Lets a user finish onboarding after a refusal for age; false: there was none. */
export async function readmit(tx: Tx, userId: string): Promise<boolean> {
  const readmitted = await tx.db
    .updateTable('identity.account')
    .set({ refused_at: null })
    .where('user_id', '=', userId)
    .where('refused_at', 'is not', null)
    .executeTakeFirst();
  if (readmitted.numUpdatedRows === 0n) return false;
  await noteForLedger(tx, userId);
  return true;
}
