import { FIXED, type Input, type Notification, type Output, type Person } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import { forget, letGo, type NoneStands } from './forgetting.ts';
import {
  countUnread,
  deleteOfRoom,
  findNotifications,
  findOwn,
  insertNotices,
  markRead,
  markRoomRead,
  pageOf,
  type NewNotice,
  type Notice,
  type StoredNotification,
} from './store.ts';
import { notificationOf } from './view.ts';

export interface NotificationOptions {
  database: Database;
  log: Log;
  live: Pick<Live, 'tell' | 'isHeard'>;
  /** Reads how people are shown, in one query for all. */
  person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>>;
  noneStands: NoneStands;
  /** Runs in the transaction: what is new to a user, even if the user does not want it in the list. */
  isNew?(tx: Tx, notices: readonly NewNotice[]): Promise<void>;
}

export type NotificationService = ReturnType<typeof createNotificationService>;

export function createNotificationService(options: NotificationOptions) {
  const { database, log, live, person, noneStands } = options;

  async function view(db: Kysely<DB>, rows: readonly StoredNotification[]): Promise<Notification[]> {
    const about = new Set(rows.flatMap((row) => row.about ?? []));
    const people = about.size === 0 ? new Map<string, Person>() : await person(db, [...about]);
    return rows.flatMap((row) => notificationOf(row, people) ?? []);
  }

  /** Emits them as they are after the commit. */
  async function tellOf(ids: readonly string[]): Promise<void> {
    const rows = (await findNotifications(database.read, ids)).filter(({ userId }) => live.isHeard(userId));
    if (rows.length === 0) return;
    const counts = await countUnread(database.read, [...new Set(rows.map(({ userId }) => userId))]);
    for (const one of await view(database.read, rows)) {
      const unread = counts.get(one.userId) ?? 0;
      live.tell(one.userId, { name: 'notification.created', data: { ...one, unread } });
    }
  }

  /** Emits to all tabs of the user. */
  async function unreadAfter(tx: Tx, userId: string): Promise<number> {
    const unread = (await countUnread(tx.db, [userId])).get(userId) ?? 0;
    tx.after(() => live.tell(userId, { name: 'notification.updated', data: { unread } }));
    return unread;
  }

  return {
    /** Runs in the transaction of the cause; at most one per user, kind and room. Rooms are locked before. */
    async notify(tx: Tx, notices: readonly Notice[]): Promise<void> {
      if (notices.length === 0) return;
      const news = await insertNotices(tx, notices);
      if (news.length === 0) return;
      await options.isNew?.(tx, news);
      const made = news.filter(({ state }) => state === 'made').map(({ id }) => id);
      tx.after(() => {
        tellOf(made).catch((error: unknown) => log.warn({ err: error }, 'notifications could not be told'));
      });
    },

    /** Runs in the transaction, under the room's lock: the member has read it. */
    async readRoom(tx: Tx, read: { userId: string; roomId: string }): Promise<void> {
      if (await markRoomRead(tx, read)) await unreadAfter(tx, read.userId);
    },

    /** Runs in the transaction, under the room's lock: deletes the member's notifications of it. */
    async forgetRoom(tx: Tx, { userId, roomId }: { userId: string; roomId: string }): Promise<void> {
      if ((await deleteOfRoom(tx, { userId, roomId })) === 'nothing') return;
      await noneStands(tx, [{ userId, roomId }]);
      await unreadAfter(tx, userId);
    },

    async list({ userId }: CallContext, input: Input<'listNotifications'>): Promise<Output<'listNotifications'>> {
      const page = { userId, before: input?.before ?? null, limit: FIXED.notificationsPage };
      const [{ rows }, counts] = await Promise.all([
        pageOf(page).execute(database.read),
        countUnread(database.read, [userId]),
      ]);
      return { notifications: await view(database.read, rows), unread: counts.get(userId) ?? 0 };
    },

    /** Ignores ids of other users' notifications. */
    async markRead(
      { userId }: CallContext,
      tx: Tx,
      input: Input<'markNotificationsRead'>,
    ): Promise<Output<'markNotificationsRead'>> {
      const found = await findOwn(tx, { userId, ids: input?.ids ?? null, which: 'unread' });
      await letGo(tx, found, noneStands);
      // A notification created since then has another id and stays unread.
      await markRead(
        tx,
        found.map(({ id }) => id),
      );
      return { unread: await unreadAfter(tx, userId) };
    },

    async clear({ userId }: CallContext, tx: Tx): Promise<null> {
      await forget(tx, await findOwn(tx, { userId, ids: null, which: 'all' }), noneStands);
      await unreadAfter(tx, userId);
      return null;
    },
  };
}
