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
  /** Switches by topic; a missing one is on. */
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
  /** A calendar day, as are those below. */
  regionChangedOn: string | null;
  languages: string[];
  interests: string[];
  lastCommentGrantDate: string | null;
  awaitsPremiumSince: Date | null;
  /** Version of the terms accepted last. */
  termsVersion: string | null;
  /** Whether the profile is hidden from all other users. */
  isLeaving: boolean;
  createdAt: Date;
  updatedAt: Date;
  lastActive: Date;
  /** Since when others do not see the photos, until a moderator has judged them. */
  photosHiddenAt: Date | null;
  photos: { path: string; thumbPath: string }[];
}

/** Returns a member's profile; an account that is not onboarded has none. */
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

/** Lists them in their order. */
export async function findPhotos(db: Kysely<DB>, userId: string): Promise<{ path: string; thumbPath: string }[]> {
  return db
    .selectFrom('profiles.photo')
    .where('user_id', '=', userId)
    .orderBy('position')
    .limit(FIXED.photos)
    .select(['path', 'thumb_path as thumbPath'])
    .execute();
}

/** Returns the thumb of the user's first photo for themselves, also while it is hidden from others. */
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
      // A new user has all comments: the next reset is tonight's.
      comment_last_reset_token: reset.token,
      comment_reset_at: reset.at,
      created_at: tx.now,
      updated_at: tx.now,
      last_active: tx.now,
    })
    .execute();
  await writeAcceptance(tx, { userId, version: profile.termsVersion });
}

/** Records that a user accepted a version. Its first acceptance keeps its day. */
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

/** Hides a profile from all other users, or shows it again. */
export async function showProfile(tx: Tx, { userId, to }: { userId: string; to: 'nobody' | 'others' }): Promise<void> {
  await tx.db
    .updateTable('profiles.profile')
    .set({ is_leaving: to === 'nobody' })
    .where('user_id', '=', userId)
    .execute();
}

/** Whether others see the profile. It is locked: the user leaves later, or has left. */
export async function holdShown(tx: Tx, userId: string): Promise<boolean> {
  const shown = tx.db.selectFrom('profiles.profile').where('user_id', '=', userId).where('is_leaving', '=', false);
  return (await shown.select('user_id').forShare().executeTakeFirst()) !== undefined;
}

/** Returns the preferences as they are afterwards; undefined when the user has no profile. */
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

/** Merges in the database: other switches stay, also when two tabs change them at once. */
function merged(column: 'push' | 'in_app', switches: object) {
  return sql<string>`${sql.ref(column)} || ${JSON.stringify(switches)}::jsonb`;
}

/** Stores since when the user waits; asking again changes nothing. */
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

/** Returns how users are shown, in one query. Leaving and erased users have no name. */
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

/** Returns the members of this name in any case, oldest account first. Names are not unique. */
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

/** Selects what decides which posts a user is shown. */
export function readerQuery(db: Kysely<DB>, userId: string) {
  return db.selectFrom('profiles.profile').where('user_id', '=', userId).select(['region', 'is_paid as isPaid']);
}

export async function readerOf(
  db: Kysely<DB>,
  userId: string,
): Promise<{ region: string | null; isPaid: boolean } | undefined> {
  return readerQuery(db, userId).executeTakeFirst();
}

/** Returns the users' interests in their order; empty without a profile. */
export async function interestsOf(
  reader: Pick<Reader, 'query'>,
  userIds: readonly string[],
): Promise<(readonly string[])[]> {
  const profiles = sql<{ user_id: string; interests: readonly string[] }>`
    SELECT user_id, interests FROM profiles.profile WHERE user_id = ANY (${userIds}::uuid[])`;
  const known = new Map((await reader.query(profiles)).map(({ user_id, interests }) => [user_id, interests]));
  return userIds.map((userId) => known.get(userId) ?? []);
}

/** False when the user has no profile. */
export async function setPaid(tx: Tx, { userId, isPaid }: { userId: string; isPaid: boolean }): Promise<boolean> {
  const row = await tx.db
    .updateTable('profiles.profile')
    .set({ is_paid: isPaid, updated_at: tx.now })
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
