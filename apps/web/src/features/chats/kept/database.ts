import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { now } from '../../../lib/clock.ts';
import { personalName } from '../../../lib/personal-storage.ts';

/** One user's chat data on this device. Reads are parsed: an older page may have written them. */
export interface ChatsSchema extends DBSchema {
  /** In the order written. */
  unsent: { key: number; value: { order?: number; clientMessageId: string; entry: unknown }; indexes: { id: string } };
  histories: { key: string; value: { chatRoomId: string; keptAt: number }; indexes: { keptAt: number } };
  lists: { key: string; value: unknown };
  choices: { key: string; value: unknown };
}
export type ChatsDatabase = IDBPDatabase<ChatsSchema>;

/**
 * Opens at once, and again after a newer page has changed it, the browser has closed it or opening has failed. Rejects where
 * nothing can be stored.
 */
export interface KeptDatabase {
  (): Promise<ChatsDatabase>;
  close: () => void;
}

const VERSION = 1;

/** broken: closed by the browser; its storage may be damaged. */
type End = 'wiped' | 'changed' | 'broken';

/** Pause after a failed attempt to open; the next request after it tries again. */
const AGAIN_MS = 5_000;

export function openChatsDatabase(you: string): KeptDatabase {
  let again = Infinity;
  let current = begin();

  function begin(): Promise<ChatsDatabase> {
    again = Infinity;
    const opening = open(you, onEnd);
    opening.catch(() => {
      // The caller gets the rejection.
      if (current === opening) again = now() + AGAIN_MS;
    });
    return opening;
  }
  /** Ends for good: wiped data must not come back. */
  function end(why: string): void {
    again = Infinity;
    current = Promise.reject(new Error(why));
    current.catch(() => {});
  }
  function onEnd(ended: ChatsDatabase, why: End): void {
    ended.close();
    if (why === 'wiped') end('What was kept is wiped.');
    else current = begin();
  }
  function ask(): Promise<ChatsDatabase> {
    if (now() >= again) current = begin();
    return current;
  }
  return Object.assign(ask, {
    close: () => {
      current.then(
        (opened) => opened.close(),
        () => {},
      );
      end('It is kept no longer.');
    },
  });
}

async function open(you: string, onEnd: (ended: ChatsDatabase, why: End) => void): Promise<ChatsDatabase> {
  const openAt = (version: number | undefined): Promise<ChatsDatabase> => {
    const opening = openDB<ChatsSchema>(personalName(you), version, {
      upgrade: create,
      blocking: (_current, next) => void opening.then((opened) => onEnd(opened, next === null ? 'wiped' : 'changed')),
      terminated: () => void opening.then((opened) => onEnd(opened, 'broken')),
    });
    return opening;
  };
  try {
    return await openAt(VERSION);
  } catch (error) {
    // A newer page has upgraded it: that only adds to the schema, and sends what this page stores.
    if (error instanceof DOMException && error.name === 'VersionError') return openAt(undefined);
    throw error;
  }
}

function create(database: ChatsDatabase): void {
  const unsent = database.createObjectStore('unsent', { keyPath: 'order', autoIncrement: true });
  unsent.createIndex('id', 'clientMessageId', { unique: true });
  const histories = database.createObjectStore('histories', { keyPath: 'chatRoomId' });
  histories.createIndex('keptAt', 'keptAt');
  database.createObjectStore('lists');
  database.createObjectStore('choices');
}
