import type { Clock } from '../platform/clock.ts';
import type { Handlers } from '../platform/dispatcher.ts';
import { chatCallables, type ChatCallable } from './callables.ts';
import { createRooms, type RoomOptions, type Rooms } from './rooms.ts';
import { createSender } from './sending.ts';
import { createChatService, type ChatOptions } from './service.ts';

export { resolveMessage, resolveRoom, type PointedAt, type RoomEvidence } from './evidence.ts';

export interface Chats extends Pick<Rooms, 'createRoom' | 'closeBetween' | 'connected'> {
  callables: Handlers<ChatCallable>;
}

interface Options extends RoomOptions, Pick<ChatOptions, 'database' | 'engagement'> {
  clock: Clock;
}

export function createChats(options: Options): Chats {
  const rooms = createRooms(options);
  const service = createChatService({ ...options, rooms, sender: createSender(options) });
  const { createRoom, closeBetween, connected } = rooms;
  return { createRoom, closeBetween, connected, callables: chatCallables(service) };
}
