import { FIXED, REPORT_REASONS, type SafetyTarget } from '@yonder/contract';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';

export type Ground = (typeof REPORT_REASONS)[number];
/** What is to be seen of what was reported. */
export type Content = 'shown' | 'hidden' | 'removed' | 'none';

export interface NewReport {
  /** Null: the screening of what was written. */
  reporter: string | null;
  reported: string;
  target: SafetyTarget;
  reason: Ground;
  text: string;
  /** What the reporter knows the other by. */
  alias: string | null;
  /** As it is at this moment, whatever happens to its source later. */
  evidence: unknown;
  caseId: string | null;
  content: Content;
}

export interface StoredReport extends NewReport {
  id: string;
  createdAt: Date;
}

/** A minor, or somebody's life, may be in danger: it is hidden until somebody has looked. */
export function isUrgent(reason: Ground): boolean {
  return reason === 'minor' || reason === 'self-harm';
}

export async function insertReport(tx: Tx, { target, evidence, caseId, ...report }: NewReport): Promise<string> {
  const id = uuidv7(tx.now.getTime());
  const pointsAt = { target_type: target.type, target_id: target.id };
  const kept = { evidence: JSON.stringify(evidence), created_at: tx.now, case_id: caseId };
  await tx.db
    .insertInto('safety.report')
    .values({ ...report, ...pointsAt, ...kept, id })
    .execute();
  return id;
}

/** What the same person, or the screening, has said of the same thing a moment ago. */
export async function findRecent(
  tx: Tx,
  { reporter, reported, target }: { reporter: string | null; reported: string; target: SafetyTarget },
): Promise<StoredReport | undefined> {
  const row = await tx.db
    .selectFrom('safety.report')
    .selectAll()
    .where('reporter', 'is not distinct from', reporter)
    .where('reported', '=', reported)
    .where('created_at', '>', new Date(tx.now.getTime() - FIXED.reportAgainMs))
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && reportOf(row);
}

/** What was frozen at first stays: later it may be worse to see, or gone. */
export async function changeReport(
  tx: Tx,
  id: string,
  change: { reason?: Ground; text?: string; content?: Content },
): Promise<void> {
  await tx.db.updateTable('safety.report').set(change).where('id', '=', id).execute();
}

/** A case has been opened: what was said before and had none is in it. */
export async function gather(tx: Tx, { reported, caseId }: { reported: string; caseId: string }): Promise<void> {
  await tx.db
    .updateTable('safety.report')
    .set({ case_id: caseId })
    .where('reported', '=', reported)
    .where('case_id', 'is', null)
    .execute();
}

/** What a case stands on: who said what, without the evidence. */
export async function voicesOf(db: Kysely<DB>, caseId: string): Promise<{ reporter: string | null; reason: Ground }[]> {
  const rows = await db
    .selectFrom('safety.report')
    .where('case_id', '=', caseId)
    .select(['reporter', 'reason'])
    .execute();
  return rows.map(({ reporter, reason }) => ({ reporter, reason: groundOf(reason) }));
}

/** Newest first; without a limit: all. */
export async function reportsOf(db: Kysely<DB>, caseId: string, limit?: number): Promise<StoredReport[]> {
  let rows = db.selectFrom('safety.report').selectAll().where('case_id', '=', caseId).orderBy('id', 'desc');
  if (limit !== undefined) rows = rows.limit(limit);
  return (await rows.execute()).map(reportOf);
}

export async function countReportsBy(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('safety.report')
    .where('reporter', 'in', userIds)
    .groupBy('reporter')
    .select(['reporter', (report) => report.fn.countAll<number>().as('reports')])
    .execute();
  return new Map(rows.map(({ reporter, reports }) => [reporter ?? '', reports]));
}

/** Whether they have reported somebody in this case. */
export async function hasReportedIn(db: Kysely<DB>, caseId: string, userId: string): Promise<boolean> {
  const report = db.selectFrom('safety.report').where('case_id', '=', caseId).where('reporter', '=', userId);
  return (await report.select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Cases in which they have reported somebody. */
export function casesReportedBy(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('safety.report')
    .where('reporter', '=', userId)
    .where('case_id', 'is not', null)
    .select(({ ref }) => ref('case_id').$notNull().as('case_id'));
}

/** Evidence is held as long as it stands here: from now on the ordinary deletion of its sources goes on. */
export async function dropEvidence(tx: Tx, reportIds: readonly string[]): Promise<void> {
  if (reportIds.length === 0) return;
  await tx.db
    .updateTable('safety.report')
    .set({ evidence: sql`'{}'::jsonb` })
    .where('id', 'in', reportIds)
    .execute();
}

/** One that never came to a case, made so long ago. */
export async function findWaiting(tx: Tx, reportId: string): Promise<StoredReport | undefined> {
  const report = tx.db.selectFrom('safety.report').selectAll().where('id', '=', reportId).where('case_id', 'is', null);
  const row = await report.executeTakeFirst();
  return row && reportOf(row);
}

const TYPES = ['user', 'call', 'chatRoom', 'message', 'post', 'comment'] as const satisfies SafetyTarget['type'][];
const CONTENTS = ['shown', 'hidden', 'removed', 'none'] as const satisfies Content[];

function reportOf(row: Selectable<DB['safety.report']>): StoredReport {
  const { id, reporter, reported, text, alias, evidence } = row;
  return {
    ...{ id, reporter, reported, text, alias, evidence, caseId: row.case_id, createdAt: row.created_at },
    target: { type: TYPES.find((type) => type === row.target_type) ?? 'user', id: row.target_id },
    reason: groundOf(row.reason),
    content: CONTENTS.find((content) => content === row.content) ?? 'none',
  };
}

function groundOf(stored: string): Ground {
  return REPORT_REASONS.find((reason) => reason === stored) ?? 'other';
}
