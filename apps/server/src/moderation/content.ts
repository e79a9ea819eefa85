import { FIXED, type Input, type SafetyTarget } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { changeContent, latestOfEach, pictureOf, type StoredReport } from '../safety/index.ts';
import { wordsOf } from './evidence.ts';
import type { ContentSeam } from './seams.ts';
import { hasBanInForce } from './statements-store.ts';

/** Things of one case, in one transaction: while it lasts nobody is matched. */
const AT_ONCE = FIXED.caseReports;

/** For good, what the moderator has chosen, or all they are shown: of their own words, what was there. */
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

/** A wake-up for what is still hidden: a ban left it so and the operator has lifted it, or there was too much of it. */
export const SHOW = 'moderation.show';

/** Somebody has looked at it, and it stays. */
export async function showHidden(tx: Tx, caseId: string, content: Pick<ContentSeam, 'show'>): Promise<void> {
  const hidden = await latestOfEach(tx.db, caseId, { contents: ['hidden'], limit: AT_ONCE });
  for (const report of inOrder(hidden)) {
    await content.show(tx, report.target);
    await changeContent(tx, { caseId, report }, 'shown');
  }
  if (hidden.length === AT_ONCE) await tx.deadline({ kind: SHOW, key: caseId, due: tx.now });
}

/** Something that was decided is undone; what a ban hides stays so as long as that one is in force. */
export async function showAgain(tx: Tx, caseId: string, content: Pick<ContentSeam, 'show'>): Promise<void> {
  if (!(await hasBanInForce(tx.db, caseId))) await showHidden(tx, caseId, content);
}

/** Session before profile before post before room, ids ascending: as everybody locks them. */
const ORDER = ['call', 'user', 'post', 'comment', 'message', 'chatRoom'] as const satisfies SafetyTarget['type'][];

function inOrder(reports: readonly StoredReport[]): StoredReport[] {
  // A picture may be in a profile or in a room: after all else of that person's.
  const placeOf = (report: StoredReport): string =>
    `${pictureOf(report) === null ? ORDER.indexOf(report.target.type) : ORDER.length} ${report.target.id}`;
  return reports.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}
