import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { personalName } from '../../../lib/personal-storage.ts';

/** Everything of one person's chats on this device. What is read from it is parsed: an older page may have written it. */
interface Schema extends DBSchema {
  /** By the order written. */
  unsent: { key: number; value: { order?: number; clientMessageId: string; entry: unknown }; indexes: { id: string } };
  drafts: { key: string; value: { chatRoomId: string } };
  histories: { key: string; value: { chatRoomId: string; keptAt: number }; indexes: { keptAt: number } };
  lists: { key: string; value: unknown };
  choices: { key: string; value: unknown };
}
export type ChatsDatabase = IDBPDatabase<Schema>;

const VERSION = 2;

export function openChatsDatabase(you: string): Promise<ChatsDatabase> {
  return openDB<Schema>(personalName(you), VERSION, {
    upgrade(database, before) {
      database.createObjectStore('choices');
      if (before > 0) return;
      const unsent = database.createObjectStore('unsent', { keyPath: 'order', autoIncrement: true });
      unsent.createIndex('id', 'clientMessageId', { unique: true });
      database.createObjectStore('drafts', { keyPath: 'chatRoomId' });
      const histories = database.createObjectStore('histories', { keyPath: 'chatRoomId' });
      histories.createIndex('keptAt', 'keptAt');
      database.createObjectStore('lists');
    },
    /** It is being wiped, or a newer page wants another version of it. */
    blocking(_current, _blocked, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
}
