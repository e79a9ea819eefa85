import { sql, type Kysely, type Selectable } from 'kysely';
import { idsOf, type DB, type Tx } from '../platform/database.ts';

/** The deadline that checks whether an image is over: unopened too long, or opened a minute ago. */
export const ONE_TIME_DEADLINE = 'media.one-time';

export interface OneTime {
  sender: string;
  key: string;
  expiresAt: Date;
  /** Null: sealed. */
  openedUntil: Date | null;
  openedBy: string | null;
}

/** Records that a message claimed it. */
export async function seal(
  tx: Tx,
  { path, sender, key, expiresAt }: { path: string; sender: string; key: string; expiresAt: Date },
): Promise<void> {
  await tx.db.insertInto('media.one_time').values({ path, sender, message_key: key, expires_at: expiresAt }).execute();
  await tx.deadline({ kind: ONE_TIME_DEADLINE, key: path, due: expiresAt });
}

export async function findOneTime(db: Kysely<DB>, path: string): Promise<OneTime | undefined> {
  const row = await db.selectFrom('media.one_time').where('path', '=', path).selectAll().executeTakeFirst();
  return row && oneTimeOf(row);
}

/** Opens the image: true once, for ever. */
export async function openSealed(tx: Tx, path: string, { by, until }: { by: string; until: Date }): Promise<boolean> {
  const row = await tx.db
    .updateTable('media.one_time')
    .set({ opened_by: by, opened_until: until })
    .where('path', '=', path)
    .where('opened_until', 'is', null)
    .where('expires_at', '>', tx.now)
    .returning('path')
    .executeTakeFirst();
  return row !== undefined;
}

/** The transaction that deletes the row has the picture, so it is served once, for ever. */
export async function takeOpened(tx: Tx, path: string, which: 'in time' | 'any'): Promise<OneTime | undefined> {
  const row = await tx.db
    .deleteFrom('media.one_time')
    .where('path', '=', path)
    .where('opened_until', which === 'in time' ? '>' : 'is not', which === 'in time' ? tx.now : null)
    .returningAll()
    .executeTakeFirst();
  return row && oneTimeOf(row);
}

export async function takeSealed(tx: Tx, path: string): Promise<boolean> {
  const row = await tx.db
    .deleteFrom('media.one_time')
    .where('path', '=', path)
    .where('opened_until', 'is', null)
    .returning('path')
    .executeTakeFirst();
  return row !== undefined;
}

/** One sender's images in some rooms. */
export interface SentIn {
  sender: string;
  roomIds: readonly string[];
}

/** Makes an opening come first or wait. */
export async function lockSealedOf(tx: Tx, { sender, roomIds }: SentIn): Promise<void> {
  await tx.db
    .selectFrom('media.one_time')
    .where('sender', '=', sender)
    .where('opened_until', 'is', null)
    .where(isIn(roomIds))
    .select('path')
    .orderBy('path')
    .forUpdate()
    .execute();
}

/** Makes a report of an opened image come before or after its end, never during it. */
export async function lockOpenedOf(tx: Tx, { sender, roomIds }: SentIn): Promise<void> {
  await tx.db
    .selectFrom('media.one_time')
    .where('sender', '=', sender)
    .where('opened_until', 'is not', null)
    .where(isIn(roomIds))
    .select('path')
    .orderBy('path')
    .forUpdate()
    .execute();
}

/** Takes the sender's sealed images in these rooms, in the order of their messages' keys. */
export async function takeSealedOf(tx: Tx, { sender, roomIds }: SentIn): Promise<(OneTime & { path: string })[]> {
  const rows = await tx.db
    .deleteFrom('media.one_time')
    .where('sender', '=', sender)
    .where('opened_until', 'is', null)
    .where(isIn(roomIds))
    .returningAll()
    .execute();
  const taken = rows.map((row) => ({ ...oneTimeOf(row), path: row.path }));
  return taken.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** Takes an image that is over: unopened too long or opened a minute ago. Undefined if it is not over. */
export async function takeOver(tx: Tx, path: string): Promise<OneTime | undefined> {
  const row = await tx.db
    .deleteFrom('media.one_time')
    .where('path', '=', path)
    .where((is) =>
      is.or([
        is('opened_until', '<=', tx.now),
        is.and([is('opened_until', 'is', null), is('expires_at', '<=', tx.now)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return row && oneTimeOf(row);
}

/** Ends all images: none can be seen any more, and their deadlines fire now. Returns their number. */
export async function expireAll(tx: Tx): Promise<number> {
  const rows = await tx.db
    .updateTable('media.one_time')
    .set({
      expires_at: tx.now,
      opened_until: sql`CASE WHEN opened_until IS NOT NULL THEN ${tx.now}::timestamptz END`,
    })
    .returning('path')
    .execute();
  for (const { path } of rows) await tx.deadline({ kind: ONE_TIME_DEADLINE, key: path, due: tx.now });
  return rows.length;
}

/** Its message is gone: removes it in any state. */
export async function removeOneTime(tx: Tx, path: string): Promise<void> {
  await tx.db.deleteFrom('media.one_time').where('path', '=', path).execute();
}

function isIn(roomIds: readonly string[]) {
  return sql<boolean>`split_part(message_key, '.', 1) = ANY(${idsOf(roomIds)}::text[])`;
}

function oneTimeOf(row: Selectable<DB['media.one_time']>): OneTime {
  return {
    sender: row.sender,
    key: row.message_key,
    expiresAt: row.expires_at,
    openedUntil: row.opened_until,
    openedBy: row.opened_by,
  };
}
