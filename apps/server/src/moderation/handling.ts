import type { Reason } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { hasReportedIn } from '../safety/index.ts';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import { lockCase, updateCase, type StoredCase } from './cases-store.ts';
import { step, type CaseEvent, type CaseState } from './machine.ts';
import { findProposed, type StoredStatement } from './statements-store.ts';

/** A case that this transaction has locked. */
export interface Handled {
  matter: StoredCase;
  /** The ban that waits in it. */
  proposed: StoredStatement | undefined;
}

/** @throws DomainError 'own-case' when the case is about the moderator, or has a report by them. */
export async function assertNotOwn(
  db: Kysely<DB>,
  { id, person }: Pick<StoredCase, 'id' | 'person'>,
  moderator: string,
): Promise<void> {
  if (person === moderator || (await hasReportedIn(db, id, moderator))) throw new DomainError('own-case');
}

/** @throws DomainError 'case-not-found' or 'own-case'. */
export async function handle(tx: Tx, { caseId, by }: { caseId: string; by: string }): Promise<Handled> {
  const matter = await lockCase(tx, caseId);
  if (!matter) throw new DomainError('case-not-found');
  await assertNotOwn(tx.db, matter, by);
  return { matter, proposed: await findProposed(tx.db, caseId) };
}

/** Returns what becomes of the case. @throws DomainError where that cannot be. */
export function after({ matter, proposed }: Handled, event: CaseEvent, approvals: number): CaseState {
  const next: CaseState | Reason = step(stateOf({ matter, proposed }), event, { approvals });
  if (typeof next === 'string') throw new DomainError(next);
  return next;
}

export async function saveState(tx: Tx, { id }: Pick<StoredCase, 'id'>, { kind }: CaseState): Promise<void> {
  await updateCase(tx, id, { state: kind, closed_at: kind === 'closed' ? tx.now : null });
}

function stateOf({ matter, proposed }: Handled): CaseState {
  if (matter.state !== 'approval') return { kind: matter.state === 'closed' ? 'closed' : 'open' };
  if (!proposed?.decided_by) throw new Error(`case ${matter.id} waits for approval of nothing`);
  return { kind: 'approval', proposedBy: proposed.decided_by, approvedBy: proposed.approved_by };
}
