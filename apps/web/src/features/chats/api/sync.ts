import { FIXED, type Output } from '@yonder/contract';
import { type ChatsCache, heldHistories } from '../cache.ts';
import { openRoom } from '../open-room.ts';

/** What changed since then, and what the rooms on this device lack, first of all the one on the screen. Null: everything. */
export function sync({ client, queryClient }: ChatsCache, since: number | null): Promise<Output<'sync'>> {
  const rooms = heldHistories(queryClient).map(({ room, seq }) => ({ chatRoomId: room.id, seq }));
  const open = openRoom();
  const first = rooms.toSorted((one, other) => Number(other.chatRoomId === open) - Number(one.chatRoomId === open));
  return client.call('sync', { since, rooms: first.slice(0, FIXED.roomsOpen) });
}
