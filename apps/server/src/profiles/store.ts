import { sql, type Kysely } from 'kysely';
import { FIXED, toVisibleText, type Input, type Person } from '@yonder/contract';
import type { DB, Reader, Tx } from '../platform/database.ts';
import type { NewProfile } from './onboarding.ts';
import { lastReset, type Opportunities } from './opportunities.ts';
import { personOf, preferencesOf } from './views.ts';

export interface StoredPreferences {
  theme: string;
  colorTheme: string;
  language: string;
  readReceipts: boolean;
  typingIndicator: boolean;
  enterSends: boolean;
  relayCalls: boolean;
  ringtone: boolean;
  vibration: boolean;
  /** Switches by topic; one that is missing is on. */
  push: unknown;
  inApp: unknown;
  previews: boolean;
}

export interface StoredProfile extends StoredPreferences, Opportunities {
  userId: string;
  name: string;
  bio: string;
  birthDate: string | null;
  showsAgeRange: boolean;
  region: string | null;
  regionChangedAt: Date | null;
  /** A day of the calendar, as are those below. */
  regionChangedOn: string | null;
  languages: string[];
  interests: string[];
  lastCommentGrantDate: string | null;
  awaitsPremiumSince: Date | null;
  /** Of the latest they have accepted. */
  termsVersion: string | null;
  /** Nobody else is shown them any more. */
  isLeaving: boolean;
  createdAt: Date;
  updatedAt: Date;
  lastActive: Date;
  /** Until somebody has looked at them, nobody else sees them. */
  photosHiddenAt: Date | null;
  photos: { path: string; thumbPath: string }[];
}

/** A member's profile: whoever has not finished onboarding has none. */
export async function findProfile(db: Kysely<DB>, userId: string): Promise<StoredProfile | undefined> {
  const [row, photos] = await Promise.all([
    db
      .selectFrom('profiles.profile')
      .innerJoin('identity.member', 'identity.member.user_id', 'profiles.profile.user_id')
      .where('profiles.profile.user_id', '=', userId)
      .selectAll('profiles.profile')
      .executeTakeFirst(),
    findPhotos(db, userId),
  ]);
  if (row === undefined) return undefined;
  return {
    userId,
    name: row.name,
    bio: row.bio,
    birthDate: row.birth_date,
    showsAgeRange: row.shows_age_range,
    region: row.region,
    regionChangedAt: row.region_changed_at,
    regionChangedOn: row.region_changed_on,
    languages: row.languages,
    interests: row.interests,
    isPaid: row.is_paid,
    timezone: row.timezone,
    commentOpportunities: row.comment_opportunities,
    commentLastResetToken: row.comment_last_reset_token,
    lastCommentGrantDate: row.last_comment_grant_date,
    awaitsPremiumSince: row.awaits_premium_since,
    commentResetAt: row.comment_reset_at,
    termsVersion: row.terms_version,
    isLeaving: row.is_leaving,
    theme: row.theme,
    colorTheme: row.color_theme,
    language: row.language,
    readReceipts: row.read_receipts,
    typingIndicator: row.typing_indicator,
    enterSends: row.enter_sends,
    relayCalls: row.relay_calls,
    ringtone: row.ringtone,
    vibration: row.vibration,
    push: row.push,
    inApp: row.in_app,
    previews: row.previews,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastActive: row.last_active,
    photosHiddenAt: row.photos_hidden_at,
    photos,
  };
}

/** In their order. */
export async function findPhotos(db: Kysely<DB>, userId: string): Promise<{ path: string; thumbPath: string }[]> {
  return db
    .selectFrom('profiles.photo')
    .where('user_id', '=', userId)
    .orderBy('position')
    .limit(FIXED.photos)
    .select(['path', 'thumb_path as thumbPath'])
    .execute();
}

