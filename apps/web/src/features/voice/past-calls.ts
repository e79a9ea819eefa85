import type { CallView, Message, PastCall } from '@yonder/contract';
import { dayOf } from '../../lib/when.ts';

/** A day's calls, latest first. */
export interface CallDay {
  day: string;
  at: number;
  calls: readonly PastCall[];
}

/** By the calendar where the reader is. A call that two pages have both brought is there once. */
export function daysOf(pages: readonly (readonly PastCall[])[]): readonly CallDay[] {
  const calls = [...new Map(pages.flat().map((call) => [call.id, call])).values()];
  const days = Map.groupBy(calls, ({ at }) => dayOf(at));
  return [...days].map(([day, ofDay]) => ({ day, at: ofDay[0]?.at ?? 0, calls: ofDay }));
}

/** Somebody called, and one was not there: whatever became of it on their side. */
export function isMissed({ direction, outcome }: PastCall): boolean {
  return direction === 'incoming' && (outcome === 'missed' || outcome === 'cancelled' || outcome === 'busy');
}

const OVER: ReadonlySet<CallView['status']> = new Set(['ended', 'completed']);

export function isOver({ status }: Pick<CallView, 'status'>): boolean {
  return OVER.has(status);
}

/** The line that a call between partners leaves in their chat. */
export function isCallLine({ type }: Pick<Message, 'type'>): boolean {
  return type === 'call';
}
