import { setModerator } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import { lockLeases } from '../platform/leases.ts';
import { note } from './audit.ts';
import { findCase, insertClosedCase } from './cases-store.ts';
import { SHOW } from './content.ts';
import { holdEvidence } from './holding.ts';
import { revokeOutcome } from './outcomes.ts';
import { forgetInTime } from './retention.ts';
import type { NoticeSeam } from './seams.ts';
import { findSuspensions, insertStatement, undoStatement } from './statements-store.ts';
import { applySuspensions } from './suspending.ts';

/** From the command line, in a process of its own: every node learns of it with its next reading. */
const ANOTHER_PROCESS = { announceStanding: () => {} };

/** False where it is so already. */
export async function giveRole(tx: Tx, who: { userId: string; moderates: boolean }): Promise<boolean> {
  if (!(await setModerator(tx, who))) return false;
  await note(tx, { by: null, what: who.moderates ? 'role-given' : 'role-taken', caseId: null, about: who.userId });
  return true;
}

/** As a moderator does, and on nobody else's word. hours: null, with no end. */
export async function suspendByOperator(
  tx: Tx,
  { userId: person, hours, text }: { userId: string; hours: number | null; text: string },
  notices: NoticeSeam,
): Promise<void> {
  await lockLeases(tx);
  const caseId = await insertClosedCase(tx, person);
  await forgetInTime(tx, caseId);
  const until = hours === null ? null : new Date(tx.now.getTime() + hours * 3_600_000);
  await insertStatement(tx, {
    ...{ caseId, person, action: hours === null ? 'ban' : 'suspend', state: 'in-force' },
    ...{ ground: 'other', text, note: '', removed: [], by: null, until },
  });
  await applySuspensions(tx, person, ANOTHER_PROCESS);
  await notices.stated(tx, person);
  await note(tx, { by: null, what: hours === null ? 'banned' : 'suspended', caseId, about: person });
}

/** Whatever keeps them out is undone; false: nothing does. */
export async function liftByOperator(tx: Tx, person: string, notices: NoticeSeam): Promise<boolean> {
  await lockLeases(tx);
  const standing = await findSuspensions(tx.db, person, tx.now);
  // A ban that waits is for moderators to refuse.
  const settled = standing.filter(({ state }) => state === 'in-force');
  for (const statement of settled) {
    const { case_id: key } = statement;
    await undoStatement(tx, statement);
    await tx.deadline({ kind: SHOW, key, due: tx.now });
    // An appeal has held it until now.
    const closedAt = (await findCase(tx.db, key))?.closed_at;
    if (statement.appeal_state === 'open' && closedAt) await holdEvidence(tx, key, closedAt);
    if (closedAt) await revokeOutcome(tx, key, notices);
  }
  await applySuspensions(tx, person, ANOTHER_PROCESS);
  if (settled.length === 0) return false;
  await notices.stated(tx, person);
  await note(tx, { by: null, what: 'lifted', caseId: settled[0]?.case_id ?? null, about: person });
  return true;
}
