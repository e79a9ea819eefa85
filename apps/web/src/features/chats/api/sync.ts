import { FIXED, type Output } from '@yonder/contract';
import { type ChatsCache, heldHistories } from '../cache.ts';

/** What changed since then, and what the rooms on this device lack. Null: everything. */
export function sync({ client, queryClient }: ChatsCache, since: number | null): Promise<Output<'sync'>> {
  const rooms = heldHistories(queryClient).map(({ room, seq }) => ({ chatRoomId: room.id, seq }));
  return client.call('sync', { since, rooms: rooms.slice(0, FIXED.roomsOpen) });
}
