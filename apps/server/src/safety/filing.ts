import { FIXED, type SafetyTarget } from '@yonder/contract';
import { findAccount } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import { lockLeases } from '../platform/leases.ts';
import {
  changeReport,
  findRecent,
  findWaiting,
  gather,
  insertReport,
  isHiddenUnjudged,
  markHidden,
  type Content,
  type Ground,
  type StoredReport,
} from './reports.ts';
import { closeUnheard, deleteUnheard, findReachSpent } from './outcomes.ts';
import { asksToHide, getReach, isUrgent } from './reach.ts';
import { LEAST_WEIGHT, weightOf } from './reporters.ts';

/** Hooks for reports, called in their transaction; the leases are locked. */
export interface CaseWires {
  /** Returns the evidence as a report stores it. `before`: what an earlier report of the same target stored. */
  freeze(tx: Tx, frozen: { reporter: string; evidence: unknown; before: unknown }): Promise<unknown>;
  /** Returns the person's open case; opens one if there is none and `mayOpen`. */
  join(tx: Tx, asked: { person: string; mayOpen: boolean }): Promise<{ caseId: string; isNew: boolean } | null>;
  /** Updates a case that has got a report. */
  grown(tx: Tx, grown: { caseId: string; isNew: boolean; about: SafetyTarget['type'] }): Promise<void>;
  /** Hides a target from all but its author until a moderator has judged it; false where nothing can be hidden. */
  hide(tx: Tx, target: SafetyTarget): Promise<boolean>;
  /** Releases the files that these reports held. */
  letGo(tx: Tx, reports: readonly StoredReport[]): Promise<void>;
  /** Called when reports of these users, ids ascending, have an outcome. */
  reportsClosed(tx: Tx, reporters: readonly string[]): Promise<void>;
}

export interface Said {
  reporter: string;
  reported: string;
  /** missing: no such account. Its report is stored, answered and listed like any other, and reaches no case. */
  about: 'member' | 'missing';
  /** What the reporter knows the other user by. */
  alias: string | null;
  target: SafetyTarget;
  reason: Ground;
  text: string;
  evidence: unknown;
}

/** What the screening wants a moderator to judge. */
export type Written = Omit<Said, 'reporter' | 'alias' | 'about'>;

/**
 * Deadline for what the screening wants judged. Its writer has locked rooms or profiles, and a case is locked before
 * those.
 */
const REVIEW = 'safety.review';
/** Deadline for a report that came to no case: it is closed without its evidence, and deleted as much later. */
const UNHEARD = 'safety.unheard';

export interface Filing {
  /** Returns the report's id, or that of the same reporter's report of this target in the last 24 hours. */
  file(tx: Tx, said: Said): Promise<string>;
  /**
   * Stores what a moderator should judge, in the writer's transaction and without another lock. It joins a case a
   * moment later.
   */
  review(tx: Tx, written: Written): Promise<void>;
}

