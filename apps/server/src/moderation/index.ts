import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { Handlers } from '../platform/dispatcher.ts';
import { lockLeases } from '../platform/leases.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { CaseWires } from '../safety/index.ts';
import { createAppeals } from './appeals.ts';
import { createBanning } from './banning.ts';
import { moderationCallables, type ModerationCallable } from './callables.ts';
import { lockCase } from './cases-store.ts';
import { createConsequences, LAPSE } from './consequences.ts';
import { SHOW, showAgain } from './content.ts';
import { createDeciding } from './deciding.ts';
import { letGo, LET_GO } from './holding.ts';
import { emitOutcome, REPORT_OUTCOMES } from './outcomes.ts';
import { measureCases } from './metrics.ts';
import { createOpening, createTelling, type TellingOptions } from './opening.ts';
import { createReading, type ReadingOptions } from './reading.ts';
import type { ContentSeam, NoticeSeam, StandingSeam } from './seams.ts';
import { forget, FORGET } from './retention.ts';
import { EXPEL } from './suspending.ts';

export { note, verifyAudit } from './audit.ts';
export { filesOf } from './evidence.ts';
export { giveRole, liftByOperator, restoreSuspension, suspendByOperator } from './operator.ts';
export { countOpen } from './cases-store.ts';
export { moderationData } from './personal-data.ts';
export type { ContentSeam, NoticeSeam, StandingSeam } from './seams.ts';

export interface ModerationOptions extends TellingOptions, Omit<ReadingOptions, 'database'> {
  database: Database;
  clock: Clock;
  deadlines: Pick<Deadlines, 'on'>;
  metrics: Pick<Metrics, 'gauge' | 'histogram'>;
  content: ContentSeam;
  notices: NoticeSeam;
  standing: StandingSeam;
}

export interface Moderation {
  callables: Handlers<ModerationCallable>;
  /** What safety calls for each report. */
  cases: Pick<CaseWires, 'join' | 'grown'>;
}

export function createModeration(options: ModerationOptions): Moderation {
  const { deadlines, content, notices, standing } = options;
  const tellModerators = createTelling(options);
  const consequences = createConsequences({ ...options, observeDecision: measureCases(options) });
  const parts = { ...options, consequences, tellModerators };
  const banning = createBanning(parts);
  deadlines.on(LAPSE, (tx, { key }) => banning.lapse(tx, key));
  deadlines.on(LET_GO, (tx, { key }) => letGo(tx, key, content));
  deadlines.on(FORGET, (tx, { key }) => forget(tx, key));
  deadlines.on(REPORT_OUTCOMES, async (tx, { key }) => {
    await lockLeases(tx);
    await emitOutcome(tx, key, notices);
  });
  deadlines.on(SHOW, async (tx, { key }) => {
    await lockLeases(tx);
    if ((await lockCase(tx, key))?.state === 'closed') await showAgain(tx, key, content);
  });
  deadlines.on(EXPEL, async (tx, { key }) => {
    await lockLeases(tx);
    await standing.expel(tx, key);
  });
  return {
    callables: moderationCallables({
      banning,
      deciding: createDeciding(parts),
      reading: createReading(options),
      appeals: createAppeals({
        ...parts,
        banning,
      }),
    }),
    cases: createOpening(tellModerators),
  };
}
