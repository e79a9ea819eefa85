import { now as serverNow } from '../../lib/clock.ts';
import { noticeData } from '../../lib/worker-messages.ts';
import type { closeNotices } from './our-worker.ts';

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

/**
 * Closes what is seen. What stands there is known a moment after it was asked for, and is judged by the call that rings
 * then: by an older one, a call that has begun to ring meanwhile would be over.
 */
export function createSeenNotices(
  close: typeof closeNotices,
): (here: Pick<OnScreen, 'pathname' | 'ringing'>) => Promise<void> {
  const heard = new Set<string>();
  let rings: string | null = null;
  let at: string | null = null;
  return async ({ pathname, ringing }) => {
    const onlyBegins = rings === null && ringing !== null && pathname === at;
    [rings, at] = [ringing, pathname];
    if (ringing !== null) heard.add(ringing);
    // Nothing more is seen by that, and Chromium drops a notification that it is asked about while it is being shown, as
    // the one of this call may be now.
    if (onlyBegins) return;
    await close((data) => isSeen(data, { pathname, ringing: rings, heard, now: serverNow() }));
  };
}
