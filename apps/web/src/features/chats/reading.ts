import type { FetchStatus } from '@tanstack/react-query';
import type { Stop } from '../../lib/clock.ts';
import { retryDelay } from '../../lib/query-client.ts';
import type { History } from './history.ts';
import { failureOf } from './outbox/failures.ts';

/**
 * What came after it was unread when the room was opened; null: nothing was. Undecided until the server has said what
 * is unread.
 */
export type UnreadAfter = number | null | 'undecided';

/** What is known to be unread is; that nothing is, only the server can say. */
export function unreadAfterOf({ room: { unread, readSeq }, from }: History, asking: FetchStatus): UnreadAfter {
  if (asking !== 'idle') return 'undecided';
  if (unread > 0) return readSeq;
  return from === 'server' ? null : 'undecided';
}

interface Reader {
  you: string;
  /** The newest message stands on a screen that is looked at. */
  isSeen: boolean;
  unreadAfter: UnreadAfter;
}

/** Up to which message it is to be marked as read now; null: there is nothing to mark. */
export function seenUpTo({ room, messages, newer }: History, { you, isSeen, unreadAfter }: Reader): number | null {
  // What is marked before the line stands would not be new any more when it is decided where.
  if (!isSeen || newer === 'more' || unreadAfter === 'undecided') return null;
  const newest = messages.findLast(({ senderId }) => senderId !== you)?.seedOrder ?? 0;
  return newest > room.readSeq || room.markedUnread ? newest : null;
}

interface MarkPorts {
  mark: () => Promise<void>;
  after: (ms: number, run: () => void) => Stop;
  /** The network or the page came back. */
  onWake: (wake: () => void) => Stop;
}

/** Until the server has it, or has refused it. */
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
