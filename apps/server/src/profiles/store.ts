import { sql, type Kysely } from 'kysely';
import { FIXED, type Input, type Person } from '@yonder/contract';
import type { DB, Tx } from '../platform/database.ts';
import { localDate } from './age.ts';
import type { NewProfile } from './onboarding.ts';
import { personOf, preferencesOf } from './views.ts';

export interface StoredPreferences {
  theme: string;
  colorTheme: string;
  language: string;
  readReceipts: boolean;
  typingIndicator: boolean;
  enterSends: boolean;
  relayCalls: boolean;
}

export interface StoredProfile extends StoredPreferences {
  userId: string;
  name: string;
  bio: string;
  birthDate: string | null;
  region: string | null;
  languages: string[];
  interests: string[];
  isPaid: boolean;
  timezone: string;
  commentOpportunities: number;
  createdAt: Date;
  updatedAt: Date;
  lastActive: Date;
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
    db
      .selectFrom('profiles.photo')
      .where('user_id', '=', userId)
      .orderBy('position')
      .limit(FIXED.photos)
      .select(['path', 'thumb_path as thumbPath'])
      .execute(),
  ]);
  if (row === undefined) return undefined;
  return {
    userId,
    name: row.name,
    bio: row.bio,
    birthDate: row.birth_date,
    region: row.region,
    languages: row.languages,
    interests: row.interests,
    isPaid: row.is_paid,
    timezone: row.timezone,
    commentOpportunities: row.comment_opportunities,
    theme: row.theme,
    colorTheme: row.color_theme,
    language: row.language,
    readReceipts: row.read_receipts,
    typingIndicator: row.typing_indicator,
    enterSends: row.enter_sends,
    relayCalls: row.relay_calls,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastActive: row.last_active,
    photos,
  };
}

export async function insertProfile(tx: Tx, userId: string, profile: NewProfile): Promise<void> {
  await tx.db
    .insertInto('profiles.profile')
    .values({
      user_id: userId,
      name: profile.name,
      birth_date: profile.birthDate,
      region: profile.region,
      languages: profile.languages,
      timezone: profile.timezone,
      terms_version: profile.termsVersion,
      terms_accepted_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
      last_active: tx.now,
    })
    .execute();
}

/** The preferences as they are afterwards; undefined when the person has no profile. */
export async function writePreferences(tx: Tx, userId: string, changes: Input<'updatePreferences'>) {
  const { theme, selectedTheme, language, timezone } = changes;
  const { readReceipts, typingIndicator, enterSends, relayCalls } = changes;
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
    })
    .where('user_id', '=', userId)
    .returning(['theme', 'color_theme as colorTheme', 'language', 'relay_calls as relayCalls'])
    .returning(['read_receipts as readReceipts', 'typing_indicator as typingIndicator', 'enter_sends as enterSends'])
    .executeTakeFirst();
  return row && preferencesOf(row);
}

export async function touchLastActive(tx: Tx, userId: string): Promise<void> {
  await tx.db.updateTable('profiles.profile').set({ last_active: tx.now }).where('user_id', '=', userId).execute();
}

/** How people are shown, in one query for all of them. Whoever has no profile (any more) is Anonymous. */
export async function person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>> {
  const rows = await db
    .selectFrom('profiles.profile as profile')
    .leftJoin('profiles.photo as photo', (join) =>
      join.onRef('photo.user_id', '=', 'profile.user_id').on('photo.position', '=', 0),
    )
    .where('profile.user_id', '=', sql<string>`ANY(${userIds}::uuid[])`)
    .select(['profile.user_id as userId', 'profile.name', 'photo.path', 'photo.thumb_path as thumbPath'])
    .execute();
  const known = new Map(rows.map((row) => [row.userId, personOf(row)]));
  const nobody = (userId: string): Person => personOf({ userId, name: '', path: null, thumbPath: null });
  return new Map(userIds.map((userId) => [userId, known.get(userId) ?? nobody(userId)]));
}

/**
 * For completing a timed call with a decision: 3 more comment opportunities, never over 20, once a local date. A date
 * that is not later than the last one grants nothing, so moving one's timezone back does not help.
 */
export async function grantCallBonus(tx: Tx, userId: string): Promise<void> {
  const row = await tx.db
    .selectFrom('profiles.profile')
    .where('user_id', '=', userId)
    .select('timezone')
    .executeTakeFirst();
  if (row === undefined) return;
  const today = localDate(tx.now, row.timezone);
  await tx.db
    .updateTable('profiles.profile')
    .set((column) => ({
      comment_opportunities: column.fn<number>('least', [
        column.val(FIXED.commentOpportunities),
        column('comment_opportunities', '+', FIXED.callBonus),
      ]),
      last_comment_grant_date: today,
    }))
    .where('user_id', '=', userId)
    .where((column) =>
      column.or([column('last_comment_grant_date', 'is', null), column('last_comment_grant_date', '<', today)]),
    )
    .execute();
}

/** What somebody likes; nothing when they have no profile. */
export async function interestsOf(db: Kysely<DB>, userId: string): Promise<readonly string[]> {
  const profile = db.selectFrom('profiles.profile').where('user_id', '=', userId).select('interests');
  return (await profile.executeTakeFirst())?.interests ?? [];
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