export function createFiling({ cases, deadlines }: { cases: CaseWires; deadlines: Pick<Deadlines, 'on'> }): Filing {
  deadlines.on(UNHEARD, async (tx, { key }) => {
    const waiting = await findWaiting(tx, key);
    const closed = await closeUnheard(tx, key);
    if (!waiting || !closed) return deleteUnheard(tx, key);
    await cases.letGo(tx, [waiting]);
    await cases.reportsClosed(tx, closed.reporters);
    await closeUnheardLater(tx, key);
  });

  deadlines.on(REVIEW, async (tx, { key }) => {
    await lockLeases(tx);
    const waiting = await findWaiting(tx, key);
    if (waiting) await join(tx, { person: waiting.reported, about: waiting.target.type, mayOpen: true });
  });

  /** Adds the reports without a case to the person's open case. */
  async function join(
    tx: Tx,
    { about, ...asked }: { person: string; mayOpen: boolean; about: SafetyTarget['type'] },
  ): Promise<void> {
    const found = await cases.join(tx, asked);
    if (found === null) return;
    await gather(tx, { reported: asked.person, caseId: found.caseId });
    await cases.grown(tx, { ...found, about });
  }

  /** Hides urgent content, as far as the reporter's reach goes. */
  async function hide(tx: Tx, said: Said, weight: number): Promise<{ content: Content; spendsReach: boolean }> {
    const { reason, target, about } = said;
    const spendsReach = asksToHide(reason, target) && weight >= LEAST_WEIGHT && (await hasReach(tx, said.reporter));
    const isHidden = spendsReach && about === 'member' && (await cases.hide(tx, target));
    if (isHidden) await markHidden(tx, said);
    const content = isHidden || (await isHiddenUnjudged(tx, said)) ? 'hidden' : contentOf(target);
    return { content, spendsReach };
  }

  async function fileAnew(tx: Tx, said: Said, weight: number): Promise<string> {
    const { about, ...report } = said;
    const { reporter } = said;
    const evidence = await cases.freeze(tx, { reporter, evidence: said.evidence, before: null });
    const id = await insertReport(tx, { ...report, evidence, ...(await hide(tx, said, weight)), caseId: null });
    if (weight < LEAST_WEIGHT || about === 'missing') await closeUnheardLater(tx, id);
    return id;
  }

  async function addTo(tx: Tx, before: StoredReport, { said, weight }: { said: Said; weight: number }): Promise<void> {
    const text = joined(before.text, said.text);
    const isGraver = isUrgent(said.reason) && !isUrgent(before.reason);
    const { reporter } = said;
    const evidence = await cases.freeze(tx, { reporter, evidence: said.evidence, before: before.evidence });
    if (!isGraver) return changeReport(tx, before.id, { text, evidence });
    const { content, spendsReach } = await hide(tx, said, weight);
    await changeReport(tx, before.id, {
      text,
      evidence,
      reason: said.reason,
      ...(spendsReach && { spends_reach: true }),
      ...(before.content === 'shown' && { content }),
    });
  }

  return {
    async file(tx, said) {
      const { reporter, reported: person, target, reason } = said;
      const weight = await weightOf(tx.db, reporter);
      const before = await findRecent(tx, said);
      const known = before?.caseId ? await cases.join(tx, { person, mayOpen: false }) : null;
      const isOver = before?.caseId != null && before.caseId !== known?.caseId;
      const isAgain = before !== undefined && !(isOver && isUrgent(reason) && !isUrgent(before.reason));
      if (isAgain) await addTo(tx, before, { said, weight });
      const reportId = isAgain ? before.id : await fileAnew(tx, said, weight);
      // A reporter does not reopen what was decided a moment ago.
      if ((isAgain && isOver) || said.about === 'missing') return reportId;
      await join(tx, { person, about: target.type, mayOpen: weight >= LEAST_WEIGHT || isUrgent(reason) });
      return reportId;
    },

    async review(tx, written) {
      const said = { ...written, reporter: null, alias: null, spendsReach: false };
      // Repeated words are not judged anew: a client that polls the queue sends them every few seconds.
      if (await findRecent(tx, said)) return;
      const id = await insertReport(tx, { ...said, content: contentOf(said.target), caseId: null });
      await tx.deadline({ kind: REVIEW, key: id, due: tx.now });
    },
  };
}

async function closeUnheardLater(tx: Tx, reportId: string): Promise<void> {
  await tx.deadline({ kind: UNHEARD, key: reportId, due: new Date(tx.now.getTime() + FIXED.evidenceMs) });
}

async function hasReach(tx: Tx, reporter: string): Promise<boolean> {
  const createdAt = (await findAccount(tx.db, reporter))?.createdAt ?? tx.now;
  const { unjudged, dismissedAt } = await findReachSpent(tx, reporter);
  const msSince = (time: Date): number => tx.now.getTime() - time.getTime();
  return unjudged < getReach({ accountAgeMs: msSince(createdAt), dismissedMsAgo: dismissedAt.map(msSince) });
}

/** Whether anything of the target can be taken away. */
function contentOf({ type }: SafetyTarget): 'shown' | 'none' {
  return type === 'chatRoom' ? 'none' : 'shown';
}

function joined(before: string, more: string): string {
  if (more === '' || before.includes(more)) return before;
  const all = before === '' ? more : `${before}\n${more}`;
  const cut = all.slice(0, FIXED.reportTextLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
