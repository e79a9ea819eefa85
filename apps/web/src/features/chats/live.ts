import { FIXED, type Output } from '@yonder/contract';
import { onCatchUp, onReturn } from '../../lib/client.ts';
import { now, type Stop } from '../../lib/clock.ts';
import { endActivity, recordActivity } from './activity.ts';
import { fillGap } from './api/room-after.ts';
import { roomTold } from './api/room-told.ts';
import { sync } from './api/sync.ts';
import { CHAT_ROOMS, type Chats, recordChange, recordInHistory, recordStored } from './cache.ts';
import { followPresence } from './follow-presence.ts';
import { keepCopies } from './kept/keep-copies.ts';
import { chatsOf, closeChats } from './personal.ts';

/**
 * Keeps lists and histories up to date while a user is signed in: by events, and by fetching what those missed. `onFound` gets
 * the sync reply, which concerns more than chats.
 */
export function followChats(you: string, onFound: (found: Output<'sync'>) => void): Stop {
  const chats = chatsOf(you);
  const { live, serverNow } = chats.client;
  let since: number | null = null;
  const stops = [
    live.on('message.created', (message) => {
      recordStored(chats, message);
      chats.outbox.confirm(message);
      if (message.senderId !== chats.you) endActivity(message.chatRoomId);
      fillGap(chats, message.chatRoomId);
    }),
    live.on('message.updated', (change) => {
      recordChange(chats, change);
      fillGap(chats, change.message.chatRoomId);
    }),
    live.on('room.updated', (room) => roomTold(chats, room)),
    live.on('typing', (told) => recordActivity(told, serverNow() - now())),
    onCatchUp(async () => {
      const found = await sync(chats, { since, apply: (page) => applyFound(chats, page) });
      since = found.now - FIXED.syncOverlapMs;
      onFound(found);
    }),
    followPresence(chats),
    onReturn(() => void chats.queryClient.invalidateQueries({ queryKey: CHAT_ROOMS })),
    chats.outbox.start(),
    keepCopies(chats),
    closeChats,
  ];
  // This script may load after the connection is up.
  live.catchUp();
  return () => stops.forEach((stop) => stop());
}

function applyFound(chats: Chats, { chatRooms, missing }: Output<'sync'>): void {
  for (const { chatRoomId, ...page } of missing) {
    recordInHistory(chats.queryClient, chatRoomId, { kind: 'after', page });
    fillGap(chats, chatRoomId);
  }
  for (const room of chatRooms) roomTold(chats, room);
}
