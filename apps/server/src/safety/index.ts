import type { Deadlines } from '../platform/deadlines.ts';
import { safetyCallables } from './callables.ts';
import { createFiling, type CaseWires, type Filing } from './filing.ts';
import { ENFORCE } from './ledger.ts';
import { createSafetyService, type SafetyOptions } from './service.ts';

export { areBlocked, areHidden, hiddenFrom } from './pairs.ts';
export type { SafetyWires } from './service.ts';
export type { CaseWires } from './filing.ts';
export { heldFiles, isFileHeld } from './holds.ts';
export { findLedgerBlocks, restoreBlocks, type LedgerBlock } from './ledger.ts';
export { safetyData } from './personal-data.ts';
export { closeReports, type KnownBy } from './outcomes.ts';
export { findReporters, judgeReporters, type Reporter } from './reporters.ts';
export {
  casesReportedBy,
  changeContent,
  countReportsBy,
  deleteReports,
  dropEvidence,
  evidenceIn,
  groundOf,
  hasReportedIn,
  latestOfEach,
  outcomeOf,
  pictureOf,
  removedMessages,
  reportsOf,
  voicesOf,
  type Content,
  type Ground,
  type Outcome,
  type StoredReport,
} from './reports.ts';
export type { PointedAt, Resolvers } from './targets.ts';

export interface Safety {
  callables: ReturnType<typeof safetyCallables>;
  /** Has written content judged by moderators without a report. Runs in the writer's transaction. */
  review: Filing['review'];
}

type Options = Omit<SafetyOptions, 'filing'> & { deadlines: Pick<Deadlines, 'on'>; cases: CaseWires };

export function createSafety({ deadlines, cases, ...options }: Options): Safety {
  const filing = createFiling({ cases, deadlines });
  const service = createSafetyService({ ...options, filing });
  deadlines.on(ENFORCE, (tx, { key }) => service.enforce(tx, key));
  // Nodes of the previous release still store it beside `secret_until`. It has no effect; both go with the next
  // release.
  deadlines.on('safety.show', async () => {});
  return {
    callables: safetyCallables(service),
    review: filing.review,
  };
}
