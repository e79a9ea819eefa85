import { client } from '../../../lib/client.ts';

/** Whoever looks at the comments has seen that there are some; the next one notifies again. */
export async function noticeSeen(postId: string): Promise<void> {
  const { notifications } = await client.call('listNotifications');
  const ids = notifications
    .filter(({ kind, isRead, postId: about }) => kind === 'comment' && !isRead && about === postId)
    .map(({ id }) => id);
  if (ids.length > 0) await client.call('markNotificationsRead', { ids });
}
