import type { UploadFolder } from '@yonder/contract';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { listOf, type DB, type Tx } from '../platform/database.ts';
import { objectPathOf } from './paths.ts';

/** Measured when a file was uploaded. */
export const meta = z.object({
  seconds: z.optional(z.number()),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  placeholder: z.optional(z.string()),
});
export type Meta = z.infer<typeof meta>;

/** A file with its thumb, if it has one. */
export interface NewObject {
  path: string;
  owner: string;
  folder: UploadFolder;
  bytes: number;
  thumb: { path: string; bytes: number } | null;
  meta: Meta;
  /** Equal on every retry; null: never retried. */
  requestId?: string | null;
  /** The node about to put the bytes into the store; absent: they are there. */
  putting?: string;
}

/** A file that still has an owner. */
export interface KeptObject {
  path: string;
  owner: string;
  bytes: number;
  thumbPath: string | null;
  thumbBytes: number;
  /** The key that encrypts the stored bytes; null: plain. */
  fileKey: Buffer | null;
}

export interface Doomed {
  path: string;
  thumbPath: string | null;
}

/**
 * Counts the file against its owner's quota and stores its row; false when it does not fit. One statement counts the
 * bytes: of two concurrent uploads that fit only alone, one gets in.
 */
export async function insertObject(tx: Tx, object: NewObject, quota: number): Promise<boolean> {
  const { path, owner, folder, bytes, thumb } = object;
  const all = bytes + (thumb?.bytes ?? 0);
  if (all > quota) return false;
  const taken = await tx.db
    .insertInto('media.usage')
    .values({ owner, bytes: all })
    .onConflict((conflict) =>
      conflict
        .column('owner')
        .doUpdateSet({ bytes: sql`usage.bytes + ${all}` })
        .where(sql<boolean>`usage.bytes + ${all} <= ${quota}`),
    )
    .returning('owner')
    .executeTakeFirst();
  if (!taken) return false;
  await tx.db
    .insertInto('media.object')
    .values({
      path,
      owner,
      folder,
      bytes,
      ...(thumb && {
        thumb_path: thumb.path,
        thumb_bytes: thumb.bytes,
      }),
      meta: JSON.stringify(object.meta),
      created_at: tx.now,
      request_id: object.requestId ?? null,
      putting: object.putting ?? null,
    })
    .execute();
  return true;
}

