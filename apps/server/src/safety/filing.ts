import { FIXED, type SafetyTarget } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import {
  changeReport,
  dropEvidence,
  findRecent,
  findWaiting,
  gather,
  insertReport,
  isUrgent,
  type Ground,
  type StoredReport,
} from './reports.ts';
import { LEAST_WEIGHT, weightOf, WHOLE_WEIGHT } from './reporters.ts';

/** What becomes of reports, in their own transaction; the leases are locked. */
export interface CaseWires {
  /** The open case of this person; one is opened where there is none and it may be. */
  join(tx: Tx, asked: { person: string; mayOpen: boolean }): Promise<{ caseId: string; isNew: boolean } | null>;
  /** Something was added to it. */
  grown(tx: Tx, grown: { caseId: string; isNew: boolean; about: SafetyTarget['type'] }): Promise<void>;
  /** Nobody sees it but whoever made it, until somebody has looked; false where nothing can be hidden. */
  hide(tx: Tx, target: SafetyTarget): Promise<boolean>;
  /** The files of these reports are held by them no more. */
  letGo(tx: Tx, reports: readonly StoredReport[]): Promise<void>;
}

export interface Said {
  /** Null: the screening of what was written. */
  reporter: string | null;
  reported: string;
  /** What the reporter knows the other by. */
  alias: string | null;
  target: SafetyTarget;
  reason: Ground;
  text: string;
  evidence: unknown;
}

/** One whose word was not heard: its evidence is let go. */
const UNHEARD = 'safety.unheard';

export interface Filing {
  /** Answers the report's id; of one of the last 24 hours on the same thing, where there is one. */
  file(tx: Tx, said: Said): Promise<string>;
}

export function createFiling({ cases, deadlines }: { cases: CaseWires; deadlines: Pick<Deadlines, 'on'> }): Filing {
  deadlines.on(UNHEARD, async (tx, { key }) => {
    const waiting = await findWaiting(tx, key);
    if (!waiting) return;
    await dropEvidence(tx, [waiting.id]);
    await cases.letGo(tx, [waiting]);
  });

  async function hide(tx: Tx, { reason, target }: Said, weight: number): Promise<boolean> {
    return isUrgent(reason) && weight >= LEAST_WEIGHT && (await cases.hide(tx, target));
  }

  async function fileAnew(tx: Tx, said: Said, weight: number): Promise<string> {
    const content = (await hide(tx, said, weight)) ? 'hidden' : contentOf(said.target);
    const id = await insertReport(tx, { ...said, content, caseId: null });
    if (weight < LEAST_WEIGHT) {
      const due = new Date(tx.now.getTime() + FIXED.evidenceMs);
      await tx.deadline({ kind: UNHEARD, key: id, due });
    }
    return id;
  }

  async function addTo(tx: Tx, before: StoredReport, { said, weight }: { said: Said; weight: number }): Promise<void> {
    const isGraver = isUrgent(said.reason) && !isUrgent(before.reason);
    const isHidden = isGraver && before.content === 'shown' && (await hide(tx, said, weight));
    await changeReport(tx, before.id, {
      text: joined(before.text, said.text),
      ...(isGraver && { reason: said.reason }),
      ...(isHidden && { content: 'hidden' }),
    });
  }

  return {
    async file(tx, said) {
      const { reporter, reported: person, target, reason } = said;
      const weight = reporter === null ? WHOLE_WEIGHT : await weightOf(tx.db, reporter);
      const before = await findRecent(tx, { reporter, reported: person, target });
      const known = before?.caseId ? await cases.join(tx, { person, mayOpen: false }) : null;
      const isOver = before?.caseId != null && before.caseId !== known?.caseId;
      const isAgain = before !== undefined && !(isOver && isUrgent(reason) && !isUrgent(before.reason));
      if (isAgain) await addTo(tx, before, { said, weight });
      const reportId = isAgain ? before.id : await fileAnew(tx, said, weight);
      // What was decided a moment ago is not asked anew by the same person.
      if (isAgain && isOver) return reportId;
      const found = await cases.join(tx, { person, mayOpen: weight >= LEAST_WEIGHT || isUrgent(reason) });
      if (found === null) return reportId;
      await gather(tx, { reported: person, caseId: found.caseId });
      await cases.grown(tx, { ...found, about: target.type });
      return reportId;
    },
  };
}

/** What can be taken away of it. */
function contentOf({ type }: SafetyTarget): 'shown' | 'none' {
  return type === 'chatRoom' ? 'none' : 'shown';
}

function joined(before: string, more: string): string {
  if (more === '' || before.includes(more)) return before;
  const all = before === '' ? more : `${before}\n${more}`;
  const cut = all.slice(0, FIXED.reportTextLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
