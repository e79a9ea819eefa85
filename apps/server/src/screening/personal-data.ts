import { few, type PersonalData } from '../platform/personal-data.ts';

export const screeningData: PersonalData = {
  areas: [
    {
      name: 'age',
      about: 'When the service of your country vouched for your age.',
      rows: (db, userId) =>
        few(
          db
            .selectFrom('screening.assured_age')
            .where('user_id', '=', userId)
            .select(['country', 'assured_at as assuredAt'])
            .execute(),
        ),
    },
  ],
  async erase(tx, userId) {
    await tx.db.deleteFrom('screening.assured_age').where('user_id', '=', userId).execute();
    return 'done';
  },
};
