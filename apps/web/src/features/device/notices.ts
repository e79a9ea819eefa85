import { noticeData } from '../../lib/worker-messages.ts';

interface OnScreen {
  pathname: string;
  /** The call that comes in. */
  ringing: string | null;
}

/** Whether a notification says nothing any more that the page does not show. A call's goes with the call. */
export function isSeen(data: unknown, { pathname, ringing }: OnScreen): boolean {
  const known = noticeData.safeParse(data).data;
  if (known === undefined) return false;
  if (known.callId !== null) return known.callId !== ringing;
  return new URL(known.path, 'https://here.invalid').pathname === pathname;
}
