import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';

/** What became of a report. */
export type Verdict = 'dismissed' | 'upheld';

/** Whose word weighs less says nothing until somebody else says so, too; but for what cannot wait. */
export const LEAST_WEIGHT = 10;
export const WHOLE_WEIGHT = 100;
const FALL = 20;
const RISE = 5;

/** It falls fast with what was dismissed, and recovers slowly. */
export function weightAfter(weight: number, verdict: Verdict): number {
  return verdict === 'dismissed' ? Math.max(0, weight - FALL) : Math.min(WHOLE_WEIGHT, weight + RISE);
}

export interface Reporter {
  userId: string;
  weight: number;
  /** Cases with a report of theirs, by what came of it. */
  dismissed: number;
}

/** Whoever has never been judged has the whole weight. */
export async function findReporters(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Reporter>> {
  const nobody = (userId: string): Reporter => ({ userId, weight: WHOLE_WEIGHT, dismissed: 0 });
  const known = new Map<string, Reporter>(userIds.map((userId) => [userId, nobody(userId)]));
  if (userIds.length === 0) return known;
  const rows = await db
    .selectFrom('safety.reporter')
    .where('user_id', 'in', userIds)
    .select(['user_id as userId', 'weight', 'dismissed'])
    .execute();
  for (const row of rows) known.set(row.userId, row);
  return known;
}

export async function weightOf(db: Kysely<DB>, userId: string): Promise<number> {
  return (await findReporters(db, [userId])).get(userId)?.weight ?? WHOLE_WEIGHT;
}

/** Everybody who reported in a case that was decided, in the order of their ids. */
export async function judgeReporters(tx: Tx, userIds: readonly string[], verdict: Verdict): Promise<void> {
  const before = await findReporters(tx.db, userIds);
  for (const userId of [...new Set(userIds)].toSorted()) {
    const weight = weightAfter(before.get(userId)?.weight ?? WHOLE_WEIGHT, verdict);
    await tx.db
      .insertInto('safety.reporter')
      .values({ user_id: userId, weight, [verdict]: 1 })
      .onConflict((known) =>
        known.column('user_id').doUpdateSet(({ eb, ref }) => ({
          weight,
          [verdict]: eb(ref(`safety.reporter.${verdict}`), '+', 1),
        })),
      )
      .execute();
  }
}
