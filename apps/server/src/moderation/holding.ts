import { FIXED } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { dropEvidence, evidenceIn } from '../safety/index.ts';
import { note } from './audit.ts';
import { lockCase } from './cases-store.ts';
import type { ContentSeam } from './seams.ts';
import { findLastAppealable, hasOpenAppeal } from './statements-store.ts';

/** A wake-up for evidence that has been held long enough. */
export const LET_GO = 'moderation.let-go';

/** Reports of one case, in one transaction. */
const AT_ONCE = FIXED.caseReports;

/** So long after the case was closed; then it is asked whether an appeal still needs the evidence. */
export async function holdEvidence(tx: Tx, caseId: string, closedAt: Date): Promise<void> {
  const due = new Date(Math.max(closedAt.getTime() + FIXED.evidenceMs, tx.now.getTime()));
  await tx.deadline({ kind: LET_GO, key: caseId, due });
}

/** Whoever answers an appeal makes another wake-up. */
export async function letGo(tx: Tx, caseId: string, content: Pick<ContentSeam, 'letGo'>): Promise<void> {
  const matter = await lockCase(tx, caseId);
  if (!matter?.closed_at || matter.closed_at.getTime() + FIXED.evidenceMs > tx.now.getTime()) return;
  if (await hasOpenAppeal(tx.db, caseId)) return;
  const appealableUntil = ((await findLastAppealable(tx.db, caseId))?.getTime() ?? -Infinity) + FIXED.appealMs;
  // An appeal of the last day is decided on what was reported.
  if (appealableUntil > tx.now.getTime()) {
    await tx.deadline({ kind: LET_GO, key: caseId, due: new Date(appealableUntil) });
    return;
  }
  const reports = await evidenceIn(tx.db, caseId, AT_ONCE);
  await dropEvidence(
    tx,
    reports.map(({ id }) => id),
  );
  await content.letGo(tx, reports);
  if (reports.length === AT_ONCE) return tx.deadline({ kind: LET_GO, key: caseId, due: tx.now });
  await note(tx, { by: null, what: 'evidence-let-go', caseId, about: matter.person });
}
