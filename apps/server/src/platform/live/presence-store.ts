import { sql, type Kysely } from 'kysely';
import { listOf, type DB } from '../database.ts';

/** Whether somebody is there, and looks: away has tabs that nobody looks at. */
export type PersonPresence = 'online' | 'away' | 'offline';

interface Written {
  nodeId: string;
  people: readonly string[];
}

export async function storePresences(
  db: Kysely<DB>,
  { nodeId, people, now }: Written & { now: ReadonlyMap<string, PersonPresence> },
): Promise<void> {
  const away = people.map((userId) => String(now.get(userId) === 'away'));
  await sql`
    INSERT INTO platform.presence (user_id, node_id, away)
    SELECT user_id, ${nodeId}, away FROM unnest(${listOf(people)}::uuid[], ${listOf(away)}::boolean[]) AS x (user_id, away)
    ON CONFLICT (user_id, node_id) DO UPDATE SET away = excluded.away`.execute(db);
}

export async function removePresences(db: Kysely<DB>, { nodeId, people }: Written): Promise<void> {
  await sql`
    DELETE FROM platform.presence
    WHERE node_id = ${nodeId} AND user_id = ANY(${listOf(people)}::uuid[])`.execute(db);
}

/** Over all nodes, in one query; whoever is missing is offline. */
export async function presencesOf(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, PersonPresence>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: string; away: boolean }>`
    SELECT user_id AS "userId", bool_and(away) AS away FROM platform.presence
    WHERE user_id = ANY(${listOf(userIds)}::uuid[]) GROUP BY user_id`.execute(db);
  return new Map(rows.map(({ userId, away }) => [userId, away ? 'away' : 'online']));
}
