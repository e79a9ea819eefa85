import { FIXED, type Input } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { judgeReporters } from '../safety/index.ts';
import type { StoredCase } from './cases-store.ts';
import { holdEvidence } from './holding.ts';
import { setOutcome } from './outcomes.ts';
import { forgetInTime } from './retention.ts';
import type { NoticeSeam, StandingSeam } from './seams.ts';
import { insertStatement } from './statements-store.ts';
import { applySuspensions } from './suspending.ts';

export interface ConsequenceOptions {
  notices: NoticeSeam;
  standing: Pick<StandingSeam, 'announceStanding'>;
  /** Records how long a decision took from the first report. */
  observeDecision(seconds: number): void;
}

/** Deadline of a ban that no moderator has approved within a week. */
export const LAPSE = 'moderation.lapse';

interface Decided {
  by: string;
  decision: Input<'decideCase'>;
  /** The person's own words that were removed. */
  removed: string[];
  /** proposed: a ban that other moderators have to approve. */
  state: 'proposed' | 'in-force';
}

/** What follows from a decision, in its transaction. */
export type Consequences = ReturnType<typeof createConsequences>;

export function createConsequences({ notices, standing, observeDecision }: ConsequenceOptions) {
  /** Applies the changed suspensions and notifies the person why. */
  async function judged(tx: Tx, person: string): Promise<void> {
    await applySuspensions(tx, person, standing);
    await notices.stated(tx, person);
  }

  return {
    judged,
    stated: notices.stated,
    reportsClosed: notices.reportsClosed,

    /** Stores the reasons for the person and notifies them, but not of a dismissal. */
    async state(tx: Tx, { id: caseId, person }: StoredCase, { by, decision, removed, state }: Decided): Promise<void> {
      const { action, ground, text, note = '', hours = 0 } = decision;
      if (action === 'dismiss' || ground === undefined || text === undefined) return;
      const ms = action === 'suspend' ? hours * 3_600_000 : state === 'proposed' ? FIXED.banProposalMs : null;
      const until = ms === null ? null : new Date(tx.now.getTime() + ms);
      const words = { action, state, ground, text, note, removed };
      const id = await insertStatement(tx, { caseId, person, ...words, by, until });
      if (state === 'proposed' && until) await tx.deadline({ kind: LAPSE, key: id, due: until });
      if (action === 'suspend' || action === 'ban') await judged(tx, person);
      else await notices.stated(tx, person);
    },

    /** Adjusts the reporters' weights, sets the outcome, and holds the evidence for its last time. */
    async close(tx: Tx, { id, opened_at }: StoredCase, verdict: 'dismissed' | 'upheld'): Promise<void> {
      await judgeReporters(tx, id, verdict);
      await setOutcome(tx, { id }, { outcome: verdict === 'upheld' ? 'acted' : 'not-acted', notices });
      await holdEvidence(tx, id, tx.now);
      await forgetInTime(tx, id);
      const seconds = (tx.now.getTime() - opened_at.getTime()) / 1_000;
      tx.after(() => observeDecision(seconds));
    },
  };
}
