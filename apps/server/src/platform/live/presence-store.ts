import { sql, type Kysely } from 'kysely';
import { idsOf, listOf, type DB } from '../database.ts';

/** Whether somebody is there, and looks: away has tabs that nobody looks at. */
export type PersonPresence = 'online' | 'away' | 'offline';

/** Of one person on one node. */
export interface Seen {
  presence: PersonPresence;
  /** Sessions of whose browsers somebody looks at a tab. */
  looking: readonly string[];
}

interface Written {
  nodeId: string;
  people: readonly string[];
}

export async function storePresences(
  db: Kysely<DB>,
  { nodeId, people, now }: Written & { now: ReadonlyMap<string, Seen> },
): Promise<void> {
  const away = people.map((userId) => String(now.get(userId)?.presence === 'away'));
  const looking = people.map((userId) => idsOf(now.get(userId)?.looking ?? []));
  await sql`
    INSERT INTO platform.presence (user_id, node_id, away, looking)
    SELECT user_id, ${nodeId}, away, looking::uuid[]
    FROM unnest(${listOf(people)}::uuid[], ${listOf(away)}::boolean[], ${listOf(looking)}::text[])
      AS x (user_id, away, looking)
    ON CONFLICT (user_id, node_id) DO UPDATE SET away = excluded.away, looking = excluded.looking`.execute(db);
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
