import { after, now, type Stop } from '../../../lib/clock.ts';
import { type Chats, heldHistories, heldRooms } from '../cache.ts';

const KEEP_AFTER_MS = 1_000;

/** Writes changes to the device a moment later, while the page is there. */
export function keepCopies({ queryClient, copy }: Chats): Stop {
  const kept = new WeakSet<object>();
  let stopTimer: Stop | null = null;

  function keep(): void {
    stopTimer = null;
    const rooms = heldRooms(queryClient)?.rooms;
    // A missing copy matters only on a return without a network.
    if (isNew(rooms)) copy.keepRooms(rooms).catch(() => {});
    for (const history of heldHistories(queryClient)) {
      if (isNew(history)) copy.keepHistory(history, now()).catch(() => {});
    }
  }
  function isNew<Value extends object>(value: Value | undefined): value is Value {
    if (value === undefined || kept.has(value)) return false;
    kept.add(value);
    return true;
  }

  const stopWatching = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') stopTimer ??= after(KEEP_AFTER_MS, keep);
  });
  return () => {
    stopWatching();
    stopTimer?.();
  };
}
