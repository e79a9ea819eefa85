import { few, type PersonalData } from '../platform/personal-data.ts';

export const nearbyData: PersonalData = {
  areas: [
    {
      name: 'nearby',
      about:
        'Where you are shown to others nearby: a spot roughly one to three kilometres off, or, for 20 hours after you opted out, the region of it. The place you are at is kept nowhere.',
      rows: (db, userId) =>
        few(
          db
            .selectFrom('nearby.place')
            .where('user_id', '=', userId)
            .select(['lat', 'lng', 'placed_at as placedAt', 'expires_at as expiresAt', 'left_region as leftRegion'])
            .execute(),
        ),
    },
  ],
  async erase(tx, userId) {
    await tx.db.deleteFrom('nearby.place').where('user_id', '=', userId).execute();
    return 'done';
  },
};
