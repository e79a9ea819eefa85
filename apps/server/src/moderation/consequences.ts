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
  /** How long it took from the first report. */
  observeDecision(seconds: number): void;
}

/** A wake-up for a ban that nobody has approved within a week. */
export const LAPSE = 'moderation.lapse';

interface Decided {
  by: string;
  decision: Input<'decideCase'>;
  /** Of their own words, what was taken away. */
  removed: string[];
  /** proposed: a ban that others have to approve. */
  state: 'proposed' | 'in-force';
}

/** What follows from a decision, in its transaction. */
export type Consequences = ReturnType<typeof createConsequences>;

export function createConsequences({ notices, standing, observeDecision }: ConsequenceOptions) {
  /** What keeps them out has changed, and they are told why. */
  async function judged(tx: Tx, person: string): Promise<void> {
    await applySuspensions(tx, person, standing);
    await notices.stated(tx, person);
  }

  return {
    judged,
    stated: notices.stated,
    reportsClosed: notices.reportsClosed,

    /** Why, in words for the person. Of a dismissal they never learn. */
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

    /** It is known what everybody's word was worth, and evidence is held for its last time. */
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
