import { FIXED, type Input, type SafetyTarget } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { changeContent, latestOfEach, pictureOf, type StoredReport } from '../safety/index.ts';
import { wordsOf } from './evidence.ts';
import type { ContentSeam } from './seams.ts';
import { hasBanInForce } from './statements-store.ts';

/** Targets per transaction: while it lasts no match is made. */
const AT_ONCE = FIXED.caseReports;

/** Removes for good what the moderator has chosen, or all they are shown. Returns the person's own words among it. */
export async function takeAway(
  tx: Tx,
  { decision, person }: { decision: Pick<Input<'decideCase'>, 'caseId' | 'action' | 'remove'>; person: string },
  content: Pick<ContentSeam, 'takeAway'>,
): Promise<string[]> {
  const { caseId, action, remove: reportIds } = decision;
  if (action === 'dismiss' || (reportIds === undefined && action !== 'remove-content')) return [];
  const chosen = { contents: ['shown', 'hidden'], limit: AT_ONCE, ...(reportIds && { reportIds }) } as const;
  const words: string[] = [];
  for (const report of inOrder(await latestOfEach(tx.db, caseId, chosen))) {
    await content.takeAway(tx, { target: report.target, person, picture: pictureOf(report) });
    await changeContent(tx, { caseId, report }, 'removed');
    words.push(...wordsOf(report));
  }
  return words;
}

/** Deadline for what is still hidden: the operator has lifted the ban that hid it, or there was too much of it. */
export const SHOW = 'moderation.show';

/** Shows what was hidden and a moderator has let stand. */
export async function showHidden(tx: Tx, caseId: string, content: Pick<ContentSeam, 'show'>): Promise<void> {
  const hidden = await latestOfEach(tx.db, caseId, { contents: ['hidden'], limit: AT_ONCE });
  for (const report of inOrder(hidden)) {
    await content.show(tx, report.target);
    await changeContent(tx, { caseId, report }, 'shown');
  }
  if (hidden.length === AT_ONCE) await tx.deadline({ kind: SHOW, key: caseId, due: tx.now });
}

/** Shows content again after a decision was undone, unless a ban in force hides it. */
export async function showAgain(tx: Tx, caseId: string, content: Pick<ContentSeam, 'show'>): Promise<void> {
  if (!(await hasBanInForce(tx.db, caseId))) await showHidden(tx, caseId, content);
}

/** Locking order everywhere: session before profile before post before room, ids ascending. */
const ORDER = ['call', 'user', 'post', 'comment', 'message', 'chatRoom'] as const satisfies SafetyTarget['type'][];

function inOrder(reports: readonly StoredReport[]): StoredReport[] {
  // A picture may be in a profile or in a room: it comes after everything else of that person.
  const placeOf = (report: StoredReport): string =>
    `${pictureOf(report) === null ? ORDER.indexOf(report.target.type) : ORDER.length} ${report.target.id}`;
  return reports.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}
