import type { ChatRoom, Message } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';
import { type ChatsCache, heldRooms } from './cache.ts';

/** A message from the partner, and its room. */
export interface ArrivedMessage {
  message: Message;
  room: ChatRoom;
}

/** Reports incoming messages, except calls, system messages and unanswered hellos, which are announced elsewhere. */
export function followArrivals(chats: ChatsCache, onArrival: (arrived: ArrivedMessage) => void): Stop {
  return chats.client.live.on('message.created', (message) => {
    if (message.senderId === chats.you || message.type === 'system' || message.type === 'call') return;
    void roomOf(chats, message).then((room) => {
      if (room !== null && room.request === null) onArrival({ message, room });
    });
  });
}

/** Null when the room is already closed, or cannot be fetched now. */
async function roomOf(
  { client, queryClient }: ChatsCache,
  { chatRoomId, seedOrder }: Message,
): Promise<ChatRoom | null> {
  const held = heldRooms(queryClient)?.rooms.find(({ id }) => id === chatRoomId);
  if (held !== undefined) return held;
  return client.call('roomAfter', { chatRoomId, seq: seedOrder }).then(
    (found) => found.chatRoom,
    () => null,
  );
}
