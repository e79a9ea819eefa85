import type { ChatRoom } from '@yonder/contract';
import { type Chats, recordRoom } from '../cache.ts';
import { forgetRoom } from '../kept/forget.ts';
import { fillGap } from './room-after.ts';

/** What an event or a sync tells of a room. */
export function roomTold(chats: Chats, room: ChatRoom): void {
  recordRoom(chats, room);
  fillGap(chats, room.id);
  if (!room.isActive) void forgetRoom(chats, room.id);
}
