import type { Kysely } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import { otherOf } from './rows.ts';

interface ReadingOptions {
  database: Database;
  clock: Clock;
  log: Log;
  live: Pick<Live, 'tell' | 'isHeard'>;
}

/** Every partner refetches after each event, so repeated changes emit at most this often. */
const AGAIN_AFTER_MS = 2_000;

/** Emits a resync when a user shows or hides read marks: both sides must refetch open chats. */
export function createReading({ database: { read }, clock, log, live }: ReadingOptions) {
  /** Users announced a moment ago, and whether they changed it since. */
  const recent = new Map<string, 'told' | 'changed'>();

  async function tellAll(userId: string): Promise<void> {
    for (const who of [userId, ...(await partnersOf(read, userId))]) {
      if (live.isHeard(who)) live.tell(who, { name: 'gap', data: {} });
    }
  }

  function readingChanged(userId: string): void {
    if (recent.has(userId)) return void recent.set(userId, 'changed');
    recent.set(userId, 'told');
    clock.timer(AGAIN_AFTER_MS, () => {
      const hasChanged = recent.get(userId) === 'changed';
      recent.delete(userId);
      if (hasChanged) readingChanged(userId);
    });
    tellAll(userId).catch((error: unknown) => log.warn({ err: error }, 'a change of reading could not be told'));
  }

  return { readingChanged };
}

async function partnersOf(db: Kysely<DB>, userId: string): Promise<Set<string>> {
  const rooms = await db
    .selectFrom('chats.room_seat as seat')
    .innerJoin('chats.room as room', 'room.id', 'seat.room_id')
    .select(['room.a', 'room.b'])
    .where('seat.user_id', '=', userId)
    .where('room.open', '=', true)
    .where('room.requested_by', 'is', null)
    .execute();
  return new Set(rooms.map((room) => otherOf(room, userId)));
}
