import { findSameIdentity, setModerator } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import { lockLeases } from '../platform/leases.ts';
import { note } from './audit.ts';
import { findCase, insertClosedCase, updateCase } from './cases-store.ts';
import { SHOW } from './content.ts';
import { holdEvidence } from './holding.ts';
import { revokeOutcome, type OutcomeNotices } from './outcomes.ts';
import { forgetInTime } from './retention.ts';
import type { NoticeSeam } from './seams.ts';
import { findSuspensions, insertStatement, undoStatement, type StoredStatement } from './statements-store.ts';
import { applySuspensions, findEnd } from './suspending.ts';

/** Runs in the command line's own process: every node sees the change with its next read. */
const ANOTHER_PROCESS = { announceStanding: () => {} };

/** False where the role is as asked already. */
export async function giveRole(tx: Tx, who: { userId: string; moderates: boolean }): Promise<boolean> {
  if (!(await setModerator(tx, who))) return false;
  await note(tx, { by: null, what: who.moderates ? 'role-given' : 'role-taken', caseId: null, about: who.userId });
  return true;
}

/** Suspends as a moderator does, without another's approval. `hours` null: no end. */
export async function suspendByOperator(
  tx: Tx,
  { userId: person, hours, text }: { userId: string; hours: number | null; text: string },
  notices: NoticeSeam,
): Promise<void> {
  await lockLeases(tx);
  await suspendUntil(tx, {
    person,
    until: hours === null ? null : new Date(tx.now.getTime() + hours * 3_600_000),
    text,
  });
  await notices.stated(tx, person);
}

/** Undoes everything that suspends the identity, also decisions about its earlier accounts; false: nothing does. */
export async function liftByOperator(tx: Tx, person: string, notices: NoticeSeam): Promise<boolean> {
  await lockLeases(tx);
  const standing = await findSuspensions(tx.db, await findSameIdentity(tx.db, person), tx.now);
  // Moderators refuse a proposed ban.
  const settled = standing.filter(({ state }) => state === 'in-force');
  for (const statement of settled) await undoSuspension(tx, statement, notices);
  await applySuspensions(tx, person, ANOTHER_PROCESS);
  if (settled.length === 0) return false;
  await notices.stated(tx, person);
  await note(tx, { by: null, what: 'lifted', caseId: settled[0]?.case_id ?? null, about: person });
  return true;
}

/** The text of a suspension that has lost its statement with the database. */
const RESTORED = 'This was decided before data had to be restored from a backup. What was written about it is lost.';

/** Reporters got the outcome before the backup was restored. */
const UNHEARD: OutcomeNotices = { reportsClosed: async () => {} };

/** Sets the suspension of an identity to what the ledger says; false: the restored backup says the same. */
export async function restoreSuspension(
  tx: Tx,
  { userId: person, until }: { userId: string; until: Date | 'ever' | null },
): Promise<boolean> {
  await lockLeases(tx);
  const standing = await findSuspensions(tx.db, await findSameIdentity(tx.db, person), tx.now);
  const end = until instanceof Date && until <= tx.now ? null : until;
  if (isSameEnd(findEnd(standing), end)) return false;
  for (const statement of standing) await undoSuspension(tx, statement, UNHEARD);
  if (end === null) {
    await applySuspensions(tx, person, ANOTHER_PROCESS);
    await note(tx, { by: null, what: 'lifted', caseId: standing[0]?.case_id ?? null, about: person });
  } else {
    await suspendUntil(tx, { person, until: end === 'ever' ? null : end, text: RESTORED });
  }
  return true;
}

function isSameEnd(one: Date | 'ever' | null, other: Date | 'ever' | null): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

/** `until` null: no end. */
async function suspendUntil(
  tx: Tx,
  { person, until, text }: { person: string; until: Date | null; text: string },
): Promise<void> {
  const caseId = await insertClosedCase(tx, person);
  await forgetInTime(tx, caseId);
  const action = until === null ? 'ban' : 'suspend';
  const words = { ground: 'other', text, note: '', removed: [] };
  await insertStatement(tx, { caseId, person, action, state: 'in-force', ...words, by: null, until });
  await applySuspensions(tx, person, ANOTHER_PROCESS);
  await note(tx, { by: null, what: until === null ? 'banned' : 'suspended', caseId, about: person });
}

/** Undoes a suspension and shows what it hid. A proposed ban is refused, its case reopened. */
async function undoSuspension(tx: Tx, statement: StoredStatement, notices: OutcomeNotices): Promise<void> {
  const { case_id: key } = statement;
  if (statement.state === 'proposed') {
    await undoStatement(tx, statement, { action: 'suspend' });
    await updateCase(tx, key, { state: 'open', closed_at: null });
    return;
  }
  await undoStatement(tx, statement);
  await tx.deadline({ kind: SHOW, key, due: tx.now });
  // An appeal has held the evidence until now.
  const closedAt = (await findCase(tx.db, key))?.closed_at;
  if (statement.appeal_state === 'open' && closedAt) await holdEvidence(tx, key, closedAt);
  if (closedAt) await revokeOutcome(tx, key, notices);
}
