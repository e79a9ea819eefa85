import { few, type PersonalData } from '../platform/personal-data.ts';

export const pushData: PersonalData = {
  areas: [
    {
      name: 'push',
      about: 'The browsers that may be woken by a notification. Their addresses are secrets and not in here.',
      rows: (db, userId) =>
        few(
          db
            .selectFrom('push.subscription')
            .where('user_id', '=', userId)
            .orderBy('created_at')
            .select(['platform', 'created_at as createdAt'])
            .execute(),
        ),
    },
  ],
  /** Deletes the user's browsers, what waits for them, and what others were to be told about the user. */
  async erase(tx, userId) {
    await tx.db.deleteFrom('push.subscription').where('user_id', '=', userId).execute();
    await tx.db
      .deleteFrom('push.outgoing')
      .where((row) => row.or([row('user_id', '=', userId), row('about', '=', userId)]))
      .execute();
    return 'done';
  },
};
