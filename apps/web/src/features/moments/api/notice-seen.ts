import { client } from '../../../lib/client.ts';

/** Marks the notification of new comments as read when they are viewed, so that the next comment notifies again. */
export async function noticeSeen(postId: string): Promise<void> {
  const { notifications } = await client.call('listNotifications');
  const ids = notifications
    .filter(({ kind, isRead, postId: about }) => kind === 'comment' && !isRead && about === postId)
    .map(({ id }) => id);
  if (ids.length > 0) await client.call('markNotificationsRead', { ids });
}
