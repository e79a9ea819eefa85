import { FIXED } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { deleteReports } from '../safety/index.ts';
import { lockCase } from './cases-store.ts';
import { hasOpenAppeal, standsInForce } from './statements-store.ts';

/** Deadline for a case that may be deleted. */
export const FORGET = 'moderation.forget';
/** A case that suspends the person or has an open appeal is checked again this much later. */
const AGAIN_MS = 30 * 86_400_000;
/** Reports per transaction. */
const AT_ONCE = 500;

/** Sets the deadline that deletes a closed case. */
export async function forgetInTime(tx: Tx, caseId: string): Promise<void> {
  await tx.deadline({ kind: FORGET, key: caseId, due: new Date(tx.now.getTime() + FIXED.caseMs) });
}

/** Deletes a case with its reports, decisions and remarks. The audit log keeps that there was a decision. */
export async function forget(tx: Tx, caseId: string): Promise<void> {
  const matter = await lockCase(tx, caseId);
  if (!matter?.closed_at || matter.closed_at.getTime() + FIXED.caseMs > tx.now.getTime()) return;
  const isNeeded = (await hasOpenAppeal(tx.db, caseId)) || (await standsInForce(tx.db, caseId, tx.now));
  if (isNeeded) {
    await tx.deadline({ kind: FORGET, key: caseId, due: new Date(tx.now.getTime() + AGAIN_MS) });
  } else if ((await deleteReports(tx, caseId, AT_ONCE)) === 'more') {
    await tx.deadline({ kind: FORGET, key: caseId, due: tx.now });
  } else {
    await tx.db.deleteFrom('moderation.statement').where('case_id', '=', caseId).execute();
    await tx.db.deleteFrom('moderation.case').where('id', '=', caseId).execute();
  }
}
