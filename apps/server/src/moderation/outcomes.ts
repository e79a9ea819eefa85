import { randomInt } from 'node:crypto';
import type { Tx } from '../platform/database.ts';
import { closeReports, outcomeOf, type KnownBy, type Outcome } from '../safety/index.ts';
import { lockCase, updateCase, type StoredCase } from './cases-store.ts';
import type { NoticeSeam } from './seams.ts';
import { hasStandingStatement, hasStatement } from './statements-store.ts';

/** Deadline for reports of a case that have not got its outcome yet. */
export const REPORT_OUTCOMES = 'moderation.report-outcomes';
/** Reports per transaction: while it lasts no match is made. */
const AT_ONCE = 500;
/**
 * Delay for strangers. Two outcomes at one moment would tell that one report's stranger is the person named in the
 * other.
 */
const STRANGERS_MS = [5_000, 50_000] as const;

export type OutcomeNotices = Pick<NoticeSeam, 'reportsClosed'>;

/**
 * Tells the reporters of a case whether it was acted on, and nothing else. Reports of a person by name get it now,
 * reports of a stranger at a random moment within a minute.
 */
export async function setOutcome(
  tx: Tx,
  { id: caseId }: Pick<StoredCase, 'id'>,
  { outcome, notices }: { outcome: Outcome; notices: OutcomeNotices },
): Promise<void> {
  await updateCase(tx, caseId, { outcome });
  await close(tx, { caseId, outcome, knownBy: 'name' }, notices);
  const due = new Date(tx.now.getTime() + randomInt(...STRANGERS_MS));
  await tx.deadline({ kind: REPORT_OUTCOMES, key: caseId, due });
}

/** Changes the outcome once no decision of the case stands any more. */
export async function revokeOutcome(tx: Tx, caseId: string, notices: OutcomeNotices): Promise<void> {
  if (await hasStandingStatement(tx.db, caseId)) return;
  const matter = await lockCase(tx, caseId);
  if (matter && matter.outcome !== 'not-acted') await setOutcome(tx, matter, { outcome: 'not-acted', notices });
}

/** Gives the remaining reports the outcome, at the deadline. */
export async function emitOutcome(tx: Tx, caseId: string, notices: OutcomeNotices): Promise<void> {
  const outcome = outcomeOf((await lockCase(tx, caseId))?.outcome ?? null);
  if (outcome === null) return;
  const closed = await close(tx, { caseId, outcome, knownBy: 'any' }, notices);
  if (closed === AT_ONCE) await tx.deadline({ kind: REPORT_OUTCOMES, key: caseId, due: tx.now });
}

async function close(
  tx: Tx,
  reports: { caseId: string; outcome: Outcome; knownBy: KnownBy },
  notices: OutcomeNotices,
): Promise<number> {
  const isDismissed = reports.outcome === 'not-acted' && !(await hasStatement(tx.db, reports.caseId));
  const { closed, reporters } = await closeReports(tx, { ...reports, isDismissed, limit: AT_ONCE });
  await notices.reportsClosed(tx, reporters);
  return closed;
}
