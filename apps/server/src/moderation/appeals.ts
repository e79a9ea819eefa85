import { type Input, type Statement } from '@yonder/contract';
import { findModerators } from '../identity/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import { lockLeases } from '../platform/leases.ts';
import { hasReportedIn } from '../safety/index.ts';
import { note } from './audit.ts';
import type { Banning } from './banning.ts';
import { showAgain } from './content.ts';
import type { DecidingOptions } from './deciding.ts';
import { handle, type Handled } from './handling.ts';
import { holdEvidence } from './holding.ts';
import { revokeOutcome } from './outcomes.ts';
import {
  findStatement,
  lockOwn,
  statementsOf,
  undoStatement,
  updateStatement,
  type StoredStatement,
} from './statements-store.ts';
import { mayAppeal, statementOf } from './views.ts';

interface AppealOptions extends Pick<DecidingOptions, 'content' | 'consequences' | 'tellModerators'> {
  database: Pick<Database, 'read'>;
  banning: Pick<Banning, 'refuse'>;
}

type Answer = Input<'decideAppeal'>;

/** Statements of decisions: users read them and may appeal once, moderators answer. */
export type Appeals = ReturnType<typeof createAppeals>;

export function createAppeals({ database, banning, content, consequences, tellModerators }: AppealOptions) {
  /** @throws DomainError 'statement-not-found' for other users' statements as for missing ones. */
  async function own(tx: Tx, { userId: person }: CallContext, id: string): Promise<StoredStatement> {
    const statement = await lockOwn(tx, { id, person });
    if (!statement) throw new DomainError('statement-not-found');
    return statement;
  }

  /** Reverses what can be: content removed for good stays away. */
  async function reverse(tx: Tx, handled: Handled, statement: StoredStatement): Promise<void> {
    if (statement.state === 'proposed') {
      await banning.refuse(tx, handled, statement);
      return;
    }
    await undoStatement(tx, statement);
    await consequences.judged(tx, statement.person);
    if (handled.matter.state !== 'closed') return;
    await showAgain(tx, statement.case_id, content);
    await revokeOutcome(tx, statement.case_id, consequences);
  }

  return {
    async list({ userId, now }: CallContext): Promise<{ statements: Statement[] }> {
      return { statements: (await statementsOf(database.read, userId)).map((row) => statementOf(row, now.getTime())) };
    },

    async appeal(ctx: CallContext, tx: Tx, { statementId, text }: Input<'appealStatement'>): Promise<Statement> {
      const before = await own(tx, ctx, statementId);
      if (before.appeal_state !== null) throw new DomainError('already-appealed');
      if (!mayAppeal(before, tx.now.getTime())) throw new DomainError('appeal-closed');
      const appeal = { appeal_text: text, appealed_at: tx.now, appeal_state: 'open' };
      await updateStatement(tx, statementId, appeal);
      await note(tx, { by: null, what: 'appealed', caseId: before.case_id, about: before.person });
      tellModerators(tx, before.case_id);
      return statementOf({ ...before, ...appeal }, tx.now.getTime());
    },

    async acknowledge(ctx: CallContext, tx: Tx, { statementId }: Input<'acknowledgeStatement'>): Promise<null> {
      const before = await own(tx, ctx, statementId);
      if (before.acknowledged_at === null) await updateStatement(tx, statementId, { acknowledged_at: tx.now });
      return null;
    },

    async answer({ userId: by }: CallContext, tx: Tx, { statementId, outcome, text }: Answer): Promise<string> {
      await lockLeases(tx);
      const found = await findStatement(tx.db, statementId);
      if (!found) throw new DomainError('statement-not-found');
      const handled = await handle(tx, { caseId: found.case_id, by });
      const statement = await lockOwn(tx, { id: statementId, person: found.person });
      if (statement?.appeal_state !== 'open') throw new DomainError('appeal-closed');
      await assertImpartial(tx, statement, by);
      const answered = { answered_by: by, answered_at: tx.now, appeal_answer: text };
      await updateStatement(tx, statementId, { appeal_state: outcome, ...answered, acknowledged_at: null });
      if (outcome === 'reversed') await reverse(tx, handled, statement);
      else await consequences.stated(tx, statement.person);
      const { id: caseId, closed_at: closedAt, person } = handled.matter;
      if (closedAt) await holdEvidence(tx, caseId, closedAt);
      await note(tx, { by, what: `appeal-${outcome}`, caseId, about: person });
      tellModerators(tx, caseId);
      return caseId;
    },
  };
}

/** @throws DomainError 'own-case' for a moderator that took part in the decision, if another can answer. */
async function assertImpartial(tx: Tx, statement: StoredStatement, by: string): Promise<void> {
  const judges = new Set([statement.decided_by, ...statement.approved_by]);
  if (!judges.has(by)) return;
  for (const other of await findModerators(tx.db, tx.now)) {
    if (judges.has(other) || other === statement.person) continue;
    if (!(await hasReportedIn(tx.db, statement.case_id, other))) throw new DomainError('own-case');
  }
}
