import { AGE_RANGES, BANDS, FIXED } from '@yonder/contract';
import { sql, type Kysely } from 'kysely';
import { listOf, type DB, type Tx } from '../platform/database.ts';
import { areaOf, areasWithin, centreOf, regionOf, type Band, type Cell } from './geometry.ts';
import type { Origin } from './placing.ts';

/** Where a user is shown. */
export interface StoredPlace {
  cell: Cell;
  expiresAt: Date;
}

export interface Found {
  userId: string;
  name: string | null;
  path: string | null;
  thumbPath: string | null;
  band: Band;
}

export interface Search {
  userId: string;
  cell: Cell;
  now: Date;
  radius: Band;
  language: string | null;
  ageRange: (typeof AGE_RANGES)[number] | null;
}

/** Returns where the user is findable now. */
export async function findPlace(
  db: Kysely<DB>,
  { userId, now }: { userId: string; now: Date },
): Promise<StoredPlace | undefined> {
  const row = await db
    .selectFrom('nearby.place')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .select(['cell', 'expires_at as expiresAt'])
    .executeTakeFirst();
  return row && row.cell !== null && row.expiresAt !== null ? { cell: row.cell, expiresAt: row.expiresAt } : undefined;
}

/** Returns when the user last sent a location, and what is kept of it. Locks out a concurrent one. */
export async function lockLastPlace(tx: Tx, userId: string): Promise<{ at: Date; origin: Origin | null } | undefined> {
  const row = await tx.db
    .selectFrom('nearby.place')
    .where('user_id', '=', userId)
    .select(['placed_at', 'cell', 'left_region'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { placed_at: at, cell, left_region: region } = row;
  if (cell !== null) return { at, origin: { kind: 'cell', cell } };
  return { at, origin: region === null ? null : { kind: 'region', cell: region } };
}

/**
 * Locks the places of two users in order of ids. A chat opened because both are near, and a block, exclude each other.
 */
export async function holdPlaces(tx: Tx, one: string, other: string): Promise<void> {
  await tx.db
    .selectFrom('nearby.place')
    .where('user_id', 'in', [one, other])
    .orderBy('user_id')
    .select('user_id')
    .forUpdate()
    .execute();
}

/** False: another location of the last ten minutes came first. */
export async function savePlace(
  tx: Tx,
  { userId, cell, expiresAt }: StoredPlace & { userId: string },
): Promise<boolean> {
  const shown = { cell, area: areaOf(cell), ...centreOf(cell), expires_at: expiresAt };
  const place = { ...shown, placed_at: tx.now, left_region: null };
  const until = new Date(tx.now.getTime() - FIXED.locationAgainMs);
  const saved = tx.db
    .insertInto('nearby.place')
    .values({ user_id: userId, ...place })
    .onConflict((known) => known.column('user_id').doUpdateSet(place).where('nearby.place.placed_at', '<=', until));
  return (await saved.returning('user_id').executeTakeFirst()) !== undefined;
}

/** Keeps region and time. Returns when it was sent; undefined without one. */
export async function clearPlace(tx: Tx, userId: string): Promise<Date | undefined> {
  const last = await lockLastPlace(tx, userId);
  if (!last) return undefined;
  const region = last.origin?.kind === 'cell' ? { left_region: regionOf(last.origin.cell) } : {};
  await tx.db
    .updateTable('nearby.place')
    .set({ cell: null, area: null, lat: null, lng: null, expires_at: null, ...region })
    .where('user_id', '=', userId)
    .execute();
  return last.at;
}

/** Deletes what has expired: a place after 24 hours, or the region kept after an opt-out. */
export async function deleteOver(tx: Tx, userId: string): Promise<void> {
  const forgotten = new Date(tx.now.getTime() - FIXED.locationLeftMs);
  await tx.db
    .deleteFrom('nearby.place')
    .where('user_id', '=', userId)
    .where((place) =>
      place.or([
        place('expires_at', '<=', tx.now),
        place.and([place('expires_at', 'is', null), place('placed_at', '<=', forgotten)]),
      ]),
    )
    .execute();
}

/**
 * Findable people around a cell, by band. The order within a band differs for every user and day: it must not reveal
 * distances. Scalars instead of joins: a plan made on empty tables reads none of them to the end.
 */
export function around({ userId, cell, now, radius, language, ageRange }: Search, only: string | null = null) {
  const { lat, lng } = centreOf(cell);
  return sql<Found>`
    SELECT near.user_id AS "userId", near.band, shown.name, shown.path, shown.thumb_path AS "thumbPath"
    FROM (
      SELECT place.user_id, ${bandOf(sql`nearby.km(place.lat, place.lng, ${lat}, ${lng})`)} AS band
      FROM nearby.place
      WHERE place.area = ANY(${listOf(areasWithin(cell, radius))}::text[]) AND place.expires_at > ${now}
        AND place.user_id <> ${userId} ${only === null ? sql`` : sql`AND place.user_id = ${only}`}
    ) near
    CROSS JOIN LATERAL (SELECT * FROM profiles.shown_person WHERE user_id = near.user_id LIMIT 1) shown
    WHERE near.band <= ${radius}
      AND (SELECT member.user_id FROM identity.member WHERE member.user_id = near.user_id LIMIT 1) IS NOT NULL
      AND coalesce((SELECT barred.suspended_until FROM identity.barred WHERE barred.user_id = near.user_id LIMIT 1), '-infinity') <= ${now}
      AND (SELECT pair.one FROM safety.hidden_pair pair WHERE pair.one = ${userId} AND pair.other = near.user_id LIMIT 1) IS NULL
      ${language === null ? sql`` : sql`AND ${chosen(speaks(language))}`}
      ${ageRange === null ? sql`` : sql`AND ${chosen(isOfAge(ageRange, now))}`}
    ORDER BY near.band, md5(${`${userId} ${now.toISOString().slice(0, 10)}`} || near.user_id::text)
    LIMIT ${FIXED.neighbours}`;
}

/** Tests what the person stated in the profile. */
function chosen(condition: ReturnType<typeof sql>) {
  return sql`(SELECT ${condition} FROM profiles.choosable WHERE choosable.user_id = near.user_id LIMIT 1)`;
}

/** A speaker of "zh-TW" also counts for "zh". */
function speaks(language: string) {
  return sql`EXISTS (
    SELECT FROM unnest(choosable.languages) spoken WHERE spoken = ${language} OR starts_with(spoken, ${`${language}-`})
  )`;
}

/** People that hide their age match no range. */
function isOfAge(range: (typeof AGE_RANGES)[number], now: Date) {
  const next = AGE_RANGES[AGE_RANGES.indexOf(range) + 1];
  const today = now.toISOString().slice(0, 10);
  const years = sql`date_part('year', age(${today}::timestamp, choosable.birth_date))`;
  const from = sql`choosable.shows_age_range AND ${years} >= ${Number.parseInt(range, 10)}`;
  return next === undefined ? from : sql`${from} AND ${years} < ${Number.parseInt(next, 10)}`;
}

/** Returns the first band that reaches so far; null beyond all bands. */
function bandOf(km: ReturnType<typeof sql>) {
  const cases = BANDS.map((band) => sql`WHEN ${km} < ${sql.lit(band)} THEN ${sql.lit(band)}`);
  return sql<Band>`CASE ${sql.join(cases, sql` `)} END`;
}

export async function findAround(db: Kysely<DB>, search: Search, only?: string): Promise<Found[]> {
  return (await around(search, only).execute(db)).rows;
}
