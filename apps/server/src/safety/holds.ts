import { sql, type Kysely } from 'kysely';
import { listOf, type DB } from '../platform/database.ts';

/** Whether a report keeps a file that was sent in a room. */
export async function isFileHeld(db: Kysely<DB>, mediaPath: string): Promise<boolean> {
  const report = await db
    .selectFrom('safety.report')
    .where(sql<boolean>`evidence -> 'messages' @> ${JSON.stringify([{ mediaPath }])}::jsonb`)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return report !== undefined;
}

/** Returns which of the owner's files a report by or about them shows. */
export async function heldFiles(
  db: Kysely<DB>,
  { owner, paths }: { owner: string; paths: readonly string[] },
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const { rows } = await sql<{ path: string }>`
    SELECT DISTINCT path FROM unnest(${listOf(paths)}::text[]) AS kept (path)
    JOIN safety.report ON (reported = ${owner} OR reporter = ${owner}) AND position(path IN evidence::text) > 0`.execute(
    db,
  );
  return new Set(rows.map(({ path }) => path));
}
