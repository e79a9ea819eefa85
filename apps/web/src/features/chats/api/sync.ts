import type { Output } from '@yonder/contract';
import { type Chats, heldHistories } from '../cache.ts';

/** As many rooms as the server looks through at once. */
const MOST_ROOMS = 20;

/** What changed since then, and what the rooms on this device lack. Null: everything. */
export function sync({ client, queryClient }: Chats, since: number | null): Promise<Output<'sync'>> {
  const rooms = heldHistories(queryClient).map(({ room, seq }) => ({ chatRoomId: room.id, seq }));
  return client.call('sync', { since, rooms: rooms.slice(0, MOST_ROOMS) });
}
