import { now as serverNow } from '../../lib/clock.ts';
import { noticeData } from '../../lib/worker-messages.ts';
import type { closeNotices } from './our-worker.ts';

interface OnScreen {
  pathname: string;
  /** Id of the incoming call. */
  ringing: string | null;
  /** Calls that ring or have rung in this page. */
  heard: ReadonlySet<string>;
  /** The server's time, approximately. */
  now: number;
}

/**
 * Whether the page shows what a notification tells. A call's notification lasts as long as the call; a call unknown to
 * this page may be ringing.
 */
export function isSeen(data: unknown, { pathname, ringing, heard, now }: OnScreen): boolean {
  const known = noticeData.safeParse(data).data;
  if (known === undefined) return false;
  const { call } = known;
  if (call !== null) return call.id !== ringing && (heard.has(call.id) || call.until <= now);
  return new URL(known.path, 'https://here.invalid').pathname === pathname;
}

/**
 * Closes what is seen. The list arrives later and is judged by the call that rings then: with an earlier one, a
 * call that started in between would seem over.
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
    // Only a call began, which makes nothing else seen. Chromium drops a notification that is queried while being
    // shown, as this call's may be.
    if (onlyBegins) return;
    await close((data) => isSeen(data, { pathname, ringing: rings, heard, now: serverNow() }));
  };
}