/** Marks the bytes as stored; false: a node that took this one for dead has given up the row. */
export async function markPut(db: Kysely<DB>, path: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media.object')
    .set({ putting: null })
    .where('path', '=', path)
    .where('erase_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns what an earlier request with that id made. putting: the node still storing it. */
export async function findUpload(
  db: Kysely<DB>,
  { owner, requestId }: { owner: string; requestId: string },
): Promise<{ path: string; putting: string | null } | undefined> {
  return db
    .selectFrom('media.object')
    .where('owner', '=', owner)
    .where('request_id', '=', requestId)
    .where('erase_at', 'is', null)
    .where('held_at', 'is', null)
    .select(['path', 'putting'])
    .executeTakeFirst();
}

/** Makes a generated file leave the store at that time; a later call changes the time. It counts against no quota. */
export async function keepUntil(
  tx: Tx,
  { path, owner, until }: { path: string; owner: string; until: Date },
): Promise<void> {
  const { folder } = objectPathOf(path);
  await tx.db
    .insertInto('media.object')
    .values({ path, owner, folder, bytes: 0, meta: '{}', created_at: tx.now, erase_at: until })
    .onConflict((known) => known.column('path').doUpdateSet({ erase_at: until }))
    .execute();
}

/** Returns those of the paths that still exist. held: also files kept only for a report's moderators. */
export async function findObjects(
  db: Kysely<DB>,
  paths: readonly string[],
  which: 'shown' | 'held' = 'shown',
): Promise<KeptObject[]> {
  if (paths.length === 0) return [];
  const rows = await db
    .selectFrom('media.object')
    .where('path', 'in', paths)
    .where('erase_at', 'is', null)
    .$if(which === 'shown', (there) => there.where('held_at', 'is', null))
    .select(['path', 'owner', 'bytes', 'thumb_path', 'thumb_bytes', 'file_key'])
    .execute();
  return rows.map(({ thumb_path: thumbPath, thumb_bytes: thumbBytes, file_key: fileKey, ...row }) => {
    return { ...row, thumbPath, thumbBytes, fileKey };
  });
}

/** Stops serving their public addresses. */
export async function withhold(tx: Tx, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await tx.db
    .insertInto('media.withheld')
    .values(paths.map((path) => ({ path })))
    .onConflict((known) => known.doNothing())
    .execute();
}

export async function serveAgain(tx: Tx, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await tx.db.deleteFrom('media.withheld').where('path', 'in', paths).execute();
}

/** A file that a message wants to claim. */
export interface Wish {
  path: string;
  owner: string;
  folder: UploadFolder;
  key: string;
}

export interface TakenObject {
  path: string;
  key: string;
  thumbPath: string | null;
  meta: Meta;
  /** again: the same message claimed it before. */
  taken: 'now' | 'again';
}

/**
 * Gives each file to its first claimer for ever; the same key gets the same result again. A key that holds another file
 * gets no second one, which would never be deleted.
 */
export async function takeObjects(tx: Tx, wishes: readonly Wish[]): Promise<TakenObject[]> {
  const { rows } = await sql<{ path: string; key: string; thumb_path: string | null; meta: unknown; again: boolean }>`
    WITH wish AS (
      SELECT * FROM unnest(
        ${wishes.map(({ path }) => path)}::text[], ${wishes.map(({ owner }) => owner)}::uuid[],
        ${wishes.map(({ folder }) => folder)}::text[], ${wishes.map(({ key }) => key)}::text[]
      ) AS wish (path, owner, folder, key)
    ), taken AS (
      UPDATE media.object AS object SET taken_by = wish.key FROM wish
      WHERE object.path = wish.path AND object.owner = wish.owner AND object.folder = wish.folder
        AND object.erase_at IS NULL AND object.held_at IS NULL AND object.taken_by IS NULL
        AND NOT EXISTS (
          SELECT FROM media.object AS other
          WHERE other.owner = wish.owner AND other.taken_by = wish.key AND other.folder <> 'photos'
        )
      RETURNING object.path, object.taken_by AS key, object.thumb_path, object.meta, false AS again
    )
    SELECT * FROM taken
    UNION ALL
    SELECT object.path, object.taken_by, object.thumb_path, object.meta, true
    FROM wish JOIN media.object AS object ON object.path = wish.path
    WHERE object.owner = wish.owner AND object.folder = wish.folder
      AND object.erase_at IS NULL AND object.held_at IS NULL AND object.taken_by = wish.key
  `.execute(tx.db);
  return rows.map(({ path, key, thumb_path: thumbPath, meta: measured, again }) => {
    return { path, key, thumbPath, meta: meta.parse(measured), taken: again ? 'again' : 'now' };
  });
}

/** Returns what claimed a file: a message's key, or a profile; null: unclaimed, or given up. */
export async function findTaker(db: Kysely<DB>, path: string): Promise<string | null> {
  const kept = db.selectFrom('media.object').where('path', '=', path).where('erase_at', 'is', null);
  return (await kept.select('taken_by').executeTakeFirst())?.taken_by ?? null;
}

/** Stops serving a file that moderators may still need. Returns its owner; undefined without one. */
export async function withdraw(tx: Tx, path: string, which: 'any' | 'untaken'): Promise<string | undefined> {
  const row = await tx.db
    .updateTable('media.object')
    .set({ held_at: tx.now })
    .where('path', '=', path)
    .where('erase_at', 'is', null)
    .$if(which === 'untaken', (untaken) => untaken.where('taken_by', 'is', null))
    .returning('owner')
    .executeTakeFirst();
  return row?.owner;
}

/**
 * Returns the paths of photos and thumbs that are public now: the owner is neither suspended nor leaving, and the photo is
 * not withheld. Bytes without a row are not served: a restore may have left them behind.
 */
export async function findShown(db: Kysely<DB>, paths: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const { rows } = await shownPhotos(paths, now).execute(db);
  return new Set(rows.map(({ path }) => path));
}

export function shownPhotos(paths: readonly string[], now: Date): RawBuilder<{ path: string }> {
  return sql`
    SELECT asked.path FROM unnest(${paths}::text[]) AS asked (path)
    CROSS JOIN LATERAL (
      SELECT owner, held_at, erase_at FROM media.object WHERE object.path = asked.path AND folder = 'photos'
      UNION ALL
      SELECT owner, held_at, erase_at FROM media.object WHERE thumb_path = asked.path AND folder = 'photos'
    ) AS photo
    WHERE photo.held_at IS NULL AND photo.erase_at IS NULL
      AND NOT EXISTS (SELECT FROM media.withheld WHERE withheld.path = asked.path)
      AND NOT EXISTS (
        SELECT FROM identity.barred WHERE barred.user_id = photo.owner AND barred.suspended_until > ${now}
      )`;
}

/** Whether the photo or thumb is this user's: owners still see it while it is withheld. */
export async function isOwnPhoto(db: Kysely<DB>, { path, owner }: { path: string; owner: string }): Promise<boolean> {
  const own = db
    .selectFrom('media.object')
    .where('owner', '=', owner)
    .where('folder', '=', 'photos')
    .where('held_at', 'is', null)
    .where('erase_at', 'is', null)
    .where((photo) => photo.or([photo('path', '=', path), photo('thumb_path', '=', path)]));
  return (await own.select('path').executeTakeFirst()) !== undefined;
}

/** Stops counting files that only a report holds: the quota would reveal the report. Skips other files. */
export async function uncount(tx: Tx, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await sql`
    WITH held AS (
      UPDATE media.object SET is_counted = false
      WHERE path = ANY(${listOf(paths)}::text[]) AND erase_at IS NULL AND held_at IS NOT NULL AND is_counted
      RETURNING owner, bytes + thumb_bytes AS bytes
    ), total AS (
      SELECT owner, sum(bytes) AS bytes FROM held GROUP BY owner
    )
    UPDATE media.usage SET bytes = usage.bytes - total.bytes FROM total WHERE usage.owner = total.owner`.execute(tx.db);
}

/** Gives up the file; true if it had an owner. Its bytes are erased after the commit. */
export async function giveUp(tx: Tx, path: string): Promise<boolean> {
  const row = await tx.db
    .updateTable('media.object')
    .set({ erase_at: tx.now })
    .where('path', '=', path)
    .where('erase_at', 'is', null)
    .returning('path')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listToErase(db: Kysely<DB>, { now, limit }: { now: Date; limit: number }): Promise<Doomed[]> {
  return db
    .selectFrom('media.object')
    .where('erase_at', '<=', now)
    .select(['path', 'thumb_path as thumbPath'])
    .orderBy('erase_at')
    .limit(limit)
    .execute();
}

export async function postponeErasure(db: Kysely<DB>, path: string, until: Date): Promise<void> {
  await db
    .updateTable('media.object')
    .set({ erase_at: until })
    .where('path', '=', path)
    .where('erase_at', 'is not', null)
    .execute();
}

/** Drops the counter of an owner without files. */
export async function dropUsage(tx: Tx, owner: string): Promise<void> {
  await tx.db.deleteFrom('media.usage').where('owner', '=', owner).where('bytes', '=', 0).execute();
}

/** Frees the quota once the bytes are gone, and stops withholding them. */
export async function forget(tx: Tx, path: string): Promise<void> {
  const row = await tx.db
    .deleteFrom('media.object')
    .where('path', '=', path)
    .where('erase_at', 'is not', null)
    .returning(['owner', 'bytes', 'thumb_bytes', 'thumb_path', 'is_counted'])
    .executeTakeFirst();
  if (!row) return;
  await serveAgain(tx, [path, ...(row.thumb_path === null ? [] : [row.thumb_path])]);
  const freed = row.is_counted ? row.bytes + row.thumb_bytes : 0;
  await tx.db
    .updateTable('media.usage')
    .set({ bytes: sql`bytes - ${freed}` })
    .where('owner', '=', row.owner)
    .execute();
  await dropUsage(tx, row.owner);
}
