import type { CallView, Message, PastCall } from '@yonder/contract';
import { dayOf } from '../../lib/when.ts';

/** A day's calls, latest first. */
export interface CallDay {
  day: string;
  at: number;
  calls: readonly PastCall[];
}

/** Groups calls by the reader's calendar. A call that two pages have both brought is there once. */
export function daysOf(pages: readonly (readonly PastCall[])[]): readonly CallDay[] {
  const calls = [...new Map(pages.flat().map((call) => [call.id, call])).values()];
  const days = Map.groupBy(calls, ({ at }) => dayOf(at));
  return [...days].map(([day, ofDay]) => ({ day, at: ofDay[0]?.at ?? 0, calls: ofDay }));
}

/** Whether an incoming call got no answer, whichever way it ended. */
export function isMissed({ direction, outcome }: PastCall): boolean {
  return direction === 'incoming' && (outcome === 'missed' || outcome === 'cancelled' || outcome === 'busy');
}

const OVER: ReadonlySet<CallView['status']> = new Set(['ended', 'completed']);

export function isOver({ status }: Pick<CallView, 'status'>): boolean {
  return OVER.has(status);
}

/** Whether it is the line that a direct call leaves in the chat. */
export function isCallLine({ type }: Pick<Message, 'type'>): boolean {
  return type === 'call';
}
