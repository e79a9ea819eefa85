import type { PersonalData } from '../platform/personal-data.ts';

/** Waiting and calls are transient, so there is nothing to export. */
export const engagementData: PersonalData = {
  areas: [],
  async erase(tx, userId) {
    await tx.db.deleteFrom('engagement.connection_record').where('user_id', '=', userId).execute();
    await tx.db.deleteFrom('engagement.engagement').where('user_id', '=', userId).execute();
    await tx.db.deleteFrom('engagement.kept_place').where('user_id', '=', userId).execute();
    await tx.db
      .deleteFrom('engagement.recent_partner')
      .where((pair) => pair.or([pair('low', '=', userId), pair('high', '=', userId)]))
      .execute();
    return 'done';
  },
};