/** The thumb of their first photo, for themselves: also while it is withheld from everybody else. */
export async function findOwnThumb(db: Kysely<DB>, userId: string): Promise<string | null> {
  return (await findPhotos(db, userId))[0]?.thumbPath ?? null;
}

export async function insertProfile(tx: Tx, userId: string, profile: NewProfile): Promise<void> {
  const reset = lastReset(tx.now, profile.timezone);
  await tx.db
    .insertInto('profiles.profile')
    .values({
      user_id: userId,
      name: profile.name,
      birth_date: profile.birthDate,
      region: profile.region,
      languages: profile.languages,
      timezone: profile.timezone,
      // They begin with all of them: the next reset is tonight's.
      comment_last_reset_token: reset.token,
      comment_reset_at: reset.at,
      created_at: tx.now,
      updated_at: tx.now,
      last_active: tx.now,
    })
    .execute();
  await writeAcceptance(tx, { userId, version: profile.termsVersion });
}

/** The day on which somebody accepted a version stays what it was. */
export async function writeAcceptance(tx: Tx, { userId, version }: { userId: string; version: string }): Promise<void> {
  await tx.db
    .insertInto('profiles.terms_acceptance')
    .values({ user_id: userId, version, accepted_at: tx.now })
    .onConflict((known) => known.doNothing())
    .execute();
  await tx.db
    .updateTable('profiles.profile')
    .set({ terms_version: version, terms_accepted_at: tx.now })
    .where('user_id', '=', userId)
    .execute();
}

/** Shown to nobody else from now on, or to others again. */
export async function showProfile(tx: Tx, { userId, to }: { userId: string; to: 'nobody' | 'others' }): Promise<void> {
  await tx.db
    .updateTable('profiles.profile')
    .set({ is_leaving: to === 'nobody' })
    .where('user_id', '=', userId)
    .execute();
}

/** Whether others are shown them; they leave after this transaction, or have left. */
export async function holdShown(tx: Tx, userId: string): Promise<boolean> {
  const shown = tx.db.selectFrom('profiles.profile').where('user_id', '=', userId).where('is_leaving', '=', false);
  return (await shown.select('user_id').forShare().executeTakeFirst()) !== undefined;
}

/** The preferences as they are afterwards; undefined when the person has no profile. */
export async function writePreferences(tx: Tx, userId: string, changes: Input<'updatePreferences'>) {
  const { theme, selectedTheme, language, timezone } = changes;
  const { readReceipts, typingIndicator, enterSends, relayCalls, ringtone, vibration } = changes;
  const { push, inApp, previews } = changes;
  const row = await tx.db
    .updateTable('profiles.profile')
    .set({
      updated_at: tx.now,
      ...(theme !== undefined && { theme }),
      ...(selectedTheme !== undefined && { color_theme: selectedTheme }),
      ...(language !== undefined && { language }),
      ...(timezone !== undefined && { timezone }),
      ...(readReceipts !== undefined && { read_receipts: readReceipts }),
      ...(typingIndicator !== undefined && { typing_indicator: typingIndicator }),
      ...(enterSends !== undefined && { enter_sends: enterSends }),
      ...(relayCalls !== undefined && { relay_calls: relayCalls }),
      ...(ringtone !== undefined && { ringtone }),
      ...(vibration !== undefined && { vibration }),
      ...(push !== undefined && { push: merged('push', push) }),
      ...(inApp !== undefined && { in_app: merged('in_app', inApp) }),
      ...(previews !== undefined && { previews }),
    })
    .where('user_id', '=', userId)
    .returning(['theme', 'color_theme as colorTheme', 'language'])
    .returning(['relay_calls as relayCalls', 'ringtone', 'vibration', 'push', 'in_app as inApp', 'previews'])
    .returning(['read_receipts as readReceipts', 'typing_indicator as typingIndicator', 'enter_sends as enterSends'])
    .executeTakeFirst();
  return row && preferencesOf(row);
}

