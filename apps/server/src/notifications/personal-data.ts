import { byPages, ERASED_AT_ONCE, lastOf, type PersonalData } from '../platform/personal-data.ts';

export const notificationData: PersonalData = {
  areas: [
    {
      name: 'notifications',
      about: 'What you were notified of, the latest first, without whom it was about.',
      rows: (db, userId) =>
        byPages(async (last: { id: string } | null, limit) => {
          const theirs = db.selectFrom('notifications.notification').where('user_id', '=', userId);
          return (last ? theirs.where('id', '<', last.id) : theirs)
            .orderBy('id', 'desc')
            .limit(limit)
            .select(['id', 'kind', 'room_id as chatRoomId', 'post_id as postId', 'is_read as isRead'])
            .select('created_at as createdAt')
            .execute();
        }),
    },
  ],
  /** Deletes the user's own, and those about the user, which lead nowhere any more. */
  async erase(tx, userId) {
    const { numDeletedRows } = await tx.db
      .deleteFrom('notifications.notification')
      .where('id', 'in', (theirs) =>
        theirs
          .selectFrom('notifications.notification')
          .where((row) => row.or([row('user_id', '=', userId), row('about', '=', userId)]))
          .orderBy('id')
          .limit(ERASED_AT_ONCE)
          .select('id'),
      )
      .executeTakeFirstOrThrow();
    return lastOf(numDeletedRows, ERASED_AT_ONCE);
  },
};
