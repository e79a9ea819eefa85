import { few, type Area } from '../platform/personal-data.ts';

/** The account itself is erased last, by `eraseAccount`. */
export const identityAreas: readonly Area[] = [
  {
    name: 'account',
    about: 'How you sign in: the service, the number it knows you by, and the name it suggested.',
    rows: (db, userId) =>
      few(
        db
          .selectFrom('identity.account')
          .where('user_id', '=', userId)
          .select(['user_id as userId', 'provider', 'subject', 'suggested_name as suggestedName'])
          .select(['created_at as createdAt', 'onboarded_at as onboardedAt', 'erases_at as erasesAt'])
          .execute(),
      ),
  },
  {
    name: 'devices',
    about: 'The browsers you are signed in with, without the secrets that keep you signed in.',
    rows: (db, userId) =>
      few(
        db
          .selectFrom('identity.session')
          .where('user_id', '=', userId)
          .orderBy('created_at')
          .select(['label', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'expires_at as expiresAt'])
          .execute(),
      ),
  },
];
