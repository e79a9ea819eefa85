import type { FetchStatus } from '@tanstack/react-query';
import type { Stop } from '../../lib/clock.ts';
import { retryDelay } from '../../lib/query-client.ts';
import type { History } from './history.ts';
import { failureOf } from './outbox/failures.ts';

/** Messages after this number were unread when the room was opened; null: none were. Undecided until the server has said so. */
export type UnreadAfter = number | null | 'undecided';

/** Unread messages may be known here; that there are none, only the server can say. */
export function unreadAfterOf({ room: { unread, readSeq }, from }: History, asking: FetchStatus): UnreadAfter {
  if (asking !== 'idle') return 'undecided';
  if (unread > 0) return readSeq;
  return from === 'server' ? null : 'undecided';
}

interface Reader {
  you: string;
  /** Whether the newest message is on a visible screen. */
  isSeen: boolean;
  unreadAfter: UnreadAfter;
}

/** The number up to which to mark as read now; null when there is nothing to mark. */
export function seenUpTo({ room, messages, newer }: History, { you, isSeen, unreadAfter }: Reader): number | null {
  // Marked before the unread line is decided, messages would no longer count as new.
  if (!isSeen || newer === 'more' || unreadAfter === 'undecided') return null;
  const newest = messages.findLast(({ senderId }) => senderId !== you)?.seedOrder ?? 0;
  return newest > room.readSeq || room.markedUnread ? newest : null;
}

interface MarkPorts {
  mark: () => Promise<void>;
  after: (ms: number, run: () => void) => Stop;
  /** Runs when the network or the page is back. */
  onWake: (wake: () => void) => Stop;
}

/** Marks with retries, until the server has accepted or refused. */
export function markUntilRead({ mark, after, onWake }: MarkPorts): Stop {
  let failures = 0;
  let stopTimer: Stop | null = null;
  let isStopped = false;

  function attempt(): void {
    stopTimer = null;
    mark().catch((error: unknown) => {
      if (isStopped || failureOf(error).kind === 'refused') return;
      stopTimer = after(retryDelay(failures, error), attempt);
      failures += 1;
    });
  }
  const stopWaking = onWake(() => {
    if (stopTimer === null) return;
    stopTimer();
    attempt();
  });
  attempt();
  return () => {
    isStopped = true;
    stopWaking();
    stopTimer?.();
  };
}
