import { FIXED } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { deleteReports } from '../safety/index.ts';
import { lockCase } from './cases-store.ts';
import { hasOpenAppeal, standsInForce } from './statements-store.ts';

/** A wake-up for a case that may be forgotten. */
export const FORGET = 'moderation.forget';
/** What still keeps somebody out, or is appealed, is looked at again so much later. */
const AGAIN_MS = 30 * 86_400_000;
/** Reports of one case, in one transaction. */
const AT_ONCE = 500;

/** So long after it was closed. */
export async function forgetInTime(tx: Tx, caseId: string): Promise<void> {
  await tx.deadline({ kind: FORGET, key: caseId, due: new Date(tx.now.getTime() + FIXED.caseMs) });
}

/** Who was reported, why, what was decided and what was written about it; the log keeps that there was a decision. */
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
