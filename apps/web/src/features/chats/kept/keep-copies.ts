import { after, now, type Stop } from '../../../lib/clock.ts';
import { CHAT_ROOMS, type Chats, heldHistory, historyKey } from '../cache.ts';
import type { ChatRoom } from '@yonder/contract';

const KEEP_AFTER_MS = 1_000;
const [HISTORY] = historyKey('');
const [LIST] = CHAT_ROOMS;

/** What changes is written to the device a moment later, and drafts before the page goes. */
export function keepCopies({ queryClient, copy, drafts }: Chats): Stop {
  const changed = new Set<string>();
  let stopTimer: Stop | null = null;

  function keep(): void {
    stopTimer = null;
    for (const key of changed) {
      const rooms = queryClient.getQueryData<readonly ChatRoom[]>(CHAT_ROOMS);
      const history = heldHistory(queryClient, key);
      if (key === LIST && rooms !== undefined) copy.keepRooms(rooms).catch(() => {});
      if (history !== undefined) copy.keepHistory(history, now()).catch(() => {});
    }
    changed.clear();
  }

  const stopWatching = queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
    if (type !== 'updated') return;
    const [name, chatRoomId] = queryKey;
    if (name === LIST) changed.add(LIST);
    else if (name === HISTORY && typeof chatRoomId === 'string') changed.add(chatRoomId);
    else return;
    stopTimer ??= after(KEEP_AFTER_MS, keep);
  });
  const flush = (): void => drafts.flush();
  window.addEventListener('pagehide', flush);
  return () => {
    stopWatching();
    stopTimer?.();
    window.removeEventListener('pagehide', flush);
  };
}
