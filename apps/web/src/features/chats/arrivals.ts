import type { ChatRoom, Message } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';
import { type ChatsCache, heldRooms } from './cache.ts';

/** What somebody else has just said, and where. */
export interface ArrivedMessage {
  message: Message;
  room: ChatRoom;
}

/** Hears of messages as they come. A call's line, the system's, and a hello that awaits an answer tell of themselves otherwise. */
export function followArrivals(chats: ChatsCache, onArrival: (arrived: ArrivedMessage) => void): Stop {
  return chats.client.live.on('message.created', (message) => {
    if (message.senderId === chats.you || message.type === 'system' || message.type === 'call') return;
    void roomOf(chats, message).then((room) => {
      if (room !== null && room.request === null) onArrival({ message, room });
    });
  });
}

/** Null: it is closed already, or out of reach for a moment. */
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
