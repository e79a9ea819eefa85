import { FIXED, REPORT_REASONS, type SafetyTarget } from '@yonder/contract';
import { sql, type Kysely, type Selectable } from 'kysely';
import * as z from 'zod/mini';
import { idsOf, listOf, type DB, type Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';

export type Ground = (typeof REPORT_REASONS)[number];
/** What is visible of the reported target. */
export type Content = 'shown' | 'hidden' | 'removed' | 'none';

export interface NewReport {
  /** Null: the screening of written content. */
  reporter: string | null;
  reported: string;
  target: SafetyTarget;
  reason: Ground;
  text: string;
  /** What the reporter knows the other user by. */
  alias: string | null;
  /** Frozen at this moment; later changes of its source do not reach it. */
  evidence: unknown;
  caseId: string | null;
  content: Content;
  spendsReach: boolean;
}

/** acted: what a moderator decided about the case still stands. */
export type Outcome = 'acted' | 'not-acted';

export interface StoredReport extends NewReport {
  id: string;
  createdAt: Date;
  /** Null until a moderator has judged it. */
  outcome: Outcome | null;
}

export async function insertReport(tx: Tx, { target, evidence, caseId, ...report }: NewReport): Promise<string> {
  const { spendsReach, ...same } = report;
  const id = uuidv7(tx.now.getTime());
  const pointsAt = { target_type: target.type, target_id: target.id };
  const kept = { evidence: JSON.stringify(evidence), created_at: tx.now, case_id: caseId, spends_reach: spendsReach };
  await tx.db
    .insertInto('safety.report')
    .values({ ...same, ...pointsAt, ...kept, id })
    .execute();
  return id;
}

const evidenceOfPicture = z.object({ picture: z.string() });

/** Returns the path of the one picture the report is about, if it was uploaded and not yet shown; else null. */
export function pictureOf({ evidence }: Pick<StoredReport, 'evidence'>): string | null {
  return evidenceOfPicture.safeParse(evidence).data?.picture ?? null;
}

/** Returns the reporter's last report of this target within 24 hours; the screening's only with the same words. */
export async function findRecent(
  tx: Tx,
  { reporter, reported, target, text }: Pick<NewReport, 'reporter' | 'reported' | 'target' | 'text'>,
): Promise<StoredReport | undefined> {
  let same = tx.db
    .selectFrom('safety.report')
    .selectAll()
    .where('reporter', 'is not distinct from', reporter)
    .where('reported', '=', reported)
    .where('created_at', '>', new Date(tx.now.getTime() - FIXED.reportAgainMs))
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id);
  if (reporter === null) same = same.where('text', '=', text);
  const row = await same.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row && reportOf(row);
}

const PICTURE = sql<string | null>`evidence ->> 'picture'`;

type SameThing = Pick<NewReport, 'reported' | 'target'>;

