import type { Input } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { lockLeases } from '../platform/leases.ts';
import { note } from './audit.ts';
import { lockCase } from './cases-store.ts';
import type { DecidingOptions } from './deciding.ts';
import { after, handle, saveState, type Handled } from './handling.ts';
import {
  findProposed,
  findStatement,
  insertStatement,
  undoStatement,
  updateStatement,
  type StoredStatement,
} from './statements-store.ts';

type BanningOptions = Pick<DecidingOptions, 'banApprovals' | 'consequences' | 'tellModerators'>;

/**
 * Puts a ban into force and shows the statement to the user anew. Where an appeal has already upheld the suspension,
 * the ban becomes a second statement, with an appeal of its own.
 */
async function pronounce(tx: Tx, proposed: StoredStatement, approved_by: string[]): Promise<void> {
  const { id, appeal_state, case_id: caseId, person, ground, text, removed, decided_by: by } = proposed;
  if (appeal_state !== 'upheld') {
    const banned = { state: 'in-force', until: null, acknowledged_at: null };
    await updateStatement(tx, id, { approved_by, ...banned });
    return;
  }
  await updateStatement(tx, id, { action: 'suspend', state: 'in-force' });
  const ban = { action: 'ban', state: 'in-force', ground, until: null } as const;
  await insertStatement(tx, { ...ban, caseId, person, text, note: proposed.note, removed, by, approved_by });
}

/** Handles a proposed ban: approval, refusal, and lapse. */
export type Banning = ReturnType<typeof createBanning>;

export function createBanning({ banApprovals: approvals, consequences, tellModerators }: BanningOptions) {
  async function approve(tx: Tx, handled: Handled, { proposed, by }: { proposed: StoredStatement; by: string }) {
    const { matter } = handled;
    const next = after(handled, { kind: 'approved', by }, approvals);
    const approved_by = [...proposed.approved_by, by];
    await saveState(tx, matter, next);
    if (next.kind !== 'closed') {
      await updateStatement(tx, proposed.id, { approved_by });
      return 'ban-approved';
    }
    await pronounce(tx, proposed, approved_by);
    await consequences.judged(tx, matter.person);
    await consequences.close(tx, matter, 'upheld');
    return 'banned';
  }

  /** Ends the suspension and reopens the case. */
  async function refuse(tx: Tx, handled: Handled, proposed: StoredStatement): Promise<'ban-refused'> {
    await saveState(tx, handled.matter, after(handled, { kind: 'refused' }, approvals));
    await undoStatement(tx, proposed, { action: 'suspend' });
    await consequences.judged(tx, handled.matter.person);
    return 'ban-refused';
  }

  return {
    refuse,

    /** Approves or refuses a ban. Its proposer may only refuse it. */
    async judge({ userId: by }: { userId: string }, tx: Tx, input: Input<'approveBan'>): Promise<string> {
      await lockLeases(tx);
      const found = await findStatement(tx.db, input.statementId);
      if (!found) throw new DomainError('statement-not-found');
      const handled = await handle(tx, { caseId: found.case_id, by });
      const { matter, proposed } = handled;
      if (proposed?.id !== found.id) throw new DomainError('no-ban-waits');
      const what = await (input.approve ? approve(tx, handled, { proposed, by }) : refuse(tx, handled, proposed));
      await note(tx, { by, what, caseId: matter.id, about: matter.person, note: input.note ?? '' });
      tellModerators(tx, matter.id);
      return matter.id;
    },

    /**
     * Runs at the deadline: no moderator approved the ban within a week. It stays a suspension, and may be proposed
     * anew.
     */
    async lapse(tx: Tx, statementId: string): Promise<void> {
      const found = await findStatement(tx.db, statementId);
      if (found?.state !== 'proposed') return;
      await lockLeases(tx);
      const matter = await lockCase(tx, found.case_id);
      const proposed = await findProposed(tx.db, found.case_id);
      if (!matter || !proposed?.until || proposed.id !== statementId || proposed.until > tx.now) return;
      await saveState(tx, matter, after({ matter, proposed }, { kind: 'lapsed' }, approvals));
      await updateStatement(tx, statementId, { action: 'suspend', state: 'in-force' });
      await consequences.judged(tx, matter.person);
      await note(tx, { by: null, what: 'ban-lapsed', caseId: matter.id, about: matter.person });
      tellModerators(tx, matter.id);
    },
  };
}
