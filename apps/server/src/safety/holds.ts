import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';

/** Whether a report keeps what was said in a room, or one file that was sent there. */
export async function isHeld(
  db: Kysely<DB>,
  { roomId, mediaPath }: { roomId: string; mediaPath?: string },
): Promise<boolean> {
  let reports = db
    .selectFrom('safety.report')
    .select('id')
    .where(sql<string>`evidence ->> 'chatRoomId'`, '=', roomId)
    .limit(1);
  if (mediaPath !== undefined) {
    reports = reports.where(sql<boolean>`evidence -> 'messages' @> ${JSON.stringify([{ mediaPath }])}::jsonb`);
  }
  return (await reports.executeTakeFirst()) !== undefined;
}

/** Whether a report keeps a file that was sent in some room. */
export async function isFileHeld(db: Kysely<DB>, mediaPath: string): Promise<boolean> {
  const report = await db
    .selectFrom('safety.report')
    .where(sql<boolean>`evidence -> 'messages' @> ${JSON.stringify([{ mediaPath }])}::jsonb`)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return report !== undefined;
}

/** Whether a report of this person keeps a photo they were shown by. */
export async function isPhotoHeld(
  db: Kysely<DB>,
  { owner, photo }: { owner: string; photo: string },
): Promise<boolean> {
  const report = await db
    .selectFrom('safety.report')
    .where('reported', '=', owner)
    .where(sql<boolean>`(evidence ->> 'photo' = ${photo} OR evidence -> 'photos' ? ${photo})`)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return report !== undefined;
}
