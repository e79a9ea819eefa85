import { sql, type Kysely } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { listOf, type Database, type DB } from '../platform/database.ts';
import type { Live } from '../platform/live.ts';
import type { Presence } from '../platform/live/presence.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';

interface PresenceOptions {
  database: Database;
  clock: Clock;
  log: Log;
  live: Pick<Live, 'tell' | 'isHeard'>;
  presence: Pick<Presence, 'of' | 'onWritten'>;
}

const GATHERED_MS = 1_000;
/** Users per partner query. */
const PEOPLE_AT_ONCE = 500;

/** Emits presence changes to connected partners, all changes of a second together. */
export function tellPresences({ database: { read }, clock, log, live, presence }: PresenceOptions): Stop {
  const changed = new Set<string>();
  let stopTimer: Stop | undefined;

  async function tellAll(): Promise<void> {
    while (changed.size > 0) {
      const people = [...changed].slice(0, PEOPLE_AT_ONCE);
      for (const userId of people) changed.delete(userId);
      await tellOf(people);
    }
  }

  async function tellOf(people: readonly string[]): Promise<void> {
    const heard = (await partnersOf(read, people)).filter(({ partner }) => live.isHeard(partner));
    const states = await presence.of(read, [...new Set(heard.map(({ userId }) => userId))]);
    for (const { userId, partner } of heard) {
      const data = { userId, presence: states.get(userId) ?? 'offline' };
      live.tell(partner, { name: 'presence.updated', data });
    }
  }

  const stopListening = presence.onWritten((userIds) => {
    for (const userId of userIds) changed.add(userId);
    stopTimer ??= clock.timer(GATHERED_MS, () => {
      stopTimer = undefined;
      void tellAll().catch((error: unknown) => log.warn({ err: error }, 'presences could not be told'));
    });
  });
  return () => {
    stopListening();
    stopTimer?.();
  };
}

/**
 * Returns partners by name in open chats. Each LIMIT 1 forces a lookup by key, regardless of the planner's statistics.
 */
async function partnersOf(db: Kysely<DB>, people: readonly string[]): Promise<{ userId: string; partner: string }[]> {
  const { rows } = await sql<{ userId: string; partner: string }>`
    SELECT DISTINCT seat.user_id AS "userId", CASE seat.user_id WHEN room.a THEN room.b ELSE room.a END AS partner
    FROM chats.room_seat seat
    CROSS JOIN LATERAL (
      SELECT r.a, r.b FROM chats.room r
      WHERE r.id = seat.room_id AND r.open AND r.requested_by IS NULL AND r.a_alias IS NULL
      LIMIT 1
    ) room
    WHERE seat.user_id = ANY(${listOf(people)}::uuid[])
      AND (SELECT true FROM safety.hidden_pair p WHERE p.one = room.a AND p.other = room.b LIMIT 1) IS NULL`.execute(
    db,
  );
  return rows;
}
