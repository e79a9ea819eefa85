import type { Input, SafetyTarget } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { changeReport, reportsOf, type StoredReport } from '../safety/index.ts';
import { wordsOf } from './evidence.ts';
import type { ContentSeam } from './seams.ts';

/** For good, what the moderator has chosen: of their own words, what was there. */
export async function takeAway(
  tx: Tx,
  { decision, person }: { decision: Pick<Input<'decideCase'>, 'caseId' | 'action' | 'remove'>; person: string },
  content: Pick<ContentSeam, 'takeAway'>,
): Promise<string[]> {
  const { caseId, action, remove } = decision;
  if (action === 'dismiss') return [];
  const reports = (await reportsOf(tx.db, caseId)).filter(({ content: seen }) => seen === 'shown' || seen === 'hidden');
  const isChosen = ({ id }: StoredReport): boolean => remove?.includes(id) ?? action === 'remove-content';
  const words: string[] = [];
  for (const [, all] of byTarget(reports)) {
    const [latest] = all;
    if (!latest || !all.some(isChosen)) continue;
    await content.takeAway(tx, { target: latest.target, person });
    for (const { id } of all) await changeReport(tx, id, { content: 'removed' });
    words.push(...wordsOf(latest));
  }
  return words;
}

/** Somebody has looked at it, and it stays. */
export async function showHidden(tx: Tx, caseId: string, content: Pick<ContentSeam, 'show'>): Promise<void> {
  const hidden = (await reportsOf(tx.db, caseId)).filter((report) => report.content === 'hidden');
  for (const [, all] of byTarget(hidden)) {
    const [{ target } = { target: null }] = all;
    if (target) await content.show(tx, target);
    for (const { id } of all) await changeReport(tx, id, { content: 'shown' });
  }
}

/** Session before profile before post before room, ids ascending: as everybody locks them. */
const ORDER = ['call', 'user', 'post', 'comment', 'message', 'chatRoom'] as const satisfies SafetyTarget['type'][];

/** The reports of each thing. */
function byTarget(reports: readonly StoredReport[]): [string, StoredReport[]][] {
  const keyOf = ({ type, id }: SafetyTarget): string => `${ORDER.indexOf(type)} ${id}`;
  return [...Map.groupBy(reports, ({ target }) => keyOf(target))].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
