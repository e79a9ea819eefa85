import type { Input, ModerationAction } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { lockLeases } from '../platform/leases.ts';
import { note, type Step } from './audit.ts';
import { updateCase } from './cases-store.ts';
import type { Consequences } from './consequences.ts';
import { showHidden, takeAway } from './content.ts';
import { after, handle, saveState } from './handling.ts';
import type { TellModerators } from './opening.ts';
import type { ContentSeam } from './seams.ts';

export interface DecidingOptions {
  /** BAN_APPROVALS: how many moderators a ban takes. */
  banApprovals: number;
  content: ContentSeam;
  consequences: Consequences;
  tellModerators: TellModerators;
}

const STEPS = {
  dismiss: 'dismissed',
  'remove-content': 'removed',
  warn: 'warned',
  suspend: 'suspended',
  ban: 'ban-proposed',
} as const satisfies Record<ModerationAction, Step>;

/** What one moderator does with a case. Each method is a command's whole transaction and returns the case's id. */
export type Deciding = ReturnType<typeof createDeciding>;

export function createDeciding({ banApprovals: approvals, content, consequences, tellModerators }: DecidingOptions) {
  /** `to` null: the case is free again. */
  async function assign(
    tx: Tx,
    { caseId, by, to }: { caseId: string; by: string; to: string | null },
  ): Promise<string> {
    const { matter } = await handle(tx, { caseId, by });
    if (matter.state === 'closed') throw new DomainError('case-closed');
    if (matter.assignee === to) return caseId;
    await updateCase(tx, caseId, { assignee: to });
    await note(tx, { by, what: to === null ? 'released' : 'taken', caseId, about: matter.person });
    tellModerators(tx, caseId);
    return caseId;
  }

  return {
    take: ({ userId }: { userId: string }, tx: Tx, { caseId }: Input<'takeCase'>) =>
      assign(tx, { caseId, by: userId, to: userId }),
    release: ({ userId }: { userId: string }, tx: Tx, { caseId }: Input<'releaseCase'>) =>
      assign(tx, { caseId, by: userId, to: null }),

    async decide({ userId: by }: { userId: string }, tx: Tx, decision: Input<'decideCase'>): Promise<string> {
      assertComplete(decision);
      const { caseId, action } = decision;
      await lockLeases(tx);
      const handled = await handle(tx, { caseId, by });
      const { matter } = handled;
      const next = after(handled, { kind: 'decided', by, action }, approvals);
      const removed = await takeAway(tx, { decision, person: matter.person }, content);
      // A ban hides everything of the person anyway, and lifting it shows that again.
      if (action !== 'ban') await showHidden(tx, caseId, content);
      const state = next.kind === 'approval' ? 'proposed' : 'in-force';
      await consequences.state(tx, matter, { by, decision, removed, state });
      await saveState(tx, matter, next);
      await updateCase(tx, caseId, { assignee: by });
      if (next.kind === 'closed') await consequences.close(tx, matter, action === 'dismiss' ? 'dismissed' : 'upheld');
      const what = action === 'ban' && next.kind === 'closed' ? 'banned' : STEPS[action];
      await note(tx, { by, what, caseId, about: matter.person, note: decision.note ?? '' });
      tellModerators(tx, caseId);
      return caseId;
    },
  };
}

/** @throws DomainError 'ground-required' or 'hours-required'. */
function assertComplete({ action, ground, text, hours }: Input<'decideCase'>): void {
  if (action !== 'dismiss' && (ground === undefined || text === undefined)) throw new DomainError('ground-required');
  if (action === 'suspend' && hours === undefined) throw new DomainError('hours-required');
}
