import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import type { Outcome } from './reports.ts';

/** More dismissals would not lower a reach further. */
const DISMISSALS = 20;

export interface ReachSpent {
  /** Reports that count against the reporter's reach until they are judged. */
  unjudged: number;
  /** When the latest cases with a report of theirs were dismissed. */
  dismissedAt: Date[];
}

/** Only this transaction changes it: the leases are locked wherever a report is filed or judged. */
export async function findReachSpent(tx: Tx, reporter: string): Promise<ReachSpent> {
  const own = tx.db.selectFrom('safety.report').where('reporter', '=', reporter);
  const { unjudged } = await own
    .where('spends_reach', '=', true)
    .where('outcome', 'is', null)
    .select((report) => report.fn.countAll<number>().as('unjudged'))
    .executeTakeFirstOrThrow();
  const dismissed = await own
    .where('outcome', '=', 'not-acted')
    .where('spends_reach', '=', true)
    .where('case_id', 'is not', null)
    .groupBy('case_id')
    .select((report) => report.fn.max('outcome_at').as('at'))
    .orderBy('at', 'desc')
    .limit(DISMISSALS)
    .execute();
  return { unjudged, dismissedAt: dismissed.flatMap(({ at }) => at ?? []) };
}

/** Which reports: those by name, or those by alias too. */
export type KnownBy = 'name' | 'any';

export interface ClosedReports {
  caseId: string;
  outcome: Outcome;
  /** Lowers the reporters' reach. A decision that was reversed later does not: a moderator agreed with them. */
  isDismissed: boolean;
  knownBy: KnownBy;
}

/**
 * Gives up to `limit` reports of a case its outcome. Returns how many, and their reporters; the screening and erased
 * accounts have none. A reporter appears once for each name or alias they know the person by, as if those were several
 * people.
 */
export async function closeReports(
  tx: Tx,
  { caseId, outcome, isDismissed, knownBy, limit }: ClosedReports & { limit: number },
): Promise<{ closed: number; reporters: string[] }> {
  const known = knownBy === 'name' ? sql`AND alias IS NULL` : sql``;
  const { rows } = await sql<{ closed: number; reporters: string[] }>`
    WITH closed AS (
      UPDATE safety.report SET outcome = ${outcome}, outcome_at = ${tx.now}, spends_reach = ${isDismissed}
      WHERE id IN (
        SELECT id FROM safety.report
        WHERE case_id = ${caseId} AND outcome IS DISTINCT FROM ${outcome} ${known} ORDER BY id LIMIT ${limit}
      )
      RETURNING reporter, alias
    )
    SELECT (SELECT count(*)::int FROM closed) AS closed, ARRAY(
      SELECT reporter FROM closed JOIN identity.member ON member.user_id = reporter
      GROUP BY reporter, alias ORDER BY reporter
    ) AS reporters`.execute(tx.db);
  return rows[0] ?? { closed: 0, reporters: [] };
}

/** Closes a report that came to no case and drops its evidence. Null: it is closed, or in a case by now. */
export async function closeUnheard(tx: Tx, reportId: string): Promise<{ reporters: string[] } | null> {
  const closed = await tx.db
    .updateTable('safety.report')
    .set({ outcome: 'not-acted', outcome_at: tx.now, evidence: sql`'{}'::jsonb` })
    .where('id', '=', reportId)
    .where('case_id', 'is', null)
    .where('outcome', 'is', null)
    .returning(
      sql<string | null>`(SELECT member.user_id FROM identity.member WHERE member.user_id = reporter)`.as('reporter'),
    )
    .executeTakeFirst();
  return closed ? { reporters: closed.reporter === null ? [] : [closed.reporter] } : null;
}

/** Deletes a report that was closed without a case. */
export async function deleteUnheard(tx: Tx, reportId: string): Promise<void> {
  await tx.db
    .deleteFrom('safety.report')
    .where('id', '=', reportId)
    .where('case_id', 'is', null)
    .where('outcome', 'is not', null)
    .execute();
}

export interface ListedReport {
  id: string;
  about: string;
  reason: string;
  outcome: string | null;
  createdAt: Date;
}

/** Lists reports made before `before`, latest first. */
export async function findReports(
  db: Kysely<DB>,
  reporter: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ListedReport[]> {
  const own = db.selectFrom('safety.report').where('reporter', '=', reporter);
  return (before === null ? own : own.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'target_type as about', 'reason', 'outcome', 'created_at as createdAt'])
    .execute();
}
