import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { now } from '../../../lib/clock.ts';
import { personalName } from '../../../lib/personal-storage.ts';

/** Everything of one person's chats on this device. What is read from it is parsed: an older page may have written it. */
export interface ChatsSchema extends DBSchema {
  /** By the order written. */
  unsent: { key: number; value: { order?: number; clientMessageId: string; entry: unknown }; indexes: { id: string } };
  histories: { key: string; value: { chatRoomId: string; keptAt: number }; indexes: { keptAt: number } };
  lists: { key: string; value: unknown };
  choices: { key: string; value: unknown };
}
export type ChatsDatabase = IDBPDatabase<ChatsSchema>;

/**
 * Opened at once, and again when a newer page has changed it, the browser has ended it or it could not be opened. Rejects where
 * nothing can be kept.
 */
export interface KeptDatabase {
  (): Promise<ChatsDatabase>;
  close: () => void;
}

const VERSION = 1;

/** broken: by the browser, whose storage may have come to harm. */
type End = 'wiped' | 'changed' | 'broken';

/** What could not be opened may be in a while. It is tried when somebody asks, no more often than this. */
const AGAIN_MS = 5_000;

export function openChatsDatabase(you: string): KeptDatabase {
  let again = Infinity;
  let current = begin();

  function begin(): Promise<ChatsDatabase> {
    again = Infinity;
    const opening = open(you, onEnd);
    opening.catch(() => {
      // Whoever asks hears of it.
      if (current === opening) again = now() + AGAIN_MS;
    });
    return opening;
  }
  /** What is wiped must not come back. */
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
    // A newer page has been here: it adds to what there is, and sends what this one keeps.
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
