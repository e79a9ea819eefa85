import { sql, type Kysely } from 'kysely';
import { idsOf, listOf, type DB } from '../database.ts';

/** away: the user has tabs and looks at none of them. */
export type PersonPresence = 'online' | 'away' | 'offline';

/** One user's state on one node. */
export interface Seen {
  presence: PersonPresence;
  /** Sessions with a tab that is looked at. */
  looking: readonly string[];
  /** What those tabs show, for the other nodes. */
  looksAt: readonly string[];
}

/** A user, and the part of the product they may look at. */
export interface View {
  userId: string;
  at: string;
}

export async function storePresences(
  db: Kysely<DB>,
  { nodeId, now }: { nodeId: string; now: ReadonlyMap<string, Seen> },
): Promise<void> {
  const people = [...now.keys()];
  const seen = [...now.values()];
  const away = seen.map(({ presence }) => String(presence === 'away'));
  const looking = seen.map((one) => idsOf(one.looking));
  const looksAt = seen.map((one) => listOf(one.looksAt));
  await sql`
    INSERT INTO platform.presence (user_id, node_id, away, looking, looks_at)
    SELECT user_id, ${nodeId}, away, looking::uuid[], looks_at::text[]
    FROM unnest(${idsOf(people)}::uuid[], ${idsOf(away)}::boolean[], ${listOf(looking)}::text[], ${listOf(looksAt)}::text[])
      AS x (user_id, away, looking, looks_at)
    ON CONFLICT (user_id, node_id) DO UPDATE
    SET away = excluded.away, looking = excluded.looking, looks_at = excluded.looks_at`.execute(db);
}

export async function removePresences(
  db: Kysely<DB>,
  { nodeId, people }: { nodeId: string; people: readonly string[] },
): Promise<void> {
  await sql`
    DELETE FROM platform.presence
    WHERE node_id = ${nodeId} AND user_id = ANY(${idsOf(people)}::uuid[])`.execute(db);
}

/**
 * The views that are looked at on other nodes. A node's own sockets are left out: it knows more of them than the table.
 */
export async function viewsElsewhere<Of extends View>(
  db: Kysely<DB>,
  { nodeId, views }: { nodeId: string; views: readonly Of[] },
): Promise<Set<Of>> {
  if (views.length === 0) return new Set();
  const { rows } = await sql<{ n: number }>`
    SELECT n FROM unnest(${idsOf(views.map(({ userId }) => userId))}::uuid[], ${listOf(views.map(({ at }) => at))}::text[])
      WITH ORDINALITY AS view (user_id, at, n)
    WHERE EXISTS (
      SELECT FROM platform.presence
      WHERE presence.user_id = view.user_id AND presence.node_id <> ${nodeId} AND view.at = ANY(presence.looks_at)
    )`.execute(db);
  return new Set(rows.map(({ n }) => views[n - 1]!));
}

/** Reads all nodes in one query; a missing user is offline. */
export async function presencesOf(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, PersonPresence>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: string; away: boolean }>`
    SELECT user_id AS "userId", bool_and(away) AS away FROM platform.presence
    WHERE user_id = ANY(${listOf(userIds)}::uuid[]) GROUP BY user_id`.execute(db);
  return new Map(rows.map(({ userId, away }) => [userId, away ? 'away' : 'online']));
}
