import { AGE_RANGES, BANDS, FIXED } from '@yonder/contract';
import { sql, type Kysely } from 'kysely';
import { listOf, type DB, type Tx } from '../platform/database.ts';
import { areaOf, areasWithin, centreOf, regionOf, type Band, type Cell } from './geometry.ts';
import type { Origin } from './placing.ts';

/** Where somebody is shown. */
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

/** Where they are to be found now. */
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

/** When they last said where they are, and what is kept of it; nobody says it a second time meanwhile. */
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
 * The places of two, in the order of their ids: whoever opens something for them because both are here, and whoever keeps
 * them apart, wait for each other.
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

/** False: another one of the last ten minutes was there first. */
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

/** The region is kept, with the time: answers when it was said; undefined when nothing was known. */
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

/** What is over by now: a place of 24 hours ago, or the region of one that was left. */
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
 * People who are to be found around a cell, by band. Within one they stand in an order that is another one for everybody
 * and every day: who is nearer must not show. Scalars instead of joins: a plan made on empty tables reads none of them to
 * the end.
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

/** By what the person told of themselves. */
function chosen(condition: ReturnType<typeof sql>) {
  return sql`(SELECT ${condition} FROM profiles.choosable WHERE choosable.user_id = near.user_id LIMIT 1)`;
}

/** "zh" is also spoken by whoever speaks "zh-TW". */
function speaks(language: string) {
  return sql`EXISTS (
    SELECT FROM unnest(choosable.languages) spoken WHERE spoken = ${language} OR starts_with(spoken, ${`${language}-`})
  )`;
}

/** Whoever does not show their age is of none. */
function isOfAge(range: (typeof AGE_RANGES)[number], now: Date) {
  const next = AGE_RANGES[AGE_RANGES.indexOf(range) + 1];
  const today = now.toISOString().slice(0, 10);
  const years = sql`date_part('year', age(${today}::timestamp, choosable.birth_date))`;
  const from = sql`choosable.shows_age_range AND ${years} >= ${Number.parseInt(range, 10)}`;
  return next === undefined ? from : sql`${from} AND ${years} < ${Number.parseInt(next, 10)}`;
}

/** The first band that reaches so far; null when none does. */
function bandOf(km: ReturnType<typeof sql>) {
  const cases = BANDS.map((band) => sql`WHEN ${km} < ${sql.lit(band)} THEN ${sql.lit(band)}`);
  return sql<Band>`CASE ${sql.join(cases, sql` `)} END`;
}

export async function findAround(db: Kysely<DB>, search: Search, only?: string): Promise<Found[]> {
  return (await around(search, only).execute(db)).rows;
}
