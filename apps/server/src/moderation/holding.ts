import { FIXED } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { dropEvidence, evidenceIn } from '../safety/index.ts';
import { note } from './audit.ts';
import { lockCase } from './cases-store.ts';
import type { ContentSeam } from './seams.ts';
import { findLastAppealable, hasOpenAppeal } from './statements-store.ts';

/** Deadline for evidence that has been held long enough. */
export const LET_GO = 'moderation.let-go';

/** Reports per transaction. */
const AT_ONCE = FIXED.caseReports;

/** Sets the deadline of a closed case's evidence. It then depends on appeals whether the evidence is still needed. */
export async function holdEvidence(tx: Tx, caseId: string, closedAt: Date): Promise<void> {
  const due = new Date(Math.max(closedAt.getTime() + FIXED.evidenceMs, tx.now.getTime()));
  await tx.deadline({ kind: LET_GO, key: caseId, due });
}

/** Drops the evidence unless an appeal is open: the answer to it sets another deadline. */
export async function letGo(tx: Tx, caseId: string, content: Pick<ContentSeam, 'letGo'>): Promise<void> {
  const matter = await lockCase(tx, caseId);
  if (!matter?.closed_at || matter.closed_at.getTime() + FIXED.evidenceMs > tx.now.getTime()) return;
  if (await hasOpenAppeal(tx.db, caseId)) return;
  const appealableUntil = ((await findLastAppealable(tx.db, caseId))?.getTime() ?? -Infinity) + FIXED.appealMs;
  // An appeal on the last day still needs the evidence.
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
