import { noticeData } from '../../lib/worker-messages.ts';

interface OnScreen {
  pathname: string;
  /** The call that comes in. */
  ringing: string | null;
  /** Calls that ring here, or have rung. */
  heard: ReadonlySet<string>;
  /** The server's time is near enough. */
  now: number;
}

/**
 * Whether a notification says nothing any more that the page does not show. That of a call goes with the call; one of which
 * this page has yet to hear may be ringing.
 */
export function isSeen(data: unknown, { pathname, ringing, heard, now }: OnScreen): boolean {
  const known = noticeData.safeParse(data).data;
  if (known === undefined) return false;
  const { call } = known;
  if (call !== null) return call.id !== ringing && (heard.has(call.id) || call.until <= now);
  return new URL(known.path, 'https://here.invalid').pathname === pathname;
}
