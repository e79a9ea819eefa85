import {
  FIXED,
  toVisibleText,
  type CaseReport,
  type InputDraft,
  type ModerationAction,
  type ModerationCase,
} from '@yonder/contract';
import type { Ground } from '../../lib/ground-words.ts';

/** The moderator's input so far. */
export interface Draft {
  readonly action: ModerationAction;
  readonly ground: Ground;
  /** Null: the default sentences for ground and action. */
  readonly text: string | null;
  readonly note: string;
  /** The duration of a pause, as typed. */
  readonly hours: string;
  /** Ids of reports with content to remove. */
  readonly remove: ReadonlySet<string>;
}

export type Mistake = 'text' | 'hours' | 'remove';

/** In hours: one hour, one day, three days, a week, a month. */
export const PAUSES = ['1', '24', '72', '168', '720'] as const;

export function startDraft(action: ModerationAction, { ground, allReports }: ModerationCase): Draft {
  const remove = new Set(action === 'remove-content' ? removable(allReports).map(({ reportId }) => reportId) : []);
  return { action, ground, text: null, note: '', hours: '168', remove };
}

/** Reports with content that can still be removed. */
export function removable(reports: readonly CaseReport[]): readonly CaseReport[] {
  return reports.filter(({ content }) => content === 'shown' || content === 'hidden');
}

/** The reported text. A reported comment comes with its moment, which is another author's. */
export function reportedWords({ post, comment, messages, portrait }: CaseReport['evidence']): string {
  const said = messages.find(({ isReported }) => isReported)?.text;
  return comment?.content ?? post?.content ?? said ?? portrait?.name ?? '';
}

/** The input to send, or the first mistake. `template` replaces an untouched text. */
export function decisionOf(
  draft: Draft,
  { caseId, template }: { caseId: string; template: string },
): { kind: 'ready'; decision: InputDraft<'decideCase'> } | { kind: 'mistake'; mistake: Mistake } {
  const { action, ground, remove } = draft;
  const note = toVisibleText(draft.note, 'lines') || null;
  if (action === 'dismiss') return { kind: 'ready', decision: { caseId, action, note } };
  const text = toVisibleText(draft.text ?? template, 'lines');
  if (text === '') return { kind: 'mistake', mistake: 'text' };
  const hours = action === 'suspend' ? hoursOf(draft.hours) : null;
  if (action === 'suspend' && hours === null) return { kind: 'mistake', mistake: 'hours' };
  if (action === 'remove-content' && remove.size === 0) return { kind: 'mistake', mistake: 'remove' };
  return { kind: 'ready', decision: { caseId, action, ground, text, note, hours, remove: [...remove] } };
}

function hoursOf(typed: string): number | null {
  const hours = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0;
  return hours >= 1 && hours <= FIXED.suspensionHours ? hours : null;
}