/** Whether another report has hidden the same target, and no moderator has judged that one. */
export async function isHiddenUnjudged(tx: Tx, { reported, target }: SameThing): Promise<boolean> {
  const same = tx.db
    .selectFrom('safety.report')
    .where('reported', '=', reported)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .where('content', '=', 'hidden')
    .where('outcome', 'is', null);
  return (await same.select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Marks as hidden the unjudged reports that could not hide the same target themselves. */
export async function markHidden(tx: Tx, { reported, target }: SameThing): Promise<void> {
  await tx.db
    .updateTable('safety.report')
    .set({ content: 'hidden' })
    .where('reported', '=', reported)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .where(PICTURE, 'is', null)
    .where('content', '=', 'shown')
    .where('outcome', 'is', null)
    .execute();
}

/** Changes a report. Evidence only grows: its source may show less later, or be gone. */
export async function changeReport(
  tx: Tx,
  id: string,
  change: { reason?: Ground; text?: string; content?: Content; spends_reach?: true; evidence: unknown },
): Promise<void> {
  const evidence = JSON.stringify(change.evidence);
  await tx.db
    .updateTable('safety.report')
    .set({ ...change, evidence })
    .where('id', '=', id)
    .execute();
}

/** Returns which of these senders' messages moderators have removed for good. */
export async function removedMessages(
  db: Kysely<DB>,
  { senders, messageIds }: { senders: readonly string[]; messageIds: readonly string[] },
): Promise<Set<string>> {
  if (messageIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('safety.report')
    .where('reported', 'in', senders)
    .where('content', '=', 'removed')
    .where('target_type', '=', 'message')
    .where(sql<boolean>`target_id = ANY(${listOf(messageIds)}::text[])`)
    .select('target_id')
    .execute();
  return new Set(rows.map(({ target_id }) => target_id));
}

/** Adds the earlier reports without a case to the case that was opened. */
export async function gather(tx: Tx, { reported, caseId }: { reported: string; caseId: string }): Promise<void> {
  await tx.db
    .updateTable('safety.report')
    .set({ case_id: caseId })
    .where('reported', '=', reported)
    .where('case_id', 'is', null)
    .where('outcome', 'is', null)
    .execute();
}

interface Voices {
  /** The number of all reports. */
  reports: number;
  /** The latest reports, in the order in which they were made. */
  voices: { reporter: string | null; reason: Ground }[];
}

/** Returns what a case is based on. */
export async function voicesOf(db: Kysely<DB>, caseId: string, limit: number): Promise<Voices> {
  const all = db.selectFrom('safety.report').where('case_id', '=', caseId);
  const rows = await all.select(['reporter', 'reason']).orderBy('id', 'desc').limit(limit).execute();
  const { reports } = await all
    .select((report) => report.fn.countAll<number>().as('reports'))
    .executeTakeFirstOrThrow();
  const voices = rows.map(({ reporter, reason }) => ({ reporter, reason: groundOf(reason) }));
  return { reports, voices: voices.toReversed() };
}

/** Lists newest first. */
export async function reportsOf(db: Kysely<DB>, caseId: string, limit: number): Promise<StoredReport[]> {
  const all = db.selectFrom('safety.report').selectAll().where('case_id', '=', caseId);
  return (await all.orderBy('id', 'desc').limit(limit).execute()).map(reportOf);
}

/** Lists reports that still hold evidence. */
export async function evidenceIn(db: Kysely<DB>, caseId: string, limit: number): Promise<StoredReport[]> {
  const all = db.selectFrom('safety.report').selectAll().where('case_id', '=', caseId);
  const holding = all.where('evidence', '<>', sql<string>`'{}'::jsonb`);
  return (await holding.orderBy('id').limit(limit).execute()).map(reportOf);
}

/** Returns the latest report of each target, or picture, of a case. `reportIds`: of these alone. */
export async function latestOfEach(
  db: Kysely<DB>,
  caseId: string,
  which: { contents: readonly Content[]; reportIds?: readonly string[]; limit: number },
): Promise<StoredReport[]> {
  const { contents, reportIds, limit } = which;
  let reports = db
    .selectFrom('safety.report')
    .distinctOn(['target_type', 'target_id', PICTURE])
    .selectAll()
    .where('case_id', '=', caseId)
    .where('content', 'in', contents);
  if (reportIds !== undefined) reports = reports.where(sql<boolean>`id = ANY(${idsOf(reportIds)}::uuid[])`);
  const each = reports.orderBy('target_type').orderBy('target_id').orderBy(PICTURE).orderBy('id', 'desc');
  return (await each.limit(limit).execute()).map(reportOf);
}

/** Sets what is visible of a target, in all reports of the case that point at it. */
export async function changeContent(
  tx: Tx,
  { caseId, report }: { caseId: string; report: StoredReport },
  content: Content,
): Promise<void> {
  await tx.db
    .updateTable('safety.report')
    .set({ content })
    .where('case_id', '=', caseId)
    .where('target_type', '=', report.target.type)
    .where('target_id', '=', report.target.id)
    .where(PICTURE, 'is not distinct from', pictureOf(report))
    .execute();
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

/** Whether this user has made a report in this case. */
export async function hasReportedIn(db: Kysely<DB>, caseId: string, userId: string): Promise<boolean> {
  const report = db.selectFrom('safety.report').where('case_id', '=', caseId).where('reporter', '=', userId);
  return (await report.select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Selects the cases with a report by this user. */
export function casesReportedBy(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('safety.report')
    .where('reporter', '=', userId)
    .where('case_id', 'is not', null)
    .select(({ ref }) => ref('case_id').$notNull().as('case_id'));
}

/** Drops the evidence of reports, which held it: from now on the ordinary deletion of its sources goes on. */
export async function dropEvidence(tx: Tx, reportIds: readonly string[]): Promise<void> {
  if (reportIds.length === 0) return;
  await tx.db
    .updateTable('safety.report')
    .set({ evidence: sql`'{}'::jsonb` })
    .where('id', 'in', reportIds)
    .execute();
}

/** Deletes reports of a case; 'more': some are left. */
export async function deleteReports(tx: Tx, caseId: string, limit: number): Promise<'done' | 'more'> {
  const some = tx.db.selectFrom('safety.report').select('id').where('case_id', '=', caseId).limit(limit);
  const gone = await tx.db.deleteFrom('safety.report').where('id', 'in', some).executeTakeFirst();
  return Number(gone.numDeletedRows) < limit ? 'done' : 'more';
}

/** Returns a report that is in no case yet. */
export async function findWaiting(tx: Tx, reportId: string): Promise<StoredReport | undefined> {
  const report = tx.db.selectFrom('safety.report').selectAll().where('id', '=', reportId).where('case_id', 'is', null);
  const row = await report.executeTakeFirst();
  return row && reportOf(row);
}

const TYPES = ['user', 'call', 'chatRoom', 'message', 'post', 'comment'] as const satisfies SafetyTarget['type'][];
const OUTCOMES = ['acted', 'not-acted'] as const satisfies Outcome[];
const CONTENTS = ['shown', 'hidden', 'removed', 'none'] as const satisfies Content[];

function reportOf(row: Selectable<DB['safety.report']>): StoredReport {
  const { id, reporter, reported, text, alias, evidence } = row;
  return {
    id,
    reporter,
    reported,
    text,
    alias,
    evidence,
    caseId: row.case_id,
    createdAt: row.created_at,
    target: {
      type: targetTypeOf(row.target_type),
      id: row.target_id,
    },
    reason: groundOf(row.reason),
    outcome: outcomeOf(row.outcome),
    spendsReach: row.spends_reach,
    content: CONTENTS.find((content) => content === row.content) ?? 'none',
  };
}

export function targetTypeOf(stored: string): SafetyTarget['type'] {
  return TYPES.find((type) => type === stored) ?? 'user';
}

export function outcomeOf(stored: string | null): Outcome | null {
  return OUTCOMES.find((outcome) => outcome === stored) ?? null;
}

export function groundOf(stored: string): Ground {
  return REPORT_REASONS.find((reason) => reason === stored) ?? 'other';
}