/** What is not named stays, also where two tabs change it at once. */
function merged(column: 'push' | 'in_app', switches: object) {
  return sql<string>`${sql.ref(column)} || ${JSON.stringify(switches)}::jsonb`;
}

/** Since when they wait; asking again changes nothing. */
export async function writeAwaitsPremium(tx: Tx, userId: string, awaits: boolean): Promise<void> {
  await tx.db
    .updateTable('profiles.profile')
    .set(({ fn, val, ref }) => ({
      awaits_premium_since: awaits ? fn.coalesce(ref('awaits_premium_since'), val(tx.now)) : null,
    }))
    .where('user_id', '=', userId)
    .execute();
}

export async function touchLastActive(tx: Tx, userId: string): Promise<void> {
  await tx.db.updateTable('profiles.profile').set({ last_active: tx.now }).where('user_id', '=', userId).execute();
}

/** How people are shown, in one query for all of them. Whoever leaves, or has left, has no name any more. */
export async function person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>> {
  const rows = await db
    .selectFrom('profiles.profile as profile')
    .leftJoin('profiles.photo as photo', (join) =>
      join
        .onRef('photo.user_id', '=', 'profile.user_id')
        .on('photo.position', '=', 0)
        .on('profile.photos_hidden_at', 'is', null),
    )
    .where('profile.user_id', '=', sql<string>`ANY(${userIds}::uuid[])`)
    .where('profile.is_leaving', '=', false)
    .select(['profile.user_id as userId', 'profile.name', 'photo.path', 'photo.thumb_path as thumbPath'])
    .execute();
  const known = new Map(rows.map((row) => [row.userId, personOf(row)]));
  const nobody = (userId: string): Person => personOf({ userId, name: null, path: null, thumbPath: null });
  return new Map(userIds.map((userId) => [userId, known.get(userId) ?? nobody(userId)]));
}

/** The members who go by a name, in whatever case, who has been here longest first; of many so many. Nobody owns a name. */
export async function findNamed(
  db: Kysely<DB>,
  name: string,
  atMost: number,
): Promise<{ userId: string; name: string; createdAt: Date }[]> {
  const wanted = toVisibleText(name, 'line');
  if (wanted === '') return [];
  return db
    .selectFrom('profiles.profile')
    .innerJoin('identity.member', 'identity.member.user_id', 'profiles.profile.user_id')
    .where(sql<boolean>`lower(name) = lower(${wanted})`)
    .orderBy('profiles.profile.user_id')
    .select(['profiles.profile.user_id as userId', 'name', 'created_at as createdAt'])
    .limit(atMost)
    .execute();
}

/** What of a person decides which posts they are shown. */
export function readerQuery(db: Kysely<DB>, userId: string) {
  return db.selectFrom('profiles.profile').where('user_id', '=', userId).select(['region', 'is_paid as isPaid']);
}

export async function readerOf(
  db: Kysely<DB>,
  userId: string,
): Promise<{ region: string | null; isPaid: boolean } | undefined> {
  return readerQuery(db, userId).executeTakeFirst();
}

/** What these people like, in their order; nothing of who has no profile. */
export async function interestsOf(
  reader: Pick<Reader, 'query'>,
  userIds: readonly string[],
): Promise<(readonly string[])[]> {
  const profiles = sql<{ user_id: string; interests: readonly string[] }>`
    SELECT user_id, interests FROM profiles.profile WHERE user_id = ANY (${userIds}::uuid[])`;
  const known = new Map((await reader.query(profiles)).map(({ user_id, interests }) => [user_id, interests]));
  return userIds.map((userId) => known.get(userId) ?? []);
}

/** False when the person has no profile. */
export async function setPaid(tx: Tx, { userId, isPaid }: { userId: string; isPaid: boolean }): Promise<boolean> {
  const row = await tx.db
    .updateTable('profiles.profile')
    .set({ is_paid: isPaid, updated_at: tx.now })
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
