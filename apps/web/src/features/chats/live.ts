import { FIXED, type Output } from '@yonder/contract';
import { onCatchUp } from '../../lib/client.ts';
import type { Stop } from '../../lib/clock.ts';
import { closeGap } from './api/room-after.ts';
import { sync } from './api/sync.ts';
import { type Chats, recordInHistory, recordRoom, recordStored } from './cache.ts';

/**
 * Keeps lists and histories up to date while somebody is signed in: by events, and by asking for what they missed.
 * The answer tells of more than chats: whoever else it concerns hears it from `onFound`.
 */
export function followChats(chats: Chats, onFound: (found: Output<'sync'>) => void): Stop {
  const { live } = chats.client;
  let since: number | null = null;
  const stops = [
    live.on('message.created', (message) => {
      recordStored(chats, message);
      fill(chats, message.chatRoomId);
    }),
    live.on('message.updated', ({ chatRoomId, seq, message }) => {
      recordInHistory(chats.queryClient, chatRoomId, { kind: 'changed', seq, message });
      fill(chats, chatRoomId);
    }),
    live.on('room.updated', (room) => {
      recordRoom(chats, room);
      fill(chats, room.id);
    }),
    onCatchUp(async () => {
      const found = await sync(chats, since);
      since = found.now - FIXED.syncOverlapMs;
      applyFound(chats, found);
      onFound(found);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

function applyFound(chats: Chats, { chatRooms, missing }: Output<'sync'>): void {
  for (const { chatRoomId, messages } of missing) {
    recordInHistory(chats.queryClient, chatRoomId, { kind: 'found', messages });
    fill(chats, chatRoomId);
  }
  for (const room of chatRooms) {
    recordRoom(chats, room);
    fill(chats, room.id);
  }
}

function fill(chats: Chats, chatRoomId: string): void {
  closeGap(chats, chatRoomId).catch(() => {
    // The next event or sync finds the same gap again.
  });
}
