import type { ChatRoom } from '@yonder/contract';
import { type Chats, recordRoom } from '../cache.ts';
import { forgetRoom } from '../kept/forget.ts';
import { fillGap } from './room-after.ts';

/** Applies a room that an event or a sync reports. */
export function roomTold(chats: Chats, room: ChatRoom): void {
  recordRoom(chats, room);
  fillGap(chats, room.id);
  if (!room.isActive) void forgetRoom(chats, room.id);
}
