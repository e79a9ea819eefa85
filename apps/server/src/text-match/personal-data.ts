import { ERASED_AT_ONCE, few, lastOf, type PersonalData } from '../platform/personal-data.ts';

export const textMatchData: PersonalData = {
  areas: [
    {
      name: 'text-matches',
      about: 'How many people you have met by text since your last pause, and until when a pause lasts.',
      rows: (db, userId) =>
        few(
          db
            .selectFrom('text_match.allowance')
            .where('user_id', '=', userId)
            .select(['used', 'cooldown_until as cooldownUntil'])
            .execute(),
        ),
    },
  ],
  async erase(tx, userId) {
    await tx.db.deleteFrom('text_match.allowance').where('user_id', '=', userId).execute();
    const { numDeletedRows } = await tx.db
      .deleteFrom('text_match.session')
      .where('id', 'in', (theirs) =>
        theirs
          .selectFrom('text_match.session')
          .where((row) => row.or([row('a', '=', userId), row('b', '=', userId)]))
          .orderBy('id')
          .limit(ERASED_AT_ONCE)
          .select('id'),
      )
      .executeTakeFirstOrThrow();
    return lastOf(numDeletedRows, ERASED_AT_ONCE);
  },
};
