import { few, type PersonalData } from '../platform/personal-data.ts';

export const profileData: PersonalData = {
  areas: [
    {
      name: 'profile',
      about:
        'What you have told about yourself, how you like the app to look and behave, and what is counted for you. Your birth date is shown to nobody.',
      rows: (db, userId) =>
        few(
          db
            .selectFrom('profiles.profile')
            .where('user_id', '=', userId)
            .select(['name', 'bio', 'birth_date as birthDate', 'region', 'languages', 'interests', 'timezone'])
            .select(['is_paid as isPaid', 'shows_age_range as showsAgeRange', 'read_receipts as readReceipts'])
            .select(['typing_indicator as typingIndicator', 'enter_sends as enterSends', 'relay_calls as relayCalls'])
            .select(['ringtone', 'vibration', 'theme', 'color_theme as selectedTheme', 'language'])
            .select(['push', 'in_app as inApp', 'previews'])
            .select(['awaits_premium_since as awaitsPremiumSince', 'region_changed_at as regionChangedAt'])
            .select(['comment_last_reset_token as commentLastResetToken'])
            .select(['last_comment_grant_date as lastCommentGrantDate'])
            .select(['comment_opportunities as commentOpportunities', 'last_active as lastActive'])
            .select(['created_at as createdAt', 'updated_at as updatedAt'])
            .execute(),
        ),
    },
    {
      name: 'terms',
      about: 'Which version of the terms you have accepted, and when.',
      rows: (db, userId) =>
        few(
          db
            .selectFrom('profiles.terms_acceptance')
            .where('user_id', '=', userId)
            .orderBy('accepted_at')
            .select(['version', 'accepted_at as acceptedAt'])
            .execute(),
        ),
    },
  ],
  async erase(tx, userId) {
    await tx.db.deleteFrom('profiles.photo').where('user_id', '=', userId).execute();
    await tx.db.deleteFrom('profiles.profile').where('user_id', '=', userId).execute();
    return 'done';
  },
};
