import type { QueueView } from '@yonder/contract';
import { sql, type Kysely } from 'kysely';
import type { Mode } from '../engagement/index.ts';
import type { DB } from '../platform/database.ts';

export function queueViewOf(place: {
  position: number;
  total: number;
  expectedWaitSeconds?: number | null;
}): QueueView {
  const { position, total, expectedWaitSeconds = null } = place;
  return { status: 'waiting', position, totalInQueue: total, expectedWaitSeconds };
}

/** For nodes that don't remember the queue. How fast it moves is measured by its matcher only. */
export async function readStandings(
  db: Kysely<DB>,
  mode: Mode,
  userIds: readonly string[],
): Promise<Map<string, QueueView>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: string; position: number; total: number }>`
    SELECT user_id AS "userId", position, total
    FROM (
      SELECT user_id, row_number() OVER (ORDER BY place) AS position, count(*) OVER () AS total
      FROM engagement.engagement
      WHERE kind = ${`${mode}-queue`}
    ) queue
    WHERE user_id = ANY (${userIds})
  `.execute(db);
  return new Map(rows.map(({ userId, ...place }) => [userId, queueViewOf(place)]));
}
