import { queryOptions } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { type Chats, heldHistory, heldRooms, historyKey, recordInHistory } from '../cache.ts';
import { apply, type History, historyOf } from '../history.ts';
import { forgetRoom } from '../kept/forget.ts';
import { around } from './around.ts';
import { askRoom } from './ask-room.ts';
import { closeGap, isMissing } from './room-after.ts';

const { messagesLive: LIVE, messagesPage: PAGE } = FIXED;
/** As many messages are held around what is looked at. */
const MOST_HELD = 8 * PAGE;
/** After letting go of the farthest. */
const HELD_THEN = 6 * PAGE;

/** The latest messages; asked for again, or kept from an earlier visit, only what came since is added to what is there. */
export function historyQuery(chats: Chats, chatRoomId: string) {
  const { queryClient } = chats;
  return queryOptions({
    queryKey: historyKey(chatRoomId),
    // What is written or heard meanwhile is no answer.
    staleTime: ({ state }) => (state.data?.from === 'device' ? 0 : FIXED.query.freshMs),
    // Every change goes through `apply`, which keeps what stays the same.
    structuralSharing: false,
    // Without a network there still is what this device has kept.
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

/** The latest; or, with more unread than they hold, what is around the first unread one. */
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
  // Of what has come since then the list alone has heard.
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
  // Meanwhile the window may have been put elsewhere.
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

/** Lets go of what is farthest from where one is. Nothing while it is not too much. */
export function trimHistory({ queryClient }: Chats, chatRoomId: string, end: 'older' | 'newer'): void {
  const held = heldHistory(queryClient, chatRoomId)?.messages.length ?? 0;
  if (held > MOST_HELD) recordInHistory(queryClient, chatRoomId, { kind: 'trimmed', end, keep: HELD_THEN });
}

/** The window at the newest message again. */
export async function placeAtNewest(chats: Chats, chatRoomId: string): Promise<void> {
  const { client, queryClient } = chats;
  const page = await askRoom(chats, chatRoomId, client.call('listMessages', { chatRoomId, limit: LIVE }));
  recordInHistory(queryClient, chatRoomId, { kind: 'placed', page, newer: 'none' });
}

/** The window around a message. */
export async function placeAround(chats: Chats, chatRoomId: string, seedOrder: number): Promise<void> {
  const placed = await around(chats, chatRoomId, seedOrder);
  recordInHistory(chats.queryClient, chatRoomId, { kind: 'placed', ...placed });
}
