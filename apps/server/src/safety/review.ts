import { FIXED, type SafetyTarget } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { insertReport } from './store.ts';

/** What the screening lets through and wants somebody to look at. */
export interface Reviewed {
  userId: string;
  target: SafetyTarget;
  /** As it was written. */
  text: string;
  /** Whose messages are kept with it. */
  chatRoomId?: string;
}

/** A report by nobody. Once for the same target. */
export async function review(tx: Tx, { userId: reported, target, text: written, chatRoomId }: Reviewed): Promise<void> {
  const text = written.slice(0, FIXED.reportTextLength).toWellFormed();
  const known = await tx.db
    .selectFrom('safety.report')
    .where('reported', '=', reported)
    .where('reporter', 'is', null)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .where('text', '=', text)
    .select('id')
    .executeTakeFirst();
  if (known) return;
  const evidence = { text: written, ...(chatRoomId !== undefined && { chatRoomId }) };
  await insertReport(tx, { reporter: null, reported, target, reason: 'other', text, evidence });
}
