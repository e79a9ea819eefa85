import type { ModerationAction, Reason } from '@yonder/contract';

/**
 *   open ──dismissed, removed, warned, suspended──► closed
 *    │ ▲                                               ▲
 *    │ └──────── refused, or a week without approval   │ enough approvals, each by another moderator
 *    └──ban proposed──► approval ──────────────────────┘
 *
 * Where one approval is enough, the proposal is the ban.
 */
export type CaseState =
  | { kind: 'open' }
  | { kind: 'approval'; proposedBy: string; approvedBy: readonly string[] }
  | { kind: 'closed' };

export type CaseEvent =
  | { kind: 'decided'; by: string; action: ModerationAction }
  | { kind: 'approved'; by: string }
  | { kind: 'refused' }
  | { kind: 'lapsed' };

/**
 * `approvals`: how many moderators a ban takes, its proposer included. Returns the reason where the event is not
 * allowed.
 */
export function step(state: CaseState, event: CaseEvent, { approvals }: { approvals: number }): CaseState | Reason {
  switch (event.kind) {
    case 'decided':
      if (state.kind === 'closed') return 'case-closed';
      if (state.kind === 'approval') return 'ban-waits';
      return event.action === 'ban' && approvals > 1
        ? { kind: 'approval', proposedBy: event.by, approvedBy: [] }
        : { kind: 'closed' };
    case 'approved': {
      if (state.kind !== 'approval') return 'no-ban-waits';
      const { proposedBy, approvedBy } = state;
      if (event.by === proposedBy || approvedBy.includes(event.by)) return 'own-case';
      const all = [...approvedBy, event.by];
      return all.length + 1 >= approvals ? { kind: 'closed' } : { kind: 'approval', proposedBy, approvedBy: all };
    }
    case 'refused':
      return state.kind === 'approval' ? { kind: 'open' } : 'no-ban-waits';
    case 'lapsed':
      return state.kind === 'approval' ? { kind: 'open' } : state;
    default:
      return event satisfies never;
  }
}
