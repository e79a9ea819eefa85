import type { QueueCheck } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import {
  afterFailedCheck,
  afterFailure,
  afterPass,
  queueCheckOf,
  type ConnectionRecord,
  type Holds,
} from './connection-record.ts';
import type { Mode } from './row.ts';

/** Failures to connect, in the caller's transaction. */
export interface ConnectionRecords {
  /** Counts a failure that this user caused; `mayPause` false limits the consequence to a check. */
  recordFailure(tx: Tx, failure: { userId: string; mode: Mode; mayPause?: boolean }): Promise<void>;
  /** Returns what keeps the user from a voice match after this check; null when nothing does. */
  recordCheck(tx: Tx, check: { userId: string; outcome: 'passed' | 'failed' }): Promise<QueueCheck | null>;
}

export const connectionRecords: ConnectionRecords = {
  async recordFailure(tx, failure) {
    await change(tx, failure, (before) => afterFailure(before, failure, tx.now.getTime()));
  },
  async recordCheck(tx, { userId, outcome }) {
    const now = tx.now.getTime();
    const record = await change(tx, { userId, mode: 'voice' }, (before) => {
      if (outcome === 'failed') return afterFailedCheck(before, now);
      return before && afterPass(before);
    });
    return record && queueCheckOf(record, now);
  },
};

/** Reads what keeps a user from a match. */
export async function findHolds(db: Kysely<DB>, { userId, mode }: { userId: string; mode: Mode }): Promise<Holds> {
  const records = db.selectFrom('engagement.connection_record').where('user_id', '=', userId).where('mode', '=', mode);
  const row = await records.select(['paused_until', 'check_until']).executeTakeFirst();
  return { pausedUntil: row?.paused_until?.getTime() ?? null, checkUntil: row?.check_until?.getTime() ?? null };
}

/** Locks an existing record: a concurrent change waits and sees what this one wrote. */
async function change(
  tx: Tx,
  { userId, mode }: { userId: string; mode: Mode },
  rule: (before: ConnectionRecord | null) => ConnectionRecord | null,
): Promise<ConnectionRecord | null> {
  const before = await lock(tx, { userId, mode });
  const after = rule(before);
  if (after === before || after === null) return after;
  const columns = {
    failures: after.failures,
    pauses: after.pauses,
    checked: after.checked,
    paused_until: dateOf(after.pausedUntil),
    check_until: dateOf(after.checkUntil),
    forget_at: new Date(after.forgetAt),
  };
  await tx.db
    .insertInto('engagement.connection_record')
    .values({ user_id: userId, mode, ...columns })
    .onConflict((known) => known.columns(['user_id', 'mode']).doUpdateSet(columns))
    .execute();
  return after;
}

async function lock(tx: Tx, { userId, mode }: { userId: string; mode: Mode }): Promise<ConnectionRecord | null> {
  const records = tx.db.selectFrom('engagement.connection_record').selectAll().where('user_id', '=', userId);
  const row = await records.where('mode', '=', mode).forUpdate().executeTakeFirst();
  if (!row) return null;
  return {
    failures: row.failures,
    pauses: row.pauses,
    checked: row.checked,
    pausedUntil: row.paused_until?.getTime() ?? null,
    checkUntil: row.check_until?.getTime() ?? null,
    forgetAt: row.forget_at.getTime(),
  };
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
