import { queryOptions } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { type Chats, heldHistory, heldRooms, historyKey, recordInHistory } from '../cache.ts';
import { apply, type History, historyOf } from '../history.ts';
import { forgetRoom } from '../kept/forget.ts';
import { around } from './around.ts';
import { askRoom } from './ask-room.ts';
import { closeGap, isMissing } from './room-after.ts';

const { messagesLive: LIVE, messagesPage: PAGE } = FIXED;
/** Most messages held around the visible ones. */
const MOST_HELD = 8 * PAGE;
/** Messages held after trimming. */
const HELD_THEN = 6 * PAGE;

/** Queries the latest messages. A refetch, or a load over a stored copy, fetches only what came since. */
export function historyQuery(chats: Chats, chatRoomId: string) {
  const { queryClient } = chats;
  return queryOptions({
    queryKey: historyKey(chatRoomId),
    // Local writes and events renew the query's timestamp; a stored copy stays stale nevertheless.
    staleTime: ({ state }) => (state.data?.from === 'device' ? 0 : FIXED.query.freshMs),
    // `apply` already keeps unchanged parts identical.
    structuralSharing: false,
    // Without a network the stored copy is still shown.
    queryFn: async (): Promise<History> => {
      try {
        const kept =
          heldHistory(queryClient, chatRoomId) ?? (await withUnsent(chats, await keptHistory(chats, chatRoomId)));
        if (kept !== undefined) queryClient.setQueryData<History>(historyKey(chatRoomId), (held) => held ?? kept);
        await closeGap(chats, chatRoomId, 'look');
        return heldHistory(queryClient, chatRoomId) ?? (await firstHistory(chats, chatRoomId));
      } catch (error) {
        if (isMissing(error)) await forgetRoom(chats, chatRoomId);
        else recordInHistory(queryClient, chatRoomId, { kind: 'unanswered' });
        throw error;
      }
    },
  });
}

async function keptHistory({ copy }: Chats, chatRoomId: string): Promise<History | undefined> {
  return copy.history(chatRoomId).catch(() => undefined);
}

/** Loads the latest messages, or those around the first unread one when the latest do not reach it. */
async function firstHistory(chats: Chats, chatRoomId: string): Promise<History> {
  const latest = await chats.client.call('listMessages', { chatRoomId, limit: LIVE });
  const { readSeq, unread } = latest.chatRoom;
  const [oldest] = latest.messages;
  const isUnreadBeyond = unread > 0 && latest.hasMore && oldest !== undefined && oldest.seedOrder > readSeq + 1;
  const page = isUnreadBeyond ? await around(chats, chatRoomId, readSeq + 1) : { page: latest, newer: 'none' as const };
  const { queryClient } = chats;
  const history = await withUnsent(chats, historyOf(page.page, page.newer));
  const first = { ...history, newest: Math.max(history.newest, latest.messages.at(-1)?.seedOrder ?? 0) };
  queryClient.setQueryData<History>(historyKey(chatRoomId), (held) => held ?? first);
  // Events during the request reached only the room list.
  const known = heldRooms(queryClient)?.rooms.find(({ id }) => id === chatRoomId)?.lastSeq ?? 0;
  if (known > first.seq) await closeGap(chats, chatRoomId, 'look');
  return heldHistory(queryClient, chatRoomId) ?? first;
}

async function withUnsent<Held extends History | undefined>({ outbox }: Chats, history: Held): Promise<Held | History> {
  if (history === undefined) return history;
  const unsent = await outbox.all().catch(() => []);
  return unsent
    .filter(({ chatRoomId }) => chatRoomId === history.room.id)
    .reduce<History>((held, one) => apply(held, { kind: 'written', unsent: one }), history);
}

export async function loadOlder(chats: Chats, chatRoomId: string): Promise<void> {
  const { client, queryClient } = chats;
  const before = heldHistory(queryClient, chatRoomId)?.messages[0]?.seedOrder;
  if (before === undefined) return;
  const page = await askRoom(chats, chatRoomId, client.call('listMessages', { chatRoomId, before, limit: PAGE }));
  // The window may have moved meanwhile.
  if (heldHistory(queryClient, chatRoomId)?.messages[0]?.seedOrder !== before) return;
  recordInHistory(queryClient, chatRoomId, { kind: 'older', page });
}

export async function loadNewer(chats: Chats, chatRoomId: string): Promise<void> {
  const { client, queryClient } = chats;
  const after = heldHistory(queryClient, chatRoomId)?.messages.at(-1)?.seedOrder;
  if (after === undefined) return;
  const page = await askRoom(chats, chatRoomId, client.call('listMessages', { chatRoomId, after, limit: PAGE }));
  if (heldHistory(queryClient, chatRoomId)?.messages.at(-1)?.seedOrder !== after) return;
  recordInHistory(queryClient, chatRoomId, { kind: 'newer', page });
}

/** Drops messages at `end` once too many are held. */
export function trimHistory({ queryClient }: Chats, chatRoomId: string, end: 'older' | 'newer'): void {
  const held = heldHistory(queryClient, chatRoomId)?.messages.length ?? 0;
  if (held > MOST_HELD) recordInHistory(queryClient, chatRoomId, { kind: 'trimmed', end, keep: HELD_THEN });
}

/** Moves the window back to the newest message. */
export async function placeAtNewest(chats: Chats, chatRoomId: string): Promise<void> {
  const { client, queryClient } = chats;
  const page = await askRoom(chats, chatRoomId, client.call('listMessages', { chatRoomId, limit: LIVE }));
  recordInHistory(queryClient, chatRoomId, { kind: 'placed', page, newer: 'none' });
}

/** Moves the window around a message. */
export async function placeAround(chats: Chats, chatRoomId: string, seedOrder: number): Promise<void> {
  const placed = await around(chats, chatRoomId, seedOrder);
  recordInHistory(chats.queryClient, chatRoomId, { kind: 'placed', ...placed });
}
